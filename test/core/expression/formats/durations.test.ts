// Patterns of durations, as spreadsheets print them (ECMA-376 part 1, 18.8.30 and 18.8.31); a value counts minutes.
import { describe, expect, test } from "vitest";
import { readNumberPattern } from "../../../../src/core/expression/formats/number-format.ts";
import { Decimal } from "../../../../src/core/expression/values/decimal.ts";

/** What is printed of 125, -125, 0 and 1505 minutes. */
const PRINTED: Readonly<Record<string, readonly [string, string, string, string]>> = {
  "[h]:mm": ["2:05", "-2:05", "0:00", "25:05"],
  "[hh]:mm": ["02:05", "-02:05", "00:00", "25:05"],
  "[h]": ["2", "-2", "0", "25"],
  "[m]": ["125", "-125", "0", "1505"],
  "[mm]分": ["125分", "-125分", "00分", "1505分"],
  "[h]時間mm分": ["2時間05分", "-2時間05分", "0時間00分", "25時間05分"],
  '[h]"h "mm"m"': ["2h 05m", "-2h 05m", "0h 00m", "25h 05m"],
  '"計"[h]:mm': ["計2:05", "-計2:05", "計0:00", "計25:05"],
  "計[h]:mm": ["計2:05", "-計2:05", "計0:00", "計25:05"],
  '"a;b"[h]:mm': ["a;b2:05", "-a;b2:05", "a;b0:00", "a;b25:05"],
  '"[h]"[h]:mm': ["[h]2:05", "-[h]2:05", "[h]0:00", "[h]25:05"],
  '"8"[h]:mm" 0"': ["82:05 0", "-82:05 0", "80:00 0", "825:05 0"],
  "[h]:mm;-[h]:mm": ["2:05", "-2:05", "0:00", "25:05"],
  '[h]:mm;-[h]:mm;"－"': ["2:05", "-2:05", "－", "25:05"],
  "[h]:mm;▲[h]:mm;－": ["2:05", "▲2:05", "－", "25:05"],
  "[h]:mm;([h]:mm)": ["2:05", "(2:05)", "0:00", "25:05"],
  "[h]:mm;;": ["2:05", "", "", "25:05"],
  '[h]:mm;"不足"[m]分;"なし"': ["2:05", "不足125分", "なし", "25:05"],
};

describe("a pattern of durations", () => {
  test.each(Object.entries(PRINTED))("%s prints what a spreadsheet does", (pattern, wanted) => {
    const format = readNumberPattern(pattern);
    if ("problem" in format) throw new Error(format.problem);
    expect(["125", "-125", "0", "1505"].map((minutes) => format.print(Decimal.of(minutes)))).toEqual(wanted);
  });

  test.each([
    ["[h]:mm:ss", "a duration counts minutes, and prints no seconds"],
    ["[s]", "a duration counts minutes, and prints no seconds"],
    ["[h]mm", "a duration is written [h]:mm or [m], with signs and quoted words around it"],
    ["[m]:mm", "a duration is written [h]:mm or [m], with signs and quoted words around it"],
    ["[d]", "a duration is written [h]:mm or [m], with signs and quoted words around it"],
    ["[h]:mm 0", "a duration is written [h]:mm or [m], with signs and quoted words around it"],
    ["[h]:mm;0", "a duration is written [h]:mm or [m], with signs and quoted words around it"],
    ["計;[h]:mm", "the first section, of positive numbers, prints no duration"],
    ["[h]:mm;;;", "a pattern has at most three sections: positive;negative;zero"],
    ['"計[h]:mm', 'a " is not closed'],
  ])("%s is refused, with what works", (pattern, problem) => {
    const format = readNumberPattern(pattern);
    expect("problem" in format ? format.problem : null).toBe(problem);
    const better = "problem" in format ? format.better : null;
    if (better !== null && !better.startsWith('"')) expect("print" in readNumberPattern(better)).toBe(true);
  });
});
