// RPT5001: letters that the line of a frame runs through, of whatever element it is: thinner than what hides them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { inLane } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(content: string): readonly string[] {
  const source = `rpt 1
field items[].name string(10) example=["一","二"]
field boss string example="山田"
colors rule=#767676 pale=#bbbbbb black=#000000 white=#ffffff
sizes body=9pt big=40pt
style base size=body
page A4 margin=15mm {
  body gap=2mm {
${content}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error")).toEqual([]);
  return diagnostics.filter(({ code }) => code === "RPT5001").map(({ message }) => message);
}

function plate(...elements: readonly string[]): string {
  return `plate h=80mm {\n${elements.join("\n")}\n}`;
}

const TEXT = 'text "金額 12,345円" x=10mm y=10mm w=60mm h=6mm';

/** Frames that run through the middle of the letters, each with what it is called. */
const FRAMES: readonly (readonly [name: string, element: string])[] = [
  ["the line of rect", "rect x=0mm y=12mm w=60mm h=10mm stroke=BORDER"],
  ["the line of rect", "rect x=0mm y=12mm w=60mm h=10mm radius=2mm stroke=BORDER"],
  ["the border of box", "box x=0mm y=12mm w=60mm h=10mm border=BORDER {\n space 2mm\n }"],
  ["the border of box", "box x=0mm y=12mm w=60mm h=10mm border-top=BORDER {\n space 2mm\n }"],
  ["the border of pairs", 'pairs x=0mm y=12mm w=60mm border=BORDER padding=4mm {\n pair "甲" "乙"\n }'],
  ["the border of text", 'text "" x=0mm y=12mm w=60mm h=10mm border=BORDER'],
];

const WIDTHS = ["0.5pt", "1pt", "1.4pt", "1.9pt"] as const;
const COLOURS = ["black", "rule"] as const;

describe("a frame through letters is told", () => {
  test.each(FRAMES)("%s: %s", (name, element) => {
    for (const width of WIDTHS) {
      for (const colour of COLOURS) {
        const frame = element.replace("BORDER", `[${width}, ${colour}]`);
        for (const elements of [
          [TEXT, frame],
          [frame, TEXT],
        ]) {
          const told = found(plate(...elements));
          expect(
            told.some((one) => one.startsWith(`${name}, `) && one.includes("runs through letters")),
            frame,
          ).toBe(true);
        }
      }
    }
  });

  test.each([
    ["a comb", [TEXT, 'comb "" cells=5 x=0mm y=12mm w=60mm h=8mm'], "the border of comb, 0.18mm wide"],
    [
      "places for seals",
      [TEXT, 'seals x=0mm y=12mm w=60mm h=20mm {\n seal "承認"\n seal "作成"\n }'],
      "the border of seals",
    ],
    ["an empty place for a seal", [TEXT, 'seal "印" x=12mm y=12mm w=18mm h=18mm'], "the border of seal, "],
    ["a tick's box", [TEXT, "check (false) x=14.5mm y=10mm w=5mm h=6mm"], "the border of check, "],
    [
      "a table",
      [TEXT, 'table items x=0mm y=12mm w=60mm border=1pt {\n column name "品名"\n }'],
      "the border of table, ",
    ],
    ["an upright line", [TEXT, "rect x=0mm y=0mm w=11.6mm h=40mm stroke=1pt"], "the line of rect, "],
    ["a dashed line", [TEXT, "rect x=0mm y=12mm w=60mm h=9mm stroke=[1pt, black, dash]"], "the line of rect, "],
    ["a double line", [TEXT, "rect x=0mm y=12mm w=60mm h=9mm border=[3pt, black, double]"], "the line of rect, "],
    [
      "a line at the top of large letters",
      ['text "大きな題字" x=10mm y=10mm w=80mm h=18mm size=big', "rect x=0mm y=0mm w=60mm h=15mm stroke=1pt"],
      "the line of rect, ",
    ],
    [
      "a line beside vertical letters' middle",
      ['text "縦書きの文字" writing=vertical x=10mm y=10mm w=4mm h=40mm', "rect x=0mm y=0mm w=12mm h=60mm stroke=1pt"],
      "the line of rect, ",
    ],
    [
      "a line across vertical letters",
      [
        'text "縦書きの文字" writing=vertical x=10mm y=10mm w=4mm h=40mm',
        "rect x=0mm y=0mm w=60mm h=14.8mm stroke=1pt",
      ],
      "the line of rect, ",
    ],
    [
      "a line through turned letters",
      ['text "回した文字" x=10mm y=10mm w=6mm h=30mm rotate=90', "rect x=0mm y=14mm w=60mm h=20mm stroke=1pt"],
      "the line of rect, ",
    ],
    [
      "a white line, which hides ink",
      [TEXT, "rect x=0mm y=12mm w=60mm h=10mm stroke=[1pt, white]"],
      "the line of rect, ",
    ],
  ] as const)("of %s", (_, elements, name) => {
    expect(found(plate(...elements)).filter((one) => one.startsWith(name))).toHaveLength(1);
  });
});

describe("a frame about letters is not", () => {
  test.each([
    ["a hairline", plate(TEXT, "rect x=0mm y=12mm w=60mm h=10mm stroke=0.25pt")],
    ["one that is meant", plate(TEXT, "rect x=0mm y=12mm w=60mm h=10mm stroke=1pt layer=over")],
    ["a stamp", plate(TEXT, "seal (boss) x=12mm y=8mm w=12mm h=12mm")],
    ["a translucent line that is hardly seen", plate(TEXT, "rect x=0mm y=12mm w=60mm h=10mm stroke=[1pt, #00000030]")],
    ["a pale line under letters", plate("rect x=0mm y=12mm w=60mm h=10mm stroke=[1pt, pale]", TEXT)],
    [
      "a line under the ground of letters",
      plate("rect x=0mm y=12mm w=60mm h=10mm stroke=1pt", "rect x=5mm y=8mm w=70mm h=9mm fill=white", TEXT),
    ],
    [
      "a line between letters",
      plate('text "１２" x=10mm y=10mm w=60mm h=6mm letter-spacing=4mm', "rect x=0mm y=5mm w=15mm h=20mm stroke=1pt"),
    ],
    ["a line along the foot of letters", plate(TEXT, "rect x=0mm y=0mm w=60mm h=13.5mm stroke=0.5pt")],
    ["a line that ends before the letters", plate(TEXT, "rect x=0mm y=12mm w=9.9mm h=10mm stroke=1pt")],
    ["an underline and a line through of their own", 'text "取消" decoration=strike\ntext "下線" decoration=underline'],
    ["a box about letters", 'box border=1.9pt padding=2pt {\n text "枠の中"\n }'],
    ["a text with a border of its own", 'text "枠" border=1.9pt padding=2pt'],
    ["a table without padding", 'table items border=0.5pt {\n column name "品名" w=9mm padding=0mm border=0.5pt\n }'],
    ["letters of a comb", 'comb "12345" cells=5 w=30mm'],
    ["a schedule whose words stand over its bars", schedule()],
  ])("%s", (_, content) => {
    expect(found(content)).toEqual([]);
  });
});

function schedule(): string {
  return `gantt items row-h=6mm border=1pt {
  column name "品名" w=20mm
  scale from=(date('2026-10-01')) to=(date('2026-10-31')) unit=day
  bar start=(date('2026-10-05')) end=(date('2026-10-20')) label="{.name}の工程" border=1pt
  milestone (date('2026-10-08')) "出荷"
 }`;
}

test("wherever the frame stands, its line is told of letters that it has its middle in", () => {
  const place = fc.integer({ min: 60, max: 200 });
  const property = fc.property(place, fc.constantFrom(...WIDTHS), fc.boolean(), (tenths, width, isFirst) => {
    const frame = `rect x=0mm y=${tenths / 10}mm w=60mm h=30mm stroke=${width}`;
    const elements = isFirst ? [frame, TEXT] : [TEXT, frame];
    // The text's line is 4.8 mm high, its letters 3.2 mm: their ink is from 10.75 mm to 13.5 mm.
    const y = tenths / 10;
    const told = found(plate(...elements)).length > 0;
    if (y > 11.1 && y < 13.1) expect(told, frame).toBe(true);
    if (y < 10.4 || y > 13.8) expect(told, frame).toBe(false);
  });
  fc.assert(property, { numRuns: inLane({ fast: 20, full: 400 }) });
});
