// Rows of a foot with conditions of their own: the foot is as if it had been written without those that do not hold.
import { describe, expect, test } from "vitest";
import { type Canvas, compileSource } from "../../../../src/core/canvas/index.ts";
import { inLane, sampled } from "../../../support/lane.ts";
import { describeItem, layOutData, pageLines } from "../../../support/lay-out.ts";

/** Rows of cells as they are written, in a `row { … }` of its own where a condition is said. */
interface Part {
  readonly when?: "a" | "b";
  /** Looks of the row. */
  readonly looks?: string;
  readonly rows: string;
}

const CELL = (word: string): string => `cell "${word}" col=n\ncell (0) col=v`;
const ROWS_2 = 'cell "縦長の見出し" col=n rows=2\ncell "上" col=v\nnewrow\ncell "下" col=v';

/** What feet are made of. */
const FEET: Readonly<Record<string, readonly Part[]>> = {
  "a row before the last": [{ when: "a", rows: CELL("値引") }, { rows: CELL("合計") }],
  "a row behind the first": [{ rows: CELL("小計") }, { when: "a", rows: CELL("値引") }],
  "a row between others": [{ rows: CELL("小計") }, { when: "a", rows: CELL("値引") }, { rows: CELL("合計") }],
  "two rows and no other": [
    { when: "a", rows: CELL("値引") },
    { when: "b", rows: CELL("割引") },
  ],
  "several rows in one": [{ when: "a", rows: `${CELL("値引")}\nnewrow\n${CELL("割引")}` }, { rows: CELL("合計") }],
  "a cell over two rows": [{ when: "a", rows: ROWS_2 }, { rows: CELL("合計") }],
  "a cell over two rows beside it": [{ rows: ROWS_2 }, { when: "b", rows: CELL("割引") }, { rows: CELL("合計") }],
  "a row without a condition": [
    { rows: CELL("小計") },
    { looks: "", rows: CELL("値引") },
    { when: "b", rows: CELL("計") },
  ],
};

function withRows(parts: readonly Part[]): string {
  return parts
    .map(({ when, looks, rows }) =>
      when === undefined && looks === undefined
        ? rows
        : `row ${when === undefined ? "" : `when=(${when})`} ${looks ?? ""} {\n${rows}\n}`,
    )
    .join("\n");
}

/** The same foot without conditions. */
function plain(parts: readonly Part[], data: Readonly<Record<"a" | "b", boolean>>): string {
  return parts
    .filter(({ when }) => when === undefined || data[when])
    .map(({ rows }) => rows)
    .join("\nnewrow\n");
}

const COLUMNS = 'column n "名" w=1fr border=0.25pt\ncolumn v "数" w=auto align=right border=0.25pt';
const AXIS = "scale from=(from) to=(to) unit=day w=40mm\nbar start=(.d) end=(to) fill=black";

/** Where feet stand; an empty one is not written. */
const FORMS: Readonly<Record<string, (foot: string) => string>> = {
  table: (foot) => `table i row-h=5mm {\n${COLUMNS}\n${block("foot", foot)}\n}`,
  "table, on every page": (foot) => `table i row-h=5mm {\n${COLUMNS}\n${block("foot on=every", foot)}\n}`,
  "table, together": (foot) => `table i row-h=5mm {\n${COLUMNS}\n${block("foot keep=together weight=bold", foot)}\n}`,
  "table with sums of pages": (foot) =>
    `table i row-h=5mm {\n${COLUMNS}\ncarry (.v) into=v\npagefoot {\ncell (.v) col=v\n}\n${block("foot", foot)}\n}`,
  "table of counted rows": (foot) =>
    `table i row-h=5mm rows-per-page=4 fill-rows=true {\n${COLUMNS}\n${block("foot", foot)}\n}`,
  group: (foot) =>
    `table i row-h=5mm {\n${COLUMNS}\ngroup (.g) {\nhead "{.key}"\n${block("foot fill=#eeeeee", foot)}\n}\n}`,
  "group, together": (foot) => {
    const total = block("foot", CELL("計"));
    return `table i row-h=5mm {\n${COLUMNS}\ngroup (.g) keep=together {\n${block("foot", foot)}\n}\n${total}\n}`;
  },
  gantt: (foot) => `gantt i row-h=5mm {\n${COLUMNS}\n${AXIS}\n${block("foot border=1pt", foot)}\n}`,
};

function block(head: string, content: string): string {
  return content === "" ? "" : `${head} {\n${content}\n}`;
}

const PAGE_ROWS = inLane({ fast: [3, 6] as const, full: [3, 4, 5, 6, 12] as const });
const RECORDS = inLane({ fast: [0, 5] as const, full: [0, 1, 2, 3, 4, 5] as const });

function form(content: string, pageRows: number): string {
  return `rpt 1
field a bool example=true
field b bool example=true
field from date example="2026-10-01"
field to date example="2026-10-04"
field i[].n string(9) example=["品"]
field i[].g string(9) example=["甲"]
field i[].v int example=[1]
field i[].d date example=["2026-10-02"]
style base size=small line-height=1
sizes small=8pt
page w=140mm h=${pageRows * 5 + 10}mm margin=5mm {
  body {
${content}
  }
}
`;
}

function compiled(source: string): Canvas {
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return value;
}

function itemsOf(canvas: Canvas, data: object): readonly (readonly string[])[] {
  return layOutData(canvas, data).value.pages.map(({ items }) => items.map(describeItem));
}

const CONDITIONS = [true, false].flatMap((a) => [true, false].map((b) => ({ a, b })));

describe.each(Object.entries(FORMS))("in the foot of a %s", (name, place) => {
  test.each(sampled(Object.entries(FEET), 2, Object.keys(FORMS).indexOf(name)))("%s", (__, parts) => {
    for (const pageRows of PAGE_ROWS) {
      const conditional = compiled(form(place(withRows(parts)), pageRows));
      for (const conditions of CONDITIONS) {
        const unconditional = compiled(form(place(plain(parts, conditions)), pageRows));
        for (const records of RECORDS) {
          const i = Array.from({ length: records }, (___, at) => ({
            ...{ n: `品${at}`, g: at < 2 ? "甲" : "乙", v: at, d: "2026-10-02" },
          }));
          const data = { ...conditions, from: "2026-10-01", to: "2026-10-04", i };
          const drawn = itemsOf(conditional, data);
          const expected = itemsOf(unconditional, data);
          expect(drawn, JSON.stringify({ pageRows, conditions, records })).toEqual(expected);
        }
      }
    }
  });
});

const GROUPS = (row: string): string => `table i row-h=5mm {
${COLUMNS}
group (.g) {
foot {
${row}
cell "{.key}計" col=n
}
}
}`;

test("a row of a group's foot is asked in each group", () => {
  const source = form(GROUPS('row when=(sum(.items[].v) > 2 and a) {\ncell "{.key}は多い" col=n\n}'), 20);
  const { value } = compileSource(source);
  if (value === null) throw new Error("the form is wrong");
  const i = [1, 1, 2, 2].map((v) => ({ n: "品", g: v === 1 ? "甲" : "乙", v, d: "2026-10-02" }));
  const lines = (a: boolean): readonly string[] =>
    pageLines(layOutData(value, { a, b: true, from: "2026-10-01", to: "2026-10-04", i }).value, 0);
  expect(lines(true)).toEqual(["名|数", "品|1", "品|1", "甲計", "品|2", "品|2", "乙は多い", "乙計"]);
  expect(lines(false)).toEqual(["名|数", "品|1", "品|1", "甲計", "品|2", "品|2", "乙計"]);
});

test("a row of a foot has looks of its own, over those of its foot, in all columns", () => {
  const foot = `foot color=#ff0000 {
row fill=#00ff00 color=#0000ff {
cell "値引" col=n
}
cell "合計" col=n
}`;
  const { value } = compileSource(form(`table i header=none {\n${COLUMNS}\n${foot}\n}`, 20));
  if (value === null) throw new Error("the form is wrong");
  const data = { a: true, b: true, from: "2026-10-01", to: "2026-10-04", i: [] };
  const items = layOutData(value, data).value.pages.flatMap((page) => page.items);
  const colors = items.flatMap((item) => (item.kind === "glyphs" ? [[item.run.text, item.color.join()]] : []));
  expect(colors).toEqual([
    ["値引", "0,0,255,255"],
    ["合計", "255,0,0,255"],
  ]);
  const filled = items.flatMap((item) => (item.kind === "fill" ? [item.color.join()] : []));
  expect(filled).toEqual(["0,255,0,255", "0,255,0,255"]);
});

test("a column that is left out takes rows of nothing else along, and no cell reaches out of its row", () => {
  const columns = 'column n "名" w=1fr when=(b)\ncolumn v "数" w=30mm';
  const foot = `foot {
row when=(a) {
cell "甲" col=n rows=3
newrow
cell "乙" col=v
}
cell "丙" col=n
newrow
cell "丁" col=v
}`;
  const { value } = compileSource(form(`table i header=none {\n${columns}\n${foot}\n}`, 20));
  if (value === null) throw new Error("the form is wrong");
  const lines = (a: boolean, b: boolean): readonly string[] =>
    pageLines(layOutData(value, { a, b, from: "2026-10-01", to: "2026-10-04", i: [] }).value, 0);
  expect(lines(false, true)).toEqual(["丙", "丁"]);
  expect(lines(false, false)).toEqual(["丁"]);
  expect(lines(true, false)).toEqual(["乙", "丁"]);
  expect(lines(true, true).toSorted()).toEqual(["丁", "丙", "甲|乙"]);
});

test("a canvas that was published with plain rows of a foot draws as before", () => {
  const plainFoot = compileSource(form(`table i {\n${COLUMNS}\nfoot {\n${CELL("計")}\n}\n}`, 20)).value;
  const [table] = plainFoot?.pages[0]?.body.children ?? [];
  if (table?.kind !== "table" || table.foot === null) throw new Error("the form has no table");
  expect(Object.keys(table.foot).toSorted()).toEqual(["keep", "on", "rows", "span"]);
  expect(table.foot.rows).toHaveLength(1);
});
