// A column that its condition leaves out: the table is as if it had been written without that column.
import { describe, expect, test } from "vitest";
import { sampled } from "../../../support/lane.ts";
import { describeItem, layOutSource, pageLines } from "../../../support/lay-out.ts";

const IDS = ["a", "b", "c", "d"] as const;
type Id = (typeof IDS)[number];

interface Range {
  readonly from: number;
  readonly to: number;
}

const RANGES: readonly Range[] = IDS.flatMap((_, from) =>
  IDS.slice(from).map((__, more) => ({ from, to: from + more })),
);

/** All that may be left out of four columns, but for all of them. */
const LEFT_OUT: readonly (readonly Id[])[] = Array.from({ length: 14 }, (_, at) =>
  IDS.filter((__, column) => ((at + 1) >> column) % 2 === 1),
);

/** The columns of a range that stand: `a..c`; null where none does. */
type Within = (range: Range) => string | null;

function withinOf(columns: readonly Id[]): Within {
  return ({ from, to }) => {
    const shown = IDS.slice(from, to + 1).filter((id) => columns.includes(id));
    const [first, last] = [shown[0], shown.at(-1)];
    if (first === undefined || last === undefined) return null;
    return first === last ? first : `${first}..${last}`;
  };
}

/** A cell in what stands of its range, and a row of one cell for each column: a row of no cell is none. */
function cells(content: string, within: Within, range: Range, more = ""): readonly string[] {
  const col = within(range);
  return col === null ? [] : [`cell ${content} col=${col}${more}`];
}

function each(content: string, within: Within, ranges: readonly Range[] = IDS.map((_, at) => ({ from: at, to: at }))) {
  return ranges.flatMap((range) => cells(content, within, range));
}

/** Columns that a range leaves free. */
function beside({ from, to }: Range): readonly Range[] {
  return IDS.flatMap((_, at) => (from <= at && at <= to ? [] : [{ from: at, to: at }]));
}

function rows(...written: readonly (readonly string[])[]): string {
  return written
    .filter((row) => row.length > 0)
    .map((row) => row.join("\n"))
    .join("\nnewrow\n");
}

/** An element with its cells; none where no cell is left. */
function block(name: string, ...written: readonly (readonly string[])[]): string {
  const inner = rows(...written);
  return inner === "" ? "" : `${name} {\n${inner}\n}`;
}

/** Everything that names columns of a table. */
const NAMING: Readonly<Record<string, (within: Within, range: Range) => string>> = {
  carry: (within, range) => {
    const into = within(range);
    return into === null ? "" : `carry (.v) into=${into} out="次頁へ" in="前頁より" fill=shade`;
  },
  pagefoot: (within, range) => block("pagefoot", cells("(.v)", within, range, " align=right")),
  "tiers of pagefoot": (within, range) => block("pagefoot", cells("(.v)", within, range), each('"計"', within)),
  foot: (within, range) => block("foot", cells('"合計"', within, range, " align=right")),
  "decorated foot": (within, range) => block("foot style=shaded", cells('"合計"', within, range)),
  "foot over rows": (within, range) =>
    block(
      "foot",
      [...cells('"合"', within, range, " rows=2"), ...each('"上"', within, beside(range))],
      [
        ...each('"下"', within, beside(range)),
        // What stands above covers a row of nothing else.
        ...(within(range) !== null && beside(range).every((one) => within(one) === null) ? ["NOTHING"] : []),
      ],
    ),
  head: (within, range) => block("head", cells('"群"', within, range, " border=1pt"), each('"名"', within)),
  row: (within, range) => block("row", cells("(.n)", within, range), each("(.v)", within)),
  "head of a group": (within, range) => {
    const head = block("head", cells("(.key)", within, range));
    return `group (.g) {\n${head}\n${block("foot", each('"計"', within))}\n}`;
  },
  "foot of a group": (within, range) => {
    const foot = block("foot", cells("(.key)", within, range), each('"計"', within));
    return `group (.g) {\n${foot}\n}`;
  },
};

function sourceOf(columns: readonly string[], naming: string): string {
  return `rpt 1
field off bool example=false
field i[].n string(20) example=["品"]
field i[].v int example=[1]
field i[].g string(4) example=["甲"]
colors shade=#dddddd
sizes body=9pt
style base size=body
style grid border=0.25pt padding=1mm
style shaded fill=shade border=0.5pt
page w=120mm h=90mm margin=5mm {
  body {
    table i style=grid rows-per-page=2 {
      ${columns.join("\n      ")}
      ${naming}
    }
  }
}
`;
}

const DATA = {
  off: false,
  i: [
    { n: "釘", v: 10, g: "甲" },
    { n: "板", v: 20, g: "甲" },
    { n: "軸", v: 30, g: "乙" },
  ],
};

function drawn(source: string): readonly string[] {
  const { value } = layOutSource(source, DATA);
  return value.pages.flatMap(({ items }, page) =>
    items.map((item) => `${page} ${describeItem(item).replace(/ (static )?node .*$/, "")}`),
  );
}

/** Widths of the content's, of a share and of a length: what is left out takes no part in any of them. */
const WIDTHS: Readonly<Record<Id, string>> = { a: "1fr", b: "auto", c: "20mm", d: "1fr" };

const columnOf = (id: Id): string => `column ${id} "${id}" (.${id === "a" ? "n" : "v"}) w=${WIDTHS[id]}`;

describe.each(Object.entries(NAMING))("%s", (_, written) => {
  test.each(LEFT_OUT.map((left) => [left.join(""), left] as const))("without %s", (__, left) => {
    const shown = IDS.filter((id) => !left.includes(id));
    for (const range of sampled(RANGES, 3, LEFT_OUT.indexOf(left))) {
      const never = written(withinOf(shown), range);
      if (never.includes("NOTHING")) continue;
      const conditional = IDS.map((id) => `${columnOf(id)}${left.includes(id) ? " when=(off)" : ""}`);
      const is = drawn(sourceOf(conditional, written(withinOf(IDS), range).replaceAll("NOTHING", "")));
      expect(is, `${range.from}..${range.to}`).toEqual(drawn(sourceOf(shown.map(columnOf), never)));
    }
  });
});

describe("words of a carried sum", () => {
  const carry = (into: string): string => `carry (.v) into=${into} out="次頁へ" in="前頁より"`;
  const lines = (columns: readonly Id[], into: string): readonly string[] => {
    const { value } = layOutSource(sourceOf(columns.map(columnOf), carry(into)), DATA);
    return [pageLines(value, 0).at(-1) ?? "", pageLines(value, 1)[1] ?? ""];
  };

  test.each([
    ["left of it", ["a", "c"], "c", ["次頁へ|30", "前頁より|30"]],
    ["at its right, where it stands in the first column", ["c", "a"], "c", ["30次頁へ", "30前頁より"]],
    ["in its cell, where the table has no other", ["c"], "c", ["次頁へ 30", "前頁より 30"]],
    ["left of it, across two columns", ["a", "c", "d"], "c..d", ["次頁へ|30", "前頁より|30"]],
  ] as const)("stand %s", (_, columns, into, expected) => {
    expect(lines(columns, into)).toEqual(expected);
  });
});
