// The sum under the rows of a page or of a newspaper column is that of the rows between its head and itself, and what
// is carried that of all rows before; where the two differ, the label says which of them it is (RPT1030).
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const ROWS = [1, 2, 9, 10, 11, 12, 21, 22, 23, 33, 34, 60];
const LABELS = ["頁計", "段計"] as const;
/** Powers of two: each sum says by itself which rows it adds up. */
const amountOf = (at: number): number => 2 ** (at % 45);

const PARTS = {
  "a sum": ["pagefoot"],
  "a carry": ["carry"],
  "a sum and a carry": ["carry", "pagefoot"],
  "a sum and a total": ["pagefoot", "foot"],
  "a sum, a carry and a total on every page": ["carry", "pagefoot", "every"],
} as const;

const WHERE = {
  "the body": (columns: number, table: string) => `  body columns=${columns} gap=4mm {\n${table}\n  }`,
  "columns below other things": (columns: number, table: string) =>
    `  body {\n    text "前"\n    columns n=${columns} gap=4mm {\n${table}\n    }\n    text "後"\n  }`,
} as const;

function formOf(where: keyof typeof WHERE, columns: number, parts: readonly string[], label: string): string {
  const lines = [
    'column name "名" w=1fr',
    'column amount "額" w=34mm align=right',
    parts.includes("carry") ? 'carry (.amount) into=amount out="繰越" in="繰入"' : "",
    parts.includes("pagefoot") ? `pagefoot {\n cell "${label}" col=name\n cell (.amount) col=amount\n }` : "",
    parts.includes("foot") ? 'foot {\n cell "合計" col=name\n cell (sum(items[].amount)) col=amount\n }' : "",
    parts.includes("every") ? 'foot on=every {\n cell "総計" col=name\n cell (sum(items[].amount)) col=amount\n }' : "",
  ];
  const written = lines.filter((line) => line !== "").join("\n ");
  return `rpt 1
document d title="明細" lang=ja
field items[].name string(9) example=["甲"]
field items[].amount decimal(16,0) example=[1]
sizes body=9pt
style base size=body
page w=190mm h=70mm margin=5mm {
${WHERE[where](columns, ` table items header=repeat split=none {\n ${written}\n }`)}
}
`;
}

/** The rows of each column of each page in the order in which they are read. */
function columnsOf({ pages }: PageDocument, columns: number): readonly (readonly string[])[] {
  const widthEmu = (190 * 36_000) / columns;
  return pages.flatMap(({ items }) => {
    const texts = items.flatMap((item) =>
      item.kind === "glyphs" ? [{ text: item.run.text, x: item.xEmu, y: item.yEmu }] : [],
    );
    return Array.from({ length: columns }, (_, column) => {
      const own = texts.filter(({ x }) => Math.floor(x / widthEmu) === column).sort((one, other) => one.y - other.y);
      return [...Map.groupBy(own, ({ y }) => y).values()].map((row) =>
        row
          .sort((one, other) => one.x - other.x)
          .map(({ text }) => text)
          .join(" "),
      );
    }).filter((rows) => rows.some((row) => row === "名 額"));
  });
}

describe.each([1, 2, 3])("in %i columns", (columns) => {
  describe.each(Object.keys(WHERE) as (keyof typeof WHERE)[])("of %s", (where) => {
    test.each(Object.entries(PARTS))("%s", (_name, parts) => {
      for (const label of LABELS) {
        const source = formOf(where, columns, parts, label);
        const told = compileSource(source).diagnostics.map(({ code }) => code);
        const isNamed = columns === 1 || label === "段計" || !parts.some((part) => part === "pagefoot");
        expect(told.includes("RPT1030"), source).toBe(!isNamed);
        for (const count of ROWS) expectSums(source, columns, count, parts);
      }
    });
  });
});

function expectSums(source: string, columns: number, count: number, parts: readonly string[]): void {
  const items = Array.from({ length: count }, (_, at) => ({ name: `r${at}`, amount: amountOf(at) }));
  const { value, diagnostics } = layOutSource(source, { items });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const seen: number[] = [];
  let carried = 0;
  for (const rows of columnsOf(value, columns)) {
    const numberOf = (label: string) => Number(rows.find((row) => row.startsWith(`${label} `))?.split(" ")[1] ?? NaN);
    const own = rows.flatMap((row) => (/^r(\d+) /.test(row) ? [Number(row.slice(1).split(" ")[0])] : []));
    const sum = own.reduce((all, at) => all + amountOf(at), 0);
    const isFirst = seen.length === 0;
    seen.push(...own);
    if (parts.includes("carry") && !isFirst && own.length > 0) expect(numberOf("繰入")).toBe(carried);
    carried += sum;
    const isLast = seen.length === count;
    if (parts.includes("carry") && !isLast) expect(numberOf("繰越")).toBe(carried);
    if (parts.includes("pagefoot") && own.length > 0) {
      expect(
        rows.some((row) => row === `頁計 ${sum}` || row === `段計 ${sum}`),
        `${sum} in ${rows.join("/")}`,
      ).toBe(true);
    }
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, at) => at));
}
