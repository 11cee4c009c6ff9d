// What is advised where a comb has too few cells works: as many cells, as much wider, hold the letters.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const FOUND = /text has (\d+) letters, its comb (\d+) cells/;
const ADVICE =
  /^(?:set cells=(\d+)(?: and enlarge w by ([\d.]+)mm)?, or )?declare the field so that it has at most (\d+) letters?$/;

function form(example: string, cells: number, widthMm: number): string {
  return `rpt 1
document combs title="番号"
field no string(200) example="${example}"
sizes body=9pt
style base size=body
page A4 margin=10mm {
  body {
    comb (no) cells=${cells} w=${widthMm}mm h=8mm
  }
}
`;
}

function misfits(source: string) {
  const { diagnostics } = engine.check({ source, data: null, worstCases: false });
  return diagnostics.filter(({ code }) => code.startsWith("RPT4"));
}

const texts = fc.oneof(
  fc.stringMatching(/^[0-9]{2,60}$/),
  fc.stringMatching(/^[A-Z]{2,40}$/),
  fc.stringMatching(/^[国東京都港区赤坂]{2,60}$/u),
  fc.stringMatching(/^[国東京都港区赤坂]{61,90}$/u),
);

test("advice at a comb of too few cells holds what it was given for", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, few) => {
      const cells = Math.min(few, text.length - 1);
      const widthMm = cells * 4;
      const told = misfits(form(text, cells, widthMm)).find(({ message }) => FOUND.test(message));
      const [, many, wider, bound] = ADVICE.exec(told?.repair?.title ?? "") ?? [];
      expect(Number(bound)).toBe(cells);
      seen.add(many === undefined ? "none" : wider === undefined ? "cells" : "width");
      expect(misfits(form(text.slice(0, cells), cells, widthMm))).toEqual([]);
      if (many === undefined) return;
      const mended = form(text, Number(many), Math.round((widthMm + Number(wider ?? 0)) * 10) / 10);
      expect(misfits(mended)).toEqual([]);
    }),
    { numRuns: inLane({ fast: 60, full: 1_000 }) },
  );
  expect([...seen].toSorted()).toEqual(["cells", "none", "width"]);
});

test("a letter wider than its cell fits in the width that is advised, and in smaller letters", () => {
  const wide = fc.stringMatching(/^[WM国㌔ガiﾊ]{3,8}$/u);
  let told = 0;
  fc.assert(
    fc.property(wide, fc.integer({ min: 14, max: 36 }), (text, tenths) => {
      const cells = text.length;
      const narrow = form(text, cells, (cells * tenths) / 10);
      const [found, ...others] = misfits(narrow);
      if (found === undefined) return;
      told += 1;
      expect([found.code, others]).toEqual(["RPT4004", []]);
      expect(found.message).toContain("its cell");
      const [, width, shrink] = /^write w=([\d.]+)mm or more, (use fit=shrink, )?or use a smaller size$/.exec(
        found.repair?.title ?? "",
      ) as unknown as readonly string[];
      expect(misfits(form(text, cells, Number(width)))).toEqual([]);
      if (shrink !== undefined) expect(misfits(narrow.replace("h=8mm", "h=8mm fit=shrink"))).toEqual([]);
    }),
    { numRuns: inLane({ fast: 60, full: 1_000 }) },
  );
  expect(told).toBeGreaterThan(5);
});

test("letters of a comb have a cell each, and so have the marks of half-width kana", () => {
  const letter = fc.constantFrom("ｶ", "ﾀ", "ﾊ", "ガ", "か\u3099", "A", "葛\u{e0100}", "ﾞ");
  const written = fc.array(fc.tuple(letter, fc.constantFrom("", "", "ﾞ", "ﾟ")), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(written, (all) => {
      const cells = all.reduce((sum, [, mark]) => sum + 1 + mark.length, 0);
      const text = all.map((each) => each.join("")).join("");
      const told = misfits(form(text, cells - 1, 90)).find(({ message }) => FOUND.test(message));
      expect(told?.message).toContain(`text has ${cells} letters`);
      expect(misfits(form(text, cells, 120)).filter(({ message }) => FOUND.test(message))).toEqual([]);
    }),
  );
});
