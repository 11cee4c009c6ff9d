// The years of a time axis: each is said in its heading, counts on from names in equal steps, or is told as left out.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { sampled } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

interface Axis {
  readonly unit: string;
  readonly headings: string;
  readonly from: string;
  readonly to: string;
  readonly wide: number;
}

function sourceOf({ unit, headings, from, to, wide }: Axis): string {
  return `rpt 1
document plan title="工程表" lang=ja
field jobs[].name string(8) example=["基礎"]
field jobs[].on date example=["2026-12-31"]
page A4 landscape margin=10mm {
  body {
    gantt jobs w=${wide}mm {
      column name "工程" w=15mm
      scale from=(date('${from}')) to=(date('${to}')) unit=${unit} ${headings}
      bar start=(.on) end=(.on)
    }
  }
}
`;
}

test("a last week that is cut off leaves the others their names, and what it lacks is told", () => {
  const axis = {
    unit: "week",
    headings: "top='yyyy年' bottom='M月d日'",
    from: "2026-12-25",
    to: "2027-01-01",
    wide: 70,
  };
  const { value, diagnostics } = layOutSource(sourceOf(axis), { jobs: [{ name: "基礎", on: "2026-12-31" }] });
  expect(pageLines(value, 0).join(" ")).toContain("12月25日");
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('no room for "2027年" (it needs 8.0mm and has 6.8mm), "1月" (it needs'),
  ]);
});

interface Headed {
  readonly words: string;
  /** What is said to have no room, by the names in the message. */
  readonly told: readonly string[];
  /** More than the names in the message are said to have none. */
  readonly hasMoreTold: boolean;
  /** The axis is told to be drawn in larger steps than the form says. */
  readonly isOther: boolean;
  /** The axis is told to have no room for its names at all. */
  readonly isTooNarrow: boolean;
}

function headed(axis: Axis): Headed {
  const { value, diagnostics } = layOutSource(sourceOf(axis));
  const found = diagnostics.filter(({ code }) => code === "RPT4003");
  return {
    words: pageLines(value, 0).join(" "),
    told: found.flatMap(({ message }) => [...message.matchAll(/"([^"]+)"/gu)].map(([, name = ""]) => name)),
    hasMoreTold: found.some(({ message }) => / and \d+ more\b/u.test(message)),
    isOther: found.some(({ message }) => message.includes("the axis has steps of")),
    isTooNarrow: found.some(({ message }) => message.includes("no room for the names of its steps")),
  };
}

/** Headings with a year, and how they write one. */
const HEADINGS: Readonly<Record<string, (year: number) => string>> = {
  "": (year) => `${year}年`,
  "top='yyyy年M月' bottom='d'": (year) => `${year}年`,
  "top='yyyy/M' bottom='d'": String,
  "top='ggge年M月' bottom='d'": (year) => `令和${year - 2018}年`,
  "top='yyyy年' middle='M月' bottom='d'": (year) => `${year}年`,
  "top='yyyy年' bottom='M月'": (year) => `${year}年`,
  "top='yyyy年' bottom='M/d'": (year) => `${year}年`,
};
const FIRSTS = ["2026-07-15", "2026-11-28", "2026-12-02", "2026-12-20", "2026-12-27"];
const LAST_DAYS = ["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31"];
const LASTS = ["2027-01-01", "2027-01-10", "2027-02-03", "2027-06-10", "2028-01-03"];
const WIDTHS = [60, 100, 180, 277];

const AXES = ["day", "week", "month"].flatMap((unit) =>
  Object.keys(HEADINGS).flatMap((headings) =>
    [...FIRSTS, ...LAST_DAYS].flatMap((from) =>
      LASTS.flatMap((to) => WIDTHS.map((wide): Axis => ({ unit, headings, from, to, wide }))),
    ),
  ),
);

/** Names of years that are neither said nor told. */
function untold({ headings, to }: Axis, { words, told, isOther }: Headed): readonly number[] {
  const written = HEADINGS[headings];
  if (written === undefined) throw new Error(`no headings ${headings}`);
  const years = Array.from({ length: Number(to.slice(0, 4)) - 2025 }, (_, at) => 2026 + at);
  // An axis that is drawn in larger steps than its form says has the usual headings of these.
  const names = (year: number) => (isOther ? [written(year), `${year}年`] : [written(year)]);
  const isIn = (year: number, text: string) => names(year).some((name) => text.includes(name));
  return years.filter((year) => !isIn(year, words) && !told.some((name) => isIn(year, name)));
}

/** Months whose names stand in equal steps of several: who reads two of them counts on. */
function countsOn(words: string): boolean {
  const months = [...words.matchAll(/(20\d\d|令和\d+)[年/](1[012]|[1-9])/gu)].map(([, year = "", month]) => {
    return (year.startsWith("20") ? Number(year) : Number(year.slice(2)) + 2018) * 12 + Number(month);
  });
  const steps = months.slice(1).map((month, at) => month - (months[at] ?? 0));
  const [step = 0] = steps;
  return step > 1 && steps.every((each) => each === step);
}

describe.each(Object.keys(HEADINGS))("an axis with %s", (headings) => {
  test.each(["day", "week", "month"])("in steps of a %s", (unit) => {
    const axes = AXES.filter((each) => each.unit === unit && each.headings === headings);
    // Seven has no factor in common with the numbers of ends and widths: all of them occur.
    for (const axis of sampled(axes, 7, Object.keys(HEADINGS).indexOf(headings))) {
      const found = headed(axis);
      const lacking = untold(axis, found);
      const isKnown = lacking.length === 0 || found.isTooNarrow || found.hasMoreTold || countsOn(found.words);
      expect(isKnown, `${JSON.stringify(axis)} lacks ${lacking}: ${found.words}`).toBe(true);
    }
  });
});

test("the year that the first month has no room for is told by its name alone", () => {
  const axis = { unit: "day", headings: "", from: "2026-12-31", to: "2027-01-31", wide: 277 };
  expect(compileSource(sourceOf(axis)).diagnostics).toEqual([]);
  const { words, told } = headed(axis);
  expect(words).toContain("12月|2027年1月");
  expect(told).toEqual(["2026年"]);
});
