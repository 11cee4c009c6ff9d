// Numbers and texts against the published schema, as a client's validator reads it, and against our own reading.
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Canvas, contractSchema } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import type { CanvasField } from "../../../src/core/expression/index.ts";
import { inLane } from "../../support/lane.ts";
import { fields } from "../expression/support.ts";

/**
 * Ajv divides doubles: without a tolerance it refuses 0.07 as no multiple of 0.01. Quotients of the types below are
 * off by less than this, and digits too many by more.
 */
const MULTIPLE_OF_PRECISION = 6;

interface Judges {
  /** Ajv's verdict on the JSON text, as a client reaches it. */
  readonly schema: (json: string) => boolean;
  /** The service's. */
  readonly service: (json: string) => boolean;
}

function judgesOf(type: string, min: string | null, max: string | null): Judges {
  const declared: readonly CanvasField[] = fields(`value ${type}`).map((field) => ({ ...field, min, max }));
  const canvas = { fields: declared, document: { id: "form", name: null, extra: "ignore" } } as unknown as Canvas;
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: MULTIPLE_OF_PRECISION });
  addFormats.default(ajv);
  const validate = ajv.compile(contractSchema(canvas, { canvasId: "cnv_1", version: 1 }));
  return {
    schema: (json) => validate(JSON.parse(`{"value":${json}}`)),
    service: (json) =>
      readPayload(new TextEncoder().encode(`{"value":${json}}`), declared, { extra: "ignore" }).violations.length === 0,
  };
}

test("whole numbers need no tolerance of a client's validator", () => {
  const declared = fields("value decimal(12,2)");
  const canvas = { fields: declared, document: { id: "form", name: null, extra: "ignore" } } as unknown as Canvas;
  const validate = new Ajv2020({ strict: false }).compile(contractSchema(canvas, { canvasId: "cnv_1", version: 1 }));
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (value) => {
      expect(validate({ value })).toBe(true);
    }),
  );
});

describe("equal numbers are equal", () => {
  const { schema, service } = judgesOf("decimal(12,2)", null, null);
  test.each([
    "18",
    "18.0",
    "18.00",
    "18.000",
    "18.000000000",
    "18000e-3",
    "1.8e1",
    "1.8E+1",
    "0.18E+2",
    "-18.000",
    "0",
    "-0",
    "0.000",
    "0e5",
    '"18"',
    '"18.0000"',
    '"018.00"',
    '"0000000000018"',
    '"-18.500"',
    '"0.00"',
    "9999999999.99",
    "9999999999.9900",
  ])("%s satisfies decimal(12,2)", (json) => {
    expect([schema(json), service(json)]).toEqual([true, true]);
  });
  test.each([
    "18.001",
    "0.001",
    "1e10",
    "10000000000",
    "1e-3",
    '"18.001"',
    '"10000000000"',
    '"1e1"',
    '"+18"',
    '" 18"',
    '".5"',
    '"5."',
    '""',
    '"１８"',
    "true",
    "[]",
  ])("%s does not", (json) => {
    expect([schema(json), service(json)]).toEqual([false, false]);
  });
});

/** What the serializers of other languages write of 18, 18.50, 0 and 1,200. */
const SERIALIZED: Readonly<Record<string, readonly string[]>> = {
  "java.math.BigDecimal, by Jackson": ["18.00", "18.50", "0.00", "1.2E+3", "1.200E+3"],
  "java.lang.Double, by Jackson": ["18.0", "18.5", "0.0", "1200.0", "1.2E3"],
  "System.Decimal, by System.Text.Json": ["18.0000", "18.50", "0", "1200"],
  "System.Double, by System.Text.Json": ["18", "18.5", "0", "1200"],
  "decimal.Decimal, by simplejson": ["18.00", "18.50", "0E-2", "1.2E+3"],
  "decimal.Decimal, as str()": ['"18.00"', '"18.50"', '"0.00"', '"1200"'],
  "float, by json of Python": ["18.0", "18.5", "0.0", "1200.0"],
  "float64, by encoding/json of Go": ["18", "18.5", "0", "1200"],
  "json.Number and big.Rat, by Go": ["18.00", '"18.50"', "0", "1.2e3"],
};

test.each(Object.entries(SERIALIZED))("what %s writes is taken", (_, texts) => {
  const { schema, service } = judgesOf("decimal(12,2)", null, null);
  expect(texts.map((json) => [json, schema(json), service(json)])).toEqual(texts.map((json) => [json, true, true]));
});

/** Texts and numbers about so large, with zeros in front and behind, exponents, and digits too many. */
const written = fc
  .record({
    digits: fc.oneof(fc.nat(9), fc.nat(2_000), fc.nat(10_000_000)),
    places: fc.nat(3),
    front: fc.nat(2),
    back: fc.nat(3),
    isNegative: fc.boolean(),
    exponent: fc.option(fc.integer({ min: -2, max: 3 }), { nil: null }),
    isText: fc.boolean(),
  })
  .map(({ digits, places, front, back, isNegative, exponent, isText }) => {
    const all = String(digits).padStart(places + 1, "0");
    const whole = all.slice(0, all.length - places);
    const fraction = `${all.slice(all.length - places)}${"0".repeat(back)}`;
    const sign = isNegative ? "-" : "";
    const plain = `${whole}${fraction === "" ? "" : `.${fraction}`}`;
    if (isText) return `"${sign}${"0".repeat(front)}${plain}"`;
    return `${sign}${plain}${exponent === null ? "" : `e${exponent}`}`;
  });

const bound = fc.option(
  fc.tuple(fc.integer({ min: -1_100, max: 1_100 }), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
  { nil: null },
);

test("a client's validator and the service agree on numbers and texts, whatever the type and its bounds", () => {
  const count = { agreed: 0, taken: 0 };
  const type = fc.tuple(fc.nat(5), fc.nat(3)).filter(([whole, scale]) => whole + scale > 0);
  fc.assert(
    fc.property(
      type,
      bound,
      bound,
      fc.array(written, { minLength: 20, maxLength: 20 }),
      ([whole, scale], one, other, texts) => {
        const [min, max] = one !== null && other !== null && Number(one) > Number(other) ? [other, one] : [one, other];
        const { schema, service } = judgesOf(`decimal(${whole + scale},${scale})`, min, max);
        for (const json of texts) {
          const verdict = service(json);
          expect([json, schema(json)]).toEqual([json, verdict]);
          count.agreed += 1;
          if (verdict) count.taken += 1;
        }
      },
    ),
    { numRuns: inLane({ fast: 30, full: 1_100 }) },
  );
  expect(count.agreed).toBeGreaterThanOrEqual(inLane({ fast: 600, full: 20_000 }));
  expect(count.taken).toBeGreaterThan(count.agreed / 20);
});

test("a client's validator and the service agree on texts, lines, dates, times and pictures", () => {
  const types = ["string(4)", "text(4)", "date", "time", "datetime", "image", "int", "bool", "enum(10, 8)"];
  const judges = types.map((type) => [type, judgesOf(type, null, null)] as const);
  const pieces = [
    "a",
    "国",
    "\\u0000",
    "\\n",
    "\\r",
    "\\u000b",
    "\\f",
    "\\u0085",
    "\\u2028",
    "\\u2029",
    "𠮷",
    "=",
    "A",
    "/",
    "+",
    " ",
    "あ",
  ];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => `"${parts.join("")}"`);
  const two = fc.nat(99).map((number) => String(number).padStart(2, "0"));
  const dates = fc
    .tuple(fc.constantFrom("0000", "0001", "1999", "2026", "9999"), two, two)
    .map((parts) => parts.join("-"));
  const times = fc.array(two, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(":"));
  const offsets = fc.oneof(
    fc.constantFrom("Z", "z", "", "+0900"),
    times.map((time) => `+${time}`),
  );
  const fractions = fc.constantFrom("", ".5", ".123456789", ".1234567890", ".");
  const moments = fc
    .tuple(fc.oneof(fc.constant("2026-10-31"), dates), fc.constantFrom("T", "t", " "), times, fractions, offsets)
    .map((parts) => parts.join(""));
  const base64 = fc.tuple(
    fc.string({ unit: fc.constantFrom("A", "9", "/"), maxLength: 9 }),
    fc.constantFrom("", "=", "==", "==="),
  );
  const pictures = fc
    .tuple(fc.constantFrom("", "data:image/png;base64,", "data:image/gif;base64,", "asset:"), base64)
    .map(([head, [body, tail]]) => `${head}${body}${tail}`);
  const quoted = fc.oneof(dates, times, moments, pictures).map((text) => JSON.stringify(text));
  const numbers = fc.constantFrom("0", "10", "8.0", "80e-1", "2.5", "true", "null", "[]", "{}", "1e3");
  fc.assert(
    fc.property(fc.oneof(texts, quoted, numbers), (json) => {
      for (const [type, { schema, service }] of judges)
        expect([type, json, schema(json)]).toEqual([type, json, service(json)]);
    }),
    { numRuns: inLane({ fast: 300, full: 20_000 }) },
  );
});
