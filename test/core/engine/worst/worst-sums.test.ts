// Sums that many rows make are judged: a column that holds each amount may be too narrow for what they add up to.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

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

/** A total in a box of its own, over lists whose declarations say how long they are and how large their numbers. */
function brokenTotal(list: string, yen: string, total: string): readonly string[] {
  const source = `rpt 1
document s title="合計" lang=ja
${list}
field lines[].name string(10) example=["品", "物"]
field lines[].yen int ${yen} example=[1000, 2500]
field lines[].qty int min=0 max=9 example=[1, 2]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 margin=12mm {
  body gap=3mm {
    plate h=8mm {
      text "{format(${total}, '#,##0')}円" x=0mm y=0mm w=19mm h=5mm
    }
    table lines {
      column name "品名" w=60mm
      column qty "数量" w=30mm align=right
      column yen "金額" w=30mm align=right format='#,##0'
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message.split(":")[0]}`);
}

const DECLARED = "field lines[] max=30";
const BOUNDED = "min=0 max=999999";

describe("a sum that the declarations permit, and that has no room", () => {
  test("is a warning, as a field is: one field and its list make it", () => {
    expect(brokenTotal(DECLARED, BOUNDED, "sum(lines[].yen)")).toEqual([
      "warning RPT4031 with lines[].yen of 999999 and lines[] of 30 entries",
    ]);
  });

  test.each([
    ["nothing says how many records there are", "", BOUNDED, "sum(lines[].yen)"],
    ["nothing bounds the numbers", DECLARED, "", "sum(lines[].yen * 1)"],
    ["several fields have to be at their limits", DECLARED, "min=0 max=99999", "sum(lines[].yen * lines[].qty)"],
  ])("is an info where %s", (_, list, yen, total) => {
    const found = brokenTotal(list, yen, total);
    expect(found).not.toEqual([]);
    expect(found.filter((each) => !each.startsWith("info RPT4032 "))).toEqual([]);
  });

  test("is nothing where the records are few enough", () => {
    expect(brokenTotal("field lines[] max=2", BOUNDED, "sum(lines[].yen)")).toEqual([]);
  });
});
