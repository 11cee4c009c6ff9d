import { breakOpportunities, breakRank } from "../../text/index.ts";

type LetterRange = readonly [start: number, end: number];

/** Where grapheme clusters begin and end: a letter stands with its marks and the selector of its variant. */
export function letterRanges(text: string): readonly LetterRange[] {
  const ranks = breakOpportunities(text, { wrap: "anywhere", kinsoku: "none" });
  const letters: LetterRange[] = [];
  let start = 0;
  for (let offset = 1; offset <= text.length; offset++) {
    if (offset < text.length && (ranks[offset] ?? 0) < breakRank.lastResort) continue;
    letters.push([start, offset]);
    start = offset;
  }
  return letters;
}

/** The voiced and half-voiced marks of half-width kana. */
const HALF_WIDTH_MARKS = /[ﾞﾟ]+$/;

/** The same for cells: banks' forms want the marks of half-width kana (ﾞ and ﾟ) in cells of their own. */
export function celledRanges(text: string): readonly LetterRange[] {
  return letterRanges(text).flatMap(([start, end]) => {
    const marks = HALF_WIDTH_MARKS.exec(text.slice(start, end))?.[0].length ?? 0;
    const base = end - marks;
    const own = Array.from({ length: marks }, (_, at): LetterRange => [base + at, base + at + 1]);
    return base > start ? [[start, base], ...own] : own;
  });
}

/** The letters of a text, each with all that belongs to it. */
export function lettersOf(text: string): readonly string[] {
  return letterRanges(text).map(([start, end]) => text.slice(start, end));
}
