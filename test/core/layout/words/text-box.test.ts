import { describe, expect, test } from "vitest";
import type { Box, TextStyle } from "../../../../src/core/canvas/index.ts";
import { canvas, field, length, mm, page, pt, text, textStyle } from "../../../support/canvas-builder.ts";
import { layOutData, pageLines } from "../../../support/lay-out.ts";

/** 10 pt text in a box of 20 × 6 mm: five han characters and one line. */
function show(value: string, style: Partial<TextStyle>, over: Partial<Box> = {}) {
  const form = canvas(
    [page([text(field("name"), { box: { width: length(mm(20)), heightEmu: mm(6), ...over } })])],
    [textStyle(style)],
  );
  const { value: document, diagnostics } = layOutData(form, { name: value });
  const item = document.pages[0]?.items.find((one) => one.kind === "glyphs");
  return {
    lines: pageLines(document, 0),
    found: diagnostics.map((one) => `${one.code} ${one.severity} ${one.message}`),
    item: item?.kind === "glyphs" ? item : null,
  };
}

describe("text in its box", () => {
  const CASES = [
    { name: "text that fits", value: "国語国語国", style: {}, found: [] },
    {
      name: "text with too many lines for its height",
      value: "国語国語国語",
      style: {},
      found: ["RPT4001 error text needs 8.9mm, its box has 6.0mm (page 1, x 10.0mm, y 10.0mm, name)"],
    },
    {
      name: "text with more lines than lines= allows",
      value: "国\n語\n国",
      style: { linesMax: 2 },
      box: { heightEmu: null },
      found: ["RPT4001 error text needs 3 lines, lines=2 allows fewer (page 1, x 10.0mm, y 10.0mm, name)"],
    },
    { name: "text that shrinks into its box", value: "国語国語国語国", style: { fit: "shrink" }, found: [] },
    {
      name: "text that does not fit even at its smallest size",
      value: "国語".repeat(20),
      style: { fit: "shrink" },
      found: [
        expect.stringMatching(
          /^RPT4002 error text does not fit even at 6pt: it needs [0-9.]+mm of width, has 20\.0mm \(page 1, x 10\.0mm/u,
        ),
      ],
    },
    {
      name: "text that is clipped",
      value: "国語国語国語国語",
      style: { fit: "clip" },
      found: ["RPT4003 warning 3 characters are clipped, its box is 20.0mm wide (page 1, x 10.0mm, y 10.0mm, name)"],
    },
    {
      name: "text on one line that is clipped",
      value: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      style: { fit: "clip", wrap: "none" },
      found: [expect.stringMatching(/^RPT4003 warning 1[0-9] characters are clipped/u)],
    },
    {
      name: "a word wider than its box",
      value: "Donaudampfer",
      style: {},
      box: { heightEmu: null },
      found: [
        expect.stringMatching(
          /^RPT4004 warning "Donaud.+" is [0-9.]+mm wide, its column 20\.0mm, so it is broken inside/u,
        ),
      ],
    },
    {
      name: "a word longer than words are",
      value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      style: {},
      box: { heightEmu: null },
      found: [expect.stringMatching(/^RPT4004 info "a{3,}.*" is [0-9.]+mm wide, its column 20\.0mm, so it is broken/u)],
    },
    {
      name: "a number longer than amounts are",
      value: "999999999999999999999999",
      style: {},
      box: { heightEmu: null },
      found: [expect.stringMatching(/^RPT4004 info "999.+" is [0-9.]+mm wide, its column 20\.0mm, so it is broken/u)],
    },
    {
      name: "an amount wider than its box",
      value: "¥999,999,999,999,999,999",
      style: {},
      box: { heightEmu: null },
      found: [expect.stringMatching(/^RPT4004 error "¥999.+" is [0-9.]+mm wide, its column 20\.0mm, so it is broken/u)],
    },
    {
      name: "a word that may not be broken and is wider than its box",
      value: "Donaudampfschifffahrt",
      style: { wrap: "none" },
      box: { heightEmu: null },
      found: [
        expect.stringMatching(/^RPT4004 error "Donaud.+" is [0-9.]+mm wide, its column 20\.0mm, so it runs out of it/u),
      ],
    },
    {
      name: "a character without a glyph",
      value: "国\u{10ffff}",
      style: {},
      found: ['RPT4005 error no font has a glyph for "\u{10ffff}" (U+10FFFF) (page 1, x 10.0mm, y 10.0mm, name)'],
    },
  ] satisfies { name: string; value: string; style: Partial<TextStyle>; box?: Partial<Box>; found: unknown[] }[];

  test.each(CASES)("$name", ({ value, style, box, found }) => {
    expect(show(value, style, box).found).toEqual(found);
  });

  test("a shrunk line keeps the baseline of its full size", () => {
    const full = show("国語", { fit: "shrink" }, { heightEmu: null }).item;
    const shrunk = show("国語".repeat(5), { fit: "shrink" }, { heightEmu: null }).item;
    expect(shrunk?.sizeEmu).toBeLessThan(full?.sizeEmu ?? 0);
    expect(shrunk?.yEmu).toBe(full?.yEmu);
  });

  test("clipped text ends before its box does", () => {
    const { item } = show("国語国語国語国語", { fit: "clip" });
    expect(item?.advanceEmu).toBeLessThanOrEqual(mm(20));
    expect(item?.run.text).toBe("国語国語国");
  });

  const VALIGNS = [
    { valign: "top", y: 10 },
    { valign: "middle", y: 17.5 },
    { valign: "bottom", y: 25 },
  ] as const;

  test.each(VALIGNS)("valign=$valign in a box of 20 mm", ({ valign, y }) => {
    const style = { sizeEmu: mm(2.5), lineHeightThousandths: 2000, valign };
    // Half the leading and the ascent lie above the baseline.
    expect(show("国", style, { heightEmu: mm(20) }).item?.yEmu).toBe(mm(y + 1.25 + 2.2));
  });

  test("a box lower than its line holds the text in the middle while the em box fits", () => {
    const style = { sizeEmu: pt(10), lineHeightThousandths: 2000 };
    const { item, found } = show("国", style, { heightEmu: pt(12) });
    expect(found).toEqual([]);
    expect(item?.yEmu).toBe(mm(10) + pt(1) + pt(8.8));
  });

  test("what is said of the same place again is told once", () => {
    const form = canvas([
      page(Array.from({ length: 1 }, () => text(field("name"), { box: { width: length(mm(5)) } }))),
    ]);
    const { diagnostics } = layOutData(form, { name: "\u{10fffd}\n".repeat(6) });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).not.toHaveProperty("count");
  });
});
