// RPT4031 of long texts that run off the ground that they are read on: grounds × holders, and the advice followed.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function told(body: string): readonly string[] {
  const source = `rpt 1
field name string(16) example="青空"
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 margin=12mm {
  body gap=3mm {
${body}
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

/** `look` goes to the text. */
const HOLDERS: Readonly<Record<string, (look: string) => string>> = {
  "a rect of a plate": (look) =>
    `plate h=12mm {\nrect x=0mm y=0mm w=30mm h=10mm fill=navy\ntext (name) x=1mm y=1mm h=8mm ${look}\n}`,
  "a box of a plate": (look) =>
    `plate h=12mm {\nbox x=0mm y=0mm w=30mm h=10mm fill=navy {\nspace 1mm\n}\ntext (name) x=1mm y=1mm h=8mm ${look}\n}`,
  "a round badge": (look) =>
    `plate h=20mm {\nrect x=0mm y=0mm w=30mm h=18mm radius=9mm fill=navy\ntext (name) x=1mm y=6mm h=6mm ${look}\n}`,
  "a part of a column": (look) =>
    `plate h=12mm {\nrect x=0mm y=0mm w=20mm h=10mm fill=navy\nrect x=20mm y=0mm w=10mm h=10mm fill=navy\n` +
    `text (name) x=1mm y=1mm h=8mm ${look}\n}`,
};

describe.each(Object.entries(HOLDERS))("white letters on %s", (_, holder) => {
  test("that their longest text leaves", () => {
    expect(told(holder("w=80mm color=white"))).toMatchObject([
      expect.stringContaining("RPT4031 with name of 16 characters: contrast 1.0:1"),
    ]);
  });

  test.each(["w=28mm color=white fit=shrink", "w=80mm"])("that it does not leave, or is read without: %s", (look) => {
    const dark = look.includes("color") ? look : `${look} color=#777777`;
    expect(told(holder(dark)).filter((each) => each.includes("with name"))).toEqual([]);
  });
});
