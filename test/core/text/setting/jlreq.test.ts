import { describe, expect, it } from "vitest";
import {
  type BreakOptions,
  breakOpportunities,
  breakRank,
  createShaper,
  glyphAdvanceEmu,
  type Paragraph,
  setRichParagraph,
  type TextSpan,
} from "../../../../src/core/text/index.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";
import { goldenSections } from "../golden-sections.ts";

const EM = 120_000;
const shaper = createShaper(harfbuzzWasm());
const fonts = [bundledFont("sansNormal")];

/** `lines 14 em, justify, hang, vertical: …`: what a section shows, and how its text is set. */
const SETTING = new RegExp(
  "^(?<what>spaces|lines|breaks)(?: (?<ems>\\d+) em)?(?: strict)?" +
    "(?:, (?<align>left|justify|distribute))?(?<hang>, hang)?(?<vertical>, vertical)?: [A-E\\d]",
  "u",
);

type Groups = Readonly<Record<string, string | undefined>>;

/** `の【砦|とりで】に` → spans. */
function spansOf(text: string): readonly TextSpan[] {
  const plain = { fonts, sizeEmu: EM, tabular: false, ruby: null };
  return [...text.matchAll(/【([^|】]*)\|([^】]*)】|[^【]+/gu)].map(([all, base, ruby]) =>
    base === undefined ? { ...plain, text: all } : { ...plain, text: base, ruby: ruby ?? null },
  );
}

function set(spans: readonly TextSpan[], groups: Groups): Paragraph {
  return setRichParagraph(
    {
      spans,
      lang: "ja",
      sizeEmu: EM,
      letterSpacingEmu: 0,
      align: (groups["align"] ?? "left") as "left" | "justify" | "distribute",
      wrap: "kinsoku",
      kinsoku: "strict",
      fit: "wrap",
      sizeMinEmu: EM,
      condenseThousandths: 1000,
      linesMax: null,
      latinGapThousandths: 250,
      hang: groups["hang"] !== undefined,
      writing: groups["vertical"] === undefined ? "horizontal" : "vertical",
    },
    Number(groups["ems"] ?? 1000) * EM,
    shaper,
  );
}

/** A frame along the line: a character, or digits that share a cell. */
interface Frame {
  readonly text: string;
  readonly fromEmu: number;
  readonly toEmu: number;
}

/** By JLREQ 3.1.2 the frame of these is half an em; where it lies in the whole em of a font's glyph. */
const HALF_FRAMES: readonly (readonly [characters: string, fromThousandths: number])[] = [
  ["「『（〈“【", 500],
  ["」』）〉”】、。，．", 0],
  ["・", 250],
];

function frameOf(text: string, penEmu: number, advanceEmu: number): Frame {
  const half = advanceEmu === EM ? HALF_FRAMES.find(([characters]) => characters.includes(text)) : undefined;
  if (half === undefined) return { text, fromEmu: penEmu, toEmu: penEmu + advanceEmu };
  const fromEmu = penEmu + (EM * half[1]) / 1000;
  return { text, fromEmu, toEmu: fromEmu + EM / 2 };
}

/** Frames of the characters of a paragraph's one line. */
function framesOf(paragraph: Paragraph, isVertical: boolean): readonly Frame[] {
  return (paragraph.lines[0]?.pieces ?? []).flatMap((piece) => {
    const { run, sizeEmu, scaleThousandths } = piece;
    if (isVertical && piece.rotation === 0 && run.direction === "horizontal")
      // Digits that share a cell lie on its baseline, 0.88 em below its top.
      return [{ text: run.text, fromEmu: piece.xEmu - 0.88 * EM, toEmu: piece.xEmu + 0.12 * EM }];
    let pen = piece.xEmu;
    return run.glyphs.flatMap((_, glyph) => {
      const advance = glyphAdvanceEmu(run, glyph, sizeEmu, scaleThousandths);
      const from = run.clusters[glyph] ?? 0;
      const frame = frameOf(run.text.slice(from, run.clusters[glyph + 1]), pen, advance);
      pen += advance + piece.letterSpacingEmu + (piece.adjustmentsEmu?.[glyph] ?? 0);
      return [frame];
    });
  });
}

const MARKS: ReadonlyMap<number, string> = new Map([
  [0, ""],
  [250, "¼"],
  [500, "½"],
]);

/** The line's characters with what stands between them. */
function spaced(paragraph: Paragraph, isVertical: boolean): string {
  const frames = framesOf(paragraph, isVertical);
  return frames
    .map(({ text, toEmu }, index) => {
      const next = frames[index + 1];
      if (next === undefined) return text;
      const thousandths = Math.round((1000 * (next.fromEmu - toEmu)) / EM);
      // Kerning between Latin letters is a matter of the font.
      if (/^[A-Za-z ]+$/u.test(text + next.text)) return text;
      return text + (MARKS.get(thousandths) ?? `{${thousandths}}`);
    })
    .join("");
}

/** Ruby is written back around its base. */
function withRuby(shown: string, text: string): string {
  let at = 0;
  let out = "";
  for (const part of text.matchAll(/【([^|】]*)\|([^】]*)】|[^【]/gu)) {
    const own = [...(part[1] ?? part[0])];
    let taken = "";
    for (const character of own) {
      const end = shown.indexOf(character, at) + character.length;
      taken += shown.slice(at, end);
      at = end;
    }
    const marks = taken.slice(0, taken.indexOf(own[0] ?? ""));
    out += part[1] === undefined ? taken : `${marks}【${taken.slice(marks.length)}|${part[2] ?? ""}】`;
  }
  return out + shown.slice(at);
}

function broken(text: string, kinsoku: BreakOptions["kinsoku"]): string {
  const ranks = breakOpportunities(text, { wrap: "kinsoku", kinsoku });
  const marks = new Map<number, string>([
    [breakRank.allowed, "│"],
    [breakRank.reluctant, "┊"],
    [breakRank.unit, "┊"],
    [breakRank.number, "┊"],
  ]);
  return [...text].map((character, offset) => (marks.get(ranks[offset] ?? 0) ?? "") + character).join("");
}

function cut(text: string, groups: Groups): string {
  const plain = text.replaceAll(/【([^|】]*)\|[^】]*】/gu, "$1");
  const { lines, overflowEmu } = set(spansOf(text), groups);
  expect(overflowEmu).toBe(0);
  const ends = new Set(lines.slice(1).map(({ start }) => start));
  const shown = [...plain].map((character, offset) => (ends.has(offset) ? `⏎${character}` : character)).join("");
  return withRuby(shown, text);
}

/** What the engine makes of a case. */
function made(line: string, groups: Groups): string {
  if (groups["what"] === "breaks") return broken(line.replaceAll(/[│┊]/gu, ""), "strict");
  if (groups["what"] === "lines") return cut(line.replaceAll("⏎", ""), groups);
  const text = line.replaceAll(/[¼½]|\{\d+\}/gu, "");
  return withRuby(spaced(set(spansOf(text), groups), groups["vertical"] !== undefined), text);
}

describe("the examples that JLREQ prints", () => {
  it.each(goldenSections("jlreq.txt"))("$title", ({ title, lines }) => {
    const groups = SETTING.exec(title)?.groups;
    if (groups === undefined) throw new Error(`the section ${title} names no setting`);
    expect(lines.map((line) => made(line, groups))).toEqual(lines);
  });
});
