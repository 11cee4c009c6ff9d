// RPT5002: letters beyond the round corners of what holds them; and that the repair brings them in.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Found {
  readonly message: string;
  readonly repair: string;
}

function found(content: string): readonly Found[] {
  const source = `rpt 1\nsizes band=9pt\ncolors shade=#dde4f0\npage A5 margin=10mm {\n  body {\n${content}\n  }\n}\n`;
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code, severity }) => code === "RPT5002" && severity === "warning")
    .map(({ message, repair }) => ({ message, repair: repair?.title ?? "" }));
}

type Form = (frame: string) => string;
const BOX: Form = (frame) => `box ${frame} {\n text "枠の中の文字"\n }`;
const TEXT: Form = (frame) => `text "枠の中の文字" w=60mm ${frame}`;
const ROW: Form = (frame) => `row ${frame} {\n text "左" w=20mm\n text "右" w=1fr align=right\n }`;
const BAND: Form = (frame) => `text "見出し" w=40mm size=band ${frame}`;
const RIGHT_BAND: Form = (frame) => `text "一覧表" w=12mm size=band align=right ${frame}`;
const LOW: Form = (frame) => `box h=30mm ${frame} {\n space 24mm\n text "下の文字"\n }`;
const OF_BOX = "letters of text lie beyond box's round corner (page 1)";

describe("letters beyond a round corner are told, with the padding that brings them in", () => {
  test.each([
    ["a thin line", BOX, "radius=15mm border=0.25pt h=30mm w=30mm", OF_BOX],
    ["a line below two points", BOX, "radius=15mm border=1.5pt h=30mm w=30mm", OF_BOX],
    ["a ground alone", BOX, "radius=15mm fill=shade h=30mm w=30mm", OF_BOX],
    [
      "a text of its own",
      TEXT,
      "radius=8mm border=0.5pt h=20mm",
      "letters of text lie beyond its round corner (page 1)",
    ],
    ["the ends of a band", BAND, "radius=3mm fill=shade", "letters of text lie beyond its round corner (page 1)"],
    ["its right end", RIGHT_BAND, "radius=3mm fill=shade", "letters of text lie beyond its round corner (page 1)"],
    ["a row", ROW, "radius=8mm border=0.5pt h=16mm", "letters of text lie beyond row's round corner (page 1)"],
    ["the lower corners", LOW, "radius=12mm border=0.5pt", OF_BOX],
  ] as const)("%s", (_, form, frame, message) => {
    const [first] = found(form(frame));
    expect(first?.message).toBe(message);
    const padding = /padding=([0-9.]+mm)/u.exec(first?.repair ?? "")?.[1];
    expect(padding).toBeDefined();
    // The space above the last line goes with the padding.
    const mended =
      form === LOW ? form(`${frame} padding=${padding}`).replace("24mm", "16mm") : form(`${frame} padding=${padding}`);
    expect(found(mended)).toEqual([]);
  });

  test.each([
    ["a small radius", BOX("radius=1mm border=0.5pt")],
    ["a line in the middle", TEXT("radius=8mm border=0.5pt h=20mm align=center valign=middle")],
    [
      "an end that is half a circle beside the letters",
      TEXT("radius=4mm border=0.5pt h=8mm padding=[0mm, 3mm] valign=middle"),
    ],
    ["a band with room at its ends", BAND("radius=3mm fill=shade padding=[0mm, 1.5mm]")],
    ["on purpose", `plate h=30mm radius=15mm fill=shade {\n text "題" x=0mm y=0mm w=9mm h=6mm layer=over\n }`],
    ["beside it", `row gap=2mm {\n box radius=9mm fill=shade w=20mm h=20mm {\n }\n text "隣の文字" w=40mm\n }`],
  ])("%s is not", (_, content) => {
    expect(found(content)).toEqual([]);
  });

  test("of a thick line, which hides letters, are told as that alone", () => {
    expect(found(BOX("radius=14mm border=2pt h=28mm w=60mm"))).toEqual([]);
  });
});
