// Letters that the named families lack are drawn in another one of the same weight and kind, and that is told.
import { describe, expect, test } from "vitest";
import { bundledFonts } from "../../../../src/core/engine/fonts/fonts.ts";
import { createEngine } from "../../../../src/core/engine/verbs/engine.ts";

const fonts = bundledFonts();
const engine = createEngine({ fonts, renderers: async () => [] });

/** Families of the bundled faces, and the one that first lends what they lack. */
const FAMILIES: readonly (readonly [family: string, lacks: string, lender: string])[] = [
  ["Noto Sans JP", "Ż", "BIZ UDGothic"],
  ["Noto Serif JP", "Ż", "BIZ UDMincho"],
  ["BIZ UDGothic", "𠮷", "Noto Sans JP"],
  ["BIZ UDMincho", "𠮷", "Noto Serif JP"],
];
const WEIGHTS = ["normal", "bold"] as const;

describe("what stands in is of the same kind and weight", () => {
  test.each(FAMILIES.flatMap((row) => WEIGHTS.map((weight) => [...row, weight] as const)))(
    "%s lacks %s, which %s has: %s",
    (family, letter, lender, weight) => {
      const codePoint = letter.codePointAt(0) ?? 0;
      const drawn = fonts.set.faces([family], weight).find((face) => face.glyphOf(codePoint) !== 0);
      expect([drawn?.family, drawn?.weight]).toEqual([lender, weight]);
      expect(fonts.set.named?.([family], weight).map((face) => face.family)).toEqual([family]);
    },
  );
});

function toldOf(body: string, families: string, name = "Żuraw"): readonly string[] {
  const source = `rpt 1
field name string(20) example="${name}"
field rows[].name string(20) example=["${name}"]
fonts own=${families}
style base font=own
page A4 margin=20mm {
  body {
    ${body}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  const told = diagnostics.filter(({ code }) => code === "RPT4028");
  return told.map(({ message, severity }) => `${severity} ${message.replace(/ \(page [^()]*\)$/, "")}`);
}

const LENT = 'info "Ż" is drawn in BIZ UDGothic: Noto Sans JP has no such letter';
const BODIES: readonly (readonly [string, string])[] = [
  ["a text", "text (name)"],
  ["a bold text", "text (name) weight=bold"],
  ["a text that shrinks", "text (name) w=10mm fit=shrink condense=50%"],
  ["a vertical text", "text (name) writing=vertical h=40mm"],
  ["lines of several looks", 'rich {\n  span "様 "\n  span (name)\n}'],
  ["Markdown", "markdown (name)"],
  ["a label with its value", 'pairs label-w=30mm {\n  pair "氏名" (name)\n}'],
  ["a cell", 'table rows {\n  column name "氏名"\n}'],
  ["a cell of a tier", 'table rows {\n  column name "氏名"\n  row {\n    cell (.name) col=name\n  }\n}'],
];

describe("letters of another family are told", () => {
  test.each(BODIES)("of %s", (_, body) => {
    expect(toldOf(body, '"Noto Sans JP"')).toEqual([LENT]);
    expect(toldOf(body, '"Noto Sans JP"', "Zuraw")).toEqual([]);
    // A family that is named behind the first is meant.
    expect(toldOf(body, '["Noto Sans JP", "BIZ UDGothic"]')).toEqual([]);
    expect(toldOf(body, '"BIZ UDGothic"')).toEqual([]);
  });

  test("but not where the form names no family", () => {
    const source = 'rpt 1\nfield name string(20) example="Ż"\npage A4 {\n  body {\n    text (name)\n  }\n}\n';
    expect(engine.check({ source, data: null }).diagnostics.map(({ code }) => code)).not.toContain("RPT4028");
  });

  test("each letter once, by the families that lend them", () => {
    expect(toldOf("text (name)", '"BIZ UDGothic"', "𠮷田と𠮷野家")).toEqual([
      'info "𠮷" is drawn in Noto Sans JP: BIZ UDGothic has no such letter',
    ]);
  });
});
