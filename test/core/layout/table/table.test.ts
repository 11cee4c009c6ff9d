import { describe, expect, test } from "vitest";
import type { TableElement } from "../../../../src/core/canvas/index.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import {
  canvas,
  cellBox,
  column,
  foot,
  length,
  mm,
  page,
  pt,
  SHADE,
  stroke,
  table,
  template,
  text,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { describeItem, layOutData, layOutSource, pageLines } from "../../../support/lay-out.ts";

/** Rows of exactly 10 mm: a body of 80 mm holds eight. */
const STYLES = [
  textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000 }),
  textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000, align: "right" }),
];

function items(count: number) {
  return { items: Array.from({ length: count }, (_, index) => ({ name: `品${index + 1}`, amount: index + 1 })) };
}

test.each([
  ["align=right", 0],
  ["align=distribute", 0],
  ["writing=vertical", 0],
  ["fit=shrink", 0],
  ["fit=clip lines=1", 0],
  ["align=center", 1],
])("the words of an empty table are whole and readable, though its first column says %s", (first, least) => {
  const { value, diagnostics } = layOutSource(
    `rpt 1
field i[].n string(9) example=["品"]
sizes body=9pt
style base size=body
page w=100mm h=90mm margin=0mm {
  body {
    table i empty="条件に合うものはありません。別の条件でお探しください。ありがとうございました。" {
      column n "品" w=20mm ${first}
      column m "備考" (.n) w=40mm
    }
  }
}
`,
    { i: [] },
  );
  expect(diagnostics).toEqual([]);
  const runs = (value.pages[0]?.items ?? []).flatMap((item) => (item.kind === "glyphs" ? [item] : [])).slice(2);
  expect(runs.map(({ run }) => run.text).join("")).toBe(
    "条件に合うものはありません。別の条件でお探しください。ありがとうございました。",
  );
  expect(new Set(runs.map(({ yEmu }) => yEmu)).size).toBe(3);
  for (const { run, xEmu } of runs) {
    expect(run.direction).toBe("horizontal");
    expect(xEmu).toBeGreaterThanOrEqual(0);
  }
  const begins = Math.max(...runs.map(({ xEmu }) => xEmu));
  if (least === 0) expect(begins).toBe(0);
  else expect(begins).toBeGreaterThan(0);
});

const COLUMNS = [column("name"), column("amount", { bodyStyle: 1, width: length(mm(20)) })];
const FOOT_OF_THREE = foot(["計", "税", "合計"].map((content) => [{ content, from: 0, to: 0 }]));
const FOOT_OF_SEVEN = foot([1, 2, 3, 4, 5, 6, 7].map((at) => [{ content: `計${at}`, from: 0, to: 0 }]));
const FOOT = foot([[{ content: "計", from: 0, to: 0 }]]);

function lay(over: Partial<TableElement>, rows: number, before = 0) {
  const texts = Array.from({ length: before }, (_, index) => text(`前${index + 1}`));
  const outcome = layOutData(canvas([page([...texts, table(COLUMNS, over)])], STYLES), items(rows));
  return { ...outcome, pages: outcome.value.pages.map((_, index) => pageLines(outcome.value, index).map(firstWord)) };
}

function firstWord(line: string): string {
  return line.split("|")[0] ?? "";
}

function names(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `品${from + index}`);
}

/** Fills and strokes as one line each. */
function drawn(document: PageDocument, kind: "fill" | "stroke", pageIndex = 0): readonly string[] {
  return (document.pages[pageIndex]?.items ?? []).filter((item) => item.kind === kind).map(describeItem);
}

const CASES = [
  { name: "a table that fits stays on one page", over: {}, rows: 7, pages: [["name", ...names(1, 7)]] },
  {
    name: "a repeated header stands on every page",
    over: {},
    rows: 9,
    pages: [
      ["name", ...names(1, 7)],
      ["name", ...names(8, 9)],
    ],
  },
  {
    name: "a header once stands on the first",
    over: { header: "once" },
    rows: 9,
    pages: [["name", ...names(1, 7)], names(8, 9)],
  },
  { name: "no header at all", over: { header: "none" }, rows: 9, pages: [names(1, 8), names(9, 9)] },
  {
    name: "a header never stands alone at a page's foot",
    over: {},
    rows: 2,
    before: 7,
    pages: [
      ["前1", "前2", "前3", "前4", "前5", "前6", "前7"],
      ["name", "品1", "品2"],
    ],
  },
  {
    name: "the foot stands after the last row only",
    over: { foot: FOOT },
    rows: 9,
    pages: [
      ["name", ...names(1, 7)],
      ["name", "品8", "品9", "計"],
    ],
  },
  {
    name: "a foot that does not fit takes one row along",
    over: { foot: FOOT },
    rows: 7,
    pages: [
      ["name", ...names(1, 6)],
      ["name", "品7", "計"],
    ],
  },
  {
    name: "a foot keeps whole where a page can hold it with a row",
    over: { foot: { ...FOOT_OF_THREE, keep: "none" } },
    rows: 6,
    pages: [
      ["name", ...names(1, 5)],
      ["name", "品6", "計", "税", "合計"],
    ],
  },
  {
    name: "a foot that no page holds with a row is parted, and takes no row along",
    over: { foot: { ...FOOT_OF_SEVEN, keep: "none" } },
    rows: 6,
    pages: [
      ["name", ...names(1, 6), "計1"],
      ["計2", "計3", "計4", "計5", "計6", "計7"],
    ],
  },
  {
    name: "a foot that stays together moves with one row",
    over: { foot: FOOT_OF_THREE },
    rows: 6,
    pages: [
      ["name", ...names(1, 5)],
      ["name", "品6", "計", "税", "合計"],
    ],
  },
  {
    name: "a foot on every page",
    over: { foot: { ...FOOT, on: "every" } },
    rows: 8,
    pages: [
      ["name", ...names(1, 6), "計"],
      ["name", "品7", "品8", "計"],
    ],
  },
  {
    name: "rows-per-page breaks after exactly that many",
    over: { rowsPerPage: 3 },
    rows: 7,
    pages: [
      ["name", ...names(1, 3)],
      ["name", ...names(4, 6)],
      ["name", "品7"],
    ],
  },
  { name: "an empty table says so", over: { empty: template("該当なし") }, rows: 0, pages: [["name", "該当なし"]] },
  {
    name: "an empty table without words has its header and foot",
    over: { foot: FOOT },
    rows: 0,
    pages: [["name", "計"]],
  },
] satisfies { name: string; over: Partial<TableElement>; rows: number; before?: number; pages: string[][] }[];

describe("table over pages", () => {
  test.each(CASES)("$name", ({ over, rows, before, pages }) => {
    const cut = lay(over, rows, before);
    expect(cut.pages).toEqual(pages);
    expect(cut.diagnostics).toEqual([]);
  });

  test("fewer rows than rows-per-page are told with the millimetres", () => {
    const { pages, diagnostics } = lay({ rowsPerPage: 10 }, 9);
    expect(pages.map((page) => page.length)).toEqual([8, 3]);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4013 rows-per-page=10 needs 100.0mm, but only 7 fit into 80.0mm (page 1, x 10.0mm, y 10.0mm, items[7].name)",
    ]);
  });

  test("a row taller than a page is told and cut between its lines, losing nothing", () => {
    const tall = { items: [{ name: `${"行\n".repeat(10)}終`, amount: 1 }] };
    const { value, diagnostics } = layOutData(canvas([page([table(COLUMNS)])], STYLES), tall);
    expect(value.pages.map((_, index) => pageLines(value, index).map(firstWord))).toEqual([
      ["name", ...Array(7).fill("行")],
      ["name", "行", "行", "行", "終"],
    ]);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4010 row 1 needs 110.0mm, a page has 70.0mm for it (page 1, x 10.0mm, y 10.0mm, items[0].name)",
    ]);
  });

  test("split=cell cuts a row at the page's end without a finding", () => {
    const data = {
      items: [
        { name: "一", amount: 1 },
        { name: `${"行\n".repeat(7)}終`, amount: 2 },
      ],
    };
    const { value, diagnostics } = layOutData(canvas([page([table(COLUMNS, { split: "cell" })])], STYLES), data);
    expect(value.pages.map((_, index) => pageLines(value, index).length)).toEqual([8, 3]);
    expect(diagnostics).toEqual([]);
  });

  /** Rows of 8 mm below a header of as much; texts stand in lines of 4.13 mm with 1 mm of padding. */
  const cuttable = (heightMm: number, parts: string): string => `rpt 1
field items[].name string(200) example=["品"]
field items[].amount int example=[1]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body line-height=1.3
style grid border=0.25pt padding=0.5mm
page 45mm ${heightMm}mm margin=6mm {
  body {
    table items style=grid split=cell row-h=8mm {
      column name "品名" w=1fr
      column amount "金額" w=22mm
      ${parts}
    }
  }
}
`;

  test("split=cell cuts no row that is as high as the table wants it: it moves as a whole", () => {
    const rows = Array.from({ length: 9 }, () => ({ name: "品", amount: 1 }));
    const { value, diagnostics } = layOutSource(cuttable(67, ""), { items: rows });
    // The sixth row would have 7 mm, enough for its line.
    const names = value.pages.map((_, index) => pageLines(value, index).filter((line) => line === "品|1"));
    expect(names.map((all) => all.length)).toEqual([5, 4]);
    expect(diagnostics).toEqual([]);
  });

  test("a row leaves room for the sum below it, and with split=cell is cut for it", () => {
    const long = "三行にわたる、たいへん長い品名の品物です。ご注意";
    const data = {
      items: [
        { name: long, amount: 1 },
        { name: "品", amount: 1 },
      ],
    };
    const sums = 'carry (.amount) into=amount\n      pagefoot {\n        cell "頁計" col=name\n      }';
    const { value, diagnostics } = layOutSource(cuttable(68, sums), data);
    expect(diagnostics).toEqual([]);
    const lines = value.pages.map((_, index) => pageLines(value, index));
    expect(lines.map((all) => all.join(" "))).toEqual([
      "品名|金額 三行に わた る、た いへん1 長い品 名の品 物で 頁計 次頁へ 1 繰越",
      "品名|金額 前頁よ 1 り繰越 す。ご 注意 品|1 頁計",
    ]);
    // Nothing stands below the body, whose end is at 62 mm.
    const baselines = value.pages.flatMap((one) =>
      one.items.flatMap((item) => (item.kind === "glyphs" ? item.yEmu : [])),
    );
    expect(Math.max(...baselines)).toBeLessThan(mm(62));
  });

  test("columns wider than the table are told", () => {
    const wide = [column("name", { width: length(mm(70)) }), column("amount", { width: length(mm(20)) })];
    const { diagnostics } = layOutData(canvas([page([table(wide)])], STYLES), items(1));
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4006 columns need 90.0mm, the table has 80.0mm (page 1, x 10.0mm, y 10.0mm)",
    ]);
  });

  test("an automatic column is as wide as its widest text", () => {
    const columns = [column("name", { width: { kind: "auto" } }), column("amount")];
    const { value } = layOutData(canvas([page([table(columns)])], STYLES), items(2));
    const amount = value.pages[0]?.items.find((item) => item.kind === "glyphs" && item.run.text === "amount");
    const widest = Math.max(
      ...(value.pages[0]?.items ?? []).map((item) =>
        item.kind === "glyphs" && item.xEmu === mm(10) ? item.advanceEmu : 0,
      ),
    );
    expect(amount?.kind === "glyphs" ? amount.xEmu : 0).toBe(mm(10) + widest);
  });
});

describe("blank rows and stripes", () => {
  const ruled = [column("name", { cell: cellBox({ borderBottom: stroke(pt(0.5)) }) })];

  const BLANKS = [
    { name: "min-rows fills up to its count", over: { rowsMin: 5 }, rows: 2, lines: [6] },
    { name: "min-rows adds none where the data has more", over: { rowsMin: 2 }, rows: 4, lines: [5] },
    { name: "min-rows never causes a page", over: { rowsMin: 20 }, rows: 3, lines: [8] },
    { name: "fill-rows fills the last page", over: { rowsPerPage: 4, fillRows: true }, rows: 5, lines: [5, 5] },
    { name: "fill-rows alone fills the rest of the page", over: { fillRows: true }, rows: 2, lines: [8] },
    { name: "fill-rows alone fills the rest of the last page", over: { fillRows: true }, rows: 9, lines: [8, 8] },
    { name: "an empty table is filled as well", over: { rowsMin: 3 }, rows: 0, lines: [4] },
  ] satisfies { name: string; over: Partial<TableElement>; rows: number; lines: number[] }[];

  test.each(BLANKS)("$name", ({ over, rows, lines }) => {
    const { value } = layOutData(canvas([page([table(ruled, over)])], STYLES), items(rows));
    expect(value.pages.map((_, index) => drawn(value, "stroke", index).length)).toEqual(lines);
  });

  test("rows that fill the page leave what stands below them on it, and show the words of the first blank row", () => {
    const form = (fill: string) =>
      layOutSource(
        `rpt 1\nfield items[].name string(10) example=["品一", "品二"]\npage A5 {\n  body {\n    table items ${fill} ` +
          `blank="以下余白" row-h=10mm {\n      column name "品名"\n    }\n    text "上記の通り"\n  }\n}\n`,
      );
    const { value, diagnostics } = form("fill-rows=true");
    expect(diagnostics).toEqual([]);
    expect(value.pages).toHaveLength(1);
    const lines = pageLines(value, 0);
    expect(lines.slice(0, 4)).toEqual(["品名", "品一", "品二", "以下余白"]);
    expect(lines.at(-1)).toBe("上記の通り");
    const last = value.pages[0]?.items.findLast((item) => item.kind === "glyphs");
    expect(last?.kind === "glyphs" && last.yEmu > 160 * mm(1)).toBe(true);
  });

  test("blank rows that min-rows asks for and that have no room are told", () => {
    const told = (rowsMin: number) =>
      layOutData(canvas([page([table(ruled, { rowsMin })])], STYLES), items(3)).diagnostics.map((one) => one.message);
    expect(told(7)).toEqual([]);
    expect(told(20)).toEqual([
      "min-rows=20 asks for 17 blank rows, and there is room for 4 (page 1, x 10.0mm, y 10.0mm)",
    ]);
  });

  test("stripes shade every second row, restart on each page and go on over blank rows", () => {
    const zebra = { zebra: { kind: "fixed", color: SHADE }, rowsPerPage: 3, fillRows: true } as const;
    const { value } = layOutData(canvas([page([table([column("name")], zebra)])], STYLES), items(4));
    expect(drawn(value, "fill", 0)).toEqual(["fill 10,30-90,40"]);
    expect(drawn(value, "fill", 1)).toEqual(["fill 10,30-90,40"]);
  });
});

describe("collapsed borders", () => {
  const all = (width: number) => {
    const line = stroke(pt(width));
    return cellBox({ borderTop: line, borderRight: line, borderBottom: line, borderLeft: line });
  };

  test("neighbours share one line, centred on the edge, and lines are as long as the table", () => {
    const columns = [column("name", { cell: all(1) }), column("amount", { cell: all(1) })];
    const { value } = layOutData(canvas([page([table(columns, { header: "none" })])], STYLES), items(2));
    expect(drawn(value, "stroke")).toEqual([
      "stroke 9.82,10-90.18,10 w 0.35",
      "stroke 9.82,20-90.18,20 w 0.35",
      "stroke 9.82,30-90.18,30 w 0.35",
      "stroke 10,10-10,30 w 0.35",
      "stroke 50,10-50,30 w 0.35",
      "stroke 90,10-90,30 w 0.35",
    ]);
  });

  test("of two lines that meet the wider is drawn", () => {
    const columns = [column("name", { cell: all(2) }), column("amount", { cell: all(0.5) })];
    const { value } = layOutData(canvas([page([table(columns, { header: "none" })])], STYLES), items(1));
    expect(drawn(value, "stroke").filter((line) => line.includes("50,10-50,20"))).toEqual([
      "stroke 50,10-50,20 w 0.71",
    ]);
  });

  test("a page break closes the edges on both sides", () => {
    const columns = [column("name", { cell: all(1) })];
    const { value } = layOutData(canvas([page([table(columns, { header: "none" })])], STYLES), items(9));
    expect(drawn(value, "stroke", 0).at(8)).toBe("stroke 9.82,90-90.18,90 w 0.35");
    expect(drawn(value, "stroke", 1).at(0)).toBe("stroke 9.82,10-90.18,10 w 0.35");
  });

  test("a right-aligned cell of the foot takes the empty columns on its left", () => {
    const sum = foot([[{ content: "計", from: 1, to: 1, style: 1 }]]);
    const columns = [column("name", { cell: all(1) }), column("amount", { cell: all(1) })];
    const cells = { ...sum, rows: sum.rows.map((row) => row.map((cell) => ({ ...cell, cell: all(1) }))) };
    const { value } = layOutData(canvas([page([table(columns, { header: "none", foot: cells })])], STYLES), items(1));
    expect(drawn(value, "stroke").filter((line) => line.startsWith("stroke 50"))).toEqual([
      "stroke 50,10-50,20 w 0.35",
    ]);
  });
});

describe("structure", () => {
  test("a table reads as head, body and foot, once, over all pages", () => {
    const { value } = lay({ foot: FOOT }, 8);
    const tree = value.structure.map(
      (node) => `${node.type}<${node.parent === -1 ? "" : value.structure[node.parent]?.type}`,
    );
    expect(tree.filter((node) => node.startsWith("TH"))).toEqual(["THead<Table", "TH<TR", "TH<TR"]);
    expect(tree.filter((node) => node === "TD<TR").length).toBe(18);
    expect(tree.filter((node) => /^(Document|Table|TBody|TFoot)</u.test(node))).toEqual([
      "Document<",
      "Table<Document",
      "TBody<Table",
      "TFoot<Table",
    ]);
    const headings = value.structure.filter((node) => node.type === "TH");
    expect(headings.every((node) => node.scope === "column")).toBe(true);
    const repeats = value.pages[1]?.items.filter((item) => item.kind === "glyphs" && item.run.text === "name");
    expect(repeats?.map((item) => item.node)).toEqual([-1]);
  });

  test("cells carry the data path of what they show", () => {
    const { value } = lay({}, 1);
    const paths = value.pages[0]?.items.flatMap((item) =>
      item.kind === "glyphs" ? item.sources.map((one) => one.path) : [],
    );
    expect([...new Set(paths)]).toEqual([null, "items[0].name", "items[0].amount"]);
  });
});
