import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inkOf } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

interface Axis {
  readonly unit: string;
  readonly widthMm: number;
  readonly from: string;
  readonly to: string;
  readonly border?: string;
}

/** Places of the upright lines between the steps, in millimetres of the axis, and what is told of them. */
function lay({ unit, widthMm, from, to, border = "border=0.25pt" }: Axis) {
  const { value, diagnostics } = layOutSource(
    `rpt 1
field from date
field to date
field jobs[].no string(4)
style cell ${border}
page ${widthMm + 40}mm 100mm margin=10mm {
  body {
    gantt jobs style=cell row-h=10mm header=none {
      column no "No" w=20mm
      scale from=(from) to=(to) unit=${unit}
      bar start=(from) end=(from)
    }
  }
}
`,
    { from, to, jobs: [{ no: "A" }] },
  );
  const places = (value.pages[0]?.items ?? []).flatMap((item) => {
    const ink = item.kind === "stroke" ? inkOf(item) : null;
    if (ink === null || ink.bottomEmu - ink.topEmu < 5 * EMU_PER_MM) return [];
    const place = (ink.leftEmu + ink.rightEmu) / 2 / EMU_PER_MM - 30;
    return place > 0.01 && place < widthMm - 0.01 ? [place] : [];
  });
  const told = diagnostics.filter(({ message }) => message.includes("lines between steps"));
  return { places: places.toSorted((one, other) => one - other), told };
}

const DAY_MS = 86_400_000;
const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * DAY_MS).toISOString().slice(0, 10);

describe("lines between the steps of a time axis", () => {
  test("of 70 years by the month begin years, and the others are told", () => {
    const [from, to] = ["2026-10-01", "2096-03-31"];
    const { places, told } = lay({ unit: "month", widthMm: 38, from, to });
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    const years = Array.from({ length: 35 }, (_, at) => 2028 + 2 * at);
    const wanted = years.map((year) => (((Date.UTC(year, 0, 1) - Date.parse(from)) / DAY_MS) * 38) / days);
    expect(places).toHaveLength(wanted.length);
    places.forEach((place, at) => {
      expect(place).toBeCloseTo(wanted[at] ?? 0, 2);
    });
    expect(told.map((each) => `${each.code} ${each.message}`)).toEqual([
      expect.stringMatching(/^RPT4003 798 of 833 lines between steps are left out on an axis of 38\.0mm/u),
    ]);
  });

  test("that nobody draws are not missing", () => {
    const { told } = lay({ unit: "month", widthMm: 38, from: "2026-10-01", to: "2096-03-31", border: "" });
    expect(told).toEqual([]);
  });

  test("name a unit that draws all of its lines", () => {
    const limits = { widthMm: 100, from: "2026-01-01", to: "2026-12-31" };
    const { told } = lay({ ...limits, unit: "day" });
    expect(told.map((each) => JSON.stringify(each.repair))).toEqual([expect.stringContaining("take unit=week ")]);
    expect(lay({ ...limits, unit: "week" }).told).toEqual([]);
  });

  test("lie apart, and are told where any is left out", () => {
    const axis = fc.record({
      unit: fc.constantFrom("hour", "day", "week", "month"),
      widthMm: fc.integer({ min: 8, max: 200 }),
      start: fc.integer({ min: 0, max: 800 }),
      days: fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 1_900 })),
    });
    const found = { whole: 0, thinned: 0 };
    fc.assert(
      fc.property(axis, ({ unit, widthMm, start, days }) => {
        fc.pre(unit !== "hour" || days < 80);
        const { places, told } = lay({ unit, widthMm, from: dayAt(start), to: dayAt(start + days) });
        const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
        expect(gaps.filter((gap) => gap < 0.699)).toEqual([]);
        const counts = { hour: (days + 1) * 24, day: days + 1, week: Math.ceil((days + 1) / 7), month: null };
        const count = counts[unit as keyof typeof counts];
        if (told.length === 0) found.whole += 1;
        else found.thinned += 1;
        if (count !== null) expect(told.length === 0).toBe(places.length === count - 1);
      }),
      { numRuns: inLane({ fast: 80, full: 2_000 }) },
    );
    expect(found.whole).toBeGreaterThan(0);
    expect(found.thinned).toBeGreaterThan(0);
  });
});
