// Negative numbers in Japanese numerals: no sign that reads as a digit, whether lines run across the page or down.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal, FORMAT_PATTERNS, readNumberPattern } from "../../../../src/core/expression/index.ts";
import type { GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { layOutOf } from "../../../support/lay-out.ts";

/** Patterns that are names: those of Japanese numerals. */
const PATTERNS = FORMAT_PATTERNS.flatMap(({ pattern, of }) =>
  of === "number" && /^[a-z-]+$/.test(pattern) ? [pattern] : [],
);
/** Strokes that are read as 一 before kanji, or as 1 where the line runs down. */
const STROKES = /[-\u2010-\u2015\u2212\uff0dー｜|]/u;

function printed(pattern: string, written: string): string {
  const format = readNumberPattern(pattern);
  if ("problem" in format) throw new Error(format.problem);
  return format.print(Decimal.of(written));
}

test("there are the patterns that the reference tells of", () => {
  expect(PATTERNS).toEqual(["kanji", "kanji-unit", "daiji", "wide"]);
});

describe.each(PATTERNS)("%s", (pattern) => {
  test("a number below zero is that above it with ▲ before it", () => {
    const numbers = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.nat({ max: 99 }));
    fc.assert(
      fc.property(numbers, ([whole, part]) => {
        const above = printed(pattern, `${whole}.${String(part).padStart(2, "0")}`);
        const below = printed(pattern, `-${whole}.${String(part).padStart(2, "0")}`);
        // What is rounded to nothing has no sign.
        const isZero = /^[〇零０．・，]+$/u.test(above);
        expect(below).toBe(isZero ? above : `▲${above}`);
        expect(below).not.toMatch(STROKES);
      }),
    );
  });

  /** The letters of a number in both directions of a line, each with its glyph. */
  function drawn(writing: string, n: string): readonly (readonly [letter: string, glyph: number])[] {
    const { value, diagnostics } = layOutOf(`rpt 1
document notes title="注" lang=ja
field n decimal(20,2) example=1
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 margin=10mm {
  body {
    text "{format(n, '${pattern}')}" writing=${writing} w=${writing === "vertical" ? "10mm h=150mm" : "150mm"}
  }
}
`)(JSON.parse(`{"n": ${n}}`));
    expect(diagnostics).toEqual([]);
    const items = value.pages.flatMap((page) =>
      page.items.filter((item): item is GlyphRunItem => item.kind === "glyphs"),
    );
    // Nothing lies on its side: a sign would lie along the line, as a stroke does.
    expect(items.filter(({ rotation = 0 }) => rotation !== 0)).toEqual([]);
    return items.flatMap(({ run }) =>
      run.glyphs.map((glyph, at) => [run.text[run.clusters[at] ?? 0] ?? "", glyph] as const),
    );
  }

  test.each(["-1200.5", "-1", "-11", "-0.51", "-100000000"])("%s has one sign in lines of both directions", (n) => {
    const across = drawn("horizontal", n);
    const down = drawn("vertical", n);
    expect(across[0]?.[0]).toBe("▲");
    expect(down[0]).toEqual(across[0]);
    expect(down.map(([letter]) => letter)).toEqual(across.map(([letter]) => letter));
    expect(down.map(([letter]) => letter).join("")).toBe(printed(pattern, n));
  });
});
