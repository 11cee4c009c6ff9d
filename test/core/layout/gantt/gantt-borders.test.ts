import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inkOf, type PageDocument } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const LEFT_EMU = 30 * EMU_PER_MM;
const DAY_MS = 86_400_000;

interface Axis {
  readonly unit: string;
  readonly widthMm: number;
  readonly from: string;
  readonly to: string;
}

function lay({ unit, widthMm, from, to }: Axis) {
  return layOutSource(
    `rpt 1
field from date
field to date
field jobs[].no string(4)
style cell border=0.25pt
page ${widthMm + 40}mm 60mm margin=10mm {
  body {
    gantt jobs style=cell row-h=10mm {
      column no "No" w=20mm
      scale from=(from) to=(to) unit=${unit}
      bar start=(from) end=(from)
    }
  }
}
`,
    { from, to, jobs: [{ no: "A" }] },
  );
}

interface Word {
  readonly text: string;
  readonly fromEmu: number;
  readonly toEmu: number;
  readonly yEmu: number;
}

/** The names above the axis; runs that touch on one baseline are one. */
function namesOf({ pages }: PageDocument): readonly Word[] {
  const words: Word[] = [];
  for (const item of pages[0]?.items ?? []) {
    if (item.kind !== "glyphs" || item.xEmu < LEFT_EMU) continue;
    const last = words.at(-1);
    const [fromEmu, toEmu] = [item.xEmu, item.xEmu + item.advanceEmu];
    if (last !== undefined && last.yEmu === item.yEmu && Math.abs(last.toEmu - fromEmu) < 5_000) {
      words[words.length - 1] = { ...last, text: last.text + item.run.text, toEmu };
    } else words.push({ text: item.run.text, fromEmu, toEmu, yEmu: item.yEmu });
  }
  return words;
}

/** The places of all upright lines of a height at least, in days of the axis. */
function linesOf({ pages }: PageDocument, { from, to, widthMm }: Axis, leastMm: number): readonly number[] {
  const dayEmu = (widthMm * EMU_PER_MM) / ((Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
  return (pages[0]?.items ?? []).flatMap((item) => {
    const ink = item.kind === "stroke" ? inkOf(item) : null;
    if (ink === null || ink.bottomEmu - ink.topEmu < leastMm * EMU_PER_MM) return [];
    return [Math.round(((ink.leftEmu + ink.rightEmu) / 2 - LEFT_EMU) / (dayEmu / 100)) / 100];
  });
}

const WEEKS = { unit: "week", widthMm: 190, from: "2026-10-01", to: "2027-01-31" };

describe("months above the weeks of an axis", () => {
  test("begin on their own first days, in the heading and through the rows", () => {
    const { value, diagnostics } = lay(WEEKS);
    expect(diagnostics).toEqual([]);
    const places = linesOf(value, WEEKS, 2);
    // 1 November, 1 December, 1 January: once in the heading, once through the row.
    for (const day of [31, 61, 92]) expect(places.filter((place) => Math.abs(place - day) < 0.1)).toHaveLength(2);
  });

  test("stand in the middle of their days", () => {
    const names = namesOf(lay(WEEKS).value).filter(({ text }) => text.includes("月"));
    const days = names.map(({ fromEmu, toEmu }) => (((fromEmu + toEmu) / 2 - LEFT_EMU) * 123) / (190 * EMU_PER_MM));
    expect(names.map(({ text }) => text)).toEqual(["2026年10月", "2026年11月", "2026年12月", "2027年1月"]);
    expect(days.map((day) => Math.round(day))).toEqual([15, 46, 76, 107]);
  });

  test("a week is named at its first day, with its month where it would stand below the next one", () => {
    const names = namesOf(lay(WEEKS).value).map(({ text }) => text);
    expect(names.slice(4)).toEqual("1 8 15 22 29 5 12 19 26 3 10 17 24 12/31 7 14 21 28".split(" "));
  });

  test("every week has its name where all have room, but for what is told of the ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 14, max: 150 }), (start, days) => {
        const first = Date.UTC(2026, 0, 1) + start * DAY_MS;
        const dayAt = (at: number) => new Date(first + at * DAY_MS).toISOString().slice(0, 10);
        const axis = { unit: "week", widthMm: Math.ceil(days / 7) * 14, from: dayAt(0), to: dayAt(days - 1) };
        const { value, diagnostics } = lay(axis);
        const names = namesOf(value);
        const lowest = Math.max(...names.map(({ yEmu }) => yEmu));
        const weeks = Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
          dayAt(week * 7)
            .slice(8)
            .replace(/^0/u, ""),
        );
        const told = diagnostics.flatMap(({ code, message }) => (code === "RPT4003" ? [message] : [])).join();
        // An axis whose headings have no room in its unit has larger steps, which is told.
        if (told.includes("the axis has steps of")) return;
        const unnamed = weeks.filter(
          (name, at) =>
            !told.includes(`${name}"`) && !names.some((one) => one.yEmu === lowest && isName(one, name, at, axis)),
        );
        expect(unnamed).toEqual([]);
        const months = new Set(Array.from({ length: days }, (_, day) => Number(dayAt(day).slice(5, 7))));
        for (const month of months) {
          const isNamed = names.some(({ text }) => text.endsWith(`${month}月`));
          expect([month, isNamed || told.includes(`${month}月"`)]).toEqual([month, true]);
        }
      }),
      { numRuns: inLane({ fast: 60, full: 1_000 }) },
    );
  });
});

/** A name at the first day of its week, alone or behind its month. */
function isName({ text, fromEmu }: Word, name: string, week: number, { from, to, widthMm }: Axis): boolean {
  const weekEmu = (widthMm * 7 * EMU_PER_MM) / ((Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
  const isThere = Math.abs(fromEmu - LEFT_EMU - week * weekEmu) < EMU_PER_MM;
  return isThere && (text === name || text.endsWith(`/${name}`));
}

test("days and hours begin as clocks show them, wherever the axis begins", () => {
  const axis = { unit: "hour", widthMm: 180, from: "2026-12-01T18:30:00+09:00", to: "2026-12-02T06:30:00+09:00" };
  const source = `rpt 1
field from datetime
field to datetime
field jobs[].no string(4)
style cell border=0.25pt
page 220mm 60mm margin=10mm {
  body {
    gantt jobs style=cell row-h=10mm {
      column no "No" w=20mm
      scale from=(from) to=(to) unit=hour
      bar start=(from) end=(to)
    }
  }
}
`;
  const { value } = layOutSource(source, { from: axis.from, to: axis.to, jobs: [{ no: "A" }] });
  const lines = (value.pages[0]?.items ?? []).flatMap((item) => {
    const ink = item.kind === "stroke" ? inkOf(item) : null;
    return ink === null || ink.bottomEmu - ink.topEmu < 2 * EMU_PER_MM ? [] : [(ink.leftEmu + ink.rightEmu) / 2];
  });
  const midnight = LEFT_EMU + (180 * EMU_PER_MM * 5.5) / 12;
  expect(lines.filter((place) => Math.abs(place - midnight) < EMU_PER_MM / 10)).toHaveLength(3);
});

test("the number of a day stands in the month that has this day", () => {
  const axis = fc.record({
    unit: fc.constantFrom("day", "week"),
    widthMm: fc.integer({ min: 40, max: 250 }),
    start: fc.integer({ min: 0, max: 400 }),
    days: fc.integer({ min: 20, max: 300 }),
  });
  const found = { judged: 0 };
  fc.assert(
    fc.property(axis, ({ unit, widthMm, start, days }) => {
      const first = Date.UTC(2026, 0, 1) + start * DAY_MS;
      const dayAt = (at: number) => new Date(first + at * DAY_MS).toISOString().slice(0, 10);
      const names = namesOf(lay({ unit, widthMm, from: dayAt(0), to: dayAt(days - 1) }).value);
      const lowest = Math.max(...names.map(({ yEmu }) => yEmu));
      for (const { text, fromEmu, toEmu, yEmu } of names) {
        if (yEmu !== lowest || !/^\d+$/u.test(text)) continue;
        const dayEmu = (widthMm * EMU_PER_MM) / days;
        const middle = dayAt(Math.floor(((fromEmu + toEmu) / 2 - LEFT_EMU) / dayEmu));
        const named = Date.parse(`${middle.slice(0, 7)}-${text.padStart(2, "0")}T00:00:00Z`);
        found.judged += 1;
        // A name of another month would be four weeks away; its own middle is as far as it is wide.
        const most = 15 + (toEmu - fromEmu) / 2 / dayEmu;
        expect((Date.parse(middle) - named) / DAY_MS, `${text} at ${middle}`).toBeLessThan(Math.min(26, most));
        expect((Date.parse(middle) - named) / DAY_MS, `${text} at ${middle}`).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: inLane({ fast: 60, full: 1_000 }) },
  );
  expect(found.judged).toBeGreaterThan(100);
});
