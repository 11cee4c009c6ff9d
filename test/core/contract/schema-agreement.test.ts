// The published schema, judged by Ajv, and our own reading accept and refuse the same payloads.
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Canvas, contractSchema } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import type { CanvasField } from "../../../src/core/expression/index.ts";
import { fields } from "../expression/support.ts";

const addFormats = addFormatsModule.default;

const DECLARED: readonly CanvasField[] = fields(
  "customer.name string(5)",
  "customer.kind? enum(御中, 様)",
  "ship.to? string(5)",
  "paid bool",
  "count int",
  "date date",
  "at? time",
  "items[]",
  "items[].price decimal(5,2)",
  "items[].rate enum(10, 8)",
  "items[].values[] decimal(4,1)",
  "code? string(8)",
).map((field) => {
  if (field.path === "items[]") return { ...field, min: "1", max: "3" };
  if (field.path === "count") return { ...field, min: "1", max: "10" };
  if (field.path === "items[].values[]") return { ...field, max: "2" };
  return field.path === "code" ? { ...field, pattern: "^[A-Z]{2}[0-9]+$" } : field;
});

/** Values near the borders of every type. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    8,
    8.5,
    10,
    11,
    -1,
    999.99,
    1000,
    12.345,
    "1.5",
    "001.50",
    "0001.5",
    "1.555",
    "-12",
    "abc",
  ),
  fc.constantFrom<unknown>(
    "",
    "あいうえお",
    "あいうえおか",
    "𠮷𠮷𠮷𠮷𠮷",
    "a\nb",
    "御中",
    "様",
    "2024-02-29",
    "2026-02-29",
    "2026-13-01",
    "09:30",
    "24:00",
    "23:59:59",
    "AB1",
    "xAB1",
    [],
    {},
    [1],
    [1, 2, 3],
    ["x"],
  ),
);

const GOOD = {
  customer: { name: "山本", kind: "様" },
  ship: {},
  paid: true,
  count: 3,
  date: "2026-10-31",
  at: "09:30",
  items: [
    { price: 1.5, rate: 8, values: [1] },
    { price: "12.30", rate: 10, values: [] },
  ],
  code: "AB12",
};

const PLACES: readonly (readonly (string | number)[])[] = [
  [],
  ["customer"],
  ["customer", "name"],
  ["customer", "kind"],
  ["ship"],
  ["ship", "to"],
  ["paid"],
  ["count"],
  ["date"],
  ["at"],
  ["items"],
  ["items", 0],
  ["items", 0, "price"],
  ["items", 1, "rate"],
  ["items", 1, "values"],
  ["items", 0, "values", 0],
  ["code"],
  ["more"],
  ["items", 0, "more"],
];

/** The payload with one place replaced, or removed. */
function changed(data: unknown, place: readonly (string | number)[], by: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return by;
  if (Array.isArray(data)) return data.map((entry, at) => (at === step ? changed(entry, rest, by) : entry));
  if (typeof data !== "object" || data === null) return data;
  const members = { ...data } as Record<string, unknown>;
  const result = changed(members[step], rest, by);
  if (result === undefined) delete members[step];
  else members[step] = result;
  return members;
}

test.each(["ignore", "forbid"] as const)("with extra=%s both agree on every payload", (extra) => {
  const canvas = { fields: DECLARED, document: { id: "form", name: null, extra } } as unknown as Canvas;
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });
  addFormats(ajv);
  const validate = ajv.compile(contractSchema(canvas, { canvasId: "cnv_1", version: 1 }));
  const read = (data: unknown) => readPayload(new TextEncoder().encode(JSON.stringify(data)), DECLARED, { extra });
  expect([validate(GOOD), read(GOOD).violations]).toEqual([true, []]);
  const change = fc.tuple(fc.constantFrom(...PLACES), fc.option(value, { nil: undefined }));
  const verdicts = { passed: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const data = changes.reduce<unknown>((before, [place, by]) => changed(before, place, by), GOOD);
      fc.pre(data !== undefined);
      const { violations } = read(data);
      expect([data, violations.length === 0, violations]).toEqual([data, validate(data), violations]);
      verdicts[violations.length === 0 ? "passed" : "refused"] += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(Math.min(verdicts.passed, verdicts.refused)).toBeGreaterThan(100);
});
