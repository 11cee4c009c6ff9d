// RPT4005 of words that the examples do not print: every function that returns letters of its arguments, each branch,
// labels and lets, in each kind of element that prints a text.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** No font of the form has a glyph for it. */
const LOST = "⁹";

function told(text: string, more = ""): readonly string[] {
  const source = `rpt 1
document d title="t" lang=ja
field n int min=1 max=9 example=1
field note? string(4)
field items[] max=9
field items[].m int min=1 max=9 example=[1]
${more}
sizes b=9pt
style base size=b
page A5 margin=10mm {
  body {
    text "{n}{note ?? ''}"
    each items {
      text (.m)
    }
${text}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => severity === "error" && code !== "RPT4005")).toEqual([]);
  return diagnostics.flatMap(({ code, message }) => (code === "RPT4005" ? [message] : []));
}

const EXPRESSIONS = [
  `if(n == 3, '${LOST}', 'x')`,
  `case(n == 3, 'a', n == 4, '${LOST}', 'x')`,
  `case(n == 3, 'a', n == 4, 'b', n > 9, 'c', '${LOST}')`,
  `mid('12345678${LOST}', n, 1)`,
  `left('a${LOST}', n)`,
  `right('${LOST}a', n)`,
  `note ?? if(n == 3, '${LOST}', 'x')`,
  `coalesce(note, if(n == 3, '${LOST}', 'x'))`,
  `concat('a', if(n == 3, '${LOST}', 'x'))`,
  `replace('abc', 'b', if(n == 3, '${LOST}', 'x'))`,
  `trim(if(n == 3, '${LOST}', 'x'))`,
  `repeat(if(n == 3, '${LOST}', 'x'), 2)`,
  `pad(n, 3, if(n == 3, '${LOST}', 'x'))`,
  `join(items[].m, if(n == 3, '${LOST}', ','))`,
];

describe("a letter that no font has", () => {
  test.each(EXPRESSIONS)("in %s is told", (expression) => {
    expect(told(`    text (${expression})\n`)).toEqual([expect.stringContaining("U+2079")]);
    expect(told(`    text "a{${expression}}b"\n`)).toHaveLength(1);
    expect(told(`    pairs label-w=20mm {\n      pair "a" (${expression})\n    }\n`)).toHaveLength(1);
    expect(told(`    table items {\n      column m "m" (${expression}) w=1fr\n    }\n`)).toHaveLength(1);
    expect(told(`    rich {\n      span (${expression})\n    }\n`)).toHaveLength(1);
  });

  test("in a let, and in a label, is told where it is printed", () => {
    expect(told("    text (mark)\n", `let mark = if(n == 3, '${LOST}', 'x')`)).toHaveLength(1);
    expect(told("    text (label(k))\n", `field k enum(a, b) labels=["甲", "${LOST}"] example=a`)).toHaveLength(1);
  });

  test("is not told where it is never printed", () => {
    expect(told(`    text (if(note == '${LOST}', 'a', 'b'))\n`)).toEqual([]);
    expect(told(`    text (replace('abc', '${LOST}', 'x'))\n`)).toEqual([]);
    expect(told(`    text "a" when=(note == '${LOST}')\n`)).toEqual([]);
  });

  test("is told once, by name, where the examples print it", () => {
    expect(told(`    text (if(n == 1, '${LOST}', 'x'))\n`)).toHaveLength(1);
  });

  test("in lets that read one another many times over is told in no time", () => {
    const many = (name: string): string => `concat(${Array.from({ length: 60 }, () => name).join(", ")})`;
    const chain = Array.from({ length: 12 }, (_, at) => `let mark${at + 1} = if(n == 3, ${many(`mark${at}`)}, 'x')`);
    const more = [`let mark0 = if(n == 3, '${LOST}', 'x')`, ...chain].join("\n");
    expect(told("    text (mark12)\n", more)).toHaveLength(1);
  });
});
