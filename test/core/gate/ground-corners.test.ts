// White letters on a dark ground with round corners that does not hold them: in a corner they stand on paper.
import { describe, expect, test } from "vitest";
import { pdfEngine } from "../engine/sources.ts";

/** A dark ground of 50 mm whose corners are round, by what draws it. */
const GROUNDS: Readonly<Record<string, string>> = {
  "a rectangle": "rect x=10mm y=10mm w=50mm h=50mm fill=#1a1a1a radius=25mm",
  "a box":
    'box x=10mm y=10mm w=50mm h=50mm fill=#1a1a1a radius=20mm {\n space 30mm\n text "地" color=#ffffff align=center\n }',
  "a text":
    'text "地" x=10mm y=10mm w=50mm h=50mm fill=#1a1a1a color=#ffffff align=center valign=bottom radius=20mm ' +
    "padding-bottom=12mm",
};

/** Where letters of 4 mm stand: the four corners and the middles of the sides and of the ground. */
const PLACES: readonly (readonly [string, number, number, boolean])[] = [
  ["the upper left corner", 10.5, 10.5, false],
  ["the upper right corner", 55.5, 10.5, false],
  ["the lower left corner", 10.5, 55, false],
  ["the lower right corner", 55.5, 55, false],
  ["the middle", 33, 33, true],
  ["the left side", 12, 33, true],
  ["the right side", 54, 33, true],
  ["the upper side", 33, 11.5, true],
  ["the lower side", 33, 54, true],
];

function contrastFindings(ground: string, xMm: number, yMm: number): readonly string[] {
  const source = `rpt 1
document corner title="角" lang=ja
sizes body=10pt
page A4 portrait margin=10mm {
  body {
    plate h=80mm {
      ${ground}
      text "白" x=${xMm}mm y=${yMm}mm w=4mm h=4.5mm size=body line-height=1 color=#ffffff
    }
  }
}
`;
  const { diagnostics } = pdfEngine().check({ source, data: null });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return diagnostics.filter(({ code }) => code === "RPT5008").map(({ message }) => message.replace(/ \(page.*/u, ""));
}

describe.each(Object.entries(GROUNDS))("on %s", (_, ground) => {
  test.each(PLACES)("white letters at %s", (_, xMm, yMm, isOnGround) => {
    const untold = "contrast 1.0:1 of the text, #ffffff on the paper, less than 3:1";
    expect(contrastFindings(ground, xMm, yMm)).toEqual(isOnGround ? [] : [untold]);
  });
});
