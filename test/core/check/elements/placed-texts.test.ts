// `valign` of a box or stack places what stands in it, whatever its frame is: the middle lies as far from both ends.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const FRAMES = [
  ...["", "padding=2mm", "padding=[1mm, 2mm]", "padding-top=5mm padding-bottom=1mm", "border=0.5pt"],
  ...["border=3pt", "border=1pt padding=2mm", "border-top=2pt"],
];
const TEXTS = [
  ...['text "甲"\ntext "乙" h=9mm', 'stack {\ntext "甲"\ntext "乙"\n}', 'row {\ntext "甲"\ntext "乙"\n}'],
  ...['text "中央"', 'text "中央" align=center', 'label "中央" weight=bold', 'text "一行目\\n二行目"'],
];

function form(container: string, text: string): string {
  return `rpt 1\npage A5 margin=15mm {\nbody {\n${container} {\n${text}\n}\n}\n}\n`;
}

/** Where the first baseline lies, from the top of the body. */
function baselineMm(source: string): number {
  const { value, diagnostics } = layOutSource(source);
  expect(diagnostics).toEqual([]);
  const first = value.pages[0]?.items.find((item) => item.kind === "glyphs");
  return first?.kind === "glyphs" ? first.yEmu / 36_000 - 15 : Number.NaN;
}

describe.each(["box", "stack"])("%s", (container) => {
  test.each(FRAMES.flatMap((frame) => TEXTS.map((text) => [frame, text] as const)))("%s { %s }", (frame, text) => {
    const places = ["top", "middle", "bottom"].map((valign) => {
      const source = form(`${container} h=40mm ${frame} valign=${valign}`, text);
      expect(compileSource(source).diagnostics).toEqual([]);
      return baselineMm(source);
    });
    const [top = 0, middle = 0, bottom = 0] = places;
    expect(middle).toBeGreaterThan(top + 5);
    expect(middle - top).toBeCloseTo(bottom - middle, 1);
  });
});
