// RPT4001 of a box whose height is bounded: the repair names the property that bounds it, and it works.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const TEXT = 'text "高さが足りないほど長い文章をここに書きます。高さが足りないほど長い文章です。"';

/** Elements with the property that bounds their height. */
const BOUNDED: Readonly<Record<string, (bound: string) => string>> = {
  text: (bound) => `${TEXT} w=30mm ${bound}`,
  "a text that shrinks": (bound) => `${TEXT} w=30mm fit=shrink min-size=8pt lines=9 ${bound}`,
  rich: (bound) => `rich w=30mm ${bound} {\n ${TEXT.replace("text", "span")}\n }`,
  box: (bound) => `box w=30mm ${bound} {\n ${TEXT}\n }`,
  stack: (bound) => `stack w=30mm ${bound} {\n ${TEXT}\n }`,
  row: (bound) => `row w=30mm ${bound} {\n ${TEXT} w=1fr\n }`,
  pairs: (bound) => `pairs w=30mm ${bound} {\n pair "甲" ${TEXT.replace("text ", "")}\n }`,
};

interface Found {
  readonly title: string;
  readonly edits: readonly string[];
}

function found(element: string): readonly Found[] {
  const source = `rpt 1
sizes body=9pt
style base size=body
page A4 margin=15mm {
  body {
    ${element}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null, worstCases: false });
  return diagnostics
    .filter(({ code }) => code === "RPT4001" || code === "RPT4002")
    .map(({ repair }) => ({ title: repair?.title ?? "", edits: repair?.edits.map(({ text }) => text) ?? [] }));
}

test.each(Object.entries(BOUNDED))("%s: what bounds it is to be enlarged, and that is enough", (_, element) => {
  for (const property of ["h", "max-h"]) {
    const [first] = found(element(`${property}=6mm`));
    expect(first?.title).toMatch(new RegExp(`^enlarge ${property} `));
    const to = /to at least ([\d.]+)mm/.exec(first?.title ?? "")?.[1];
    const by = /by ([\d.]+)mm/.exec(first?.title ?? "")?.[1];
    const enough = to === undefined ? 6 + Number(by) : Number(to);
    expect(found(element(`${property}=${enough}mm`))).toEqual([]);
  }
});
