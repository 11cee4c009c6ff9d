// A check without data announces what a render of lawful data has as an error, at the same place: as a warning or an
// error where every field is bounded, and at least as an info where one is not.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Field {
  readonly type: string;
  readonly isBounded: boolean;
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
    isBounded: max !== null,
    values: [...(min === null ? [] : [min]), max ?? OPEN],
  }));

const texts: fc.Arbitrary<Field> = fc.integer({ min: 2, max: 24 }).map((length) => ({
  type: `string(${length}) example="東"`,
  isBounded: true,
  values: ["国".repeat(length), "W".repeat(length)],
}));

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

function foundIn(source: string, data: unknown): readonly Diagnostic[] {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: bytes, worstCases: data === null });
  return diagnostics.filter(({ code }) => code.startsWith("RPT4"));
}

function expectAnnounced(source: string, data: unknown, isBounded: boolean): void {
  const errors = foundIn(source, data).filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const told = foundIn(source, null).filter(({ severity }) => !isBounded || severity !== "info");
  for (const { message, span } of errors) {
    expect(
      told.map((one) => one.span.start),
      `${message}\n${source}`,
    ).toContain(span.start);
  }
}

test("what lawful data break is announced", () => {
  const property = fc.property(numbers, numbers, texts, elements, fc.nat(), (a, b, t, element, at) => {
    const source = form({ a, b, t }, element);
    const takenOf = ({ values }: Field, turn: number) => values[(at >> turn) % values.length];
    const isBounded = a.isBounded && b.isBounded;
    expectAnnounced(source, { a: takenOf(a, 0), b: takenOf(b, 1), t: takenOf(t, 2) }, isBounded);
  });
  fc.assert(property, { numRuns: inLane({ fast: 60, merge: 600, full: 3_000 }) });
});
