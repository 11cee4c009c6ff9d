import { describe, expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** Rows are 10 mm high where nothing is said, and a page's body 80 mm. */
function form(body: string): string {
  return `rpt 1
field items[].name text(60) example=["品"]
field items[].line string(10) example=["A"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body line-height=1
page 100mm 100mm margin=10mm {
  body {
${body}
  }
}
`;
}

function table(properties: string, ...parts: readonly string[]): string {
  const column = properties.includes("header=none") ? 'column name "" w=1fr' : 'column name "品名" w=1fr';
  return `    table items row-h=10mm ${properties} {\n      ${[column, ...parts].join("\n      ")}\n    }\n`;
}

const FOOT = 'foot {\n cell "計" col=name\n }';
const FOOT_OF_3 =
  'foot keep=together {\n cell "小計" col=name\n newrow\n cell "税" col=name\n newrow\n cell "計" col=name\n }';
const GROUP = 'group (.line) keep=together {\n head "{.key}"\n }';

function after(heightMm: number): string {
  return `    text "以上" h=${heightMm}mm\n`;
}

interface Row {
  readonly name: string;
  readonly line: string;
}

/** A row `1` for each letter, of the group that the letter names; a name of many lines makes a row so high. */
function rows(lines: string, name = (at: number): string => `${at + 1}`): readonly Row[] {
  return [...lines].map((line, at) => ({ name: name(at), line }));
}

/** Six lines are 19 mm high, nine are 28.6 mm. */
function lines(count: number, mark: string): string {
  return Array.from({ length: count }, (_, at) => `${mark}${at + 1}`).join("\n");
}

function numbers(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
}

function marks(mark: string, from: number, to: number): readonly string[] {
  return numbers(from, to).map((at) => mark + at);
}

interface Saved {
  readonly name: string;
  readonly why: string;
  readonly body: string;
  /** The last of the rows is the one more. */
  readonly rows: readonly Row[];
  readonly without: readonly (readonly string[])[];
  readonly with: readonly (readonly string[])[];
}

/**
 * All that takes a page away where a row comes in: a foot goes to the next page with the last row, never without it, so
 * what that row must take along decides; and what must stay together stays so as long as it fits.
 */
const SAVED: readonly Saved[] = [
  {
    name: "the last row is lower than the one before it",
    why: "the foot takes 19 mm along (19 + 10 + 58 > 80 mm), or 10 mm (10 + 10 + 58 < 80 mm)",
    body: table("header=none", FOOT) + after(58),
    rows: rows("AAAAAAAA", (at) => (at === 6 ? lines(6, "あ") : `${at + 1}`)),
    without: [numbers(1, 6), [...marks("あ", 1, 6), "計"], ["以上"]],
    with: [
      [...numbers(1, 6), ...marks("あ", 1, 6)],
      ["8", "計", "以上"],
    ],
  },
  {
    name: "headings that stand once go with the only row, and not with a second",
    why: "the foot takes headings and row along (20 + 10 + 55 > 80 mm), or a row (10 + 10 + 55 < 80 mm)",
    body: `    text "拝啓" h=55mm\n${table("header=once", FOOT)}${after(55)}`,
    rows: rows("AA"),
    without: [["拝啓"], ["品名", "1", "計"], ["以上"]],
    with: [
      ["拝啓", "品名", "1"],
      ["2", "計", "以上"],
    ],
  },
  {
    name: "a group that is kept together goes with the foot, and a smaller group after it does",
    why: "the foot takes B along (40 + 30 + 30 > 80 mm), or C (20 + 30 + 30 = 80 mm)",
    body: table("header=none", GROUP, FOOT_OF_3) + after(30),
    rows: rows("AABBBC"),
    without: [["A", ...numbers(1, 2)], ["B", ...numbers(3, 5), "小計", "税", "計"], ["以上"]],
    with: [
      ["A", ...numbers(1, 2), "B", ...numbers(3, 5)],
      ["C", "6", "小計", "税", "計", "以上"],
    ],
  },
  {
    name: "a row that has room is whole, and one that has none is cut",
    why: "the foot takes a row along (28.6 + 30 + 30 > 80 mm), or two of its lines (6.4 + 30 + 30 < 80 mm)",
    body: table("header=none split=cell", FOOT_OF_3) + after(30),
    rows: rows("AAA", (at) => lines(9, "あいう"[at] ?? "")),
    without: [marks("あ", 1, 9), [...marks("い", 1, 9), "小計", "税", "計"], ["以上"]],
    with: [
      [...marks("あ", 1, 9), ...marks("い", 1, 9), ...marks("う", 1, 7)],
      [...marks("う", 8, 9), "小計", "税", "計", "以上"],
    ],
  },
  {
    name: "a column that is just full is high, and one that the foot leaves is lower",
    why: "columns are as high as rows and foot (80 + 30 > 80 mm), or as the rows that stay (50 + 30 = 80 mm)",
    body: `    columns n=2 gap=4mm balance=false {\n${table("header=none", FOOT_OF_3)}    }\n${after(30)}`,
    rows: rows("AAAAAA"),
    without: [[...numbers(1, 5), "小計", "税", "計"], ["以上"]],
    with: [["1|6", "2|小計", "3|税", "4|計", "5", "以上"]],
  },
];

function pagesOf(source: string, items: readonly Row[]): readonly (readonly string[])[] {
  const { value } = layOutSource(source, { items });
  return value.pages.map((_, at) => pageLines(value, at));
}

describe("one row more saves a page only where a rule of keeping together asks for it", () => {
  test.each(SAVED)("$name: $why", ({ body, rows: all, without, with: withLast }) => {
    expect(pagesOf(form(body), all.slice(0, -1))).toEqual(without);
    expect(pagesOf(form(body), all)).toEqual(withLast);
    expect(withLast.length).toBeLessThan(without.length);
  });
});
