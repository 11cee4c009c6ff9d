// Texts that shrink to their lines are highest where they just fill these at full size, and not where they are longest:
// what a check holds for sound takes texts of any length that is declared.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Shape {
  readonly lengthMax: number;
  readonly lines: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Where a text that shrinks may stand: each is too low for some of its heights. */
const PLACES: Readonly<Record<string, (shape: Shape) => string>> = {
  box: ({ lines, widthMm, heightMm }) =>
    `box w=${widthMm}mm h=${heightMm}mm {\n text (notes) fit=shrink lines=${lines}\n }`,
  "a row of texts": ({ lines, widthMm, heightMm }) =>
    column(widthMm, `box h=${heightMm}mm {\n text (.name) fit=shrink lines=${lines}\n }`),
  "a block of rows": ({ lines, widthMm }) =>
    column(widthMm, `each .items {\n text (.name) fit=shrink lines=${lines}\n }`),
};

function column(widthMm: number, block: string): string {
  return `table rows {\n column a "" w=${widthMm}mm {\n ${block}\n }\n }`;
}

function form(element: string, { lengthMax }: Shape): string {
  return `rpt 1
field notes string(${lengthMax}) example="短い"
field rows[].name string(${lengthMax}) example=["短い"]
field rows[].items[] max=6
field rows[].items[].name string(${lengthMax}) example=[["短い"]]
sizes body=9pt
style base size=body
page 105mm 90mm margin=10mm {
  body {
    ${element}
  }
}
`;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  lengthMax: fc.integer({ min: 10, max: 120 }),
  lines: fc.integer({ min: 2, max: 5 }),
  widthMm: fc.integer({ min: 20, max: 60 }),
  heightMm: fc.integer({ min: 8, max: 26 }),
});

const HEIGHTS = new Set(["RPT4001", "RPT4006", "RPT4010", "RPT4011", "RPT4014", "RPT5001", "RPT5002", "RPT5003"]);

function misfits(source: string, data: unknown): readonly string[] {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: bytes, ...(data === null ? {} : { worstCases: false }) });
  expect(diagnostics.filter(({ code }) => /^RPT[12]/.test(code) && code !== "RPT2012")).toEqual([]);
  const isMisfit = (code: string) => (data === null ? code === "RPT4031" : HEIGHTS.has(code));
  return diagnostics
    .filter(({ code, severity }) => severity !== "info" && isMisfit(code))
    .map(({ message }) => message);
}

describe.each(Object.entries(PLACES))("%s", (_, place) => {
  test("takes whatever is declared, or is told not to", () => {
    const seen = new Set<boolean>();
    const property = fc.property(shapes, fc.integer({ min: 1, max: 99 }), (shape, share) => {
      const source = form(place(shape), shape);
      const length = Math.max(1, Math.round((shape.lengthMax * share) / 100));
      const name = "国".repeat(length);
      const items = Array.from({ length: 6 }, () => ({ name }));
      const found = misfits(source, { notes: name, rows: [{ name, items }] });
      if (found.length === 0) return;
      const told = misfits(source, null);
      seen.add(length < shape.lengthMax * 0.9);
      expect(told.length, `${source}\n${length}: ${found.join("\n")}`).toBeGreaterThan(0);
    });
    fc.assert(property, { numRuns: inLane({ fast: 30, merge: 300, full: 1_500 }) });
    expect(seen).toContain(true);
  });
});
