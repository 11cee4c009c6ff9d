import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";

const DECLARED = `rpt 1
field total int example=7
field items[].qty int example=[1, 2]
`;

/** Codes of a form whose body holds `lines`, beside fields that are not used. */
function codes(lines: string): readonly string[] {
  const source = `${DECLARED}page A4 {\nbody {\n${lines}\n}\n}\n`;
  return compileSource(source)
    .diagnostics.filter((each) => each.code !== "RPT2012")
    .map((each) => each.code);
}

describe("a quotient is told to be shown unrounded only where nothing rounds it", () => {
  test.each([
    ["text (total / 3)", ["RPT2130"]],
    ["text (total / 3) format='0.0'", []],
    ["text (format(total / 3, '0.0'))", []],
    ['text "{total / 3}"', ["RPT2130"]],
    ["table items {\ncolumn a \"A\" (.qty / 3) format='0.0'\n}", []],
    ['table items {\ncolumn a "A" (.qty / 3)\n}', ["RPT2130"]],
    ["text (total / 3) format='0.0'\ntext (total / 3)", ["RPT2130"]],
  ])("%s", (lines, expected) => {
    expect(codes(lines)).toEqual(expected);
  });

  test("a quotient that is compared is told in spite of a format", () => {
    expect(codes("text (if(total / 3 > 2, 1, 2)) format='0.0'")).toContain("RPT2130");
  });
});
