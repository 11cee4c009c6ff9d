// `lines=` of a text: the published schema and our own reading count its lines alike, whatever ends them.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { type Canvas, contractSchema } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { type CanvasField, linesPattern } from "../../../src/core/expression/index.ts";
import { fields } from "../expression/support.ts";
import { satisfies } from "./exact-schema.ts";

function declared(linesMax: number, pattern: string | null): readonly CanvasField[] {
  return fields("note text(40)").map((field) => ({
    ...field,
    pattern,
    type: { kind: "text", lengthMax: 40, linesMax } as const,
  }));
}

function schemaOf(own: readonly CanvasField[]): ReturnType<typeof contractSchema> {
  const canvas = { fields: own, document: { id: "form", name: null, extra: "forbid" } } as unknown as Canvas;
  return contractSchema(canvas, { canvasId: "cnv_1", version: 1 });
}

function violationsOf(own: readonly CanvasField[], note: string): readonly string[] {
  const { violations } = readPayload(new TextEncoder().encode(JSON.stringify({ note })), own, { extra: "forbid" });
  return violations.map(({ path, rule, expected, received }) => `${path} ${rule}: ${expected}, came ${received}`);
}

describe("a text of at most three lines", () => {
  test.each([
    ["", true],
    ["a", true],
    ["a\nb\nc", true],
    ["\n\n", true],
    ["a\r\nb\r\nc", true],
    ["a\rb\rc", true],
    ["a\u2028b\u2029c", true],
    ["a\u0085b\vc", true],
    ["a\nb\nc\n", false],
    ["\r\n\r\n\r\n", false],
    ["a\rb\rc\rd", false],
    ["a\fb\vc\u0085d", false],
    // A CR that stands alone beside a pair: each of the three signs counts.
    ["a\r\nb\rc", false],
    ["a\rb\n", true],
  ])("is %j: %s", (note, isTaken) => {
    const own = declared(3, null);
    expect(satisfies(JSON.stringify(schemaOf(own)), JSON.stringify({ note }))).toBe(isTaken);
    expect(violationsOf(own, note).length === 0).toBe(isTaken);
  });

  test("is refused in one sentence that counts its lines", () => {
    expect(violationsOf(declared(3, null), "a\nb\nc\nd\ne")).toEqual(["note maxLines: at most 3 lines, came 5"]);
  });

  test("has the number in its schema, for forms, beside a pattern of its own", () => {
    const pattern = linesPattern(3);
    expect(schemaOf(declared(3, null))).toMatchObject({ properties: { note: { pattern, "x-rpt-lines": 3 } } });
    expect(schemaOf(declared(3, "^a"))).toMatchObject({
      properties: { note: { pattern: "^a", allOf: [{ pattern }], "x-rpt-lines": 3 } },
    });
  });
});

/** Signs that end lines, alone and in pairs, among letters of one and of two units. */
const sign = fc.constantFrom("\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", "a", "国", "𠮷", "\\", " ");
const note = fc.array(sign, { maxLength: 24 }).map((signs) => signs.join(""));

test.each([null, "^[^b]*$", "(?:a|国)"])("schema and reading agree on every text, with the pattern %s", (pattern) => {
  const ajv = new Ajv2020({ strict: false });
  const forms = [2, 3, 4, 7].map((linesMax) => {
    const own = declared(linesMax, pattern);
    return { own, validate: ajv.compile({ ...schemaOf(own), $id: `urn:lines:${linesMax}` }) };
  });
  const verdicts = { passed: 0, refused: 0 };
  fc.assert(
    fc.property(note, fc.constantFrom(...forms), (text, { own, validate }) => {
      const isTaken = violationsOf(own, text).length === 0;
      expect([text, isTaken]).toEqual([text, validate({ note: text })]);
      verdicts[isTaken ? "passed" : "refused"] += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(verdicts.passed, verdicts.refused)).toBeGreaterThan(100);
});

test("the pattern is one of RE2 too, up to the most lines that a field declares, and reads a long text at once", () => {
  for (const linesMax of [2, 50, 1_000]) {
    const pattern = linesPattern(linesMax);
    // An engine that goes back would need ages, if a pair could be read as one end and as two.
    const long = "\r\n".repeat(linesMax);
    expect([new RegExp(pattern, "u").test(long), RE2JS.compile(pattern).matcher(long).find()]).toEqual([false, false]);
    const fitting = "\r\n".repeat(linesMax - 1);
    expect([new RegExp(pattern, "u").test(fitting), RE2JS.compile(pattern).matcher(fitting).find()]).toEqual([
      true,
      true,
    ]);
  }
});
