import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composed, compositions } from "../../../src/core/unicode/index.ts";

const runtime = (text: string): string => text.normalize("NFC");

/** All code points but surrogates. */
function* codePoints(): Generator<number> {
  for (let codePoint = 0; codePoint < 0x110000; codePoint += 1) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) yield codePoint;
  }
}

const changed = [...codePoints()].filter((each) => {
  const text = String.fromCodePoint(each);
  return text.normalize("NFD") !== text || text.normalize("NFC") !== text;
});
const marks = [...codePoints()].filter((each) => /\p{M}/u.test(String.fromCodePoint(each)));

test("the runtime of the tests knows the Unicode of the tables", () => {
  expect(process.versions["unicode"]).toBe("17.0");
});

test("every code point is composed as Unicode says, alone and from its parts", () => {
  const wrong = [...codePoints()].filter((each) => {
    const text = String.fromCodePoint(each);
    return composed(text) !== runtime(text);
  });
  const parted = changed.filter((each) => {
    const parts = String.fromCodePoint(each).normalize("NFD");
    return composed(parts) !== runtime(parts) || composed(`日${parts}x`) !== runtime(`日${parts}x`);
  });
  expect([...wrong, ...parted]).toEqual([]);
});

test("marks come into their order and join what they belong to", () => {
  const codePoint = fc.oneof(
    fc.constantFrom(...marks),
    fc.constantFrom(...changed),
    fc.constantFrom(0x1100, 0x1161, 0x11a8, 0xac00, 0x41, 0x304b, 0x1611e, 0x11099),
  );
  fc.assert(
    fc.property(fc.array(codePoint, { maxLength: 8 }), (units) => {
      const text = String.fromCodePoint(...units);
      expect(composed(text)).toBe(runtime(text));
      expect(composed(composed(text))).toBe(composed(text));
    }),
  );
});

test("any text is composed, half surrogates included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(0xffff), (text, unit) => {
      const broken = text + String.fromCharCode(unit) + text;
      expect(composed(broken)).toBe(runtime(broken));
    }),
  );
});

describe("what is changed is named by its place", () => {
  test.each([
    ["品か\u3099", [{ start: 1, end: 3, text: "が" }]],
    ["a\u0323\u0302", [{ start: 0, end: 3, text: "ậ" }]],
    ["é日本", []],
    [
      "\u1112\u1161\u11abe\u0301",
      [
        { start: 0, end: 3, text: "한" },
        { start: 3, end: 5, text: "é" },
      ],
    ],
    ["\u{1d15e}", [{ start: 0, end: 2, text: "\u{1d157}\u{1d165}" }]],
  ])("%j", (text, expected) => {
    expect(compositions(text)).toEqual(expected);
  });
});
