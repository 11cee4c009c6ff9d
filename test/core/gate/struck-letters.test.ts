// RPT5001: letters that the line of a frame runs through, of whatever element it is: thinner than what hides them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { inLane, sampled } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function findings(content: string) {
  const source = `rpt 1
field items[].name string(10) example=["一","二"]
field boss string example="山田"
colors rule=#767676 pale=#bbbbbb black=#000000 white=#ffffff
sizes body=9pt large=20pt big=40pt
style base size=body
page A4 margin=15mm {
  body gap=2mm {
${content}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error")).toEqual([]);
  return diagnostics;
}

function found(content: string): readonly string[] {
  return findings(content).flatMap(({ code, message }) => (code === "RPT5001" ? [message] : []));
}

function foundCodes(content: string): readonly string[] {
  return findings(content).map(({ code }) => code);
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

const WIDTHS = ["0.1pt", "0.25pt", "0.5pt", "1pt", "1.4pt", "1.9pt"] as const;
const COLOURS = ["black", "rule"] as const;

describe("a frame through letters is told", () => {
  test.each(FRAMES)("%s: %s", (name, element) => {
    for (const width of sampled(
      WIDTHS,
      3,
      FRAMES.findIndex(([, other]) => other === element),
    )) {
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

/** All that looks like a line, by its width: through the middle of what stands at x=6mm y=4mm. */
const LINES: Readonly<Record<string, (width: string) => string>> = {
  line: (width) => `line x=5mm y=7mm w=40mm stroke=${width}`,
  "dashed line": (width) => `line x=5mm y=7mm w=40mm stroke=[${width}, black, dash]`,
  "double line": (width) => `line x=5mm y=7mm w=40mm stroke=[${width}, black, double]`,
  "upright line": (width) => `line x=8.5mm y=1mm h=14mm stroke=${width}`,
  rectangle: (width) => `rect x=5mm y=7mm w=40mm h=10mm stroke=${width}`,
  "round rectangle": (width) => `rect x=5mm y=7mm w=40mm h=10mm radius=1mm stroke=${width}`,
  box: (width) => `box x=5mm y=7mm w=40mm h=10mm border=${width} {\n space 1mm\n }`,
  "a box's side": (width) => `box x=5mm y=2mm w=40mm h=5mm border-bottom=${width} {\n space 1mm\n }`,
  "a text's border": (width) => `text "" x=5mm y=7mm w=40mm h=10mm border=${width}`,
  stack: (width) => `stack x=5mm y=7mm w=40mm h=10mm border=${width} {\n space 1mm\n }`,
  "thin rectangle": (width) => `rect x=5mm y=7mm w=40mm h=${thin(width)} fill=black`,
  "upright thin rectangle": (width) => `rect x=8.5mm y=1mm w=${thin(width)} h=14mm fill=black`,
  "thin box": (width) => `box x=5mm y=7mm w=40mm h=${thin(width)} fill=black {\n space 0mm\n }`,
};

function thin(width: string): string {
  return `${(Number.parseFloat(width) * 0.352778).toFixed(4)}mm`;
}

/** Whatever letters and bars may be shown by, large enough that the lines above run through its middle. */
const STRUCK: Readonly<Record<string, string>> = {
  text: 'text "国国国国国" x=6mm y=4mm w=45mm h=8mm size=large line-height=1',
  "vertical text": 'text "国国国" writing=vertical x=6mm y=4mm w=8mm h=24mm size=large',
  comb: 'comb "888888" cells=6 x=6mm y=4mm w=36mm h=8mm size=large',
  rich: 'rich x=6mm y=4mm w=45mm h=8mm size=large {\n span "国国国国国"\n }',
  markdown: 'markdown "国国国国国" x=6mm y=4mm w=45mm h=8mm size=large',
  seal: 'seal "国国" x=4mm y=2mm w=10mm h=10mm',
  pairs: 'pairs x=6mm y=4mm w=60mm size=large {\n pair "国国国" "国国国"\n }',
  "bar code": 'barcode code128 "ABC123" x=6mm y=2mm w=38mm h=12mm',
  "square code": 'barcode qr "ABC123" x=3mm y=1mm w=15mm h=15mm',
};

describe("a line through letters and bars is told, however thin it is", () => {
  const cases = Object.keys(STRUCK).flatMap((struck, row) =>
    sampled(Object.keys(LINES), 3, row).map((line) => [struck, line, row] as const),
  );

  test.each(cases)("%s, by a %s", (struck, line, row) => {
    const [what, through] = [STRUCK[struck] ?? "", LINES[line]];
    const from = row + Object.keys(LINES).indexOf(line);
    for (const width of sampled(["0.02pt", "0.25pt", "0.28pt", "0.5pt", "1pt"], 2, from)) {
      const drawn = through?.(width) ?? "";
      for (const elements of [
        [what, drawn],
        [drawn, what],
      ]) {
        const codes = foundCodes(plate(...elements)).filter((code) => code === "RPT5001" || code === "RPT4007");
        expect(codes.length, elements.join("\n")).toBeGreaterThan(0);
      }
    }
  });
});
