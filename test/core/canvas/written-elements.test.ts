// Findings call an element what its author wrote: every element of the schema table, in every place where it stands.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource, writtenElements } from "../../../src/core/canvas/index.ts";
import { ELEMENTS } from "../../../src/core/schema/index.ts";
import { PLACED_ELEMENTS, placedSample } from "../../support/element-samples.ts";

/** Elements that are told of otherwise than the source names them. */
function misnamed(source: string): readonly string[] {
  const { value: canvas } = compileSource(source);
  if (canvas === null) return [];
  return [...writtenElements(canvas)].flatMap(([start, { name }]) => {
    const word = /^[a-z]+/u.exec(source.slice(start))?.[0];
    return word === name ? [] : [`${word} is called ${name}`];
  });
}

test.each(PLACED_ELEMENTS)("%s in %s is called what is written", (_, place, element) => {
  expect(misnamed(placedSample(element, place))).toEqual([]);
});

describe("forms of the documentation call their elements what is written", () => {
  const forms = ["docs/examples", "docs/starters"].flatMap((folder) =>
    readdirSync(folder).flatMap((file) => (file.endsWith(".rpt") ? [`${folder}/${file}`] : [])),
  );
  test.each(forms)("%s", (file) => {
    expect(misnamed(readFileSync(file, "utf8"))).toEqual([]);
  });
});

/** Parts of what is told of as a whole: stretches of a text, rows of cells, and what a chart is made of. */
const PARTS = ["span", "br", "ruby", "group", "pagefoot", "newrow", "category", "series", "axis"];

test("every element of a page is among them", () => {
  const rows = `rpt 1
field items[].name string(10) example=["ねじ"]
page A4 {
  body {
    table items {
      column name "品名"
      group (.name) {
        head "品 {.key}"
        foot "計"
      }
    }
  }
}
`;
  const samples = PLACED_ELEMENTS.map(([, place, element]) => placedSample(element, place));
  const named = new Set(
    [...samples, rows].flatMap((source) => {
      const { value: canvas } = compileSource(source);
      return canvas === null ? [] : [...writtenElements(canvas).values()].map(({ name }) => name);
    }),
  );
  expect(misnamed(rows)).toEqual([]);
  const ofPages = ELEMENTS.filter(({ parents }) => parents.some((at) => at !== "top")).map(({ name }) => name);
  expect([...new Set(ofPages)].filter((name) => !named.has(name) && !PARTS.includes(name))).toEqual([]);
});
