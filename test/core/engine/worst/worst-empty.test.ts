// A list whose example is empty draws no row; what its rows would break is told all the same.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Rows {
  readonly fields: (example: string) => string;
  readonly body: string;
}

const PLAIN = (type: string) => (example: string) => `field v[] ${type} example=${example}`;
const RECORD = (type: string) => (example: string) => `field r[].v ${type} example=${example}`;
const NESTED = (type: string) => (example: string) =>
  `field r[].s[].v ${type} example=${example === "[]" ? "[]" : `[${example}]`}`;

const TABLE = (list: string, value: string) => `table ${list} {\ncolumn a "A" (${value}) w=20mm fit=shrink\n}`;
const EACH = (list: string, value: string) => `each ${list} {\ntext (${value}) w=20mm fit=shrink\n}`;

const ROWS: Readonly<Record<string, Rows>> = {
  "a table of a plain list": { fields: PLAIN("string(20)"), body: TABLE("v", ".") },
  "a table of records": { fields: RECORD("string(20)"), body: TABLE("r", ".v") },
  "a table of records that may be few": {
    fields: (example) => `field r[] min=0 max=3\n${RECORD("string(20)")(example)}`,
    body: TABLE("r", ".v"),
  },
  "a table of optional values": {
    fields: (example) => RECORD("string(20)")(example).replace(".v ", ".v? "),
    body: TABLE("r", ".v"),
  },
  "a nested table": { fields: NESTED("string(20)"), body: `each r {\n${TABLE(".s", ".v")}\n}` },
  "repeated texts": { fields: PLAIN("string(20)"), body: EACH("v", ".") },
  "repeated texts of records": { fields: RECORD("string(20)"), body: EACH("r", ".v") },
  "texts of choices": { fields: RECORD("enum(MMMMMMMMMMMMMMMMMMMM, b)"), body: EACH("r", ".v") },
  numbers: { fields: RECORD("decimal(30,0)"), body: TABLE("r", ".v") },
};

const EXAMPLES: Readonly<Record<string, string>> = { numbers: "[1]", "texts of choices": "[b]" };

function told({ fields, body }: Rows, example: string): readonly string[] {
  const source = `rpt 1
document form title="書類" lang=ja
${fields(example)}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A5 margin=15mm {
  body {
    ${body}
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code }) => code);
}

describe.each(Object.entries(ROWS))("%s", (name, rows) => {
  test("with an empty example has the findings of one with a row", () => {
    const shown = told(rows, EXAMPLES[name] ?? '["甲"]');
    expect(shown).toEqual(["RPT4031"]);
    expect(told(rows, "[]")).toEqual(shown);
  });

  test("that hold what is declared have none", () => {
    const wide = { ...rows, body: rows.body.replace("w=20mm", "w=110mm") };
    expect(told(wide, "[]")).toEqual([]);
  });
});
