// Columns that a list inside of each record gives: whatever the lists hold, a value stands under its own heading.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

interface Entry {
  readonly l: string;
  readonly v: string;
}

function form(column: string, more = ""): string {
  return `rpt 1
field items[].name string(10) example=["甲", "乙"]
field items[].m[].l string(8) example=[["四月", "五月"], ["四月", "五月"]]
field items[].m[].v string(8) example=[["10", "20"], ["30", "40"]]
page 500mm 200mm margin=10mm {
  body {
    table items ${more} {
      column name "名" w=12mm
      ${column}
    }
  }
}
`;
}

const EACH = 'column each .m as=q "{q.l}" (q.v) w=9mm';

function lines(source: string, lists: readonly (readonly Entry[])[]): readonly string[] {
  const items = lists.map((m, at) => ({ name: `r${at}`, m }));
  const { value, diagnostics } = layOutSource(source, { items });
  // Two columns with one heading are told.
  const isTwice = lists.some((list) => new Set(list.map(({ l }) => l)).size < list.length);
  expect(diagnostics.map(({ code }) => code)).toEqual(isTwice ? ["RPT4035"] : []);
  return pageLines(value, 0);
}

const month = (l: string, v: string): Entry => ({ l, v });

describe("a value stands under its own heading", () => {
  test.each([
    [
      "lists in another order",
      [
        ["四月", "五月"],
        ["五月", "四月"],
      ],
      ["名|四月|五月", "r0|0.0|0.1", "r1|1.1|1.0"],
    ],
    ["a list that lacks the first", [["四月", "五月"], ["五月"]], ["名|四月|五月", "r0|0.0|0.1", "r1|1.0"]],
    [
      "a list with another one",
      [
        ["四月", "六月"],
        ["四月", "五月"],
      ],
      ["名|四月|五月|六月", "r0|0.0|0.1", "r1|1.0|1.1"],
    ],
    ["a longer list behind", [["五月"], ["四月", "五月", "六月"]], ["名|四月|五月|六月", "r0|0.0", "r1|1.0|1.1|1.2"]],
    ["a heading twice", [["四月", "四月"], ["四月"]], ["名|四月|四月", "r0|0.0|0.1", "r1|1.0"]],
    [
      "an order that only a later list tells",
      [
        ["一", "二", "三", "四"],
        ["一", "二", "三", "五"],
        ["二", "三", "四", "五"],
      ],
      ["名|一|二|三|四|五", "r0|0.0|0.1|0.2|0.3", "r1|1.0|1.1|1.2|1.3", "r2|2.0|2.1|2.2|2.3"],
    ],
    [
      "numbers that no list compares",
      [
        ["4月", "5月", "6月"],
        ["5月", "7月"],
      ],
      ["名|4月|5月|6月|7月", "r0|0.0|0.1|0.2", "r1|1.0|1.1"],
    ],
    [
      "months of a business year",
      [
        ["10", "11", "1"],
        ["12", "2"],
      ],
      ["名|10|11|12|1|2", "r0|0.0|0.1|0.2", "r1|1.0|1.1"],
    ],
    [
      "numbers that begin anew",
      [
        ["4", "5", "1"],
        ["4", "6"],
      ],
      ["名|4|5|6|1", "r0|0.0|0.1|0.2", "r1|1.0|1.1"],
    ],
    [
      "a business year in parts",
      [["10月", "11月", "12月", "1月"], ["2月", "3月"], ["9月"]],
      ["名|9月|10月|11月|12月|1月|2月|3月", "r0|0.0|0.1|0.2|0.3", "r1|1.0|1.1", "r2|2.0"],
    ],
    [
      "quarters in parts",
      [
        ["Q4", "Q1"],
        ["Q2", "Q3"],
      ],
      ["名|Q4|Q1|Q2|Q3", "r0|0.0|0.1", "r1|1.0|1.1"],
    ],
    [
      "days of the week in parts",
      [["月", "水"], ["火"], ["木", "金"]],
      ["名|月|火|水|木|金", "r0|0.0|0.1", "r1|1.0", "r2|2.0|2.1"],
    ],
    [
      "a week that begins on Sunday",
      [
        ["日曜", "月曜"],
        ["水曜", "土曜"],
      ],
      ["名|日曜|月曜|水曜|土曜", "r0|0.0|0.1", "r1|1.0|1.1"],
    ],
    [
      "words, which stay as records first show them",
      [["速度", "重量"], ["色"]],
      ["名|速度|重量|色", "r0|0.0|0.1", "r1|1.0"],
    ],
    ["numbers that share none", [["4日", "6日"], ["5日"]], ["名|4日|5日|6日", "r0|0.0|0.1", "r1|1.0"]],
    ["none in the first", [[], ["四月"]], ["名|四月", "r0", "r1|1.0"]],
  ])("%s", (_, labels, shown) => {
    const lists = labels.map((all, record) => all.map((l, at) => month(l, `${record}.${at}`)));
    for (const width of ["w=9mm", "w=auto padding=2mm", "w=1fr"]) {
      expect(lines(form(EACH.replace("w=9mm", width)), lists).toSorted()).toEqual(shown.toSorted());
    }
  });

  test("dates with their days of the week stand by their dates", () => {
    const labels = [["1(月)", "2(火)"], ["4(木)"], ["3(水)"]];
    const lists = labels.map((all, record) => all.map((l, at) => month(l, `${record}.${at}`)));
    const shown = lines(form(EACH.replace("w=9mm", "w=14mm")), lists);
    expect(shown).toContain("名|1(月)|2(火)|3(水)|4(木)");
  });

  /** Each value with the heading that stands above it, by record. */
  function underHeadings(source: string, lists: readonly (readonly Entry[])[]): readonly (readonly string[])[] {
    const items = lists.map((m, at) => ({ name: `r${at}`, m }));
    const { value, diagnostics } = layOutSource(source, { items });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const glyphs = value.pages.flatMap((page) => page.items.filter((item) => item.kind === "glyphs"));
    const top = Math.min(...glyphs.map(({ yEmu }) => yEmu));
    const columnOf = (xEmu: number): number => Math.floor((xEmu / EMU_PER_MM - 22) / 9);
    const headings = new Map(
      glyphs.flatMap(({ xEmu, yEmu, run }) => (yEmu === top ? [[columnOf(xEmu), run.text] as const] : [])),
    );
    return lists.map((_, record) => {
      const name = glyphs.find(({ run }) => run.text === `r${record}`);
      const row = glyphs.filter(({ yEmu, run }) => yEmu === name?.yEmu && run.text !== name.run.text);
      return row.map(({ xEmu, run }) => `${headings.get(columnOf(xEmu))} ${run.text}`).toSorted();
    });
  }

  const entries = fc.array(fc.constantFrom("四月", "五月", "六月", "七月", "八月", "合計"), { maxLength: 8 });

  test("columns stand in the order of all lists, where these agree on one", () => {
    const agreeing = fc.array(fc.subarray(["一", "二", "三", "四", "五", "六"], { minLength: 1 }), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(agreeing, (labels) => {
        const lists = labels.map((all, record) => all.map((l, at) => month(l, `${record}.${at}`)));
        const [headings = ""] = lines(form(EACH), lists);
        const shown = headings.split("|").slice(1);
        for (const own of labels) expect(shown.filter((each) => own.includes(each))).toEqual(own);
      }),
      { numRuns: inLane({ fast: 60, full: 1_000 }) },
    );
  });

  test("whatever lists the records have", () => {
    const property = (labels: readonly (readonly string[])[], shape: string) => {
      const lists = labels.map((all, record) => all.map((l, at) => month(l, `${record}.${at}`)));
      const wanted = lists.map((list) => list.map(({ l, v }) => `${l} ${v}`).toSorted());
      expect(underHeadings(form(EACH, shape), lists)).toEqual(wanted);
    };
    const shape = fc.constantFrom("", "row-color=#202020");
    fc.assert(fc.property(fc.array(entries, { minLength: 1, maxLength: 5 }), shape, property), {
      numRuns: inLane({ fast: 60, full: 2_000 }),
    });
  });
});

test("headings beyond what a table takes are told, and make it no wider", () => {
  const items = Array.from({ length: 30 }, (_, record) => ({
    name: `r${record}`,
    m: Array.from({ length: 20 }, (_, at) => month(`${record}.${at}`, "1")),
  }));
  const found = layOutSource(form(EACH), { items }).diagnostics.filter(({ code }) => code === "RPT4006");
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining("columns need 3612.0mm"),
    expect.stringContaining("200 more headings differ than a table has columns for"),
  ]);
});

describe("records that are one with the one above in every column", () => {
  const merged = (columns: string): string => `rpt 1
field items[].a string(10) example=["甲"]
field items[].b string(10) example=["乙"]
page 100mm 100mm margin=10mm {
  body {
    table items {
${columns}
    }
  }
}
`;
  const A = '      column a "一" w=20mm merge=same';
  const B = '      column b "二" w=20mm merge=same';
  const items = [
    { a: "甲", b: "乙" },
    { a: "甲", b: "乙" },
    { a: "甲", b: "丙" },
    { a: "甲", b: "丙" },
  ];

  test.each([
    ["one column", A, ["一", "甲", "甲", "甲", "甲"]],
    ["two columns", `${A}\n${B}`, ["一|二", "乙", "乙", "甲", "丙", "丙"]],
  ])("%s: each is printed", (_, columns, shown) => {
    const { value, diagnostics } = layOutSource(merged(columns), { items });
    expect(diagnostics).toEqual([]);
    expect(pageLines(value, 0)).toEqual(shown);
  });
});
