// A check without data announces what a render of lawful data has as an error: as a warning or an error of the same
// place, and never as an info alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Field {
  readonly type: string;
  /** Its limits, and what nothing bounds. */
  readonly values: readonly (string | number)[];
}

/** What a number without a bound is tried as. */
const OPEN = 999_999_999;

const numbers: fc.Arbitrary<Field> = fc
  .record({
    min: fc.constantFrom(null, 0, -9, -99_999),
    max: fc.constantFrom(null, 9, 999, 99_999, OPEN),
  })
  .map(({ min, max }) => ({
    type: `int${min === null ? "" : ` min=${min}`}${max === null ? "" : ` max=${max}`} example=1`,
    values: [...(min === null ? [] : [min]), max ?? OPEN],
  }));

const texts: fc.Arbitrary<Field> = fc
  .integer({ min: 2, max: 24 })
  .map((length) => ({ type: `string(${length}) example="東"`, values: ["国".repeat(length), "W".repeat(length)] }));

const SHOWN = ["(a)", "\"No.{format(a, '#,##0')}\"", '"{a} {t}"', '"計{a * b}円"', "(b)", "(t)", '"{b}{a}"'];
const shown = fc.constantFrom(...SHOWN);
const PLACES: readonly ((content: string, widthMm: number) => string)[] = [
  (content, widthMm) => `text ${content} w=${widthMm}mm`,
  (content, widthMm) => `text ${content} w=${widthMm}mm h=5mm`,
  (content, widthMm) => `pairs label-w=14mm w=${widthMm + 20}mm {\n pair "名" ${content}\n }`,
  (content, widthMm) => `row gap=1mm {\n text ${content} w=${widthMm}mm wrap=char\n text "計" w=1fr\n }`,
];
const elements = fc
  .tuple(fc.constantFrom(...PLACES), shown, fc.integer({ min: 6, max: 50 }))
  .map(([place, content, widthMm]) => place(content, widthMm));

function form({ a, b, t }: Readonly<Record<"a" | "b" | "t", Field>>, element: string): string {
  return `rpt 1
document form lang=ja
field a ${a.type}
field b ${b.type}
field t ${t.type}
sizes body=9pt
style base size=body
page w=90mm h=60mm margin=8mm {
  body {
    ${element}
  }
}
`;
}

function graverThanInfo(source: string, data: unknown): readonly Diagnostic[] {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: bytes, worstCases: data === null });
  return diagnostics.filter(({ code, severity }) => severity !== "info" && code.startsWith("RPT4"));
}

function expectAnnounced(source: string, data: unknown): void {
  const errors = graverThanInfo(source, data).filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const announced = graverThanInfo(source, null).map(({ span }) => span.start);
  for (const { message, span } of errors) expect(announced, `${message}\n${source}`).toContain(span.start);
}

test.each([
  ["no bound", "int example=1", OPEN],
  ["the bound of its other side", "int min=-99999 example=1", -99_999],
])("a number with %s that a render breaks is no info alone", (_, type, value) => {
  const [a, b, t] = [
    { type, values: [] },
    { type: "int example=1", values: [] },
    { type: "string(3)", values: [] },
  ];
  const source = form({ a, b, t }, `text "No.{format(a, '#,##0')}" w=15mm`);
  const data = { a: value, b: 1, t: "東" };
  expect(graverThanInfo(source, data).map(({ code, severity }) => `${severity} ${code}`)).toEqual(["error RPT4004"]);
  expectAnnounced(source, data);
});

test("what lawful data break is announced", () => {
  const property = fc.property(numbers, numbers, texts, elements, fc.nat(), (a, b, t, element, at) => {
    const source = form({ a, b, t }, element);
    const takenOf = ({ values }: Field, turn: number) => values[(at >> turn) % values.length];
    expectAnnounced(source, { a: takenOf(a, 0), b: takenOf(b, 1), t: takenOf(t, 2) });
  });
  fc.assert(property, { numRuns: inLane({ fast: 60, merge: 600, full: 3_000 }) });
});
