import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { TYPES } from "../../../src/core/schema/index.ts";

// What stands in for a value without an example is one that looks right: a form is told only that it has none.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const SHOWN: Readonly<Record<string, readonly string[]>> = {
  bool: ['check (v) "同意する"'],
  image: ["image (v) h=20mm", "image (v) w=40mm h=20mm fit=cover", 'seal (v) label="印" w=20mm h=20mm'],
};

test.each(Object.entries(TYPES))("%s", (kind, type) => {
  for (const shown of SHOWN[kind] ?? ['text "{v}"']) {
    const source = `rpt 1
document c title="書類" lang=ja
field v ${type}
page A5 margin=15mm {
  body {
    ${shown}
  }
}
`;
    const found = engine.check({ source, data: null }).diagnostics;
    expect(
      found.map(({ code, message }) => `${code} ${message}`),
      source,
    ).toEqual(["RPT2010 no example for v: checks use a placeholder"]);
  }
});
