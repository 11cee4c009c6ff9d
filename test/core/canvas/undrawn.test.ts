import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { ELEMENTS } from "../../../src/core/check/index.ts";
import { placesOf, sampleDocument } from "../../../src/core/reference/index.ts";

/** What the table of elements marks as not drawn yet: an element, or one of its properties, as it may stand. */
const UNDRAWN = ELEMENTS.flatMap((element) => {
  const place = placesOf(element)[0] ?? "";
  const properties = Object.entries(element.properties).filter(([, property]) => property.undrawn === true);
  return [
    ...(element.undrawn === true ? [[element.name, sampleDocument(element, place)] as const] : []),
    ...properties.map(
      ([name, { example }]) => [`${name}=`, sampleDocument(element, place, `${name}=${example}`)] as const,
    ),
  ];
});

describe("what this version does not draw is told once and not compiled", () => {
  test.each(UNDRAWN)("%s", (what, source) => {
    const { value, diagnostics } = compileSource(source);
    expect(value).toBeNull();
    expect(diagnostics.filter((each) => each.severity === "error")).toEqual([]);
    const told = diagnostics.filter((each) => each.code === "RPT7030").map((each) => each.message);
    expect(told).toContain(`this version checks ${what}, but does not draw it yet`);
    expect(new Set(told).size).toBe(told.length);
  });

  test("everything else is compiled", () => {
    const drawn = ELEMENTS.filter((element) => element.undrawn !== true).flatMap((element) =>
      placesOf(element).map((place) => ({
        name: `${element.name} in ${place}`,
        source: sampleDocument(element, place),
      })),
    );
    const refused = drawn.filter(({ source }) =>
      compileSource(source).diagnostics.some((each) => each.code === "RPT7030"),
    );
    const inside = UNDRAWN.map(([what]) => what);
    expect(refused.filter(({ name }) => !inside.some((what) => name.endsWith(` in ${what}`)))).toEqual([]);
  });
});
