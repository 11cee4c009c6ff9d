import fc from "fast-check";
import { expect, test } from "vitest";
import { codePointIn, composed } from "../../../src/core/unicode/index.ts";

/** Characters one by one, as the language's own iteration has them. */
function walked(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const codePoint = codePointIn(text, at);
    found.push(String.fromCodePoint(codePoint));
    at += codePoint > 0xffff ? 2 : 1;
  }
  return found;
}

test("a text is walked as it is iterated, lone halves of pairs included", () => {
  const units = fc.array(fc.oneof(fc.integer({ min: 0xd7ff, max: 0xe000 }), fc.nat(0xffff)), { maxLength: 12 });
  fc.assert(
    fc.property(units, (all) => {
      const text = String.fromCharCode(...all);
      expect(walked(text)).toEqual([...text]);
    }),
  );
});

test("beyond the end there is no code point, and a half at the end of a part is a half", () => {
  const parent = "abcdefghijkl\u{1f600}";
  expect([codePointIn(parent, 14), codePointIn("", 0), codePointIn(parent, -1)]).toEqual([0, 0, 0]);
  expect(codePointIn(parent.slice(0, 13), 12)).toBe(0xd83d);
});

test("the answer stays the same when the code has run often enough to be compiled", () => {
  // V8 compiles a loop after some thousand turns; `String.prototype.codePointAt` answers otherwise from then on.
  const part = "abcdefghijkl\u{1f600}".slice(0, 13);
  const texts = [[0x115b0, 0x2f9ba], [0x41, 0x2f9ba, 0x304b, 0x3099], [0x20bb7]].map((all) =>
    String.fromCodePoint(...all),
  );
  const first = texts.map(composed);
  const changed = new Set<string>();
  for (let run = 0; run < 60_000; run += 1) {
    texts.forEach((text, at) => {
      if (composed(text) !== first[at]) changed.add(text);
    });
    if (codePointIn(part, 12) !== 0xd83d) changed.add(part);
  }
  expect([...changed]).toEqual([]);
});
