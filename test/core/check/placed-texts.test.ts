// `valign` of a container places the only text in it, once that is as high: the finding's edit makes it so.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { layOutSource } from "../../support/lay-out.ts";

const FRAMES = [
  ...["", "padding=2mm", "padding=[1mm, 2mm]", "padding-top=5mm padding-bottom=1mm", "border=0.5pt"],
  ...["border=3pt", "border=1pt padding=2mm", "border-top=2pt"],
];
const TEXTS = ['text "中央"', 'text "中央" align=center', 'label "中央" weight=bold', 'text "一行目\\n二行目"'];

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
      const [told, ...others] = compileSource(source).diagnostics;
      expect([told?.code, others]).toEqual(["RPT1023", []]);
      const mended = applyEdits(source, told?.repair?.edits ?? []);
      expect(compileSource(mended).diagnostics).toEqual([]);
      return baselineMm(mended);
    });
    const [top = 0, middle = 0, bottom = 0] = places;
    expect(middle).toBeGreaterThan(top + 5);
    expect(bottom).toBeGreaterThan(middle + 5);
  });
});
