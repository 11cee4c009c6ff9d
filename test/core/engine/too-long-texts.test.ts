// Texts that functions make longer than any form prints: refused by a render, and told by a check before any data.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { fields, print } from "../expression/support.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function check(expression: string, bounds: string, sent?: object): readonly string[] {
  const source = `rpt 1
field s string(20) example="abc"
field n int ${bounds} example=3
page A5 margin=10mm {
  body {
    text "{s} {${expression}}"
  }
}
`;
  const data = sent === undefined ? null : new TextEncoder().encode(JSON.stringify(sent));
  const { diagnostics } = engine.check({ source, data });
  return diagnostics.map(({ code, message }) => `${code} ${message.replace(/ \(page.*/u, "")}`);
}

const EXPRESSIONS = [
  ...["pad(s, n, '*')", "pad(s, n)", "pad('', n, '葛\u{e0100}')", "repeat(s, n)", "repeat('*', n)", "repeat('ab', n)"],
  ...["left(repeat(s, n), 3)", "len(pad(s, n, '*'))", "right(pad(s, n, '*'), 4)", "trim(repeat('* ', n))"],
];

test.each(EXPRESSIONS)("%s of a number without a bound is told by a check, and refused by a render", (expression) => {
  const [told, ...more] = check(expression, "");
  expect(told).toMatch(/^RPT4032 with n of 999999999.* the text would be longer than 10000 characters$/u);
  expect(more).toEqual([]);
  expect(check(expression, "", { s: "abc", n: 999_999_999 })).toEqual([
    expect.stringMatching(/^RPT9001 the evaluation limit is reached: the text would be longer than 10000 characters/u),
  ]);
});

test.each(EXPRESSIONS)("%s of a number with a bound is not", (expression) => {
  expect(check(expression, "min=0 max=9")).toEqual([]);
});

test.each(["left(s, n)", "right(s, n)", "mid(s, n, n)", "mid(s, 2, n)"])("%s makes no text longer", (expression) => {
  expect(check(expression, "")).toEqual([]);
});

test("a text is padded by whole characters, whatever it is filled with", () => {
  const filler = fc.array(fc.constantFrom("*", "0", "あ", "葛\u{e0100}", "が", "か\u3099"), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(filler, fc.integer({ min: 0, max: 40 }), fc.stringMatching(/^[a-z]{0,5}$/u), (fill, n, s) => {
      const data = JSON.stringify({ s, n });
      const written = print(`pad(s, n, '${fill.join("")}')`, { fields: fields("s string(9)", "n int"), data });
      const missing = Math.max(0, n - s.length);
      const expected = Array.from({ length: missing }, (_, at) => fill[at % fill.length]).join("") + s;
      expect(written.normalize("NFC")).toBe(expected.normalize("NFC"));
    }),
  );
});
