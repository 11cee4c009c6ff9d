// RPT5001: lines that a background draws run through the letters of the page, whatever draws them.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(background: string, text: string): readonly string[] {
  const source = `rpt 1
field rows[].name string(6) example=["甲","乙"]
field rows[].amount int min=0 max=90 example=[40,80]
field rows[].from date example=["2026-10-01","2026-10-03"]
field rows[].till date example=["2026-10-02","2026-10-06"]
sizes body=9pt small=7pt
style base size=body
page A4 margin=15mm {
  background on=all {
    ${background}
  }
  body gap=0mm {
    ${text}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error")).toEqual([]);
  return diagnostics.flatMap(({ code, message }) => (code === "RPT5001" ? [message] : []));
}

/** Each draws lines over the first line of the page, or its letters. */
const DRAWINGS: readonly (readonly [name: string, element: string])[] = [
  ["line", "line x=15mm y=17mm x2=115mm y2=17mm stroke=0.5pt"],
  ["rect", "rect x=10mm y=17mm w=100mm h=30mm stroke=0.5pt"],
  ["box", "box x=10mm y=17mm w=100mm h=30mm border=0.5pt {\n space 20mm\n }"],
  ["text", 'text "" x=10mm y=17mm w=100mm h=30mm border=0.5pt'],
  ["pairs", 'pairs x=10mm y=17mm w=100mm border=0.5pt padding=4mm {\n pair "甲" "乙"\n }'],
  ["grid", 'grid x=10mm y=17mm w=100mm cols=[1fr] border=0.5pt {\n cell "" min-h=20mm\n }'],
  ["table", 'table rows x=10mm y=17mm w=100mm border=0.5pt {\n column name "名"\n }'],
  ["comb", 'comb "" cells=5 x=15mm y=13mm w=100mm h=8mm'],
  ["check", 'check (false) "" x=17mm y=13mm w=8mm h=6mm'],
  ["seals", 'seals x=14mm y=10mm w=60mm h=20mm {\n seal "" \n seal ""\n }'],
  [
    "chart",
    `chart bar rows alt="量" x=0mm y=0mm w=100mm h=23mm {
 category (.name)
 series "量" (.amount)
 }`,
  ],
  ["barcode", 'barcode code128 "ABC123" x=15mm y=13mm w=60mm h=12mm'],
  [
    "gantt",
    `gantt rows x=15mm y=16.8mm w=100mm border=0.5pt {
 column name "名" w=20mm
 scale from=(date('2026-10-01')) to=(date('2026-10-08'))
 bar start=(.from) end=(.till)
 }`,
  ],
];

describe("lines of a background through letters of the page", () => {
  test.each(DRAWINGS)("%s", (name, element) => {
    const told = found(element, 'text "本文の一行目の文字がここにある"');
    expect(told.filter((one) => one.includes("background")).join("\n")).toContain(name);
  });
});
