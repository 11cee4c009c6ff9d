import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

// The line that a code prints beneath itself keeps all of its letters within the height of the code.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const ONE_LINE = ["ABC-123", "QJQJQJ", "gjpqy", "(@_|)", "[a;b,c]"].flatMap((text) =>
  ["code128", "qr", "datamatrix"].map((kind): readonly [string, string] => [kind, text]),
);

test.each(ONE_LINE)("nothing of the line of %s %s lies in what follows", (kind, text) => {
  for (const height of ["", " h=22mm"]) {
    const source = `rpt 1
document label lang=ja
colors dark=#303030
page A5 margin=10mm {
  body {
    barcode ${kind} "${text}" w=60mm${height} text=true alt="番号"
    barcode code128 "A1" w=60mm h=10mm alt="番号"
    barcode ${kind} "${text}" w=60mm${height} text=true alt="番号"
    rect h=4mm w=60mm fill=dark
  }
}
`;
    const { diagnostics } = engine.check({ source, data: null });
    expect(diagnostics.filter(({ code }) => code === "RPT5001" || code.startsWith("RPT1"))).toEqual([]);
  }
});
