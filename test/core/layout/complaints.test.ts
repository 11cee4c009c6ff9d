import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { layOutSource, pageLines } from "../../support/lay-out.ts";

/** Rows are 10 mm high and a page's body 80 mm: it holds eight. */
function form(body: string, more = ""): string {
  return `rpt 1
field items[].name string(60) example=["品"]
field items[].amount int example=[1]
field items[].line string(10) default="A" example=["A"]
field items[].part string(10) default="x" example=["x"]
fonts gothic="Noto Sans JP"
sizes body=9pt tall=20pt
style base font=gothic size=body line-height=1
${more}
page 100mm 100mm margin=10mm {
  body {
${body}
  }
}
`;
}

const COLUMNS = `      column name "品名" w=1fr
      column amount "金額" w=25mm align=right`;
const FOOT = `      foot {
        cell "合計" col=name
        cell (sum(items[].amount)) col=amount
      }`;

const GROUP_FOOT = `        foot {
          cell "小計" col=name
          cell (sum(.items[].amount)) col=amount
        }`;

function table(properties: string, ...parts: readonly string[]): string {
  return `    table items row-h=10mm ${properties} {\n${[COLUMNS, ...parts].join("\n")}\n    }`;
}

interface Row {
  readonly name: string;
  readonly amount: number;
  readonly line?: string;
  readonly part?: string;
}

function rows(count: number, line: (at: number) => string = () => "A"): readonly Row[] {
  return Array.from({ length: count }, (_, at) => ({ name: `品${at + 1}`, amount: at + 1, line: line(at) }));
}

/** `AAB`: two rows of line A, one of B. */
function lined(lines: string): readonly Row[] {
  return rows(lines.length, (at) => lines[at] ?? "A");
}

function lay(
  source: string,
  items: readonly Row[],
): { readonly pages: readonly (readonly string[])[]; readonly found: readonly Diagnostic[] } {
  const { value, diagnostics } = layOutSource(source, { items });
  return { pages: value.pages.map((_, at) => pageLines(value, at)), found: diagnostics };
}

const H = "品名|金額";
const items = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `品${from + at}|${from + at}`);

interface Complaint {
  readonly name: string;
  readonly body: string;
  readonly rows: readonly Row[];
  readonly pages: readonly (readonly string[])[];
  readonly codes?: readonly string[];
  readonly more?: string;
}

/** What users of form tools complain about in public, each as a source and what its pages show. */
const COMPLAINTS: readonly Complaint[] = [
  {
    name: "the header is lost after a page break",
    body: table(""),
    rows: rows(9),
    pages: [
      [H, ...items(1, 7)],
      [H, ...items(8, 9)],
    ],
  },
  {
    name: "a header that stands once is not repeated",
    body: table("header=once"),
    rows: rows(9),
    pages: [[H, ...items(1, 7)], items(8, 9)],
  },
  {
    name: "the header stands alone at the page's foot",
    body: `    space 65mm\n${table("")}`,
    rows: rows(1),
    pages: [[], [H, ...items(1, 1)]],
  },
  {
    name: "the last rows leave no room for the foot, and it stands alone on a page",
    body: table("", FOOT),
    rows: rows(7),
    pages: [
      [H, ...items(1, 6)],
      [H, ...items(7, 7), "合計|28"],
    ],
  },
  {
    name: "totals that belong on the last page only stand on every page",
    body: table("", FOOT),
    rows: rows(10),
    pages: [
      [H, ...items(1, 7)],
      [H, ...items(8, 10), "合計|55"],
    ],
  },
  {
    name: "a foot that is wanted on every page stands on the last only",
    body: table("", FOOT.replace("foot {", "foot on=every {")),
    rows: rows(8),
    pages: [
      [H, ...items(1, 6), "合計|36"],
      [H, ...items(7, 8), "合計|36"],
    ],
  },
  {
    name: "a foot of several rows is torn apart where it must stay together",
    body: table(
      "",
      FOOT.replace("foot {", "foot keep=together {").replace(
        "\n      }",
        '\n        newrow\n        cell "税" col=name\n      }',
      ),
    ),
    rows: rows(6),
    pages: [
      [H, ...items(1, 5)],
      [H, ...items(6, 6), "合計|21", "税"],
    ],
  },
  {
    name: "groups break at the worst place: a head without a row",
    body: table("", '      group (.line) {\n        head "{.key}社"\n      }'),
    rows: lined("AAAAABB"),
    pages: [
      [H, "A社", ...items(1, 5)],
      [H, "B社", ...items(6, 7)],
    ],
  },
  {
    name: "a group's foot is parted from its rows",
    body: table("", `      group (.line) {\n${GROUP_FOOT}\n      }`),
    rows: lined("AAAAAAA"),
    pages: [
      [H, ...items(1, 6)],
      [H, ...items(7, 7), "小計|28"],
    ],
  },
  {
    name: "a group that fits a page is torn apart",
    body: table("", '      group (.line) keep=together {\n        head "{.key}社"\n      }'),
    rows: lined("AAAABBBB"),
    pages: [
      [H, "A社", ...items(1, 4)],
      [H, "B社", ...items(5, 8)],
    ],
  },
  {
    name: "nobody knows on the next page which group goes on",
    body: table("", '      group (.line) {\n        head "{.key}社"\n      }'),
    rows: lined("AAAAAAAA"),
    pages: [
      [H, "A社", ...items(1, 6)],
      [H, "A社", ...items(7, 8)],
    ],
  },
  {
    name: "every group wants a page of its own, the first included",
    body: table("", '      group (.line) break=page {\n        head "{.key}社"\n      }'),
    rows: lined("AAB"),
    pages: [
      [H, "A社", ...items(1, 2)],
      [H, "B社", ...items(3, 3)],
    ],
  },
  {
    name: "data is grouped only where it happens to be sorted",
    body: table("", '      group (.line) order=asc {\n        head "{.key}社"\n      }'),
    rows: lined("BABA"),
    pages: [[H, "A社", "品2|2", "品4|4", "B社", "品1|1", "品3|3"]],
  },
  {
    name: "numbers of records start again with every group",
    body: `    table items row-h=10mm {
      column no "番" (index) w=10mm
${COLUMNS}
      group (.line) {
        head "{.key}社"
      }
    }`,
    rows: lined("AB"),
    pages: [["番|品名|金額", "A社", "1|品1|1", "B社", "2|品2|2"]],
  },
  {
    name: "a grouped row no longer sees what its table stands in",
    body: `    each (group(items, .part)) {
      table .items row-h=10mm header=none {
        column name "品名" "{.name}は{outer.key}" w=1fr
        group (.line) {
          head "{outer.key}の{.key}"
        }
      }
    }`,
    rows: lined("AB"),
    pages: [["xのA", "品1はx", "xのB", "品2はx"]],
  },
  {
    name: "groups within groups lose their order and their sums",
    body: table(
      "",
      `      group (.line) {
        head "{.key}"
        group (.part) {
          head "{outer.key}-{.key}"
        }
${GROUP_FOOT}
      }`,
    ),
    rows: [
      { name: "品1", amount: 1, line: "A", part: "x" },
      { name: "品2", amount: 2, line: "A", part: "y" },
    ],
    pages: [[H, "A", "A-x", "品1|1", "A-y", "品2|2", "小計|3"]],
  },
  {
    name: "what is carried over does not add up",
    body: table("", "      carry (.amount) into=amount", FOOT),
    rows: rows(12),
    pages: [
      [H, ...items(1, 6), "次頁へ繰越|21"],
      [H, "前頁より繰越|21", ...items(7, 11), "次頁へ繰越|66"],
      [H, "前頁より繰越|66", ...items(12, 12), "合計|78"],
    ],
  },
  {
    name: "subtotals of a page count the rows of other pages",
    body: table("", '      pagefoot {\n        cell "頁計" col=name\n        cell (.amount) col=amount\n      }'),
    rows: rows(8),
    pages: [
      [H, ...items(1, 6), "頁計|21"],
      [H, ...items(7, 8), "頁計|15"],
    ],
  },
  {
    name: "a page has not as many rows as the form plans",
    body: table("rows-per-page=3"),
    rows: rows(4),
    pages: [
      [H, ...items(1, 3)],
      [H, ...items(4, 4)],
    ],
  },
  {
    name: "the first page, which has an address, holds fewer rows than the rest",
    body: table("rows-per-page=[1, 3]"),
    rows: rows(5),
    pages: [
      [H, ...items(1, 1)],
      [H, ...items(2, 4)],
      [H, ...items(5, 5)],
    ],
  },
  {
    name: "nobody is told that fewer rows fit than the form plans",
    body: table("rows-per-page=9"),
    rows: rows(9),
    pages: [
      [H, ...items(1, 7)],
      [H, ...items(8, 9)],
    ],
    codes: ["RPT4013"],
  },
  {
    name: "blank rows open room for more entries",
    body: table('min-rows=4 blank="以下余白"'),
    rows: rows(2),
    pages: [[H, ...items(1, 2), "以下余白"]],
  },
  {
    name: "the last page of a form of so many rows is not filled up",
    body: `${table('rows-per-page=3 fill-rows=true blank="以下余白"')}\n    text "備考"`,
    rows: rows(4),
    pages: [
      [H, ...items(1, 3)],
      [H, ...items(4, 4), "以下余白", "備考"],
    ],
  },
  {
    name: "blank rows cause a page of their own",
    body: table("min-rows=20", FOOT),
    rows: rows(3),
    pages: [[H, ...items(1, 3), "合計|6"]],
    codes: ["RPT4019"],
  },
  {
    name: "blank rows drive what stands below the table to a page of its own",
    body: `${table("min-rows=20")}\n    text "備考" h=20mm`,
    rows: rows(3),
    pages: [[H, ...items(1, 3), "備考"]],
    codes: ["RPT4019"],
  },
  {
    name: "a count of rows for each page leaves a subtotal alone under the headings",
    body: table("rows-per-page=2", `      group (.line) {\n        head "{.key}社"\n${GROUP_FOOT}\n      }`),
    rows: lined("AAB"),
    pages: [
      [H, "A社", ...items(1, 1)],
      [H, "A社", ...items(2, 2), "小計|3"],
      [H, "B社", ...items(3, 3), "小計|3"],
    ],
  },
  {
    name: "a foot stands alone where its group is to stay together",
    body: table(
      "",
      '      group (.line) keep=together {\n        head "{.key}社"\n      }',
      FOOT.replace("foot {", "foot keep=together {").replace(
        "\n      }",
        '\n        newrow\n        cell "税" col=name\n      }',
      ),
    ),
    rows: lined("AAAAAA"),
    pages: [
      [H, "A社", ...items(1, 5)],
      [H, "A社", ...items(6, 6), "合計|21", "税"],
    ],
    codes: ["RPT4012"],
  },
  {
    name: "an empty list draws a heading without words",
    body: table('empty="該当なし"', FOOT),
    rows: [],
    pages: [[H, "該当なし", "合計|0"]],
  },
  {
    name: "a record of two tiers is torn apart",
    body: table(
      "",
      "      row {\n        cell (.name) col=name\n        newrow\n        cell (.amount) col=amount\n      }",
    ),
    rows: rows(4),
    pages: [
      [H, "品1", "1", "品2", "2", "品3", "3"],
      [H, "品4", "4"],
    ],
  },
  {
    name: "equal neighbours are joined, and the word is lost on the next page",
    body: `    table items row-h=10mm {\n      column line "社" w=20mm merge=same\n${COLUMNS}\n    }`,
    rows: rows(8),
    pages: [
      ["社|品名|金額", "品1|1", "品2|2", "品3|3", "A|品4|4", "品5|5", "品6|6", "品7|7"],
      ["社|品名|金額", "A|品8|8"],
    ],
  },
  {
    name: "a column that nobody needs leaves a hole",
    body: `    table items row-h=10mm {\n      column line "社" w=20mm when=(count(items) > 5)\n${COLUMNS}\n    }`,
    rows: rows(2),
    pages: [[H, ...items(1, 2)]],
  },
  {
    name: "a heading stands alone at the page's foot",
    body: '    space 71mm\n    text "内訳" size=tall keep=next\n    text "一行目"',
    rows: rows(1),
    pages: [[], ["内訳", "一行目"]],
  },
  {
    name: "a box that must stay together is torn apart",
    body: '    space 50mm\n    stack keep=together {\n      text "一" h=20mm\n      text "二" h=20mm\n    }',
    rows: rows(1),
    pages: [[], ["一", "二"]],
  },
  {
    name: "a box taller than a page hangs the engine",
    body: '    stack keep=together {\n      text "一" h=50mm\n      text "二" h=50mm\n    }',
    rows: rows(1),
    pages: [["一"], ["二"]],
    codes: ["RPT4011"],
  },
];

describe("what users of form tools complain about does not happen", () => {
  test.each(COMPLAINTS)("$name", ({ body, rows: data, pages, codes, more }) => {
    const laid = lay(form(body, more), data);
    expect(laid.pages).toEqual(pages);
    expect(laid.found.map((one) => one.code)).toEqual(codes ?? []);
  });
});

describe("a footer that leaves the last page less room than a row needs", () => {
  const footer = '  footer h=72mm on=last {\n    text "署名" x=0mm y=0mm w=20mm h=5mm\n  }\n  body {';
  const signed = (body: string): string => form(body).replace("  body {", footer);

  test("cuts no row, and parts no head from it: the last page has the footer alone", () => {
    const group = '      group (.line) {\n        head "{.key}社"\n      }';
    const laid = lay(signed(table("", group)), rows(2));
    expect(laid.pages).toEqual([[H, "A社", ...items(1, 2)], ["署名"]]);
    expect(laid.found).toEqual([]);
  });

  test("has what may stand by itself above it where there is room", () => {
    const laid = lay(signed(`${table("header=none")}\n    text "備考"`), rows(3));
    expect(laid.pages).toEqual([items(1, 3), ["備考", "署名"]]);
  });
});

describe("a row taller than a page", () => {
  const long = { name: "長い説明が続きます。".repeat(6), amount: 1 };
  const narrow = (split: string): string =>
    form(`    table items ${split} {\n      column name "品名" w=8mm\n      column amount "金額" w=1fr\n    }`);

  test("is cut where that is allowed, without a word lost or said twice", () => {
    const { value, diagnostics } = layOutSource(narrow("split=cell"), { items: [long] });
    expect(value.pages.length).toBeGreaterThan(1);
    const text = value.pages
      .flatMap((_, page) => pageLines(value, page))
      .map((line) => line.split("|")[0])
      .join("");
    expect(text.replaceAll(/品名|金額|1/g, "")).toBe(long.name);
    expect(diagnostics).toEqual([]);
  });

  test("is cut all the same where it is not, and that is told with its measure", () => {
    const { value, diagnostics } = layOutSource(narrow("split=none"), { items: [long] });
    expect(value.pages.length).toBeGreaterThan(1);
    expect(diagnostics.map((one) => one.code)).toEqual(["RPT4010"]);
    expect(diagnostics[0]?.message).toMatch(/row 1 needs [\d.]+ ?mm, a page has [\d.]+ ?mm/);
  });
});

describe("a record of tiers that is taller than a page", () => {
  const tiered = (cells: readonly string[], heightMm: number): string =>
    form(
      table("header=none", `      row {\n        ${cells.join("\n        newrow\n        ")}\n      }`).replace(
        "10mm",
        "4mm",
      ),
    ).replace("100mm 100mm", `100mm ${heightMm}mm`);

  test("is parted between its tiers, and told with its height, record by record", () => {
    const tiers = Array.from({ length: 9 }, (_, at) => `${at + 1}段`);
    const cells = tiers.map((text) => `cell "${text}" col=name`);
    const { value, diagnostics } = layOutSource(tiered(cells, 50), { items: rows(2) });
    const lines = value.pages.map((_, page) => pageLines(value, page));
    expect(lines).toEqual([tiers.slice(0, 7), tiers.slice(7), tiers.slice(0, 7), tiers.slice(7)]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "RPT4010 row 1 needs 36.0mm, a page has 30.0mm for it, and goes on on the next one (page 1, x 10.0mm, y 10.0mm)",
      "RPT4010 row 2 needs 36.0mm, a page has 30.0mm for it, and goes on on the next one (page 3, x 10.0mm, y 10.0mm)",
    ]);
    // Nothing is lost, and nobody is kept from publishing.
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["info", "info"]);
  });

  test("is no mistake where cells over several of its rows hold all their words on their page", () => {
    const groups = Array.from({ length: 9 }, (_, at) => {
      const first = at % 3 === 0 ? [`cell "${at / 3 + 1}組" col=name rows=3`] : [];
      return [...first, `cell "${at + 1}段" col=amount`].join("\n        ");
    });
    for (const heightMm of [50, 46]) {
      const { value, diagnostics } = layOutSource(tiered(groups, heightMm), { items: rows(1) });
      const text = value.pages.flatMap((_, page) => pageLines(value, page)).join("|");
      for (const words of [1, 2, 3].map((at) => `${at}組`)) expect(text.split(words)).toHaveLength(2);
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["RPT4010", "info"]]);
    }
  });

  test("is parted within a tier that alone is taller than a page", () => {
    const cells = ["cell (.line) col=name", "cell (.name) col=name", 'cell "終" col=name'];
    const long = { name: "長い説明が続きます。".repeat(6), amount: 1 };
    const { value, diagnostics } = layOutSource(tiered(cells, 26), { items: [long] });
    const text = value.pages.flatMap((_, page) => pageLines(value, page)).join("");
    expect(text).toBe(`A${long.name}終`);
    expect(value.pages.length).toBeGreaterThan(1);
    const cut = diagnostics.filter(({ severity }) => severity === "error");
    expect(cut.map(({ code, dataPath }) => [code, dataPath])).toEqual([["RPT4010", "items[0].name"]]);
    expect(cut[0]?.message).toMatch(/^row 1 needs [\d.]+mm, a page has [\d.]+mm for it/u);
  });
});
