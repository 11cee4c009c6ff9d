// Sums that many rows make are judged: a column that holds each amount may be too narrow for what they add up to.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function brokenSums(sums: string, width: string): readonly string[] {
  const source = `rpt 1
field items[].name string(10) example=["甲"]
field items[].amount decimal(6,0) example=[9]
sizes body=10pt
style base size=body
page 100mm 80mm margin=10mm {
  body {
    table items header=repeat border=0.25pt {
      column name "品名" w=1fr
      column amount "金額" w=${width} align=right format='#,##0'
      ${sums}
    }
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const CARRY = 'carry (.amount) into=amount out="次頁へ繰越" in="前頁より繰越"';
const PAGE_FOOT = 'pagefoot {\n cell "小計" col=name\n cell (.amount) col=amount\n }';

describe("a column that holds each amount", () => {
  test.each([
    ["a carried sum", CARRY, "17mm", '"-15,999,984"'],
    ["the sum of a page", PAGE_FOOT, "15.5mm", '"-8,999,991"'],
  ])("is told to be too narrow for %s", (_, sums, width, sum) => {
    expect(brokenSums("", width)).toEqual([]);
    const [first, ...others] = brokenSums(sums, width);
    expect(first).toMatch(new RegExp(`^RPT4032 with items\\[\\]\\.amount of -999999 and items\\[\\] .*: ${sum} is `));
    expect(others).toEqual([]);
    expect(brokenSums(sums, "25mm")).toEqual([]);
  });
});
