// Blank rows in newspaper columns: as many as the form asks for, or it is told; they go on in the column at the right.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

interface Form {
  readonly columns: number;
  readonly heightMm: number;
  readonly records: number;
  readonly minRows: number | null;
  readonly perPage: number | null;
  readonly fills: boolean;
  readonly above: boolean;
  readonly below: boolean;
  readonly foot: string;
}

const forms: fc.Arbitrary<Form> = fc.record({
  columns: fc.integer({ min: 2, max: 3 }),
  heightMm: fc.integer({ min: 60, max: 120 }),
  records: fc.integer({ min: 1, max: 24 }),
  minRows: fc.option(fc.integer({ min: 1, max: 40 })),
  perPage: fc.option(fc.integer({ min: 2, max: 9 })),
  fills: fc.boolean(),
  above: fc.boolean(),
  below: fc.boolean(),
  foot: fc.constantFrom("", "foot {", "foot on=every {"),
});

function sourceOf({ columns, heightMm, minRows, perPage, fills, above, below, foot }: Form): string {
  const counts = [
    minRows === null ? "" : `min-rows=${minRows}`,
    perPage === null ? "" : `rows-per-page=${perPage}`,
    fills ? "fill-rows=true" : "",
  ];
  return `rpt 1
field i[].n string(4) example=["品"]
colors shade=#eeeeee
sizes body=9pt
style base size=body
page w=100mm h=${heightMm}mm margin=5mm {
  body columns=${columns} column-gap=4mm {
    ${above ? 'text "上"' : ""}
    table i row-h=8mm ${counts.join(" ")} blank="余" {
      column n "名" w=1fr fill=shade border-bottom=0.25pt
      ${foot === "" ? "" : `${foot}\ncell "計" col=n fill=none\n}`}
    }
    ${below ? 'text "下"' : ""}
  }
}
`;
}

/** What stands on a page: places of its rows, and its words. */
function shownOn(form: Form) {
  const data = { i: Array.from({ length: form.records }, () => ({ n: "品" })) };
  const { value, diagnostics } = layOutSource(sourceOf(form), data);
  const pages = value.pages.map(({ items }, page) => {
    const rows = items.flatMap((item) =>
      item.kind === "fill" && item.shape.kind === "rectangle" ? [item.shape.rectangle] : [],
    );
    const words = pageLines(value, page).join("");
    return { rows, words };
  });
  return { pages, codes: diagnostics.map(({ code }) => code) };
}

const count = (words: string, letter: string): number => words.split(letter).length - 1;

test("min-rows stands in all columns of a page, or fewer are told", () => {
  fc.assert(
    fc.property(forms, (form) => {
      const { pages, codes } = shownOn({ ...form, fills: false });
      // Headings have the fill of their column.
      const rows = pages.reduce((sum, page) => sum + page.rows.length - count(page.words, "名"), 0);
      const wanted = Math.max(form.records, form.minRows ?? 0);
      if (codes.includes("RPT4019")) expect(rows).toBeLessThan(wanted);
      else expect(rows).toBe(wanted);
      for (const letter of ["上", "下"]) {
        const stands = letter === "上" ? form.above : form.below;
        expect(pages.reduce((sum, page) => sum + count(page.words, letter), 0)).toBe(stands ? 1 : 0);
      }
    }),
    { numRuns: inLane({ fast: 80, full: 2_000 }) },
  );
});

test("fill-rows fills every column of the last page", () => {
  fc.assert(
    fc.property(forms, (form) => {
      const { pages } = shownOn({ ...form, fills: true, below: false });
      const last = pages.at(-1);
      const lefts = new Set(last?.rows.map(({ leftEmu }) => leftEmu));
      expect(lefts.size).toBe(form.columns);
      expect(pages.reduce((sum, page) => sum + count(page.words, "余"), 0)).toBeLessThanOrEqual(1);
      if (form.perPage !== null) return;
      const ends = [...lefts].map((left) => {
        const own = last?.rows.filter(({ leftEmu }) => leftEmu === left) ?? [];
        return Math.max(...own.map(({ bottomEmu }) => bottomEmu));
      });
      // Rows and foot leave no room for one row more.
      for (const end of ends)
        expect(form.heightMm * 36_000 - 5 * 36_000 - end).toBeLessThan(2 * 8 * 36_000 + 4 * 36_000);
    }),
    { numRuns: inLane({ fast: 80, full: 2_000 }) },
  );
});
