import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource, contractSchema } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { payloadsOf } from "../../support/generated-payloads.ts";

const EVERY_TYPE = `rpt 1
document types
field a.text     string(12)     example="a"
field a.lines?   text(40)
field a.code     string         pattern='^[A-Z]{2}-[0-9]{3}$' example="AB-001"
field a.count    int min=0 max=99
field a.ratio    decimal(6,2)
field a.share    decimal(4,1) min=0 max=100
field a.open     bool
field a.day      date
field a.at?      time
field a.moment   datetime
field a.state    enum(new, done) labels=["新規", "済"]
field a.rate     enum(10, 8)
field a.photo?   image
field rows[]     min=1 max=4
field rows[].name string(8)
field rows[].values[] decimal(5,2) max=3
field rows[].notes[].line string(5)
page A4 {
  body {
    text "{a.text}"
  }
}
`;

const FORMS: readonly (readonly [name: string, source: string])[] = [
  ["a form of every type", EVERY_TYPE],
  ["the example invoice", readFileSync("docs/examples/invoice.rpt", "utf8")],
];

describe("a payload made from the schema alone", () => {
  test.each(FORMS)("satisfies the schema and our own reading: %s", (_name, source) => {
    const { value: canvas } = compileSource(source);
    if (canvas === null) throw new Error("the form does not compile");
    const schema = contractSchema(canvas, { canvasId: "cnv_x", version: 1 });
    // Ajv divides doubles, and quotients of nine digits with four decimals are off by a thousandth.
    const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 2 });
    addFormats.default(ajv);
    // The times of forms need no zone.
    ajv.addFormat("time", /^\d{2}:\d{2}(:\d{2})?$/);
    expect(ajv.validateSchema(schema)).toBe(true);
    const accepts = ajv.compile(schema);
    fc.assert(
      fc.property(payloadsOf(schema), (payload) => {
        expect(accepts(payload), JSON.stringify(accepts.errors)).toBe(true);
        const reading = readPayload(new TextEncoder().encode(JSON.stringify(payload)), canvas.fields, {
          extra: "forbid",
        });
        expect(reading.violations).toEqual([]);
      }),
    );
  });
});
