// A pie keeps to its area, and so do the words on its slices: whatever its size, its parts and its legend are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../../src/core/gate/index.ts";
import { inkOf } from "../../../../src/core/layout/page/ink.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const MM = 36_000;
const MARGIN_MM = 15;
/** Half of the line around a slice lies beyond its edge. */
const LINE_EMU = 12_700;

interface Pie {
  readonly wide: number;
  readonly high: number;
  readonly values: readonly number[];
  readonly legend: string;
  readonly size: number;
}

const pies: fc.Arbitrary<Pie> = fc.record({
  wide: fc.integer({ min: 15, max: 180 }),
  high: fc.integer({ min: 15, max: 180 }),
  values: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 9 }),
  legend: fc.constantFrom("right", "top", "bottom", "none"),
  size: fc.integer({ min: 6, max: 14 }),
});

function judged({ wide, high, values, legend, size }: Pie) {
  const names = values.map((_, at) => `品${at}`);
  const source = `rpt 1
document pie title="図" lang=ja
field rows[].name string(20) example=${JSON.stringify(names)}
field rows[].v int min=0 max=99 example=${JSON.stringify(values)}
sizes own=${size}pt
page A4 margin=${MARGIN_MM}mm {
  body {
    chart pie rows legend=${legend} w=${wide}mm h=${high}mm size=own alt="図" {
      category (.name)
      series "甲" (.v)
    }
  }
}
`;
  const { value: canvas } = compileSource(source);
  if (canvas === null) throw new Error(source);
  const laid = layOutSource(source);
  return { items: laid.value.pages[0]?.items ?? [], told: [...laid.diagnostics, ...judgeGeometry(canvas, laid.value)] };
}

test("nothing of a pie lies beyond its area, and no margin is said to be run over", () => {
  fc.assert(
    fc.property(pies, (pie) => {
      const { items, told } = judged(pie);
      const codes = told.map(({ code }) => code);
      // Names that have no room are told; they do lie beyond.
      fc.pre(!codes.some((code) => code.startsWith("RPT40")));
      expect(codes).toEqual([]);
      const [left, top] = [MARGIN_MM * MM, MARGIN_MM * MM];
      const [right, bottom] = [left + pie.wide * MM, top + pie.high * MM];
      for (const item of items) {
        const ink = inkOf(item);
        if (ink === null) continue;
        expect(ink.leftEmu).toBeGreaterThanOrEqual(left - LINE_EMU);
        expect(ink.topEmu).toBeGreaterThanOrEqual(top - LINE_EMU);
        expect(ink.rightEmu).toBeLessThanOrEqual(right + LINE_EMU);
        expect(ink.bottomEmu).toBeLessThanOrEqual(bottom + LINE_EMU);
      }
    }),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
});
