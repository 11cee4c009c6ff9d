// What goes along letters begins where the first of them begins and ends where the last one ends, in every line.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GlyphRunItem, PageDocument, Rectangle } from "../../../../src/core/layout/index.ts";
import { glyphAdvanceEmu } from "../../../../src/core/text/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const OPENING = "（「『【";
const CLOSING = "）」』】、。";
const HALF = 0.5;
/** By no more of an em, as flat as it is, a narrow box sets letters closer. */
const TIGHTEST = 0.0625;
/** Each letter's cell and the edges of what is cut of its space are rounded once. */
const ROUNDING_EMU = 3;

/** In halves of an em: a middle dot has a quarter on either side. */
function blankOf(character: string, those: string): number {
  return character === "・" ? 0.5 : Number(those.includes(character));
}

/** Where a letter's cell lies along its line, and what of it is blank on either side. */
interface Letter {
  readonly character: string;
  readonly isMarked: boolean;
  readonly fromEmu: number;
  /** Closer letter spacing is taken off. */
  readonly toEmu: number;
  readonly tightEmu: number;
  readonly blankBeforeEmu: number;
  readonly blankAfterEmu: number;
}

interface Drawn {
  readonly letters: readonly Letter[];
  readonly marks: readonly (readonly [fromEmu: number, toEmu: number])[];
}

const MARKED = [200, 0, 0, 255];

function isMarked({ color }: { readonly color: readonly number[] }): boolean {
  return MARKED.every((one, at) => color[at] === one);
}

function lettersOf(item: GlyphRunItem, isVertical: boolean): readonly Letter[] {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu, xEmu, yEmu } = item;
  const base = { isMarked: isMarked(item), tightEmu: 0, blankBeforeEmu: 0, blankAfterEmu: 0 };
  if (isVertical && item.isCombined === true) {
    const fromEmu = yEmu - Math.round(sizeEmu * 0.88);
    const tightEmu = -sizeEmu * TIGHTEST;
    return [{ ...base, character: run.text, fromEmu, toEmu: fromEmu + sizeEmu + tightEmu, tightEmu }];
  }
  let penEmu = isVertical ? yEmu : xEmu;
  return run.glyphs.map((_, at) => {
    const fromEmu = penEmu;
    const toEmu = fromEmu + Math.abs(glyphAdvanceEmu(run, at, sizeEmu, scaleThousandths));
    const tightEmu = Math.min(0, letterSpacingEmu);
    penEmu = toEmu + letterSpacingEmu + (adjustmentsEmu?.[at] ?? 0);
    const character = run.text.charAt(run.clusters[at] ?? 0);
    const half = (sizeEmu * scaleThousandths * HALF) / 1000;
    const isWhole = run.advances[at] === run.font.unitsPerEm;
    return {
      ...base,
      character,
      fromEmu,
      toEmu: toEmu + tightEmu,
      tightEmu,
      blankBeforeEmu: isWhole ? half * blankOf(character, OPENING) : 0,
      blankAfterEmu: isWhole ? half * blankOf(character, CLOSING) : 0,
    };
  });
}

/** Lines by where they stand across the page. */
function linesOf({ pages }: PageDocument, isVertical: boolean, kind: "stroke" | "link"): readonly Drawn[] {
  const items = pages.flatMap((page) => page.items);
  const runs = items.filter((item): item is GlyphRunItem => item.kind === "glyphs" && item.isRuby !== true);
  const across = (run: GlyphRunItem): number =>
    isVertical ? run.xEmu + (run.rotation === 90 ? run.sizeEmu * 0.38 : 0) : run.yEmu;
  const middleOf = (run: GlyphRunItem): number =>
    isVertical && run.isCombined === true ? run.xEmu + run.advanceEmu / 2 : across(run);
  const found: { at: number; letters: Letter[]; marks: (readonly [number, number])[]; sizeEmu: number }[] = [];
  for (const run of runs) {
    const at = middleOf(run);
    let line = found.find((one) => Math.abs(one.at - at) < run.sizeEmu / 4);
    if (line === undefined) {
      line = { at, letters: [], marks: [], sizeEmu: run.sizeEmu };
      found.push(line);
    }
    line.letters.push(...lettersOf(run, isVertical));
  }
  const put = (at: number, mark: readonly [number, number]): void => {
    const nearest = found.toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0];
    nearest?.marks.push(mark);
  };
  for (const item of items) {
    if (kind === "link" && item.kind === "link") {
      const { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle = item.rectangle;
      if (isVertical) put((leftEmu + rightEmu) / 2, [topEmu, bottomEmu]);
      else put(bottomEmu - (bottomEmu - topEmu) * 0.12, [leftEmu, rightEmu]);
    }
    if (kind !== "stroke" || item.kind !== "stroke" || !isMarked(item) || item.shape.kind !== "path") continue;
    const [from, to] = item.shape.commands;
    if (from?.op !== "move" || to?.op !== "line") continue;
    if (isVertical) put(from.xEmu, [from.yEmu, to.yEmu]);
    else put(from.yEmu, [from.xEmu, to.xEmu]);
  }
  return found.map(({ letters, marks }) => ({
    // In the order of the text: brackets without their space begin before the letter that they follow.
    letters,
    marks: marks.toSorted((one, other) => one[0] - other[0]),
  }));
}

/** Letters of one mark: neighbours that are marked. */
function stretchesOf(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  const found: Letter[][] = [];
  letters.forEach((letter, at) => {
    if (!letter.isMarked) return;
    if (letters[at - 1]?.isMarked === true) found.at(-1)?.push(letter);
    else found.push([letter]);
  });
  return found;
}

function wordOf(letters: readonly Letter[]): string {
  return letters.map(({ character }) => character).join("");
}

function judge({ letters, marks }: Drawn, hasRuby = false): void {
  const stretches = stretchesOf(letters);
  expect(marks).toHaveLength(stretches.length);
  stretches.forEach((stretch, index) => {
    const [first, last, mark] = [stretch[0], stretch.at(-1), marks[index]];
    if (first === undefined || last === undefined || mark === undefined) throw new Error("nothing is marked");
    const [from, to] = mark;
    const told = `${wordOf(stretch)} in ${wordOf(letters)}`;
    // Not before the first letter's cell, not within its ink; the same at the end.
    expect(from, told).toBeGreaterThanOrEqual(first.fromEmu - ROUNDING_EMU);
    expect(from, told).toBeLessThanOrEqual(first.fromEmu + first.blankBeforeEmu + ROUNDING_EMU);
    expect(to, told).toBeLessThanOrEqual(last.toEmu - last.tightEmu + ROUNDING_EMU);
    expect(to, told).toBeGreaterThanOrEqual(last.toEmu - last.blankAfterEmu - ROUNDING_EMU);
    // A bracket that begins its line stands flush, but for its ruby: what went of it is not marked.
    if (!hasRuby && first === letters[0] && OPENING.includes(first.character)) {
      expect(Math.abs(from - first.fromEmu - first.blankBeforeEmu), told).toBeLessThanOrEqual(ROUNDING_EMU);
    }
    // Nor is a letter beside it.
    for (const other of letters) {
      if (other.isMarked) continue;
      const [inkFrom, inkTo] = [other.fromEmu + other.blankBeforeEmu, other.toEmu - other.blankAfterEmu];
      const sharedEmu = Math.min(to, inkTo) - Math.max(from, inkFrom);
      expect(sharedEmu, `${told} over ${other.character}`).toBeLessThanOrEqual(ROUNDING_EMU);
    }
  });
}

const words = fc
  .array(
    fc.constantFrom("（", "）", "「", "」", "、", "。", "旧", "部品", "カメラ", "AB", "12", "・", "（「", "）。"),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(""));
const look = fc.record({
  align: fc.constantFrom("left", "center", "right", "justify", "distribute"),
  decoration: fc.constantFrom("underline", "strike"),
  widthMm: fc.integer({ min: 12, max: 60 }),
  spacing: fc.constantFrom("", "letter-spacing=0.5pt"),
  hang: fc.constantFrom("", "hang=true"),
  font: fc.constantFrom("gothic", "mincho"),
  fit: fc.constantFrom("wrap", "shrink"),
});
type Look = typeof look extends fc.Arbitrary<infer One> ? One : never;

function form(element: string): string {
  return `rpt 1
fonts gothic="Noto Sans JP" mincho="Noto Serif JP"
sizes body=9pt
style base font=gothic size=body line-height=1.8
field word string(200) example="旧"
page A4 {
  body {
${element}
  }
}
`;
}

const STYLE = "color=#c80000";

function styled({ align, decoration, spacing, hang, font, fit }: Look): string {
  return `align=${align} decoration=${decoration} ${spacing} ${hang} font=${font} fit=${fit}`;
}

/** Places of one look. */
const PLACES: Readonly<Record<string, (look: Look) => string>> = {
  text: (one) => `text (word) w=${one.widthMm}mm ${STYLE} ${styled(one)}`,
  cell: (one) => `grid cols=[${one.widthMm}mm, 1fr] border=0.5pt {\n cell (word) ${STYLE} ${styled(one)}\n cell ""\n }`,
  box: (one) => `box w=${one.widthMm}mm padding=2mm {\n text (word) ${STYLE} ${styled(one)}\n }`,
  rich: (one) => `rich w=${one.widthMm}mm ${STYLE} ${styled(one)} {\n span "{word}"\n }`,
};

const runs = inLane({ fast: 120, full: 3_000 });

describe.each(Object.entries(PLACES))("in a %s", (_, place) => {
  test("a line of decoration begins and ends with its letters", () => {
    fc.assert(
      fc.property(look, words, (one, word) => {
        const { value } = layOutSource(form(place(one)), { word });
        for (const line of linesOf(value, false, "stroke")) judge(line);
      }),
      { numRuns: runs },
    );
  });
});

/** Vertical lines are as long as their box. */
test("so do those of vertical lines, with digits side by side", () => {
  fc.assert(
    fc.property(look, words, (one, word) => {
      const element = `text (word) h=${one.widthMm}mm writing=vertical combine=2 ${STYLE} ${styled(one)}`;
      const { value } = layOutSource(form(element), { word });
      for (const line of linesOf(value, true, "stroke")) judge(line);
    }),
    { numRuns: runs },
  );
});

describe("in a part of a rich text", () => {
  const ruby = fc.constantFrom("", "", "ひ", "ふりがながなが");
  const parts = fc.array(fc.record({ words, isMarked: fc.boolean(), ruby }), { minLength: 1, maxLength: 4 });
  test.each(["horizontal", "vertical"] as const)(
    "%s, the decoration and the area of a link are the part's",
    (writing) => {
      fc.assert(
        fc.property(look, parts, fc.boolean(), (one, all, isLink) => {
          const merged: { words: string; isMarked: boolean; ruby: string }[] = [];
          for (const part of all) {
            const before = merged.at(-1);
            if (before?.isMarked === part.isMarked) before.words += part.words;
            else merged.push({ ...part });
          }
          const mark = isLink ? 'link="https://example.com/"' : `decoration=${one.decoration}`;
          const spans = merged.map((part) => {
            const shown = part.isMarked ? `${STYLE} ${mark}` : "";
            return isLink || part.ruby === ""
              ? `span "${part.words}" ${shown}`
              : `ruby "${part.words}" "${part.ruby}" ${shown}`;
          });
          const side = writing === "vertical" ? `h=${one.widthMm}mm writing=vertical combine=2` : `w=${one.widthMm}mm`;
          const plain = styled(one).replace(/decoration=\S+/u, "");
          const element = `rich ${side} ${plain} {\n ${spans.join("\n ")}\n }`;
          const { value } = layOutSource(form(element), { word: "旧" });
          for (const line of linesOf(value, writing === "vertical", isLink ? "link" : "stroke")) {
            judge(line, !isLink && merged.some((part) => part.ruby !== ""));
          }
        }),
        { numRuns: runs },
      );
    },
  );
});

test("in Markdown, struck words and links are marked from their first letter to their last", () => {
  fc.assert(
    fc.property(words, words, (before, struck) => {
      fc.pre(/^[旧部カA1]/u.test(struck) && /[旧品ラB2]$/u.test(struck));
      const element = `markdown (word) w=60mm`;
      const { value } = layOutSource(form(element), { word: `${before}~~${struck}~~` });
      const strokes = value.pages.flatMap(({ items }) => items.filter(({ kind }) => kind === "stroke"));
      const leftEmu = Math.min(
        ...value.pages.flatMap(({ items }) =>
          items.flatMap((item) => {
            if (item.kind !== "glyphs") return [];
            const opens = OPENING.includes(item.run.text.charAt(0));
            return [item.xEmu + (opens ? item.sizeEmu * HALF : 0)];
          }),
        ),
      );
      for (const stroke of strokes) {
        if (stroke.kind !== "stroke" || stroke.shape.kind !== "path") continue;
        const [from] = stroke.shape.commands;
        if (from?.op === "move") expect(from.xEmu).toBeGreaterThanOrEqual(leftEmu - ROUNDING_EMU);
      }
    }),
    { numRuns: runs },
  );
});
