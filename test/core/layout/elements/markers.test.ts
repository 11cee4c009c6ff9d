import fc from "fast-check";
import { expect, test } from "vitest";
import { glyphInk } from "../../../../src/core/layout/page/ink.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const WORDS = "条文";

function laid(marker: string, widthMm: number) {
  const source = `rpt 1
document list title="条" lang=ja
page A4 margin=15mm {
  body {
    text "${WORDS}" marker="${marker}" marker-w=${widthMm}mm
  }
}
`;
  const { value, diagnostics } = layOutSource(source);
  const runs = value.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === "glyphs" ? [item] : [])));
  return { lines: pageLines(value, 0), runs, diagnostics };
}

test("a marker stands on one line before its text, and one that is wider than its place is told", () => {
  const marker = fc.constantFrom("・", "1.", "(10)", "第1条", "第100条の2", "（ア）", "Article 12", "備考 欄");
  fc.assert(
    fc.property(marker, fc.integer({ min: 0, max: 30 }), (written, widthMm) => {
      const { lines, runs, diagnostics } = laid(written, widthMm);
      expect(lines).toHaveLength(1);
      const words = runs.find(({ run }) => run.text.startsWith(WORDS));
      const ends = runs.filter((one) => one !== words).map((one) => glyphInk(one).rightEmu);
      expect(Math.max(...ends)).toBeLessThanOrEqual(words?.xEmu ?? 0);
      const isWidened = (words?.xEmu ?? 0) > (15 + widthMm) * EMU_PER_MM;
      expect(diagnostics.map(({ code, message }) => [code, /^the marker ".+" needs [0-9.]+mm/u.test(message)])).toEqual(
        isWidened ? [["RPT4004", true]] : [],
      );
    }),
  );
});

test("a marker stands before words in the middle and at the right edge too", () => {
  const align = fc.constantFrom("left", "center", "right", "justify");
  const words = fc.constantFrom("注意", "長い本文が続くので折り返します。長い本文が続くので折り返します。", "甲 乙");
  const more = fc.constantFrom("", "fit=shrink", "w=60mm place=center");
  fc.assert(
    fc.property(align, words, more, (where, written, other) => {
      const line = `text "${written}" marker="・" marker-w=5mm align=${where} ${other}`;
      const { value } = layOutSource(`rpt 1
document list title="条" lang=ja
page A4 margin=15mm {
  body {
    ${line}
  }
}
`);
      const runs = value.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === "glyphs" ? [item] : [])));
      const marker = runs.find(({ run }) => run.text === "・");
      const top = Math.min(...runs.filter((one) => one !== marker).map(({ yEmu }) => yEmu));
      const starts = runs.filter((one) => one !== marker && one.yEmu === top).map(({ xEmu }) => xEmu);
      expect(Math.min(...starts) - (marker?.xEmu ?? 0)).toBe(5 * EMU_PER_MM);
    }),
  );
});
