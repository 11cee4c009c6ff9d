import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function told(list: string, length: number): readonly string[] {
  const source = `rpt 1
document form lang=ja
${list}
field m[].name string(${length}) example=["1月", "2月", "3月"]
field m[].amount decimal(6,1) example=[1, 2, 3]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 margin=10mm {
  body {
    chart bar m h=50mm alt="実績" legend=none {
      category (.name)
      series "実績" (.amount)
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

test.each([30, 60, 120])("names of %i declared categories are tried at their longest", (most) => {
  expect(told(`field m[] max=${most}`, 24)).toEqual([
    expect.stringMatching(new RegExp(`m\\[\\] of ${most} entries.*categories have no room for a name`, "u")),
  ]);
});

test("names that have room are no finding", () => {
  expect(told("field m[] max=6", 4)).toEqual([]);
});
