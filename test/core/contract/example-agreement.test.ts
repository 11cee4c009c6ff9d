// What a declaration takes as its example, the contract takes as data: else a form that checks could not be drawn.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { inLane } from "../../support/lane.ts";

/** Types, each with an example that is in order. */
const TYPES: readonly (readonly [type: string, example: string])[] = [
  ["string(8)", '"見本"'],
  ["text(20)", '"一行目\\n二行目"'],
  ["int", "-12"],
  ["int min=-5 max=99", "99"],
  ["decimal(5,2)", "123.45"],
  ["decimal(5,2) min=0.5", '"0.50"'],
  ["bool", "true"],
  ["enum(a, b)", "b"],
  ["enum(010, 08)", "8"],
  ["date", '"2028-02-29"'],
  ["time", '"09:30"'],
  ["datetime", '"2026-01-31T09:30:00+09:00"'],
  ["image", '"asset:logo.png"'],
  ["string(9) pattern='[0-9]{3}-[0-9]{4}'", '"100-0001"'],
];

/** Texts that are nearly values of one type or another, and some that are none. */
const texts = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      " ",
      "x",
      "a",
      "asset:logo.png",
      "asset:",
      "asset:ロゴ",
      "data:image/png;base64,iVBORw0KGgo=",
      "iVBORw0KGgo",
    ],
    ...["data:image/gif;base64,R0lG", "2026-02-29", "2028-02-29", "2026-01-31", "0000-01-01", "09:30", "9:30", "24:00"],
    ...["09:30:61", "2026-01-31T09:30:00+09:00", "2026-01-31T09:30:00", "2026-01-31T24:00:00Z", "100-0001", "true"],
    ...["2026-01-31T09:30:00.123456789Z", "2026-01-31T09:30:00+24:00", "0042-01-01", "9999-12-31T23:59:59-14:00"],
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

const written = fc.oneof(
  texts.map((text) => JSON.stringify(text)),
  fc.constantFrom("true", "false", "a", "b", "c", "010", "08", "8", "null"),
  fc.oneof(fc.integer().map(String), fc.stringMatching(/^-?[0-9]{1,6}(\.[0-9]{1,4})?$/)),
);

describe("an example that is declared is data that are taken", () => {
  test.each(TYPES)("%s", (type, valid) => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(fc.constant(valid), written), (example) => {
        const source = `rpt 1\nfield value ${type} example=${example}\npage A5 {\n  body {\n    text "見本"\n  }\n}\n`;
        const { value: canvas, diagnostics } = compileSource(source);
        if (canvas === null || diagnostics.some(({ severity }) => severity === "error")) return;
        const [field] = canvas.fields;
        if (field?.example == null) return;
        taken += 1;
        const data = new TextEncoder().encode(`{"value":${field.example}}`);
        const { violations } = readPayload(data, canvas.fields, { extra: "ignore" });
        expect(violations, source).toEqual([]);
      }),
      { numRuns: inLane({ fast: 150, full: 5_000 }) },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

/** The places of a value, each with an example and the same data where the value is null. */
const PLACES = {
  value: { example: () => "null", data: () => '{"value":null}' },
  "r[].value": { example: (valid: string) => `[${valid}, null]`, data: (json: string) => lists(json, "r", "value") },
  "r[].in.value": {
    example: (valid: string) => `[${valid}, null]`,
    data: (json: string) => `{"r":[{"in":{"value":${json}}},{"in":{"value":null}}]}`,
  },
  "ns[]": { example: (valid: string) => `[${valid}, null]`, data: (json: string) => `{"ns":[${json},null]}` },
} as const;

function lists(json: string, list: string, name: string): string {
  return `{"${list}":[{"${name}":${json}},{"${name}":null}]}`;
}

describe.each(Object.entries(PLACES))("null in an example of %s is taken where the data may hold it", (path, place) => {
  test.each(TYPES)("%s", (type, valid) => {
    for (const [mark, fallback] of [
      ["", ""],
      ["?", ""],
      ["", ` default=${valid}`],
      ["?", ` default=${valid}`],
    ] as const) {
      const form = (example: string): string =>
        `rpt 1\nfield ${path}${mark} ${type}${fallback} example=${example}\n` +
        `page A5 {\n  body {\n    text "見本"\n  }\n}\n`;
      const errors = (source: string) => compileSource(source).diagnostics.filter((each) => each.severity === "error");
      const present = form(place.example(valid).replace("null", valid));
      // A plain list has no default.
      if (errors(present).length > 0) continue;
      const { value: plain } = compileSource(present);
      const first: unknown = JSON.parse(`[${plain?.fields[0]?.example ?? ""}]`).flat()[0];
      const data = place.data(JSON.stringify(first));
      const { violations } = readPayload(new TextEncoder().encode(data), plain?.fields ?? [], { extra: "ignore" });
      const withNull = form(place.example(valid));
      expect(errors(withNull).length === 0, `${withNull}${data}`).toBe(violations.length === 0);
    }
  });
});

test("a default stands where an example is null", () => {
  const fields = 'field r[].d string(8) default="既定" example=["例", null]\n';
  const { value: canvas } = compileSource(`rpt 1\n${fields}page A5 {\n  body {\n    text "見本"\n  }\n}\n`);
  const payload = canvas === null ? "" : examplePayload(canvas);
  const { value } = readPayload(new TextEncoder().encode(payload), canvas?.fields ?? [], { extra: "ignore" });
  expect(value).toEqual(new Map([["r", [new Map([["d", "例"]]), new Map([["d", "既定"]])]]]));
});
