// Tables of Markdown over pages: all of their text, in order, below their heading.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GlyphRunItem, PageDocument } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const MARGIN_MM = 5;

const FORM = `rpt 1
field body text(90000) example="本文"
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page w=90mm h=@mm margin=${MARGIN_MM}mm {
  body {
    #
  }
}
`;

/** Neither signs of Markdown nor blanks, which an end of a line would drop. */
const LETTERS = fc.constantFrom(..."国語帳票あいうアイウabcXYZ0123、。（）ー");

function words(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: LETTERS, minLength: 1, maxLength });
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const tables: fc.Arbitrary<Table> = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const cell = fc.oneof({ arbitrary: words(12), weight: 5 }, words(60), words(500));
  const row = fc.array(cell, { minLength: columns, maxLength: columns });
  const head = fc.array(words(6), { minLength: columns, maxLength: columns });
  return fc.record({ head, rows: fc.array(row, { minLength: 1, maxLength: 12 }) });
});

function markdownOf({ head, rows }: Table): string {
  return [head, head.map(() => "-"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const places = fc.record({
  heightMm: fc.integer({ min: 60, max: 120 }),
  aboveMm: fc.constantFrom(0, 0, 12, 30, 45),
  around: fc.constantFrom("", "box border=0.25pt padding=2mm {", "columns n=2 {"),
  before: fc.constantFrom("", "# 題\n\n", "文\n\n", "- 項目\n\n  "),
});

function laid(text: string, heightMm: number, around: string, aboveMm = 0) {
  const element = `space ${aboveMm}mm\n    ${around}\n    markdown (body)\n    ${around === "" ? "" : "}"}`;
  return layOutSource(
    FORM.replace("@", () => String(heightMm)).replace("#", () => element),
    { body: text },
  );
}

function typeOf({ structure }: PageDocument, { node }: GlyphRunItem): string {
  return structure[node]?.type ?? "";
}

/** The words of each cell, in the order in which they are read. */
function cellsOf(document: PageDocument): readonly string[] {
  const byNode = new Map<number, string>();
  for (const { items } of document.pages) {
    for (const item of items) {
      if (item.kind !== "glyphs" || !/^T[HD]$/u.test(typeOf(document, item))) continue;
      byNode.set(item.node, (byNode.get(item.node) ?? "") + item.run.text);
    }
  }
  return [...byNode.entries()].sort(([one], [other]) => one - other).map(([, shown]) => shown);
}

/** Letters whose line leaves the page's margins. */
function outside({ pages }: PageDocument): readonly string[] {
  return pages.flatMap(({ heightEmu, items }) =>
    items.flatMap((item) =>
      item.kind === "glyphs" && item.yEmu > heightEmu - MARGIN_MM * EMU_PER_MM ? [item.run.text] : [],
    ),
  );
}

describe("tables of Markdown", () => {
  test("no text is lost, doubled or out of order", () => {
    fc.assert(
      fc.property(tables, places, (table, { heightMm, aboveMm, around, before }) => {
        const text = before + markdownOf(table).replaceAll("\n", before.startsWith("-") ? "\n  " : "\n");
        const { value, diagnostics } = laid(text, heightMm, around, aboveMm);
        // Of a number that is wider than its column, both halves are there.
        expect(diagnostics.filter(({ code }) => code !== "RPT4004")).toEqual([]);
        expect(cellsOf(value)).toEqual([table.head, ...table.rows].flat());
        expect(outside(value)).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  test("each page with rows begins with the heading", () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 60, max: 120 }), ({ head, rows }, heightMm) => {
        const { value } = laid(markdownOf({ head, rows }), heightMm, "");
        for (const { items } of value.pages) {
          const runs = items.filter((item) => item.kind === "glyphs");
          const first = runs.findIndex((item) => typeOf(value, item) === "TD");
          expect(
            runs
              .slice(0, first)
              .map(({ run }) => run.text)
              .join(""),
          ).toBe(head.join(""));
          expect(first).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("no word is broken inside where all words of a row have room side by side", () => {
    // In letters of the text's size: the page's width, the widest of A to Z with what is free beside a cell's text, and
    // the least width of a column.
    const [WIDTH, LETTER, BESIDE, LEAST] = [25, 0.7, 0.9, 3] as const;
    const column = fc.record({
      letters: fc.integer({ min: 1, max: 24 }),
      prose: fc.integer({ min: 0, max: 120 }),
    });
    const columns = fc.array(column, { minLength: 2, maxLength: 5 });
    const narrow = columns.filter((all) => {
      const least = all.map(({ letters }) => Math.max(LEAST, letters * LETTER + BESIDE));
      return least.reduce((sum, one) => sum + one, 0) <= WIDTH;
    });
    fc.assert(
      fc.property(narrow, (all) => {
        const head = all.map((_, at) => `${at}`);
        const rows = [
          all.map(({ letters }) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ".slice(0, letters)),
          all.map(({ prose }) => `文${"文章".repeat(prose)}`),
        ];
        expect(laid(markdownOf({ head, rows }), 120, "").diagnostics).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  test("a row that fits on a page is not cut, a higher one is cut between its lines", () => {
    const filler = Array.from({ length: 9 }, (_, at) => `| ${at} | 短 |`).join("\n");
    const rowOf = (letters: number) => `| 甲 | 乙 |\n|-|-|\n${filler}\n| 行 | ${"国".repeat(letters)} |`;
    const low = laid(rowOf(100), 80, "").value;
    const pagesOf = (document: PageDocument, words: string) =>
      document.pages.filter(({ items }) =>
        items.some((item) => item.kind === "glyphs" && item.run.text.includes(words)),
      );
    expect(low.pages).toHaveLength(2);
    expect(pagesOf(low, "国")).toHaveLength(1);
    const high = laid(rowOf(900), 80, "").value;
    // It begins below the rows that it follows.
    expect(pagesOf(high, "国")[0]).toBe(high.pages[0]);
    expect(high.pages.length).toBeGreaterThan(2);
  });

  test("a heading that leaves no room for rows is printed once, as a row is", () => {
    const head = "題".repeat(700);
    const { value, diagnostics } = laid(`| ${head} | 乙 |\n|-|-|\n| 一 | 二 |\n| 三 | 四 |`, 60, "");
    expect(diagnostics).toEqual([]);
    expect(cellsOf(value)).toEqual([head, "乙", "一", "二", "三", "四"]);
    expect(outside(value)).toEqual([]);
  });
});
