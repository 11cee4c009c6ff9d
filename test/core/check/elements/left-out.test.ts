import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";

// RPT1025: a condition takes something away that what stays needs.

function form(body: string): string {
  return `rpt 1
document c title="a" lang=ja
field codes bool example=true
field prices bool example=false
field life? int example=1
field quake? int example=2
field loan? int example=3
field items[].n int example=[1, 2]
let total = sum(items[].n)
fonts gothic="Noto Sans JP"
sizes body=9pt
colors ink=#1a1a1a
style base font=gothic size=body color=ink
page A4 margin=15mm {
  body {
    text "{codes}{prices}{life ?? 0}{quake ?? 0}{loan ?? 0}{total}"
${body}
  }
}
`;
}

function told(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics;
}

/** Columns a and c are always shown, b with codes, d and e with prices. */
function withFoot(foot: string, around: readonly [string, string] = ["foot {", "}"]): string {
  return form(`    table items {
      column a "甲" (.n)
      column b "乙" (.n) when=(codes)
      column c "丙" (.n)
      column d "丁" (.n) when=(prices)
      column e "戊" (.n) when=(prices)
      ${around[0]}
        ${foot.split("; ").join("\n        ")}
      ${around[1]}
    }`);
}

describe("words of a foot and their values are left out together", () => {
  test.each([
    [
      'cell "合計" col=b; cell (total) col=c',
      '"合計" goes with column b where (codes) does not hold, and (total) stays',
    ],
    [
      'cell (total) col=c; cell "合計" col=b',
      '"合計" goes with column b where (codes) does not hold, and (total) stays',
    ],
    [
      'cell "合計" col=a..c; cell (total) col=d',
      '(total) goes with column d where (prices) does not hold, and "合計" stays',
    ],
    [
      'cell "合計" col=b; cell (total) col=d..e',
      '"合計" goes with column b where (codes) does not hold, and (total) stays',
    ],
    [
      'cell "小計" col=a; cell (total) col=c; newrow; cell "計" col=b; cell (total) col=c',
      '"計" goes with column b where (codes) does not hold, and (total) stays',
    ],
  ])("%s", (foot, message) => {
    const found = told(withFoot(foot));
    expect(found.map((each) => `${each.code} ${each.message}`)).toEqual([`RPT1025 ${message}`]);
  });

  test.each([
    'cell "合計" col=a; cell (total) col=c; cell (total) col=d',
    'cell "合計" col=a..b; cell (total) col=c',
    'cell "合計" col=d; cell (total) col=e',
    'cell "合計" col=a; cell (total) col=b..c',
    'cell "合計" col=a; cell (total) col=c; cell "税" col=d; cell (total) col=e',
    'cell "※" col=b; cell (total) col=c',
    'cell "以上" col=b',
  ])("nothing is told of %s", (foot) => {
    expect(told(withFoot(foot))).toEqual([]);
  });

  test("feet of groups and pages are asked too", () => {
    const lost = ['cell "計" col=b; cell (.n) col=c', ["pagefoot {", "}"]] as const;
    expect(told(withFoot(...lost)).map((each) => each.code)).toEqual(["RPT1025"]);
    const grouped = ['cell "計" col=b; cell (sum(items[].n)) col=c', ["group (.n) {\n foot {", "}\n }"]] as const;
    expect(told(withFoot(...grouped)).map((each) => each.code)).toEqual(["RPT1025"]);
  });
});

/** Every part of tables and schedules that holds rows of cells, around words that stay and a value that goes. */
const CELLED: readonly (readonly [name: string, table: string, sum: string])[] = [
  ["head", "table", "(total)"],
  ["row", "table", "(.n)"],
  ["pagefoot", "table", "(.n)"],
  ["foot", "table", "(total)"],
  ["head", "gantt", "(total)"],
  ["foot", "gantt", "(total)"],
  ["group head", "table", "(sum(.items[].n))"],
  ["group foot", "table", "(sum(.items[].n))"],
  ["group head", "gantt", "(sum(.items[].n))"],
  ["group foot", "gantt", "(sum(.items[].n))"],
  ["group group head", "table", "(sum(.items[].n))"],
];

function celled(name: string, table: string, cells: readonly string[]): string {
  const words = name.split(" ");
  const block = words.reduceRight(
    (inner, word) => `${word}${word === "group" ? " (.n)" : ""} {\n${inner}\n}`,
    cells.join("\n"),
  );
  const axis = table === "gantt" ? "scale from=(from) to=(to)\nbar start=(from) end=(to)\n" : "";
  const columns = 'column a "甲" (.n) w=20mm\ncolumn b "乙" (.n) w=20mm when=(codes)';
  return form(`${table} items {\n${columns}\n${axis}${block}\n}`).replace(
    "field items",
    'field from date example="2026-10-01"\nfield to date example="2026-10-02"\nfield items',
  );
}

describe.each(CELLED)("%s of a %s", (name, table, sum) => {
  const codes = (cells: readonly string[]) => told(celled(name, table, cells)).map(({ code }) => code);

  test("tells that words stay without their value", () => {
    expect(codes(['cell "計" col=a', `cell ${sum} col=b`])).toContain("RPT1025");
    expect(codes(['cell "名" col=a', 'cell "数" col=b', "newrow", 'cell "計" col=a', `cell ${sum} col=b`])).toContain(
      "RPT1025",
    );
  });

  test("tells nothing of words that go with their value, or of headings", () => {
    expect(codes([`cell ${sum} col=a`, 'cell "計" col=b'])).not.toContain("RPT1025");
    expect(codes(['cell "名" col=a', 'cell "数" col=b'])).not.toContain("RPT1025");
    expect(codes(['cell "計" col=a..b', "newrow", `cell ${sum} col=b`])).not.toContain("RPT1025");
  });
});

test("words of a group may name it", () => {
  const cells = ['cell "{.key} 計" col=a', "cell (sum(.items[].n)) col=b"];
  expect(told(celled("group foot", "table", cells)).map(({ code }) => code)).toContain("RPT1025");
  const bare = ['cell "{.key}" col=a', "cell (sum(.items[].n)) col=b"];
  expect(told(celled("group foot", "table", bare)).map(({ code }) => code)).not.toContain("RPT1025");
});

test("a heading that is computed stands above its own column", () => {
  const cells = ['cell "名" col=a', "cell (from) col=b"];
  expect(told(celled("head", "gantt", cells)).map(({ code }) => code)).not.toContain("RPT1025");
});

describe("a cell of a grid that is left out keeps its place", () => {
  const grid = (cells: string, columns: string): string =>
    form(`    grid cols=[${columns}] {\n      ${cells.split("; ").join("\n      ")}\n    }`);

  test.each([
    ["single cells", 'text "a"; text "b" when=(codes); text "c"; text "d" when=(prices)', "1fr, 1fr"],
    ["a first one", 'text "a" when=(codes); text "b"; text "c"; text "d"', "1fr, 1fr"],
    ["a row that is left out whole", 'text "a" when=(codes); text "b" when=(codes); text "c"; text "d"', "1fr, 1fr"],
    ["a value of a label", 'text "電話"; text (life) when=(has(life)); text "宛"; text "様"', "20mm, 1fr"],
  ])("nothing is told of %s", (_, cells, columns) => {
    expect(told(grid(cells, columns))).toEqual([]);
  });
});

describe("what the repair writes has nothing to tell", () => {
  const kinds: Readonly<Record<string, readonly [open: string, close: string]>> = {
    foot: ["foot {", "}"],
    pagefoot: ["pagefoot {", "}"],
    "foot of a group": ["group (.n) {\n foot {", "}\n }"],
  };
  const values: Readonly<Record<string, string>> = {
    foot: "(total)",
    pagefoot: "(.n)",
    "foot of a group": "(total)",
  };
  test.each(
    Object.keys(kinds).flatMap((kind) => [
      { kind, words: "b", value: "c" },
      { kind, words: "a", value: "b" },
    ]),
  )("$kind, words in $words, the value in $value", ({ kind, words, value }) => {
    const written = values[kind] ?? "";
    const foot = `cell "頁計" col=${words}; cell ${written} col=${value}`;
    const source = withFoot(foot, kinds[kind]);
    const [found, ...others] = told(source);
    expect([found?.code, others]).toEqual(["RPT1025", []]);
    const repair = found?.repair?.title.split("what stays as ")[1]?.replace("…", written.slice(1, -1)) ?? "";
    const [stays, over] = words === "b" ? [written, `cell ${repair} col=c`] : ['"頁計"', `cell ${repair} col=a`];
    const mended = source.replace(`cell ${stays} col=${words === "b" ? "c" : "a"}`, () => over);
    expect(mended).not.toBe(source);
    expect(told(mended)).toEqual([]);
  });
});

describe("a block of cells with a condition of its own", () => {
  const cells = 'cell "平均" col=a; cell (total) col=b';
  test.each([
    ["(codes)", true],
    ["(prices and codes)", true],
    ["(prices)", false],
    ["(prices or codes)", false],
  ])("foot when=%s", (condition, holds) => {
    const found = told(withFoot(cells, [`foot when=${condition} {`, "}"])).map(({ code }) => code);
    expect(found).toEqual(holds ? [] : ["RPT1025"]);
  });
});
