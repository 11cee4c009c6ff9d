import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutOf, pageLines } from "../../../support/lay-out.ts";

const UNITS = ["", "円", "％", "件", "個", " kg", "時間"] as const;
/** One kanji numeral alone may be a letter of a word, so that it is a number with few units only. */
const KANJI_UNITS = ["", "円", "％", " kg"] as const;
const FORMATS = [
  ["#,##0", UNITS],
  ["#,##0.00", UNITS],
  ["wide", UNITS],
  ["kanji", KANJI_UNITS],
  ["kanji-unit", KANJI_UNITS],
  ["daiji", KANJI_UNITS],
] as const;

/** The lines of a number's text in a room so wide, and what is told of them. */
function laid(number: string, text: string, widthMm: number) {
  const source = `rpt 1
document whole title="数" lang=ja
field n decimal(15,2) example=1
page A4 portrait margin=5mm {
  body {
    text "${text}" w=${widthMm}mm
  }
}
`;
  const { value, diagnostics } = layOutOf(source)({ n: number });
  return { lines: pageLines(value, 0).map((line) => line.replaceAll("|", "")), diagnostics };
}

const SPLIT_TOLD = /^"(?<number>.+)" is [0-9.]+mm wide, its column [0-9.]+mm, so it is broken inside/u;
const UNIT_TOLD = /^".+" is [0-9.]+mm wide, its column [0-9.]+mm, so ".+" stands on a line of its own/u;

describe("a number in any digits", () => {
  it.each(FORMATS)("is whole on one line, or told as broken: %s", (format, units) => {
    fc.assert(
      fc.property(
        fc.bigInt(-999_999_999_999n, 999_999_999_999n),
        fc.constantFrom(...units),
        fc.constantFrom("", "合計", "金額は"),
        fc.integer({ min: 12, max: 60 }),
        (number, unit, before, widthMm) => {
          const shown = laid(`${number}`, `{format(n, '${format}')}`, 190).lines.join("");
          const { lines, diagnostics } = laid(`${number}`, `${before}{format(n, '${format}')}${unit}です`, widthMm);
          const isWhole = lines.some((line) => line.includes(shown));
          const splits = diagnostics.filter(({ message }) => SPLIT_TOLD.test(message));
          expect({ isWhole, splits: splits.length, severities: splits.map(({ severity }) => severity) }).toEqual(
            isWhole ? { isWhole, splits: 0, severities: [] } : { isWhole, splits: 1, severities: ["error"] },
          );
          if (!isWhole || unit === "") return;
          const isBeside = lines.some((line) => line.includes(shown + unit));
          expect(diagnostics.some(({ message }) => UNIT_TOLD.test(message))).toBe(!isBeside);
        },
      ),
      { numRuns: 60 },
    );
  });
});
