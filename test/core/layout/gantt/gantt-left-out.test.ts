// What the reference says of names that a time axis shortens or leaves out, over many axes: nothing else is missing.
import { expect, test } from "vitest";
import type { GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

interface Axis {
  readonly from: string;
  readonly to: string;
  readonly wide: number;
}

const COLUMN_MM = 30;
const MARGIN_MM = 10;

const form = ({ from, to, wide }: Axis): string => `rpt 1
document plan title="予定" lang=ja
field jobs[].name string(9) example=["甲"]
fonts gothic="Noto Sans JP"
sizes body=8pt
style base font=gothic size=body
page A3 landscape margin=${MARGIN_MM}mm {
  body {
    gantt jobs w=${COLUMN_MM + wide}mm {
      column name "名" w=${COLUMN_MM}mm
      scale from=(date('${from}')) to=(date('${to}')) unit=day top='yyyy年M月' bottom='d' w=1fr
      bar start=(date('${from}')) end=(date('${to}'))
    }
  }
}
`;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function daysOf({ from, to }: Axis): readonly Day[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / 86_400_000 + 1 }, (_, at) => {
    const date = new Date(first + at * 86_400_000);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  });
}

interface Heading {
  /** The lines above the days, as one text. */
  readonly above: string;
  /** What is written in the line of the days, and where each begins. */
  readonly days: readonly { readonly name: string; readonly mm: number }[];
  /** The names that findings say have no room. */
  readonly told: readonly string[];
}

/** The heading of an axis; null where it is drawn in other steps, which a finding of its own tells. */
function headingOf(axis: Axis): Heading | null {
  const { value, diagnostics } = layOutSource(form(axis));
  const messages = diagnostics.map(({ message }) => message);
  if (diagnostics.some(({ severity }) => severity === "warning")) return null;
  const items = value.pages.flatMap((page) => page.items.filter((one): one is GlyphRunItem => one.kind === "glyphs"));
  const heads = items.filter(({ xEmu }) => xEmu >= (MARGIN_MM + COLUMN_MM) * EMU_PER_MM);
  const rows = [...new Set(heads.map(({ yEmu }) => yEmu))].sort((one, other) => one - other);
  const inRow = (yEmu: number | undefined) =>
    heads.filter((one) => one.yEmu === yEmu).toSorted((one, other) => one.xEmu - other.xEmu);
  return {
    above: rows
      .slice(0, -1)
      .flatMap((row) => inRow(row).map(({ run }) => run.text))
      .join(""),
    days: inRow(rows.at(-1)).map(({ run, xEmu }) => ({
      name: run.text,
      mm: xEmu / EMU_PER_MM - MARGIN_MM - COLUMN_MM,
    })),
    told: messages.flatMap((each) => [...each.matchAll(/"([^"]+)"/gu)].map(([, name = ""]) => name)),
  };
}

const FROMS = ["2026-10-01", "2026-11-17", "2026-11-28", "2026-11-30", "2026-12-30", "2027-01-01"];
const LENGTHS = [3, 8, 31, 33, 40, 62, 93, 100];
const WIDTHS = [40, 60, 90, 130, 200, 300];
const AXES = FROMS.flatMap((from) =>
  LENGTHS.flatMap((length) => {
    const to = new Date(Date.parse(from) + (length - 1) * 86_400_000).toISOString().slice(0, 10);
    return WIDTHS.map((wide): Axis => ({ from, to, wide }));
  }),
);
const HEADINGS = AXES.flatMap((axis) => {
  const heading = headingOf(axis);
  return heading === null ? [] : [{ axis, heading, days: daysOf(axis) }];
});

test("most axes are drawn in days, some with shortened names and some with names left out", () => {
  expect(HEADINGS.length).toBeGreaterThan(AXES.length / 2);
  expect(HEADINGS.filter(({ heading }) => heading.told.length > 0).length).toBeGreaterThan(5);
  expect(HEADINGS.filter(({ heading, days }) => heading.days.length < days.length).length).toBeGreaterThan(20);
});

test("each month is named, if without its year or by its first day, or it is told", () => {
  for (const { axis, heading, days } of HEADINGS) {
    const { above, told } = heading;
    const said = new Set([...above.matchAll(/(\d{1,2})月/gu)].map(([, month]) => Number(month)));
    const tells = (name: string) => told.some((one) => one === name || one.endsWith(`年${name}`));
    for (const month of new Set(days.map((each) => each.month))) {
      const isByDay = month === days[0]?.month && heading.days[0]?.name === `${month}/${days[0].day}`;
      expect(said.has(month) || isByDay || tells(`${month}月`), `${JSON.stringify(axis)}: ${above}`).toBe(true);
    }
    for (const year of new Set(days.map((each) => each.year))) {
      const isSaid = above.includes(`${year}年`) || told.some((one) => one.includes(`${year}年`));
      expect(isSaid, `${JSON.stringify(axis)}: ${above}, ${told}`).toBe(true);
    }
  }
});

/** No name of a day is wider, with what is free beside it. */
const NAME_MM = 5.3;

test("days are named all, or every second, fifth or tenth of each month, as names have room", () => {
  for (const { axis, heading, days } of HEADINGS) {
    const place = axis.wide / days.length;
    // The first day stands with its month where that has no room.
    const named = heading.days.map(({ name, mm }) => ({
      name: name.replace(/^\d+\//u, ""),
      at: Math.floor(mm / place + 0.001),
    }));
    const words = `${JSON.stringify(axis)}: ${named.map(({ name }) => name).join(" ")}`;
    for (const { name, at } of named) expect(Number(name), words).toBe(days[at]?.day);
    const isNamed = new Set(named.map(({ at }) => at));
    const skips = [1, 2, 5, 10].filter((skip) =>
      named.every(({ at }) => at === 0 || ((days[at]?.day ?? 0) - 1) % skip === 0),
    );
    const skip = skips.at(-1) ?? 0;
    expect(skip, words).toBeGreaterThan(0);
    days.forEach(({ day }, at) => {
      if ((day - 1) % skip !== 0 || isNamed.has(at)) return;
      const next = named.find((one) => one.at > at)?.at ?? days.length;
      expect((next - at) * place, `${words} lacks ${day}`).toBeLessThan(NAME_MM);
    });
    // None of the days that are left out is told.
    if (named.length > 1)
      expect(
        heading.told.filter((name) => /^\d+$/u.test(name)),
        words,
      ).toEqual([]);
  }
});
