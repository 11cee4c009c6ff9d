import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { type BarTime, seenExtents } from "../../../../src/core/layout/gantt/bar-extents.ts";
import type { FillItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** Ten years on 237 mm: a day is 0.065 mm, and the axis begins 50 mm from the page's left edge. */
const AXIS_MM = 237;
const DAYS = 3652;

function lay(jobs: readonly Record<string, string>[], bars = ["bar start=(.s) end=(.e) fill=#88aadd"]) {
  const source = `rpt 1
document x title="t" lang=ja
field jobs[].s date example=["2026-01-01"]
field jobs[].e date example=["2026-01-01"]
field jobs[].t? date example=["2026-01-01"]
field jobs[].f? date example=["2026-01-01"]
page A4 landscape margin=10mm {
  body {
    gantt jobs row-h=8mm {
      column s "工程" w=40mm
      scale from=(date('2026-01-01')) to=(date('2035-12-31')) unit=month w=1fr
${bars.map((bar) => `      ${bar}\n`).join("")}    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  const laid = layOutData(value, { jobs });
  const fills = (laid.value.pages[0]?.items ?? []).filter(
    (item): item is FillItem => item.kind === "fill" && item.color[0] === 0x88,
  );
  const edges = fills.flatMap(({ shape }) => {
    if (shape.kind !== "rectangle") return [];
    const { leftEmu, rightEmu, topEmu, bottomEmu } = shape.rectangle;
    return [[leftEmu, rightEmu, topEmu, bottomEmu].map((edge) => edge / EMU_PER_MM)];
  });
  return { edges, told: laid.diagnostics.filter(({ code }) => code !== "RPT4003" || bars.length > 1) };
}

const dayAt = (day: number): number => 50 + (AXIS_MM * day) / DAYS;

describe("a bar of one day on an axis of ten years is 1 mm wide", () => {
  test.each([
    ["keeps its start", "2027-03-10", dayAt(433), dayAt(433) + 1],
    ["lies on no line of the grid alone", "2026-12-31", dayAt(364), dayAt(364) + 1],
    ["keeps its end where the axis ends", "2035-12-31", dayAt(DAYS) - 1, dayAt(DAYS)],
    ["keeps its end shortly before", "2035-12-28", dayAt(DAYS - 3) - 1, dayAt(DAYS - 3)],
    ["keeps its start where the axis begins", "2026-01-01", 50, 51],
  ])("%s", (_, day, left, right) => {
    const { edges, told } = lay([{ s: day, e: day }]);
    expect(edges).toHaveLength(1);
    expect(edges[0]?.[0]).toBeCloseTo(left, 2);
    expect(edges[0]?.[1]).toBeCloseTo(right, 2);
    expect(told).toEqual([]);
  });

  test.each([
    ["at the end of a longer one", { s: "2027-01-01", e: "2027-12-31", t: "2028-01-01", f: "2028-01-01" }],
    ["before a longer one", { s: "2027-01-01", e: "2027-01-01", t: "2027-01-02", f: "2027-12-31" }],
    ["the next day", { s: "2027-01-01", e: "2027-01-01", t: "2027-01-02", f: "2027-01-02" }],
  ])("lies beside another: %s", (_, job) => {
    const bars = ["bar start=(.s) end=(.e) fill=#88aadd h=5mm", "bar start=(.t) end=(.f) fill=#88aadd h=5mm"];
    const { edges, told } = lay([job], bars);
    const [[left = 0, right = 0, top, bottom] = [], [nextLeft = 0, nextRight = 0, ...height] = []] = edges;
    expect([top, bottom]).toEqual(height);
    expect(right).toBeLessThanOrEqual(nextLeft);
    expect(right - left).toBeGreaterThan(0.99);
    expect(nextRight - nextLeft).toBeGreaterThan(0.99);
    expect(told.filter(({ message }) => message.startsWith("a bar"))).toEqual([]);
  });
});

test("whatever bars a lane has, each is seen, and those of other times overlap no more than lines do", () => {
  const widthEmu = 100_000;
  const bar = fc.record({
    lane: fc.constantFrom("main" as const, "progress" as const),
    fromEmu: fc.integer({ min: 0, max: widthEmu }),
    lengthEmu: fc.oneof(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 0, max: 60_000 })),
  });
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 6 }), (written) => {
      const bars = written.map(
        ({ lane, fromEmu, lengthEmu }): BarTime => ({ lane, fromEmu, toEmu: Math.min(widthEmu, fromEmu + lengthEmu) }),
      );
      const drawn = seenExtents(bars, widthEmu);
      drawn.forEach(([from, to], at) => {
        const own = bars[at];
        if (own === undefined) return;
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(widthEmu);
        expect(to - from).toBeGreaterThanOrEqual(6_350);
        // Two of them have room for 1 mm each, whatever the place of the others.
        const beside = bars.filter((other) => other.lane === own.lane);
        if (beside.length <= 2) expect(to - from).toBeGreaterThanOrEqual(36_000);
        drawn.forEach(([otherFrom, otherTo], index) => {
          const other = bars[index];
          const isPoint = own.fromEmu === own.toEmu && (own.toEmu === 0 || own.fromEmu === widthEmu);
          if (other === undefined || other.lane !== own.lane || index === at || isPoint) return;
          // Bars that last, and begin where the other ends: a moment is drawn as a line at its place.
          if (other.fromEmu < own.toEmu || other.toEmu === other.fromEmu || own.toEmu === own.fromEmu) return;
          expect(Math.min(to, otherTo) - Math.max(from, otherFrom)).toBeLessThanOrEqual(6_350);
        });
      });
    }),
    { numRuns: 2_000 },
  );
});
