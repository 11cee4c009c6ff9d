import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import type { FillItem, PageDocument, Rectangle } from "../../../src/core/layout/index.ts";
import { inkOf } from "../../../src/core/layout/index.ts";
import { inLane } from "../../support/lane.ts";
import { layOutData } from "../../support/lay-out.ts";

function lay(kind: string, head: string, rows: readonly unknown[]) {
  const source = `rpt 1
field rows[].name string(20) example=["A"]
field rows[].v? decimal(14,2) example=[1]
field rows[].w? decimal(14,2) example=[1]
page A4 {
  body {
    chart ${kind} rows ${head} legend=none alt="図" {
      category (.name)
      series "甲" (.v) format='"v"0.00' color=#8fb4e0
      series "乙" (.w) format='"w"0.00' color=#d9534f
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows });
}

/** The numbers of series, which begin with their letter. */
function numbers(document: PageDocument): readonly string[] {
  const texts = (document.pages[0]?.items ?? []).flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : []));
  return texts.join("").match(/-?[vw]\d+\.\d\d/gu) ?? [];
}

const value = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 0.01, -0.01, 1_000_000_000),
  fc.integer({ min: -20_000, max: 90_000 }).map((units) => units / 100),
);

test("the number of each bar, part and point stands there whole, or is told", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked", "line"),
      fc.record({ w: fc.integer({ min: 40, max: 180 }), h: fc.integer({ min: 30, max: 100 }) }),
      fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 12 }),
      (kind, { w, h }, data) => {
        const rows = data.map((one, at) => ({ ...one, name: `N${at}` }));
        const { value: document, diagnostics } = lay(kind, `w=${w}mm h=${h}mm`, rows);
        if (diagnostics.some(({ code }) => code === "RPT4001" || code === "RPT4002")) return;
        const written = (sign: string, one: number) => `${one < 0 ? "-" : ""}${sign}${Math.abs(one).toFixed(2)}`;
        const wanted = data.flatMap((row) =>
          (["v", "w"] as const).flatMap((sign) => {
            const one = row[sign];
            return one === null || (kind === "stacked" && one === 0) ? [] : [written(sign, one)];
          }),
        );
        const stand = [...numbers(document)];
        const missing = wanted.filter((one) => {
          const at = stand.indexOf(one);
          if (at >= 0) stand.splice(at, 1);
          return at < 0;
        });
        expect(stand).toEqual([]);
        const told = diagnostics.map(({ message }) => Number(/^(\d+) numbers? of the chart/u.exec(message)?.[1] ?? 0));
        expect(told.reduce((sum, count) => sum + count, 0)).toBe(missing.length);
      },
    ),
    { numRuns: inLane({ fast: 60, full: 3_000 }) },
  );
});

/** Bars and parts, and the white grounds of numbers. */
function areas(document: PageDocument) {
  const fills = (document.pages[0]?.items ?? []).filter((item): item is FillItem => item.kind === "fill");
  const inks = (from: readonly FillItem[]) => from.flatMap((item) => inkOf(item) ?? []);
  return {
    marks: inks(fills.filter((item) => item.isMark === true)),
    grounds: inks(fills.filter((item) => item.isMark !== true && item.color.join() === "255,255,255,255")),
  };
}

test("no number hides the end of a bar, or a part of a stack", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked"),
      fc.integer({ min: 30, max: 180 }),
      fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 10 }),
      (kind, w, data) => {
        const rows = data.map((one, at) => ({ ...one, name: `N${at}` }));
        const { marks, grounds } = areas(lay(kind, `w=${w}mm h=60mm`, rows).value);
        for (const mark of marks) {
          // What is lower than a line is, is not seen anyway.
          if (mark.bottomEmu - mark.topEmu < 12_700) continue;
          expect(Math.min(endSeen(mark, grounds, "topEmu"), endSeen(mark, grounds, "bottomEmu"))).toBeGreaterThan(0.3);
        }
      },
    ),
    { numRuns: inLane({ fast: 60, full: 3_000 }) },
  );
});

test("no number cuts another bar, or another part of a stack beside its own", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked"),
      fc.integer({ min: 30, max: 120 }),
      fc.array(fc.record({ v: fc.integer({ min: 1, max: 9_000 }), w: fc.integer({ min: 1, max: 9_000 }) }), {
        minLength: 2,
        maxLength: 6,
      }),
      (kind, w, data) => {
        const rows = data.map((one, at) => ({ ...one, name: `N${at}` }));
        const { marks, grounds } = areas(lay(kind, `w=${w}mm h=60mm`, rows).value);
        for (const ground of grounds) {
          const cut = marks.filter((mark) => {
            const width = Math.min(mark.rightEmu, ground.rightEmu) - Math.max(mark.leftEmu, ground.leftEmu);
            const height = Math.min(mark.bottomEmu, ground.bottomEmu) - Math.max(mark.topEmu, ground.topEmu);
            const isLow = mark.bottomEmu - mark.topEmu < 25_400;
            return !isLow && width > 0.35 * (mark.rightEmu - mark.leftEmu) && height > 25_400;
          });
          // A number in the middle of its own part of a stack may be wider than that.
          const stacks = new Set(cut.map((mark) => mark.leftEmu));
          expect(kind === "bar" ? stacks.size : Math.max(0, stacks.size - 1)).toBe(0);
        }
      },
    ),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
});

/** The share of a bar's edge that no single ground lies over. */
function endSeen(mark: Rectangle, grounds: readonly Rectangle[], edge: "topEmu" | "bottomEmu"): number {
  const y = mark[edge];
  const width = mark.rightEmu - mark.leftEmu;
  const hidden = grounds
    .filter((one) => one.topEmu < y && one.bottomEmu > y)
    .map((one) => Math.min(one.rightEmu, mark.rightEmu) - Math.max(one.leftEmu, mark.leftEmu));
  return 1 - Math.max(0, ...hidden) / width;
}
