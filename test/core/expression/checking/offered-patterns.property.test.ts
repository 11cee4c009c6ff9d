// RPT2125: a pattern that is offered in place of one that cannot be read can be read itself.
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const sourceOf = (type: string, example: string, pattern: string): string => `rpt 1
field value ${type} example=${example}
page A5 margin=10mm {
  body {
    text (value) format='${pattern}'
  }
}
`;

const TYPES = [
  ["decimal(12,2)", "12"],
  ["int", "90"],
  ["date", '"2026-10-01"'],
] as const;

const masks = fc
  .array(fc.constantFrom(..."##00.,,EhmyMd;%[]年 "), { minLength: 1, maxLength: 9 })
  .map((signs) => signs.join(""));

test.each(TYPES)("of %s", (type, example) => {
  let offered = 0;
  fc.assert(
    fc.property(masks, (pattern) => {
      const source = sourceOf(type, example, pattern);
      const codesIn = (text: string): readonly string[] =>
        engine.check({ source: text, data: null, worstCases: false }).diagnostics.map(({ code }) => code);
      const { diagnostics } = engine.check({ source, data: null, worstCases: false });
      const edits = diagnostics.find(({ code }) => code === "RPT2125")?.repair?.edits ?? [];
      if (edits.length === 0) return;
      offered += 1;
      const mended = applyEdits(source, edits);
      expect(mended).not.toBe(source);
      expect(codesIn(mended), mended).not.toContain("RPT2125");
    }),
    { numRuns: inLane({ fast: 300, full: 5_000 }) },
  );
  expect(offered).toBeGreaterThan(20);
});

test.each([
  ["#.##0", "#.0##"],
  ["0.#0", "0.0#"],
  ["0,000.#0", "0,000.0#"],
  ["#.#0#", "#.0##"],
  ["#.0#0", "#.00#"],
  ["0#", "#0"],
])("%s becomes %s", (pattern, better) => {
  const source = sourceOf("decimal(12,2)", "12", pattern);
  const { diagnostics } = engine.check({ source, data: null, worstCases: false });
  const edits = diagnostics.find(({ code }) => code === "RPT2125")?.repair?.edits ?? [];
  expect(applyEdits(source, edits)).toBe(source.replace(`'${pattern}'`, `'${better}'`));
});

test.each([
  ["[h]", true],
  ["[hh]", true],
  ['[h]"時間"', true],
  ["[h]:mm;[h]", true],
  ["[h]:mm", false],
  ['[h]"時間"mm"分"', false],
  ["[m]", false],
])("%s hides minutes: %s", (pattern, hides) => {
  const { diagnostics } = engine.check({ source: sourceOf("int", "90", pattern), data: null, worstCases: false });
  expect(diagnostics.some(({ code }) => code === "RPT2131")).toBe(hides);
});
