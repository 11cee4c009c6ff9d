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

  test("a quotient that is compared is exact, and not told", () => {
    expect(codes("text (if(total / 3 > 2, 1, 2)) format='0.0'")).not.toContain("RPT2130");
  });
});

describe("a field whose only use stands in a text with a slip is not called unused", () => {
  const found = (text: string): readonly string[] => {
    const source = `rpt 1\nfield total int example=7\npage A4 {\nbody {\ntext ${text}\n}\n}\n`;
    return compileSource(source).diagnostics.map((each) => each.code);
  };

  test.each([
    ['"{total"', ["RPT0113"]],
    ["'{total}'", ["RPT0115"]],
    ['"{total | round}"', ["RPT0120"]],
    ['"{{total}}"', ["RPT0125"]],
    ["'{other}'", ["RPT2012", "RPT0115"]],
    ["'total'", ["RPT2012"]],
  ])("%s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
