import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CanvasElement, TableElement } from "../../../../src/core/canvas/index.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import {
  allBorders,
  band,
  canvas,
  column,
  each,
  field,
  foot,
  length,
  mm,
  own,
  page,
  pageNumber,
  share,
  space,
  stack,
  table,
  template,
  text,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { fractions, layOutData } from "../../../support/lay-out.ts";

const RUNS = { numRuns: 60 };

/** Words of han, kana and Latin letters; every character has a glyph, none is a space that a line's end would drop. */
const word = fc.string({
  unit: fc.constantFrom(..."国語帳票あいうアイウabcXYZ0123、。（）ー"),
  minLength: 1,
  maxLength: 120,
});
const items = fc.array(fc.record({ name: word, note: word }), { maxLength: 60 });

/** All characters of what is not a repeat, in reading order: items of structure nodes, node by node. */
function contentText(document: PageDocument): string {
  const byNode = new Map<number, string>();
  for (const { items } of document.pages) {
    for (const item of items) {
      if (item.kind !== "glyphs" || item.node < 0) continue;
      byNode.set(item.node, (byNode.get(item.node) ?? "") + item.run.text);
    }
  }
  return [...byNode.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, shown]) => shown)
    .join("");
}

const STYLES = [textStyle(), textStyle({ wrap: "char", align: "justify" })];
const NUMBERED = band("footer", mm(6), [
  text(template(pageNumber("page.n")), { box: { xEmu: 0, yEmu: 0, width: length(mm(20)), heightEmu: mm(6) } }),
]);

function tableOf(over: Partial<TableElement>): TableElement {
  const columns = [column("name", { width: share() }), column("note", { width: length(mm(25)), bodyStyle: 1 })];
  return table(columns, { header: "none", ...over });
}

function footOf(...contents: readonly string[]) {
  return foot(contents.map((content) => [{ content, from: 0, to: 1 }]));
}

/** What the foot shows, as it follows the rows. */
function footText(options: { readonly foot: ReturnType<typeof footOf> | null }): string {
  const parts = options.foot?.rows.flatMap((row) => row.flatMap((cell) => cell.content)) ?? [];
  return parts.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
}

const tableOptions = fc.record({
  split: fc.constantFrom("row", "none", "cell"),
  rowsMin: fc.integer({ min: 0, max: 12 }),
  rowsPerPage: fc.option(fc.integer({ min: 1, max: 9 })),
  fillRows: fc.boolean(),
  foot: fc.constantFrom(null, footOf("計"), footOf("計", "税", "合計"), {
    ...footOf("計", "税", "合計"),
    keep: "none",
  }),
} as const);

describe("pages of arbitrary data", () => {
  test("a table loses and repeats no text over its page breaks", () => {
    fc.assert(
      fc.property(items, tableOptions, (rows, options) => {
        const document = layOutData(canvas([page([tableOf(options)], { bands: [NUMBERED] })], STYLES), {
          items: rows,
        }).value;
        const expected = rows.map(({ name, note }) => name + note).join("") + footText(options);
        expect(contentText(document)).toBe(expected);
      }),
      RUNS,
    );
  });

  test("nested flows with keeps lose and repeat no text", () => {
    const keep = fc.constantFrom("none", "next", "together") as fc.Arbitrary<"none" | "next" | "together">;
    fc.assert(
      fc.property(
        items,
        fc.array(keep, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 0, max: 40 }),
        (rows, keeps, minMm) => {
          const record = stack(
            [
              text(own("name"), { box: { keep: keeps[0] ?? "none" } }),
              space(mm(2)),
              stack([text(own("note"))], {
                kind: "box",
                box: { padding: [mm(1), mm(1), mm(1), mm(1)], ...allBorders(9_525) },
              }),
            ],
            { gapEmu: mm(1), box: { keep: keeps[1 % keeps.length] ?? "none", keepMinEmu: mm(minMm) } },
          );
          const body: CanvasElement[] = [each(field("items").value, [record], mm(2)), text("終")];
          const document = layOutData(canvas([page(body)], STYLES), { items: rows }).value;
          expect(contentText(document)).toBe(`${rows.map(({ name, note }) => name + note).join("")}終`);
        },
      ),
      RUNS,
    );
  });

  test("every number of every page is an integer, and laying out twice is identical", () => {
    fc.assert(
      fc.property(items, tableOptions, (rows, options) => {
        const template = canvas([page([tableOf({ ...options, header: "repeat" })], { bands: [NUMBERED] })], STYLES);
        const first = layOutData(template, { items: rows });
        expect(fractions(first.value)).toEqual([]);
        expect(layOutData(template, { items: rows })).toEqual(first);
      }),
      { numRuns: 15 },
    );
  });

  test("more rows never give fewer pages", () => {
    fc.assert(
      fc.property(items, tableOptions, (rows, options) => {
        const pages = (count: number) =>
          layOutData(canvas([page([tableOf(options)])], STYLES), { items: rows.slice(0, count) }).value.pages.length;
        let before = 1;
        for (let count = 0; count <= rows.length; count += 7) {
          const now = pages(count);
          expect(now).toBeGreaterThanOrEqual(before);
          before = now;
        }
      }),
      { numRuns: 25 },
    );
  });
});
