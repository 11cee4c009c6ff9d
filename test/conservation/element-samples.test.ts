import { describe, expect, test } from "vitest";
import { compileSource } from "../../src/core/canvas/index.ts";
import { ELEMENTS } from "../../src/core/schema/index.ts";
import { type ElementSample, placesIn, samplesOf } from "../support/element-samples.ts";
import { inLane } from "../support/lane.ts";

/** The first place of each element at every change, all of them in the full lane. */
const PLACES_MAX = inLane({ fast: 1, full: Infinity });

function mistakesIn({ source }: ElementSample): readonly string[] {
  const { diagnostics } = compileSource(source);
  return diagnostics.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
}

describe("every property of the schema table has samples that compile", () => {
  test.each(ELEMENTS.map((element) => [element.name, element] as const))("%s", (_, element) => {
    const places = placesIn(element);
    expect(places).not.toEqual([]);
    const samples = places.slice(0, PLACES_MAX).flatMap((place) => samplesOf(element, place));
    for (const sample of samples) expect(mistakesIn(sample), sample.source).toEqual([]);
    const shown = new Set(samples.map(({ property }) => property));
    const missing = Object.keys(element.properties).filter((name) => !shown.has(name));
    // What the example holds already is shown by each sample.
    expect(missing.filter((name) => !element.example.includes(` ${name}=`) && !isElsewhere(name))).toEqual([]);
  });
});

/** Coordinates are of absolute containers, which the first place need not be; a table's head formats no number. */
function isElsewhere(name: string): boolean {
  return name === "x" || name === "y" || name === "format";
}
