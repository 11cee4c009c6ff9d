// Payloads that came as messages of Protobuf, whose numbers are more than JSON's.
import { describe, expect, test } from "vitest";
import { errorAnswerOf } from "../../../src/core/methods/index.ts";
import { jsonBytes, payloadBytes } from "../../../src/core/services/payload.ts";

const text = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());

function sentenceOf(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    const { code, detail } = errorAnswerOf(thrown, "");
    return `${code} ${detail.error}`;
  }
  throw new Error("nothing was thrown");
}

describe("a payload of Protobuf", () => {
  test("becomes the JSON that it stands for", () => {
    const value = { a: [1.5, -0, 1e300, null], b: { c: "null", d: true } };
    expect(text(payloadBytes({ case: "data", value }))).toBe('{"a":[1.5,0,1e+300,null],"b":{"c":"null","d":true}}');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("is refused for %d", (number) => {
    const advice = `${number}, which JSON can't say. Send a finite number, or leave it out.`;
    expect(sentenceOf(() => payloadBytes({ case: "data", value: { items: [{ price: number }] } }))).toBe(
      `invalid_argument data: 'price' is ${advice}`,
    );
    expect(sentenceOf(() => jsonBytes("rows", [{ prices: [1, number] }]))).toBe(
      `invalid_argument rows: '1' is ${advice}`,
    );
  });
});
