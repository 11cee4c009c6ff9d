import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FootCell, TableCarry, TableElement, TableGroup } from "../../../../src/core/canvas/index.ts";
import type { ExpressionCode } from "../../../../src/core/expression/index.ts";
import {
  type Content,
  canvas,
  cellBox,
  column,
  field,
  foot,
  length,
  mm,
  own,
  page,
  pt,
  SHADE,
  stroke,
  table,
  template,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { describeItem, layOutData, layOutSource, pageLines } from "../../../support/lay-out.ts";

/** Rows of exactly 10 mm: a body of 80 mm holds eight. */
const STYLES = [
  textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000 }),
  textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000, align: "right" }),
];
const COLUMNS = [column("name"), column("amount", { bodyStyle: 1, width: length(mm(25)) })];

type Row = { readonly name: string; readonly amount: number; readonly line?: string; readonly part?: string };

/** `AAB`: two rows of group A, one of B. */
function grouped(lines: string): { readonly items: readonly Row[] } {
  return { items: [...lines].map((line, index) => ({ name: `品${index + 1}`, amount: index + 1, line })) };
}

function groupBy(name: string, base: ExpressionCode): ExpressionCode {
  const args = [base, own(name).value, { op: "text", text: "data" }];
  return { op: "call", name: "group", args, span: [0, 0] } as ExpressionCode;
}

function cells(...written: readonly (readonly [content: Content, from: number, to: number])[]) {
  return foot([written.map(([content, from, to]) => ({ content, from, to }))]).rows;
}

function group(over: Partial<TableGroup> = {}): TableGroup {
  return {
    over: groupBy("line", field("items").value),
    items: own("items").value,
    breaksPage: false,
    repeatHead: true,
    keepTogether: false,
    head: cells([own("key"), 0, 1]),
    foot: [],
    span: [1, 2],
    ...over,
  };
}

const CARRY: TableCarry = {
  amount: own("amount").value,
  into: 1,
  shown: template(own("sum")),
  out: template("次頁へ繰越"),
  in: template("前頁より繰越"),
  cell: cellBox(),
  labelStyle: 0,
  valueStyle: 1,
  span: [3, 4],
};

const FOOT = foot([[{ content: "計", from: 0, to: 0 }]]);
const SUBTOTAL = [
  [
    { ...(cells(["小計", 0, 0])[0]?.[0] as FootCell), sum: null },
    { ...(cells([own("sum"), 1, 1])[0]?.[0] as FootCell), sum: own("amount").value },
  ],
];

function lay(over: Partial<TableElement>, data: unknown) {
  const { value, diagnostics } = layOutData(canvas([page([table(COLUMNS, over)])], STYLES), data);
  return { value, pages: value.pages.map((_, index) => pageLines(value, index)), diagnostics };
}

function names(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `品${from + index}|${from + index}`);
}

const H = "name|amount";

/** What users of other form tools complain about, and what happens here. */
const COMPLAINTS = [
  {
    name: "a group's head never stands alone at the page's foot",
    over: { groups: [group()] },
    rows: "AAAAABB",
    pages: [
      [H, "A", ...names(1, 5)],
      [H, "B", ...names(6, 7)],
    ],
  },
  {
    name: "a group that goes on repeats its head below the heading",
    over: { groups: [group()] },
    rows: "AAAAAAAA",
    pages: [
      [H, "A", ...names(1, 6)],
      [H, "A", ...names(7, 8)],
    ],
  },
  {
    name: "repeat-head=false says the group's name once",
    over: { groups: [group({ repeatHead: false })] },
    rows: "AAAAAAA",
    pages: [
      [H, "A", ...names(1, 6)],
      [H, ...names(7, 7)],
    ],
  },
  {
    name: "a group's foot never stands without a row of its group",
    over: { groups: [group({ foot: cells(["小計", 0, 0]) })] },
    rows: "AAAAAA",
    pages: [
      [H, "A", ...names(1, 5)],
      [H, "A", "品6|6", "小計"],
    ],
  },
  {
    name: "break=page starts a page with every group but the first",
    over: { groups: [group({ breaksPage: true })] },
    rows: "AAB",
    pages: [
      [H, "A", ...names(1, 2)],
      [H, "B", "品3|3"],
    ],
  },
  {
    name: "a group that is kept together moves whole",
    over: { groups: [group({ keepTogether: true })] },
    rows: "AAABBBB",
    pages: [
      [H, "A", ...names(1, 3)],
      [H, "B", ...names(4, 7)],
    ],
  },
  {
    name: "a group kept together that no page can hold breaks between its rows",
    over: { groups: [group({ keepTogether: true })] },
    rows: "AAAAAAAAA",
    pages: [
      [H, "A", ...names(1, 6)],
      [H, "A", ...names(7, 9)],
    ],
    told: ["keep=together of a group could not be honoured: it needs 100.0mm, a page has 70.0mm for it (page 1)"],
  },
  {
    name: "a group kept together at the head of a table whose first page has fewer rows is told",
    over: { groups: [group({ keepTogether: true })], rowsPerPage: 6, rowsOnFirstPage: 4 },
    rows: "AAAAA",
    pages: [
      [H, "A", ...names(1, 3)],
      [H, "A", ...names(4, 5)],
    ],
    told: [
      "keep=together of a group could not be honoured: it has 6 rows with its heads and feet, " +
        "the first page allows 4 (page 1)",
    ],
  },
  {
    name: "the same group behind another one moves to a page that holds it",
    over: { groups: [group({ keepTogether: true })], rowsPerPage: 6, rowsOnFirstPage: 4 },
    rows: "BAAAAA",
    pages: [
      [H, "B", "品1|1"],
      [H, "A", ...names(2, 6)],
    ],
  },
  {
    name: "a foot that does not fit takes a row of the last group and its head along",
    over: { groups: [group()], foot: FOOT },
    rows: "AAAAAA",
    pages: [
      [H, "A", ...names(1, 5)],
      [H, "A", "品6|6", "計"],
    ],
  },
  {
    name: "the last group moves whole where one row would part it from its head",
    over: { groups: [group()], foot: FOOT },
    rows: "AAAAB",
    pages: [
      [H, "A", ...names(1, 4)],
      [H, "B", "品5|5", "計"],
    ],
  },
  {
    name: "carried sums stand at the foot of every page but the last and at the top of every page but the first",
    over: { carry: CARRY },
    rows: "AAAAAAAAAAAAAA",
    pages: [
      [H, ...names(1, 6), "次頁へ繰越|21"],
      [H, "前頁より繰越|21", ...names(7, 11), "次頁へ繰越|66"],
      [H, "前頁より繰越|66", ...names(12, 14)],
    ],
  },
  {
    name: "a table of one page carries nothing",
    over: { carry: CARRY, foot: FOOT },
    rows: "AAAAAA",
    pages: [[H, ...names(1, 6), "計"]],
  },
  {
    name: "subtotals of the page stand on every page, above the foot",
    over: { pageFoot: SUBTOTAL, foot: FOOT },
    rows: "AAAAAAAA",
    pages: [
      [H, ...names(1, 6), "小計|21"],
      [H, ...names(7, 8), "小計|15", "計"],
    ],
  },
  {
    name: "the first page may hold another number of rows than the rest",
    over: { rowsOnFirstPage: 2, rowsPerPage: 3 },
    rows: "AAAAAA",
    pages: [
      [H, ...names(1, 2)],
      [H, ...names(3, 5)],
      [H, "品6|6"],
    ],
  },
  {
    name: "heads of groups count as rows of the page",
    over: { groups: [group()], rowsPerPage: 3 },
    rows: "AAB",
    pages: [
      [H, "A", ...names(1, 2)],
      [H, "B", "品3|3"],
    ],
  },
  {
    name: "a heading of several rows stands on every page",
    over: { head: [...cells(["明細", 0, 1]), ...cells(["品", 0, 0], ["額", 1, 1])] },
    rows: "AAAAAAA",
    pages: [
      ["明細", "品|額", ...names(1, 6)],
      ["明細", "品|額", "品7|7"],
    ],
  },
  {
    name: "the tiers of a record are never parted",
    over: { tiers: [...cells([own("name"), 0, 0]), ...cells([own("amount"), 1, 1]), ...cells(["―", 0, 1])] },
    rows: "AAA",
    pages: [
      [H, "品1", "1", "―", "品2", "2", "―"],
      [H, "品3", "3", "―"],
    ],
  },
] satisfies { name: string; over: Partial<TableElement>; rows: string; pages: string[][]; told?: string[] }[];

describe("groups, sums and tiers over pages", () => {
  test.each(COMPLAINTS)("$name", ({ over, rows, pages, ...also }) => {
    const laid = lay(over, grouped(rows));
    expect(laid.pages).toEqual(pages);
    expect(laid.diagnostics.map(({ message }) => message)).toEqual("told" in also ? also.told : []);
  });

  test("groups in groups have heads and feet of their own, and only open ones are repeated", () => {
    const inner = group({
      over: groupBy("part", own("items").value),
      foot: cells([{ value: { op: "member", base: { op: "record", level: 0 }, name: "key" } as ExpressionCode }, 1, 1]),
    });
    const data = {
      items: [..."xxyy"].map((part, index) => ({ name: `品${index + 1}`, amount: index + 1, line: "A", part })),
    };
    const { pages } = lay({ groups: [group({ foot: cells(["計", 0, 0]) }), inner] }, data);
    expect(pages).toEqual([
      [H, "A", "x", "品1|1", "品2|2", "x", "y", "品3|3"],
      [H, "A", "y", "品4|4", "y", "計"],
    ]);
  });

  test("a table without records shows its words, and no group", () => {
    expect(lay({ groups: [group()], empty: template("該当なし") }, { items: [] }).pages).toEqual([[H, "該当なし"]]);
  });
});

describe("columns", () => {
  const data = {
    show: false,
    items: [
      { name: "甲", amount: 1, months: [{ label: "4月", value: 10 }] },
      {
        name: "乙",
        amount: 2,
        months: [
          { label: "4月", value: 20 },
          { label: "5月", value: 30 },
        ],
      },
    ],
  };
  const each = column("month", {
    each: own("months").value,
    heading: "",
    content: own("value"),
    width: length(mm(20)),
  });
  const monthly = { ...each, heading: template(own("label")) };

  test("a list gives one column for each of its entries, and shorter lists leave cells empty", () => {
    const columns = [column("name"), monthly];
    const { value } = layOutData(canvas([page([table(columns)])], STYLES), data);
    expect(pageLines(value, 0)).toEqual(["name|4月|5月", "甲|10", "乙|20|30"]);
  });

  test("a column is left out where its condition does not hold, and cells over it shrink", () => {
    const columns = [column("name"), column("amount", { when: field("show").value }), monthly];
    const sum = foot([
      [
        { content: "計", from: 0, to: 1 },
        { content: "月", from: 2, to: 2 },
      ],
    ]);
    const { value } = layOutData(canvas([page([table(columns, { foot: sum })])], STYLES), data);
    expect(pageLines(value, 0)).toEqual(["name|4月|5月", "甲|10", "乙|20|30", "計|月"]);
  });
});

describe("joined cells, styled and blank rows", () => {
  const line = stroke(pt(0.5));
  const ruled = cellBox({ borderBottom: line });
  const joined = [column("line", { merge: true, cell: ruled }), column("amount", { cell: ruled })];

  test("equal neighbours become one cell without lines inside, drawn again on the next page", () => {
    const { value } = layOutData(canvas([page([table(joined, { rowsPerPage: 3 })])], STYLES), grouped("AABBB"));
    expect(pageLines(value, 0)).toEqual(["line|amount", "A|1", "2", "B|3"]);
    expect(pageLines(value, 1)).toEqual(["line|amount", "B|4", "5"]);
    const rules = value.pages[0]?.items.filter((item) => item.kind === "stroke").map(describeItem) ?? [];
    expect(rules.filter((rule) => rule.includes(",30-"))).toEqual(["stroke 49.91,30-90.09,30 w 0.18"]);
    const spans = value.structure.filter((node) => node.type === "TD").map((node) => node.rowSpan);
    expect(spans).toEqual([2, 1, 1, 1, 1, 2, 1, 1]);
  });

  test("empty texts are never joined", () => {
    const items = [{ amount: 1 }, { amount: 2 }];
    const { value } = layOutData(canvas([page([table(joined)])], STYLES), { items });
    expect(value.structure.filter((node) => node.type === "TD").every((node) => node.rowSpan === 1)).toBe(true);
  });

  test("what a joined cell lacks is added to its last row on the page", () => {
    const items = [1, 2, 3].map((amount) => ({ line: "長い\n名前\nの行\n区分", amount }));
    const { value } = layOutData(canvas([page([table(joined, { foot: FOOT })])], STYLES), { items });
    const foots = value.pages[0]?.items.find((item) => item.kind === "glyphs" && item.run.text === "計");
    expect(foots?.kind === "glyphs" ? foots.yEmu : 0).toBeGreaterThan(mm(10 + 10 + 40));
    expect(value.pages.length).toBe(1);
  });

  test("a row may take its fill and colour from its record", () => {
    const paint = { kind: "computed", code: own("paint").value } as const;
    const items = [
      { name: "甲", amount: 1, paint: "#ffeeee" },
      { name: "乙", amount: 2, paint: "shade" },
    ];
    const { value } = layOutData(canvas([page([table(COLUMNS, { rowFill: paint, rowColor: paint })])], STYLES), {
      items,
    });
    const fills = value.pages[0]?.items.flatMap((item) => (item.kind === "fill" ? [item.color] : []));
    expect(fills).toEqual([[255, 238, 238, 255], SHADE]);
    const second = value.pages[0]?.items.find((item) => item.kind === "glyphs" && item.run.text === "乙");
    expect(second?.kind === "glyphs" ? second.color : null).toEqual(SHADE);
  });

  test("unused rows say so in the first, and are struck through below it", () => {
    const blank = { rowsMin: 5, blank: template("以下余白"), strike: true };
    const { value, pages } = lay(blank, grouped("AA"));
    expect(pages).toEqual([[H, ...names(1, 2), "以下余白"]]);
    const strokes = value.pages[0]?.items.filter((item) => item.kind === "stroke").map(describeItem);
    expect(strokes).toEqual(["stroke 90,50-10,70 w 0.18"]);
  });
});

describe("any groups and numbers", () => {
  const rows = fc.array(
    fc.record({
      name: fc.constantFrom("甲", "乙乙", "丙丙丙丙丙丙丙丙丙丙丙丙丙丙丙丙丙丙丙丙"),
      amount: fc.integer({ min: -999, max: 999 }),
      line: fc.constantFrom("A", "B", "C"),
    }),
    { maxLength: 40 },
  );
  const options = fc.record({
    split: fc.constantFrom("row", "cell"),
    rowsPerPage: fc.option(fc.integer({ min: 1, max: 6 })),
    grouping: fc.option(fc.record({ breaksPage: fc.boolean(), keepTogether: fc.boolean(), repeatHead: fc.boolean() })),
    foots: fc.boolean(),
  } as const);
  type Options = typeof options extends fc.Arbitrary<infer Value> ? Value : never;

  function laid({ split, rowsPerPage, grouping, foots }: Options, items: readonly object[]) {
    const groups = grouping === null ? {} : { groups: [group({ ...grouping, foot: cells(["止", 0, 1]) })] };
    const over = { split, rowsPerPage, carry: CARRY, pageFoot: SUBTOTAL, foot: foots ? FOOT : null, ...groups };
    return lay(over, { items });
  }

  test("carried sums and subtotals add up to the total, page by page", () => {
    fc.assert(
      fc.property(rows, options, (items, chosen) => {
        const { pages } = laid(chosen, items);
        const numbers = (line: string) => Number(line.slice(line.indexOf("|") + 1));
        let sum = 0;
        for (const lines of pages) {
          const carriedIn = lines.find((line) => line.startsWith("前頁より繰越"));
          if (carriedIn !== undefined) expect(numbers(carriedIn)).toBe(sum);
          const subtotal = lines.find((line) => line.startsWith("小計"));
          if (subtotal !== undefined) sum += numbers(subtotal);
          const carriedOut = lines.find((line) => line.startsWith("次頁へ繰越"));
          if (carriedOut !== undefined) expect(numbers(carriedOut)).toBe(sum);
        }
        expect(sum).toBe(items.reduce((total, item) => total + item.amount, 0));
      }),
      { numRuns: 60 },
    );
  });

  test("no record is lost or repeated, and every group is closed once", () => {
    fc.assert(
      fc.property(rows, options, (items, chosen) => {
        const { value } = laid(chosen, items);
        const content = value.pages.flatMap(({ items: placed }) =>
          placed.flatMap((item) => (item.kind === "glyphs" && item.node >= 0 ? [item] : [])),
        );
        const paths = content.flatMap((item) => item.sources.map((source) => source.path));
        const shown = new Set(paths.filter((path) => path?.endsWith(".amount")));
        expect(shown.size).toBe(items.length);
        const letters = content.map((item) => item.run.text).join("");
        const count = (letter: string) => letters.split(letter).length - 1;
        expect(count("丙")).toBe(items.reduce((sum, { name }) => sum + name.split("丙").length - 1, 0));
        expect(count("止")).toBe(chosen.grouping === null ? 0 : new Set(items.map(({ line }) => line)).size);
      }),
      { numRuns: 60 },
    );
  });
});

test.each([1, 2, 3])(
  "the diagonal of what is left blank stands on each page, its words where the table ends: %i groups",
  (groups) => {
    const source = `rpt 1
field r[].l string(4) example="A"
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page 80mm 90mm margin=10mm {
  body {
    table r rows-per-page=6 fill-rows=true blank="以下余白" strike=true {
      column l "課"
      group (.l) break=page {
        head "{.key}"
      }
    }
  }
}
`;
    const { value, diagnostics } = layOutSource(source, {
      r: Array.from({ length: groups }, (_, at) => ({ l: `${at}` })),
    });
    expect(diagnostics).toEqual([]);
    const pages = value.pages.map((page, at) => ({
      isNamed: pageLines(value, at).includes("以下余白"),
      // Nothing else of this table has lines.
      hasDiagonal: page.items.some(({ kind }) => kind === "stroke"),
    }));
    const isEnd = Array.from({ length: groups }, (_, at) => at === groups - 1);
    expect(pages).toEqual(isEnd.map((ends) => ({ isNamed: ends, hasDiagonal: true })));
  },
);

describe("keys of a written group", () => {
  const source = (type: string) => `rpt 1
document keys title="時" lang=ja
field r[].k ${type} example=["09:30", "09:30:00", "10:00"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 margin=12mm {
  body {
    table r {
      column k "k" w=40mm
      group (.k) {
        head "{count(.items)}件"
      }
    }
  }
}
`;
  const heads = (type: string) => pageLines(layOutSource(source(type)).value, 0).filter((line) => line.endsWith("件"));

  test("are times where the field is one, and texts where it is not", () => {
    expect(heads("time")).toEqual(["2件", "1件"]);
    expect(heads("string(10)")).toEqual(["1件", "1件", "1件"]);
  });
});

describe("blank rows beside groups", () => {
  const ruled = [column("name", { cell: cellBox({ borderBottom: stroke(pt(0.5)) }) })];
  // Heads and feet of these groups have no lines: the heading, records and blank rows have one each.
  const linesOf = (over: Partial<TableElement>, rows: string): readonly number[] => {
    const { value } = layOutData(canvas([page([table(ruled, { fillRows: true, ...over })])], STYLES), grouped(rows));
    return value.pages.map(({ items }) => items.filter(({ kind }) => kind === "stroke").length);
  };
  const breaks = { groups: [group({ breaksPage: true })] };
  const footed = { groups: [group({ foot: cells(["小計", 0, 0]) })] };

  test.each([
    ["before a group with break=page to its count", "AAB", { ...breaks, rowsPerPage: 6 }, [6, 6]],
    ["the first page to its own count", "AAB", { ...breaks, rowsPerPage: 6, rowsOnFirstPage: 4 }, [4, 6]],
    ["without a count all of its rest", "AAB", breaks, [7, 7]],
    ["a page whose last row went on with its foot not", "AAA", { ...footed, rowsPerPage: 4 }, [3, 4]],
  ])("are filled: %s", (_, rows, over, lines) => {
    expect(linesOf(over, rows)).toEqual(lines);
  });
});

/** Groups of 甲 by their inner key, of which 下 is kept together in a group that may be kept too. */
function nested(outer: string, more: string): string {
  return `rpt 1
field items[].name string(10) example=["一", "二", "三", "四", "五"]
field items[].outer string(1) example=["甲", "甲", "甲", "甲", "甲"]
field items[].inner string(1) example=["上", "上", "下", "下", "下"]
page w=148mm h=105mm margin=10mm {
  body {
    table items ${more} {
      column name "品名" w=1fr
      group (.outer) ${outer} {
        head "{.key}"
        group (.inner) keep=together {
          head "{.key}"
        }
      }
    }
  }
}
`;
}

const NESTED = "keep=together of a group could not be honoured: it";

test("a kept group moves whole within a kept one that no page holds", () => {
  const { value, diagnostics } = layOutSource(nested("keep=together", "rows-per-page=6"));
  expect(pageLines(value, 1)).toEqual(["品名", "甲", "下", "三", "四", "五"]);
  expect(diagnostics.filter(({ code }) => code === "RPT4012").map(({ message }) => message)).toEqual([
    `${NESTED} has 8 rows with its heads and feet, rows-per-page=6 allows fewer (page 1)`,
  ]);
});

test("a kept group within a group that may be parted moves whole, and nothing is told", () => {
  const { value, diagnostics } = layOutSource(nested("", "rows-per-page=6"));
  expect(diagnostics.filter(({ code }) => code === "RPT4012")).toEqual([]);
  expect(pageLines(value, 1)).toEqual(["品名", "甲", "下", "三", "四", "五"]);
});
