// The look at a page lets no page pass on which letters read as one, or lie beyond a round corner: runs are moved by
// little, turned, and given other ends, and all that the rules find is found after the look too.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, compileSource, examplePayload, parseCanvas } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { bundledFonts } from "../../../src/core/engine/index.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { type GlyphRunItem, layOut, type PlacedItem } from "../../../src/core/layout/index.ts";
import { inLane } from "../../support/lane.ts";

const fonts = bundledFonts();

const form = (body: string) => `rpt 1
document d lang=ja
field r[].a string(8) example=["12", "（3", "第5", "十二"]
field r[].b string(8) example=["3号機", "4）", "6", "一"]
field w string(8) example="12"
field v string(8) example="7号機"
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page w=105mm h=100mm margin=12mm {
  body gap=4mm {
${body}
  }
}
`;

const FORMS: Readonly<Record<string, string>> = {
  "texts of a row": form("row {\ntext (w) w=16mm align=right padding-right=1.5mm\ntext (v) w=1fr\n}"),
  "columns with headings": form(
    'table r {\ncolumn a "数1" w=16mm align=right padding-right=1.5mm\ncolumn b "2品" w=1fr\n}',
  ),
  "rows of a vertical column": form('table r {\ncolumn a "（縦）" w=10mm writing=vertical combine=0 valign=top\n}'),
  "boxes with round corners": form(
    "box border=0.5pt radius=5mm padding=1.5mm {\ntext (w)\n}\nbox fill=#dddddd radius=3mm padding=2mm {\ntext (v)\n}",
  ),
};

function laidOut(source: string) {
  const { value, diagnostics } = compileSource(source, { families: fonts.families });
  if (value === null) throw new Error(JSON.stringify(diagnostics));
  const canvas = parseCanvas(canonicalJson(value));
  const { value: data } = readPayload(new TextEncoder().encode(examplePayload(canvas)), canvas.fields, {
    extra: "ignore",
  });
  const evaluation = compileProgram(canvas).evaluate(data);
  return { canvas, document: layOut(canvas, [{ evaluation, title: null }], fonts.set, {}).value };
}

const CHANGE = fc.record({
  at: fc.nat(),
  right: fc.integer({ min: -200_000, max: 200_000 }),
  down: fc.oneof(fc.constant(0), fc.integer({ min: -80_000, max: 80_000 })),
  text: fc.option(
    fc.constantFrom("1", "12", "九", "九つ", "8 ", " 8", "　8", "（8", "8）", "8、", "甲", "é", "x2", "３"),
  ),
  rotation: fc.option(fc.constantFrom<NonNullable<GlyphRunItem["rotation"]>>(0, 90, 180, 270), { freq: 3 }),
  isRuby: fc.boolean(),
  isTwice: fc.boolean(),
});
type Change = typeof CHANGE extends fc.Arbitrary<infer Value> ? Value : never;

function changed(items: readonly PlacedItem[], change: Change): readonly PlacedItem[] {
  const places = items.flatMap((item, at) => (item.kind === "glyphs" ? [at] : []));
  const at = places[change.at % Math.max(1, places.length)] ?? 0;
  const item = items[at];
  if (item?.kind !== "glyphs") return items;
  const { right, down, text, rotation, isRuby, isTwice } = change;
  const moved: GlyphRunItem = {
    ...item,
    xEmu: item.xEmu + right,
    yEmu: item.yEmu + down,
    ...(text === null ? {} : { run: { ...item.run, text } }),
    ...(rotation === null ? {} : { rotation }),
    ...(isRuby && right % 4 === 0 ? { isRuby: true as const } : {}),
  };
  return [...items.slice(0, at), ...(isTwice ? [item, moved] : [moved]), ...items.slice(at + 1)];
}

const LOOKED_FOR = ["RPT5012", "RPT5002"];

describe.each(Object.entries(FORMS))("%s", (_name, source) => {
  test("what the rules find is found after one look", () => {
    const { canvas, document } = laidOut(source);
    const found = new Map<boolean, number>();
    fc.assert(
      fc.property(fc.array(CHANGE, { minLength: 1, maxLength: 5 }), (changes) => {
        const pages = document.pages.map((page) => ({ ...page, items: changes.reduce(changed, page.items) }));
        const judged = (isThorough: boolean) =>
          judgeGeometry(canvas, { ...document, pages }, undefined, isThorough).filter(({ code }) =>
            LOOKED_FOR.includes(code),
          );
        const thorough = judged(true);
        found.set(thorough.length > 0, (found.get(thorough.length > 0) ?? 0) + 1);
        expect(judged(false)).toEqual(thorough);
      }),
      { numRuns: inLane({ fast: 300, full: 3_000 }) },
    );
    // Some pages have findings and some have none, so that the look is put to both proofs.
    expect(found.get(true)).toBeGreaterThan(2);
    expect(found.get(false)).toBeGreaterThan(2);
  });
});
