// A quarter turn exchanges width and height: a repair names the one that the template has to change, and is enough.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(element: string): readonly string[] {
  const source = `rpt 1
field items[].name string(10) example=["一","二","三","四","五"]
page A5 margin=10mm {
  body {
    plate h=120mm {
      ${element}
    }
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, repair }) => `${code} ${repair?.title}`);
}

const CODE = (size: string) => `barcode ean8 "4912345" x=20mm y=5mm ${size} rotate=90`;
const LONG = '"一" "二" "三" "四" "五" "六"';
const STACK = (w: string) => `stack x=20mm y=5mm h=30mm ${w} rotate=90 {
  ${LONG.split(" ")
    .map((word) => `text ${word}`)
    .join("\n  ")}
}`;

test("of a bar code whose height is its length", () => {
  expect(found(CODE("w=30mm h=15mm"))).toEqual(["RPT4007 give it at least h=24.1mm, or shorten its data"]);
  expect(found(CODE("w=30mm h=24.1mm"))).toEqual([]);
});

test("of a stack whose width is its height", () => {
  const [first] = found(STACK("w=10mm"));
  expect(first).toMatch(/^RPT4001 enlarge w by [\d.]+mm: it is turned, and grows to the side$/);
  const more = Number(/by ([\d.]+)mm/.exec(first ?? "")?.[1]);
  expect(found(STACK(`w=${(10 + more).toFixed(1)}mm`))).toEqual([]);
});

test.each(['""', '"　 "'])("of nothing, for a turned text of %s takes no room", (words) => {
  expect(found(`row x=20mm y=5mm w=30mm {\n text ${words} rotate=270\n text "x" w=1fr\n}`)).toEqual([]);
});
