import { describe, expect, it } from "vitest";
import {
  type BreakOptions,
  breakOpportunities,
  breakRank,
  createShaper,
  type ParagraphSpec,
  setParagraph,
} from "../../../../src/core/text/index.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";
import { goldenSections } from "../golden-sections.ts";

const EM = 127_000;
const shaper = createShaper(harfbuzzWasm());

/** Where a line may end, and where it does so only for want of a better place. */
const MAY_END = "│";
const RELUCTANTLY = "┊";
const LINE_END = "⏎";

function marked(text: string, kinsoku: BreakOptions["kinsoku"]): string {
  const ranks = breakOpportunities(text, { wrap: "kinsoku", kinsoku });
  let out = "";
  for (let offset = 0; offset < text.length; offset += 1) {
    const rank = ranks[offset] ?? 0;
    if (rank === breakRank.allowed) out += MAY_END;
    if (rank >= breakRank.number && rank < breakRank.allowed) out += RELUCTANTLY;
    out += text.charAt(offset);
  }
  return out;
}

const MARKS = new RegExp(`[${MAY_END}${RELUCTANTLY}]`, "gu");

/** `strict: what the section is about`. */
const LEVEL = /^(very-strict|strict|normal|loose|none): /u;

describe("where lines may end", () => {
  it.each(goldenSections("line-breaks.txt"))("$title", ({ title, lines }) => {
    const level = LEVEL.exec(title)?.[1] as BreakOptions["kinsoku"] | undefined;
    if (level === undefined) throw new Error(`the section ${title} names no level`);
    expect(lines.map((line) => marked(line.replace(MARKS, ""), level))).toEqual(lines);
  });

  it("is told of at least 300 texts", () => {
    expect(goldenSections("line-breaks.txt").flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(300);
  });
});

/** `8 em, justify, hang: …`: the length of a line and what the paragraph asks for. */
const SETTING = /^(?<ems>[0-9.]+) em, (?<align>\w+)(?<hang>, hang)?(?<vertical>, vertical)?: /u;

function linesOf(text: string, groups: Readonly<Record<string, string | undefined>>): string {
  const spec: ParagraphSpec = {
    text,
    fonts: [bundledFont("sansNormal")],
    lang: "ja",
    sizeEmu: EM,
    letterSpacingEmu: 0,
    align: groups["align"] as ParagraphSpec["align"],
    wrap: "kinsoku",
    kinsoku: "strict",
    fit: "wrap",
    sizeMinEmu: EM,
    condenseThousandths: 1000,
    linesMax: null,
    tabular: false,
    latinGapThousandths: 250,
    hang: groups["hang"] !== undefined,
    writing: groups["vertical"] === undefined ? "horizontal" : "vertical",
  };
  const { lines, overflowEmu } = setParagraph(spec, Math.round(Number(groups["ems"]) * EM), shaper);
  expect(overflowEmu).toBe(0);
  return lines.map(({ start, end }) => text.slice(start, end)).join(LINE_END);
}

describe("lines as they are set", () => {
  it.each(goldenSections("set-lines.txt"))("$title", ({ title, lines }) => {
    const groups = SETTING.exec(title)?.groups;
    if (groups === undefined) throw new Error(`the section ${title} names no setting`);
    expect(lines.map((line) => linesOf(line.replaceAll(LINE_END, ""), groups))).toEqual(lines);
  });
});
