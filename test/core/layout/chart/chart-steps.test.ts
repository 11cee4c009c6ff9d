// RPT4003: the step that is offered to an axis whose numbers stand too near, set, leaves nothing to tell of the axis.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutData } from "../../../support/lay-out.ts";

interface Axis {
  readonly step: number;
  readonly limits: string;
  readonly format: string | null;
  readonly heightMm: number;
  readonly values: readonly number[];
}

/** What is told of the axis, by a check of the source and on the page. */
function told({ step, limits, format, heightMm, values }: Axis): readonly string[] {
  const pattern = format === null ? "" : `format='${format}'`;
  const source = `rpt 1
field r[].k string(9)
field r[].v decimal(9,3)
page A5 margin=10mm {
  body {
    chart bar r h=${heightMm}mm alt="図" {
      category (.k)
      series "甲" (.v)
      axis y step=${step} ${limits} ${pattern}
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const r = values.map((v, at) => ({ k: `k${at}`, v }));
  return [...diagnostics, ...layOutData(value, { r }).diagnostics]
    .filter(({ code }) => code === "RPT4003" || code === "RPT2131")
    .map(({ code, message, repair }) => `${code} ${message} → ${repair?.title}`);
}

const OFFER = /give the axis step=([\d.]+)$/u;

test("every offered step is one that its axis, its pattern and its height take", () => {
  let offered = 0;
  const axis = fc.record({
    step: fc.constantFrom(0.1, 0.25, 0.5, 0.75, 1, 2, 2.5, 5, 30),
    limits: fc.constantFrom("", "min=-1 max=3", "min=0 max=20", "max=7", "min=-12", "min=0 max=1"),
    format: fc.constantFrom(null, "0", "0.0", "#,##0", "0%", "0.00", "#,##0.0"),
    heightMm: fc.integer({ min: 20, max: 60 }),
    values: fc.array(
      fc.integer({ min: -50, max: 400 }).map((value) => value / 10),
      { minLength: 2, maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(axis, (given) => {
      const step = told(given)
        .map((one) => OFFER.exec(one)?.[1])
        .find(Boolean);
      if (step === undefined) return;
      offered += 1;
      expect(told({ ...given, step: Number(step) })).toEqual([]);
    }),
    { numRuns: 400 },
  );
  expect(offered).toBeGreaterThan(20);
});

test("where the pattern prints whole numbers alone, a whole step is offered", () => {
  const values = [1, 2];
  const [only, ...more] = told({ step: 1, limits: "min=-12 max=38", format: "0", heightMm: 25, values });
  expect(more).toEqual([]);
  expect(OFFER.exec(only ?? "")?.[1]).toMatch(/^\d+$/u);
});
