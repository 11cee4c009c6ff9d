import { describe, expect, it } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import type { GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** Where a word of Latin letters or digits stands that a form prints. */
const CONTAINERS: readonly (readonly [
  name: string,
  isCell: boolean,
  lines: (text: string, style: string) => string,
])[] = [
  ["text", false, (text, style) => `text "${text}" ${style}`],
  ["justified text", false, (text, style) => `text "${text}" align=justify ${style}`],
  ["condensed text", false, (text, style) => `text "${text}" fit=shrink lines=1 ${style}`],
  ["text of spans", false, (text, style) => `rich ${style} {\nspan "${text}"\nspan "" weight=bold\n}`],
  ["vertical text", false, (text, style) => `text "${text}" writing=vertical combine=0 h=200pt w=30pt ${style}`],
  ["cell", true, (text, style) => `grid cols=[200pt] {\ncell "${text}" ${style}\n}`],
  ["column", true, (text, style) => `table xs header=none {\ncolumn a "" "${text}" w=200pt ${style}\n}`],
];

/** What stands between Japanese letters, and the kind that its whole word is of. */
const WORDS: readonly (readonly [word: string, kind: "letters" | "figure" | "sign"])[] = [
  ["A", "letters"],
  ["ABC", "letters"],
  ["A4", "letters"],
  ["No.5", "letters"],
  ["AB-100", "letters"],
  ["R&D", "letters"],
  ["T1234567890123", "letters"],
  ["a.b@c.de", "letters"],
  ["\u{3b1}1", "letters"],
  ["7", "figure"],
  ["2027", "figure"],
  ["1,234.5", "figure"],
  ["10.5", "figure"],
  ["10kg", "figure"],
  ["3D", "figure"],
  ["2027/10", "figure"],
  ["1-2-3", "figure"],
  ["¥100", "sign"],
  ["-5", "sign"],
  ["50%", "sign"],
  ["(3)", "sign"],
];

const SIZE_PT = 10;

/** How far a line that a form prints reaches along itself. */
function extentEmu(lines: string): number {
  const source = `rpt 1
field xs[].a string(9) example=["a"]
sizes body=${SIZE_PT}pt
style base size=body
page A4 margin=0mm {
  body {
${lines}
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const items = layOutData(value, { xs: [{ a: "a" }] }).value.pages.flatMap((page) =>
    page.items.filter((item): item is GlyphRunItem => item.kind === "glyphs"),
  );
  const isVertical = lines.includes("writing=vertical");
  const starts = items.map((item) => (isVertical ? item.yEmu : item.xEmu));
  const ends = items.map((item) => (isVertical ? item.yEmu : item.xEmu) + item.advanceEmu);
  return Math.max(...ends) - Math.min(...starts);
}

const GAPS = { letters: 0.25, figure: 0, sign: 0 } as const;

describe.each(CONTAINERS)("words in Japanese text of a %s", (_, isCell, lines) => {
  /** The space beside a word, in type sizes. */
  const added = (text: string, style: string): number =>
    Math.round((extentEmu(lines(text, style)) - extentEmu(lines(text, "latin-gap=0"))) / (SIZE_PT * 127)) / 100;

  it.each(WORDS)("have the same space on both sides: %s", (word, kind) => {
    const gap = isCell ? 0 : GAPS[kind];
    expect([added(`和${word}`, ""), added(`${word}字`, ""), added(`和${word}字`, "")]).toEqual([gap, gap, 2 * gap]);
  });

  it.each(WORDS)("have the space that is written, whatever they are: %s", (word, kind) => {
    // A sign takes no space; the digits behind or before it do.
    const sides = kind === "sign" ? [/^[0-9]/u, /[0-9]$/u].filter((side) => side.test(word)).length : 2;
    expect(added(`和${word}字`, "latin-gap=0.5")).toBe(sides / 2);
  });

  it.each(["和 A 字", "和 7 字", "和字", "和A、7字", "和「7」字"])("leave what stands between alone: %s", (text) => {
    const gap = text.includes("A、") && !isCell ? 0.25 : 0;
    expect(added(text, "")).toBe(gap);
  });
});
