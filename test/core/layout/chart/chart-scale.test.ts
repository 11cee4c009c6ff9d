import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChartAxis, compileSource } from "../../../../src/core/canvas/index.ts";
import { Decimal, readNumberPattern } from "../../../../src/core/expression/index.ts";
import { scaleOf } from "../../../../src/core/layout/chart/chart-scale.ts";
import { inLane } from "../../../support/lane.ts";

const PATTERNS = [
  ...["#,##0", "0", "0.0", "#,##0.00", "0.0##", "0%", "0.0%", '0"円"', "#,##0;▲#,##0;-", "0.0;(0)", "0;0", '0;"負"'],
  ...["kanji", "kanji-unit", "daiji", "wide", "[h]:mm", "[m]"],
] as const;

function axis(over: Partial<ChartAxis>): ChartAxis {
  return { min: null, max: null, step: null, lineAt: [], title: null, format: null, ...over };
}

test.each([
  ["halves", [0.4, 1.9], {}, ["0", "1", "2"], []],
  ["a range below one", [0.2, 0.4], {}, ["0", "1"], []],
  ["limits within one", [0.2], { max: 500 }, ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"], ["format"]],
  ["steps of a half", [1.2], { step: 500 }, ["0.0", "0.5", "1.0", "1.5"], ["format"]],
  ["a step beyond the limits", [80], { max: 100_000, step: 150_000 }, ["0", "20", "40", "60", "80", "100"], ["step"]],
] as const)("whole numbers name %s", (_, values, over, names, troubles) => {
  const scale = scaleOf({ values, areWhole: false }, axis({ format: "#,##0", ...over }), 5);
  expect(scale.ticks.map(({ name }) => name)).toEqual(names);
  expect(scale.troubles).toEqual(troubles);
});

test.each([
  ["no data", [], ["0", "1"]],
  ["zeros", [0, 0], ["0", "1"]],
  ["a few pieces", [1, 3], ["0", "1", "2", "3"]],
  ["gains and losses", [-2, 1], ["-2", "-1", "0", "1"]],
  ["hundreds", [240], ["0", "50", "100", "150", "200", "250"]],
] as const)("whole numbers have whole steps: %s", (_, values, names) => {
  const scale = scaleOf({ values, areWhole: true }, axis({}), 8);
  expect(scale.ticks.map(({ name }) => name)).toEqual(names);
});

test.each([
  ["near to one another", [9.94, 10.02, 9.95, 10.05], {}, ["9.94", "9.96", "9.98", "10.00", "10.02", "10.04", "10.06"]],
  ["below zero", [-10.05, -9.95], {}, ["-10.06", "-10.04", "-10.02", "-10.00", "-9.98", "-9.96", "-9.94"]],
  ["far apart", [8, 10], {}, ["0", "2", "4", "6", "8", "10"]],
  ["one value", [10, 10], {}, ["0", "2", "4", "6", "8", "10"]],
  ["a limit of the source", [9.95, 10.05], { max: 12_000 }, ["0", "2", "4", "6", "8", "10", "12"]],
] as const)("values that may leave zero: %s", (_, values, over, names) => {
  const { ticks, min, max } = scaleOf({ values, areWhole: false, mayLeaveZero: true }, axis(over), 8);
  expect(ticks.map(({ name }) => name)).toEqual(names);
  expect(values.every((value) => value >= min && value <= max)).toBe(true);
});

test("whole numbers on an axis that the source makes shorter than one have parts of one", () => {
  const scale = scaleOf({ values: [3], areWhole: true }, axis({ max: 500 }), 5);
  expect(scale.ticks.map(({ name }) => name)).toEqual(["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
});

test("whatever whole numbers there are, the steps between their lines are whole", () => {
  const whole = fc.integer({ min: -100_000, max: 100_000 });
  const few = fc.integer({ min: -9, max: 9 });
  fc.assert(
    fc.property(fc.array(fc.oneof(few, whole), { maxLength: 5 }), fc.integer({ min: 1, max: 20 }), (values, most) => {
      const { ticks, troubles } = scaleOf({ values, areWhole: true }, axis({}), most);
      expect(ticks.filter(({ name }) => name.includes("."))).toEqual([]);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(troubles).toEqual([]);
    }),
  );
});

test("what is a step but for the last bits of a double lies within", () => {
  const [greatest, least] = [1_000_000_000.01, -1_000_000_000.01];
  const { min, max } = scaleOf({ values: [greatest, least], areWhole: false }, axis({}), 5);
  expect(max).toBeGreaterThanOrEqual(greatest);
  expect(min).toBeLessThanOrEqual(least);
});

test("every line has a number of its own, which is where it stands, in every pattern", () => {
  const value = fc.tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.integer({ min: -6, max: 6 }));
  const limit = fc.option(fc.integer({ min: -2_000_000, max: 2_000_000 }));
  const told = { format: 0, step: 0 };
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 4 }),
      fc.record({ min: limit, max: limit, step: fc.option(fc.integer({ min: 1, max: 500_000 })) }),
      fc.constantFrom(...PATTERNS),
      fc.record({ stepsMax: fc.integer({ min: 2, max: 8 }), areWhole: fc.boolean() }),
      (written, limits, format, { stepsMax, areWhole }) => {
        const values = written.map(([digits, exponent]) => digits * Number(`1e${exponent}`));
        const { ticks, troubles } = scaleOf({ values, areWhole }, axis({ ...limits, format }), stepsMax);
        for (const trouble of troubles) told[trouble] += 1;
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(new Set(ticks.map(({ name }) => name)).size).toBe(ticks.length);
        const own = readNumberPattern(format);
        if ("problem" in own) throw new Error(format);
        for (const tick of ticks) {
          const exact = Decimal.of(
            tick.value
              .toFixed(9)
              .replace(/\.?0+$/u, "")
              .replace(/^-0$/u, "0"),
          );
          if (troubles.includes("format")) expect(Number(tick.name.replaceAll(",", ""))).toBeCloseTo(tick.value, 8);
          else {
            expect(own.showsAll(exact)).toBe(true);
            expect(tick.name).toBe(own.print(exact));
          }
        }
      },
    ),
    { numRuns: inLane({ fast: 300, full: 20_000 }) },
  );
  expect(Math.min(told.format, told.step)).toBeGreaterThan(0);
});

test("marks of any written step have its multiples as their numbers", () => {
  const digits = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: -3, max: 9 }));
  fc.assert(
    fc.property(digits, fc.integer({ min: -4, max: 0 }), fc.integer({ min: 1, max: 4 }), (step, below, above) => {
      const [units, exponent] = step;
      const unit = Decimal.of(exponent < 0 ? (units / 1000).toFixed(3) : `${units}${"0".repeat(exponent)}`);
      const marks = Array.from({ length: above - below + 1 }, (_, at) => Decimal.of(String(below + at)).times(unit));
      const written = (at: number) => marks.at(at)?.toFixed() ?? "";
      const { value, diagnostics } = compileSource(`rpt 1
field p[].v int example=[1]
page A4 {
  body {
    chart bar p h=50mm alt="額" {
      category (index)
      series "額" (.v)
      axis y min=${written(0)} max=${written(-1)} step=${unit.toFixed()} line-at=[${written(0)}, ${written(-1)}]
    }
  }
}
`);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const chart = value?.pages[0]?.body.children[0];
      if (chart?.kind !== "chart") throw new Error("there is no axis");
      const names = scaleOf({ values: [], areWhole: true }, chart.y, 8).ticks.map(({ name }) =>
        name.replaceAll(",", ""),
      );
      expect(names.map((name) => Decimal.of(name).toFixed())).toEqual(marks.map((mark) => mark.toFixed()));
    }),
    { numRuns: inLane({ fast: 100, full: 2_000 }) },
  );
});
