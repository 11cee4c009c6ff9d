// Every element with every property of the schema table, in every place where it may stand, shows its content.
import { afterAll, describe, expect, test } from "vitest";
import { ELEMENTS, type ElementDefinition } from "../../src/core/schema/index.ts";
import { drawnForm, judgedForm } from "../support/conservation/judged-form.ts";
import { seenFile } from "../support/conservation/seen.ts";
import { Tally } from "../support/conservation/tally.ts";
import { type ElementSample, placedSample, placesIn, samplesOf } from "../support/element-samples.ts";
import { inLane } from "../support/lane.ts";

/** At every change each element stands in all its places, and each property is tried in one of so many samples. */
const EACH = inLane({ fast: 20, merge: 3, full: 1 });
/** Properties are tried in the first few places: the element's own kind of place, and those that differ most. */
const PLACES = inLane({ fast: 1, full: 4 });

function samplesFor(element: ElementDefinition): readonly ElementSample[] {
  const places = placesIn(element);
  const bare = places.flatMap((place) => samplesOf(element, place).slice(0, 1));
  const chosen = [...new Set([places[0], "absolute", "within table cell", "header", ...places])]
    .filter((place) => place !== undefined && places.includes(place))
    .slice(0, PLACES);
  const properties = chosen.flatMap((place) => samplesOf(element, place ?? "").slice(1));
  return [...bare, ...properties.filter((_, at) => at % EACH === 0)];
}

const tally = new Tally();
afterAll(() => tally.tell("every element and property"));

describe("nothing that an element shows is lost", () => {
  test.each(ELEMENTS.map((element, at) => [`${element.name} (${at})`, element] as const))(
    "%s",
    async (_, element) => {
      for (const sample of samplesFor(element)) {
        // Two records are more than one document: such data are refused, and nothing is drawn.
        if (element.name === "source" && sample.property === "max" && sample.value === "1") continue;
        const form = await judgedForm(sample.source);
        expect(form.kind, sample.source).toBe("judged");
        tally.expectNothingLost(form, sample.source);
      }
    },
    600_000,
  );
});

/** Elements that say something of the file or of what follows, and draw nothing by themselves. */
const NOT_DRAWN: ReadonlySet<string> = new Set([
  ...["document", "source", "encrypt", "attach", "fonts", "gaiji", "sizes", "colors", "asset", "style", "part"],
  ...["bookmark", "background", "newrow", "group", "row"],
  // These need something behind them, further pages, or a picture in the data: generated forms have them.
  ...["space", "break", "br", "header", "carry", "image"],
]);

/** What the pages show of a form. */
async function shownBy(source: string): Promise<string> {
  const drawn = drawnForm(source, null);
  if (drawn.kind !== "drawn") return drawn.kind;
  const { pdfRenderer } = await import("../../src/plugins/renderers/pdf/index.ts");
  const options = { createdAt: "2026-01-01T00:00:00Z", contentHash: "0".repeat(64), producer: "conservation" };
  const { pages } = await seenFile(pdfRenderer.render(drawn.pages, options));
  return JSON.stringify(
    pages.map(({ runs, paints }) => [
      runs.map(({ text, letters }) => [text, letters.map(({ area }) => area)]),
      paints.map(({ kind, color, parts }) => [kind, color, parts]),
    ]),
  );
}

describe("every element draws something", () => {
  const drawn = ELEMENTS.filter(({ name }) => !NOT_DRAWN.has(name));
  test.each(drawn.map((element, at) => [`${element.name} (${at})`, element] as const))("%s", async (_, element) => {
    const place = placesIn(element)[0] ?? "";
    const source = placedSample(element, place);
    expect(await shownBy(source), source).not.toBe(await shownBy(without(source, element)));
  });
});

/** The form without the element's first line and its block. */
function without(source: string, { example }: ElementDefinition): string {
  const lines = source.split("\n");
  const head = example.replace(/ \{$/, "");
  const at = lines.findIndex((line) => line.trim().startsWith(head));
  if (at < 0) throw new Error(`The element is not in its sample:\n${source}`);
  let open = 0;
  let end = at;
  do {
    if (lines[end]?.endsWith("{") === true) open += 1;
    if (lines[end]?.trim() === "}") open -= 1;
    end += 1;
  } while (open > 0);
  return [...lines.slice(0, at), ...lines.slice(end)].join("\n");
}
