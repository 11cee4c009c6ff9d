// Texts of declared lines that shrink are highest where they fill their room at full size: with all of their letters
// they have more lines than the room, and are set smaller. What a render refuses of one field, a check warns of.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function form(heightMm: number): string {
  return `rpt 1
field notes text(190) lines=5 pattern='^[国短い\\n]*$' example="短い"
field name string(20) example="山田"
sizes body=9pt
style base size=body
page A5 margin=10mm {
  body {
    stack w=106mm h=${heightMm}mm {
      text (notes) fit=shrink lines=7
      text (name) w=60mm fit=shrink
    }
  }
}
`;
}

const HEIGHTS_MM = Array.from({ length: 16 }, (_, at) => 30 + at / 2);
/** Lines of one letter, and one that fills the three lines that are left. */
const FILLING = `国\n国\n国\n国\n${"国".repeat(90)}`;

function told(source: string, data: unknown): readonly string[] {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: bytes, ...(data === null ? {} : { worstCases: false }) });
  return diagnostics.filter(({ code }) => /^RPT40/.test(code)).map(({ code, severity }) => `${code} ${severity}`);
}

describe("a text of declared lines that shrinks", () => {
  test("is warned of wherever it alone is too high", () => {
    const broken = HEIGHTS_MM.filter((mm) =>
      told(form(mm), { notes: FILLING, name: "山田" }).includes("RPT4001 error"),
    );
    const warned = HEIGHTS_MM.filter((mm) => told(form(mm), null).includes("RPT4031 warning"));
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.length).toBeLessThan(HEIGHTS_MM.length);
    expect(warned.slice(0, broken.length)).toEqual(broken);
  });

  test("is no warning where the room holds it", () => {
    expect(told(form(60), null)).toEqual([]);
  });
});
