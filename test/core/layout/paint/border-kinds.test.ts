// Every element that takes a border draws every kind of it, and none of it where none is asked for.
import { describe, expect, it } from "vitest";
import { createCodeEncoder } from "../../../../src/core/engine/barcodes/code-encoder.ts";
import { ELEMENTS, type ElementDefinition, isIdle } from "../../../../src/core/schema/index.ts";
import { pngFile } from "../../../plugins/renderers/pdf/images/picture-files.ts";
import { CIRCUMSTANCES } from "../../../support/effect-samples.ts";
import { placedSample, placesIn } from "../../../support/element-samples.ts";
import { sampled } from "../../../support/lane.ts";
import { describeItem, layOutSource } from "../../../support/lay-out.ts";

/** What has a line by itself. */
const LINED: ReadonlySet<string> = new Set(["seal", "seals", "comb"]);
const KINDS = ["none", "[1.5pt, solid]", "[1.5pt, dash]", "[1.5pt, dot]", "[1.5pt, double]"] as const;
const SIDES = ["border", "border-top", "border-right", "border-bottom", "border-left"] as const;

const PICTURE = pngFile({ width: 2, height: 2, bitDepth: 8, colorType: 2, pixel: () => [40, 120, 90] });
const DATA: Readonly<Record<string, unknown>> = {
  image: { product: { name: "軸受", photo: Buffer.from(PICTURE).toString("base64") } },
};
const CODES = createCodeEncoder([]);

/** The strokes and fills of a form's pages, with their dashes. */
function drawnBy(source: string, data?: unknown): { readonly items: string; readonly strokes: number } {
  const items = layOutSource(source, data, { codes: CODES }).value.pages.flatMap((page) => page.items);
  const strokes = items.filter(({ kind }) => kind === "stroke");
  const lines = items.map(
    (item) => describeItem(item) + (item.kind === "stroke" ? ` ${item.dashEmu.join()} ${item.color.join()}` : ""),
  );
  return { items: lines.join("\n"), strokes: strokes.length };
}

function unbordered(element: ElementDefinition): ElementDefinition {
  return { ...element, example: element.example.replaceAll(/ (?:border[-a-z]*|stroke)=(?:\[[^\]]*\]|\S+)/g, "") };
}

/** A carried sum shows where a table goes on at the next page. */
function shown(element: string, source: string): string {
  return element === "carry" ? (CIRCUMSTANCES["with many records"]?.(source) ?? source) : source;
}

/** What is declared shows nothing by itself; what has no use for a border is told so. */
const takesBorder = (element: ElementDefinition, side: string): boolean =>
  element.name !== "style" && element.properties[side]?.kind === "stroke" && !isIdle(element.name, side);

const CASES = ELEMENTS.flatMap((element) =>
  SIDES.filter((side) => takesBorder(element, side)).flatMap((side, at) =>
    sampled(
      placesIn(element).filter((place) => !place.startsWith("within ")),
      3,
      at,
    ).map((place) => [element.name, side, place, unbordered(element)] as const),
  ),
);

describe("borders of every kind", () => {
  it.each(CASES)("%s %s in %s", (name, side, place, element) => {
    const drawn = KINDS.map((kind) =>
      drawnBy(shown(name, placedSample(element, place, `${side}=${kind}`)), DATA[name]),
    );
    const alike = KINDS.filter((_, at) => drawn.findIndex(({ items }) => items === drawn[at]?.items) !== at);
    expect(alike).toEqual([]);
    const [none, solid] = drawn;
    // A seal keeps its own frame on the other sides.
    if (name === "seal" && side !== "border") expect(none).not.toEqual(drawnBy(placedSample(element, place)));
    else expect(none?.strokes).toBeLessThan(solid?.strokes ?? 0);
  });

  it.each(ELEMENTS.filter(({ name, properties }) => LINED.has(name) && properties["border-style"] !== undefined))(
    "$name has its own line in the kind and the colour that are said alone",
    (element) => {
      const [place = "flow"] = placesIn(element);
      const drawn = [
        "",
        ...["dash", "dot", "double"].map((kind) => `border-style=${kind}`),
        "border-color=#c0392b",
      ].map((written) => drawnBy(placedSample(element, place, written)).items);
      expect(new Set(drawn).size).toBe(drawn.length);
    },
  );
});
