import { breakOpportunities, breakRank } from "../text/index.ts";

/** Where grapheme clusters begin and end: a letter stands with its marks and the selector of its variant. */
export function letterRanges(text: string): readonly (readonly [start: number, end: number])[] {
  const ranks = breakOpportunities(text, { wrap: "anywhere", kinsoku: "none" });
  const letters: (readonly [number, number])[] = [];
  let start = 0;
  for (let offset = 1; offset <= text.length; offset++) {
    if (offset < text.length && (ranks[offset] ?? 0) < breakRank.lastResort) continue;
    letters.push([start, offset]);
    start = offset;
  }
  return letters;
}

/** The letters of a text, each with all that belongs to it. */
export function lettersOf(text: string): readonly string[] {
  return letterRanges(text).map(([start, end]) => text.slice(start, end));
}
