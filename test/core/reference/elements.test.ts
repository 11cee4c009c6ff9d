import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { defaultOf, placesOf, sampleDocument } from "../../../src/core/reference/index.ts";
import { ELEMENTS, type ElementDefinition } from "../../../src/core/schema/index.ts";

/** Declared for the example's sake, or of a profile that need not be installed, or told without its partner. */
const BESIDE_THE_POINT = new Set(["RPT2012", "RPT7020", "RPT1023"]);

/** What the check finds in an example. */
function findings(source: string): string {
  const { diagnostics } = compileSource(source);
  return formatDiagnostics(
    source,
    diagnostics.filter((each) => !BESIDE_THE_POINT.has(each.code)),
  );
}

const PLACED = ELEMENTS.flatMap((element) => placesOf(element).map((place) => [element.name, place, element] as const));

test("every element has a place in which its example can be shown", () => {
  expect(ELEMENTS.filter((each) => placesOf(each).length === 0)).toEqual([]);
});

test.each(PLACED)("the example of %s in %s compiles", (_, place, element) => {
  const source = sampleDocument(element, place);
  expect(findings(source), source).toBe("");
});

test.each(PLACED)("the example of every property of %s in %s compiles", (_, place, element) => {
  for (const property of propertiesToTry(element, place)) {
    const source = sampleDocument(element, place, property);
    expect(findings(source), source).toBe("");
  }
});

/** `name=example` of what the element's own example doesn't hold. A format asks for a number, tried elsewhere. */
function propertiesToTry(element: ElementDefinition, place: string): readonly string[] {
  return Object.entries(element.properties).flatMap(([name, definition]) => {
    const placing = (name === "x" || name === "y") && place !== "absolute";
    if (placing || name === "format" || element.example.includes(` ${name}=`)) return [];
    return [`${name}=${definition.example}`];
  });
}

test.each(PLACED)("what %s in %s does without a property is what the reference says", (name, place, element) => {
  for (const property of Object.keys(element.properties)) {
    const standard = defaultOf(name, property, place);
    if (standard === undefined || element.example.includes(` ${property}=`)) continue;
    expect(compiled(sampleDocument(element, place, `${property}=${standard}`)), property).toBe(
      compiled(sampleDocument(element, place)),
    );
  }
});

/** The canvas without the places in the source. */
function compiled(source: string): string {
  const { value } = compileSource(source);
  expect(value).not.toBeNull();
  return JSON.stringify(value, (key, member: unknown) => (key === "span" ? undefined : member));
}
