// RPT5001: letters that a thick border or frame hides, of whatever element it is; and that its repair makes room.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function form(content: string, background = ""): string {
  return `rpt 1
field items[].name string(10) example=["一","二"]
colors black=#000000 white=#ffffff shade=#dde4f0
page A5 margin=10mm {
${background}
  body gap=2mm {
${content}
  }
}
`;
}

interface Found {
  readonly message: string;
  readonly repair: string;
}

function found(source: string): readonly Found[] {
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code }) => code === "RPT5001")
    .map(({ message, repair }) => ({ message, repair: repair?.title ?? "" }));
}

const BOX = (frame: string): string => `box ${frame} {\n text "枠の中の文字"\n }`;
const TABLE = (frame: string): string => `table items ${frame} {\n column name "品名" w=60mm\n }`;
const PAIRS = (frame: string): string => `pairs label-w=20mm ${frame} {\n pair "番号" "A"\n }`;
const ROUND = (frame: string): string => `box radius=14mm border=2pt h=28mm w=60mm ${frame} {\n text "角の丸い枠"\n }`;

/** Elements, each with a thick border; the padding that the finding asks for; what else leaves the letters free. */
const THICK: readonly (readonly [what: string, frame: (frame: string) => string, border: string, padding: string])[] = [
  ["a text", (frame) => `text "枠と文字" ${frame}`, "border=[2mm, black]", "2mm"],
  ["a line below a text", (frame) => `text "枠と文字" ${frame}`, "border-bottom=[3mm, black]", "3mm"],
  ["a box", BOX, "border=[3mm, shade]", "3mm"],
  ["one side of a box", BOX, "border-left=[4mm, black]", "4mm"],
  ["a double line", BOX, "border-left=[9mm, black, double]", "3mm"],
  ["pairs", PAIRS, "border=[2mm, black]", "2mm"],
  ["a box with round corners", ROUND, "", "4.6mm"],
];

describe("letters under a thick border", () => {
  test.each(THICK)("%s", (what, frame, border, padding) => {
    const [first] = found(form(frame(border)));
    expect(first?.message).toMatch(/lies on (its own border|the border of \w+), [\d.]+mm wide, which hides letters/);
    if (what === "a double line") return;
    expect(first?.repair).toMatch(new RegExp(`^write padding=${padding} or more at the \\w+, or a thinner border$`));
    expect(found(form(frame(`${border} padding=${padding}`)))).toEqual([]);
  });

  test("none of a check, which stands beside its own", () => {
    expect(found(form('check (true) "可" border=[2mm, black]'))).toEqual([]);
  });

  test("of a table, whose lines run between cells", () => {
    const message = "column lies on the border of table, 3.0mm wide, which hides letters of it (page 1)";
    const repair = "write padding=1.5mm or more at the column, or a thinner border";
    expect(found(form(TABLE("border=[3mm, black]")))).toEqual([{ message, repair }]);
    const padded = `table items border=[3mm, black] {\n column name "品名" w=60mm padding=1.5mm\n }`;
    expect(found(form(padded))).toEqual([]);
  });

  test.each([
    ["thin borders without padding", BOX("border=0.5pt")],
    ["a border of two points about letters with room", BOX("border=2pt padding=2pt")],
    ["a translucent border", BOX("border=[3mm, #00000040]")],
    ["light letters on a dark border", 'text "白い文字" color=white border=[2mm, black]'],
    ["a thick line beside letters", 'text "見出し" border-left=[3mm, black] padding=[0mm, 0mm, 0mm, 4mm]'],
    ["a thick line at the foot, with room", 'text "見出し" border-bottom=[2pt, black] padding=[0mm, 0mm, 1mm, 0mm]'],
    ["a thick frame on purpose", BOX("border=[3mm, black] layer=over")],
  ])("%s hide none", (_, content) => {
    expect(found(form(content))).toEqual([]);
  });
});

describe("letters and a rect's line", () => {
  const LINE = "rect x=0mm y=2mm w=40mm h=8mm stroke=[4mm, black]";
  const TEXT = 'text "枠の下の文字" x=2mm y=3mm w=40mm h=5mm';

  test.each([
    ["under it", [TEXT, LINE]],
    ["on it", [LINE, TEXT]],
  ])("%s", (_, elements) => {
    const message = "text lies on the line of rect, 4.0mm wide, which hides letters of it (page 1)";
    const repair = "move one of them, make the line thinner, or write layer=over at it where that is meant";
    expect(found(form(`plate h=20mm {\n${elements.join("\n")}\n}`))).toEqual([{ message, repair }]);
  });

  test.each([
    ["on an area that lies on the line", [LINE, "rect x=1mm y=3mm w=30mm h=5mm fill=white", TEXT]],
    ["within it", ["rect x=0mm y=0mm w=60mm h=16mm stroke=[4mm, black]", 'text "中" x=20mm y=5mm w=20mm h=5mm']],
    ["under one on purpose", [TEXT, `${LINE} layer=over`]],
  ])("free %s", (_, elements) => {
    expect(found(form(`plate h=20mm {\n${elements.join("\n")}\n}`))).toEqual([]);
  });
});

describe("an area of a background that is painted over the page", () => {
  const AREA = "rect x=0mm y=0mm w=148mm h=210mm fill=shade";
  const COVER = (layer: string) => `background {\n ${AREA} ${layer}\n }`;

  test("hides what the page says, whatever its layer= says", () => {
    expect(found(form('text "文字"', COVER("layer=over")))).toEqual([
      {
        message: expect.stringMatching(/^text lies under rect of the background, which hides /),
        repair: "leave layer=over out of the rect: a background lies under everything",
      },
    ]);
  });

  test.each([
    ["under it", COVER("")],
    ["translucent", COVER("layer=over opacity=0.3")],
    ["under everything", COVER("layer=under")],
  ])("%s it hides nothing", (_, background) => {
    expect(found(form('text "文字"', background))).toEqual([]);
  });
});

describe("the repair of letters under a border leaves them room where the height is fixed", () => {
  const cases = [1, 2, 3, 4].flatMap((borderPt) => [4, 5, 6, 8, 12].map((heightMm) => [borderPt, heightMm] as const));
  test.each(cases)("border=%ipt h=%imm", (borderPt, heightMm) => {
    const frame = `w=30mm border=${borderPt}pt`;
    const [first] = found(form(`text "検査済み" ${frame} h=${heightMm}mm`));
    if (first === undefined) return;
    const [, padding, without] = /^write padding=([\d.]+mm) or more( and no h=)? at the text/u.exec(first.repair) ?? [];
    expect(padding).toBeDefined();
    const height = without === undefined ? `h=${heightMm}mm` : "";
    const mended = form(`text "検査済み" ${frame} ${height} padding=${padding}`);
    const codes = engine.check({ source: mended, data: null }).diagnostics.map(({ code }) => code);
    expect(codes.filter((code) => code !== "RPT2012")).toEqual([]);
  });

  test("is needed in some of the cases", () => {
    const told = cases.filter(([borderPt, heightMm]) => {
      return found(form(`text "検査済み" w=30mm border=${borderPt}pt h=${heightMm}mm`)).length > 0;
    });
    expect(told.length).toBeGreaterThan(4);
  });
});

describe("the repair of letters over their own border leaves them room at once, whatever padding they have", () => {
  const texts = ["W国g", "請求書", "agp", "国gjÅ", "Ｑg"];
  const paddings = ["", "padding=0.4mm", "padding=0.8mm", "padding=1.5mm"];
  const cases = texts.flatMap((text) => {
    return paddings.flatMap((padding) => [0.3, 0.5, 0.7].map((height) => [text, padding, height] as const));
  });
  const textOf = (words: string, padding: string, height: number): string =>
    form(`text "${words}" line-height=${height} border=0.5pt w=60mm ${padding}`);

  test.each(cases)("%s %s line-height=%d", (words, padding, height) => {
    const told = found(textOf(words, padding, height)).filter(({ message }) => message.includes("covers the edge"));
    for (const { repair } of told) {
      const [, offered] = /^write (padding=[\d.]+mm) or more at the text/u.exec(repair) ?? [];
      expect(offered).toBeDefined();
      expect(found(textOf(words, offered ?? "", height))).toEqual([]);
    }
  });

  test("is needed in some of the cases", () => {
    const told = cases.filter((each) => found(textOf(...each)).length > 0);
    expect(told.length).toBeGreaterThan(20);
  });
});
