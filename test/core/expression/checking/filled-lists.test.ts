// A list that declares an entry at least (`min=1`) has a largest, a smallest and a first one, so that nothing asks for
// `?? 0` there. A filter of it may be empty all the same.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const FIELDS = `field items[] min=1
field items[].price int example=[3]
field items[].day date example=["2026-12-01"]
field items[].kind? string(3) example=["x"]
field lots[].values[] decimal(8,3) min=1 max=5 example=[[1.5, 2]]
field open[] int example=[3]
field maybe[]? int min=1 example=[3]
field none[] int min=0 example=[3]
`;

function codes(text: string): readonly string[] {
  const source = `rpt 1\n${FIELDS}page A5 {\n  body {\n    ${text}\n  }\n}\n`;
  // Some fields are not shown, and `min=0` of a list asks for nothing.
  const besides = ["RPT2012", "RPT1023"];
  return compileSource(source).diagnostics.flatMap(({ code }) => (besides.includes(code) ? [] : [code]));
}

test.each([
  'text "{max(items[].price) - 1}"',
  'text "{min(items[].price) + max(items[].price)}"',
  'text "{round(avg(items[].price), 1) - 1}"',
  'text "{first(items).price + last(items).price}"',
  "text \"{format(max(items[].day), 'yyyy')} {days(min(items[].day), max(items[].day)) + 1}\"",
  'each lots {\ntext "{max(.values[]) - min(.values[])}"\n}',
])("%s", (text) => {
  expect(codes(text)).toEqual([]);
});

test.each([
  'text "{max(items[.price > 3].price) - 1}"',
  'text "{max(open[]) - 1}"',
  'text "{max(maybe[]) - 1}"',
  'text "{max(none[]) - 1}"',
  'text "{max(lots[].values[]) - 1}"',
  'text "{first(items[.price > 3]).price + 1}"',
])("%s may be absent", (text) => {
  expect(codes(text)).toContain("RPT2111");
});
