import { describe, expect, test } from "vitest";
import { DEFAULT_CREATED_AT } from "../../../src/core/engine/index.ts";
import { placesOf, sampleDocument } from "../../../src/core/reference/index.ts";
import { ELEMENTS, type ElementDefinition } from "../../../src/core/schema/index.ts";
import { inLane } from "../../support/lane.ts";
import { pdfEngine } from "./sources.ts";

const engine = pdfEngine();
const options = { createdAt: DEFAULT_CREATED_AT };

/**
 * An asset is a file beside the form, which is drawn where others name it. Places differ in what they compile to, not
 * in what is drawn: one for each element is enough at every change.
 */
const PLACED = ELEMENTS.filter(({ name }) => name !== "asset").flatMap((element) =>
  placesOf(element)
    .slice(0, inLane({ fast: 1, full: Infinity }))
    .map((place) => [element.name, place, element] as const),
);

async function isDrawn(source: string): Promise<string> {
  const answer = await engine.preview({ source, data: null, renderer: "pdf", options });
  if (answer.kind === "preview") return answer.rendering.kind;
  return answer.diagnostics.map(({ code }) => code).join(" ");
}

/** `name=example` of each property that the element's own example does not show already. */
function propertiesOf(element: ElementDefinition, place: string): readonly string[] {
  return Object.entries(element.properties).flatMap(([name, { example }]) => {
    const isPlacing = (name === "x" || name === "y") && place !== "absolute";
    return isPlacing || name === "format" || element.example.includes(` ${name}=`) ? [] : [`${name}=${example}`];
  });
}

describe("every element of the reference is drawn, with each of its properties", () => {
  test.each(PLACED)("%s in %s", async (_, place, element) => {
    for (const property of [undefined, ...propertiesOf(element, place)]) {
      const source = sampleDocument(element, place, property);
      expect([property, await isDrawn(source)], source).toEqual([property, "rendered"]);
    }
  });
});
