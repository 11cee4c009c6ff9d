// Choices, flags and absent values are as usual as any others, alone and together: what they break is a warning.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(fields: readonly string[], element: string): readonly string[] {
  const source = `rpt 1
document form lang=ja
${fields.join("\n")}
page A4 margin=15mm {
  body {
    ${element}
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

test("a text that two choices show together is a warning, and names both", () => {
  const fields = ["field k enum(a, b, c) example=a", "field ok bool example=true"];
  const told = found(
    fields,
    `text "{if(k == 'b' and not ok, '該当する数量はありませんでしたので空欄', 'x')}" w=30mm h=5mm`,
  );
  expect(told).toEqual([expect.stringMatching(/^RPT4031 with k of b and ok of false: text needs/u)]);
});

test.each([
  ["field n? string(12) pattern='^[0-9]{1,12}$' example=\"1234\"", 'barcode nw7 "A{n}B" w=80mm h=15mm'],
  ["field n? string(11) pattern='^[0-9]{11}$' example=\"01234567894\"", 'barcode ean13 "49{n}" w=40mm h=15mm'],
  ["field n? string(4) pattern='^[0-9]{4}$' example=\"1234\"", 'barcode itf "1{n}2" w=40mm h=15mm'],
])("letters that stand alone in a bar code where its field is absent: %s", (field, element) => {
  const alone = found([field], element).filter((one) => one.includes("with n of no characters"));
  const barcodeWithout = element.replaceAll("{n}", "");
  const isCode = found([], barcodeWithout).length === 0;
  expect(alone).toHaveLength(isCode ? 0 : 1);
  const guarded = found([field], `${element} when=(has(n))`);
  expect(guarded.filter((one) => one.includes("no characters"))).toEqual([]);
});
