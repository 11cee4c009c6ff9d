import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { inLane } from "../../support/lane.ts";
import { layOutSource } from "../../support/lay-out.ts";

/** What is told of letters on one another. */
function told(text: string): readonly string[] {
  const source = `rpt 1
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A5 margin=10mm {
  body {
    text ${text}
  }
}
`;
  const { value } = compileSource(source);
  if (value === null) throw new Error("the source was refused");
  const found = judgeGeometry(value, layOutSource(source).value);
  return found.flatMap(({ code, message }) => (code === "RPT5001" ? [message] : []));
}

test.each([
  ["the blank half of a bracket before its text", 'marker="（3）" marker-w=5.5mm', []],
  ["in vertical writing too", 'marker="「三」" marker-w=7mm writing=vertical h=40mm', []],
  ["a marker that needs more than its place", 'marker="第3条" marker-w=5mm wrap=none', []],
])("a marker: %s", (_, marker, found) => {
  expect(told(`"長い段落の文章です。" ${marker}`)).toEqual(found);
});

test("letters on one another are told once for an element, with what they share", () => {
  expect(told('"株式会社山本製作所\\n株式会社" letter-spacing=-2mm')).toEqual([
    "text overlaps itself: neighbouring letters share 2.0mm of 3.5mm (page 1)",
  ]);
});

test("letters that share more than a fifth of their size are told, level and upright, and no others", () => {
  const spacing = fc.integer({ min: -99, max: 20 });
  fc.assert(
    fc.property(spacing, fc.constantFrom("vertical", "horizontal"), (tenths, writing) => {
      const isTold = told(`"国語国語" letter-spacing=${tenths / 10}pt writing=${writing}`).length > 0;
      expect(isTold).toBe(tenths < -20);
    }),
    { numRuns: inLane({ fast: 60, full: 600 }) },
  );
});

test("a lone letter has none beside it", () => {
  expect(told('"国" letter-spacing=-2mm')).toEqual([]);
});

test("no text lies on itself, however brackets stand beside Latin letters", () => {
  const words = fc
    .array(fc.constantFrom("（電話）", "WWWW", "、", "「", "」", "。", "　", "Ab", "国語", "12", "・"), {
      minLength: 2,
      maxLength: 14,
    })
    .map((all) => all.join("").replaceAll('"', ""));
  const looks = fc.constantFrom(
    ...["w=40mm", "w=60mm align=justify", "w=25mm wrap=char", "w=30mm h=6mm fit=shrink lines=1"],
    ...["writing=vertical h=40mm", "writing=vertical h=30mm wrap=char align=justify"],
  );
  fc.assert(
    fc.property(words, looks, (text, look) => {
      expect(told(`"${text}" ${look}`)).toEqual([]);
    }),
    { numRuns: inLane({ fast: 100, full: 3_000 }) },
  );
});

test.each([
  [0.6, 1],
  [0.7, 1],
  [0.75, 0],
  [1, 0],
])("lines of %s type sizes: %i finding", (height, count) => {
  expect(told(`"${"国境の長い鬱蒼とした森を抜けると".repeat(4)}" w=60mm line-height=${height}`).length).toBe(count);
});
