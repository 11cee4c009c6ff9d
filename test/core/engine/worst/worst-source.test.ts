import { describe, expect, test } from "vitest";
import { contractSchema, parseCanvas } from "../../../../src/core/canvas/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function checked(fields: readonly string[], source: string) {
  const form = `rpt 1
document bills lang=ja title="請求 {r.name}"
${fields.join("\n")}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
source ${source} as=r
page A5 margin=10mm {
  body {
    text "{r.name}"
  }
}
`;
  const { template, diagnostics } = engine.check({ source: form, data: null });
  if (template === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  const schema = contractSchema(parseCanvas(template.canvasJson), { canvasId: "cnv_x", version: 1 });
  return { schema, told: diagnostics.map(({ code, message, repair }) => `${code} ${message} → ${repair?.title}`) };
}

const NAME = 'field l[].name string(5) example=["甲"]';
const REFUSED = "RPT4031 with l[] of no entries: no document is made, and the data are refused → ";

describe("a record source", () => {
  test.each([
    { is: "that may be empty", fields: ["field l[] min=0 max=9", NAME], advice: "declare min=1 of l[]" },
    { is: "that may be absent", fields: ["field l[]? max=9", NAME], advice: 'declare l[] without "?"' },
  ])("$is is told", ({ fields, advice }) => {
    expect(checked(fields, "l").told).toEqual([REFUSED + advice]);
  });

  test.each([
    { fields: [NAME], least: 1 },
    { fields: ["field l[] max=9", NAME], least: 1 },
    { fields: ["field l[] min=0 max=9", NAME], least: 1 },
    { fields: ["field l[] min=2 max=9", 'field l[].name string(5) example=["甲", "乙"]'], least: 2 },
  ])("has at least $least records in the schema of $fields", ({ fields, least }) => {
    const { schema, told } = checked(fields, "l");
    expect(schema).toMatchObject({ properties: { l: { minItems: least } } });
    expect(told.length).toBe(fields[0]?.includes("min=0") === true ? 1 : 0);
  });

  test("in another list asks that one for an entry, which alone may have no records", () => {
    const { schema, told } = checked(['field g[].l[].name string(5) example=[["甲"]]'], "g[].l");
    expect(schema).toMatchObject({ properties: { g: { minItems: 1 } } });
    expect(JSON.stringify(schema).match(/minItems/gu)).toHaveLength(1);
    expect(told).toEqual([]);
  });
});
