// Where a line may end: UAX #14 tailored by the Japanese rules of JLREQ (kinsoku) and by groups that a business form
// keeps together (amounts with their unit, dates, postal codes, names with their title).
import { codePointIn } from "../../unicode/index.ts";
import type { TextRange } from "../shaping/index.ts";
import { lineBreakClasses as c, clusterStarts, isEastAsianWide, lineBreakClassOf } from "../unicode/index.ts";
import { COUNTED, NUMBERS, PLAIN_NUMBERS } from "./number-groups.ts";
import { type BreakUnits, breakBefore, breakUnits } from "./uax14.ts";

/** How willingly a line ends before an offset; a line is broken at the last place of the highest rank that fits. */
export const breakRank = {
  /** Inside a grapheme cluster. */
  never: 0,
  /** Inside a word: only where a line has no other place. */
  lastResort: 1,
  /** Inside a number of full-width or kanji digits: a word too, though its letters may be spread. */
  number: 2,
  /** Between a number and its unit: only where a line has no other place between words. */
  unit: 3,
  /** Inside a group that reads as one, such as a date. */
  reluctant: 4,
  allowed: 5,
  /** After a newline. */
  mandatory: 6,
} as const;

export interface BreakOptions {
  /** `char` parts words and no numbers; `anywhere`, which no form can ask for, parts all between two characters. */
  readonly wrap: "kinsoku" | "char" | "anywhere" | "none";
  /** JLREQ's levels 4 (very strict) to 1 (very loose), and none. */
  readonly kinsoku: "very-strict" | "strict" | "normal" | "loose" | "none";
}

/** What each level of JLREQ's appendix lets go beyond the stricter ones. Small kana and ー have a class of their own. */
const LEVELS = ["very-strict", "strict", "normal", "loose"] as const;
const FREED_BY_LEVEL: Readonly<Record<(typeof LEVELS)[number], string>> = {
  "very-strict": "",
  strict: "々",
  // Hyphens (cl-03) with the full-width tilde that stands for 〜, the katakana middle dot, leaders, the percent sign.
  normal: "‐–〜～゠・･…‥％",
  // The rest of cl-04, 05, 08, 09, 12 and 13, as far as it is no Latin punctuation.
  loose: "！？‼⁇⁈⁉：；—―〳〴〵〻ゝゞヽヾ〱〲‰′″℃￠№＄￡￥",
};

/** Per level, everything that may stand at either end of a line though UAX #14 forbids it. */
const FREED: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  LEVELS.map((level, last) => {
    const freed = LEVELS.slice(0, last + 1).map((each) => FREED_BY_LEVEL[each]);
    return [level, new Set([...freed.join("")].map((one) => codePointIn(one, 0)))];
  }),
);

const FULLWIDTH_TILDE = 0xff5e;
const FULLWIDTH_NUMBER_SIGN = 0xff03;

/** Units of the squared CJK block: ㌃ to ㍗, ㍱ to ㏟. */
function isSquaredUnit(codePoint: number): boolean {
  return (codePoint >= 0x3300 && codePoint <= 0x3357) || (codePoint >= 0x3371 && codePoint <= 0x33df);
}

/** Private characters (外字) stand for ideographs, though Unicode lets them be anything. */
function isPrivate(codePoint: number): boolean {
  return (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf0000;
}

/** A character's class under a level of strictness. */
function tailoredClass(level: BreakOptions["kinsoku"]): (codePoint: number, value: number) => number {
  const freed = FREED.get(level === "none" ? "loose" : level);
  return (codePoint, value) => {
    if (value === c.Ideographic && codePoint < 0x3000) return value;
    if (isPrivate(codePoint)) return c.Ideographic;
    if (value === c.Conditional_Japanese_Starter) return level === "very-strict" ? c.Nonstarter : c.Ideographic;
    if (freed?.has(codePoint) === true) return c.Ideographic;
    if (codePoint === FULLWIDTH_TILDE) return c.Nonstarter;
    if (codePoint === FULLWIDTH_NUMBER_SIGN) return c.Prefix_Numeric;
    return isSquaredUnit(codePoint) ? c.Postfix_Numeric : value;
  };
}

const WEEKDAY = "[ \\u3000]?[(（][月火水木金土日祝][・･]?[月火水木金土日祝]?[)）]";
const DAY = `(?:[ \\u3000]{0,2}[0-9０-９]{1,2}日|[上中下]旬|末日?|初旬)`;
const MONTH = "[ \\u3000]{0,2}[0-9０-９]{1,2}月";

/** Groups that read as one. Each pattern is linear: bounded repetitions, no nesting. */
const GROUPS: readonly RegExp[] = [
  // Dates: 2026年11月20日(金), 令和8年 1月 5日, 令和元年, 11月上旬, 11月末日, 2026年度. Blanks stand for a missing digit.
  new RegExp(
    `(?:令和|平成|昭和|大正|明治)?[ \u3000]?(?:[0-9０-９]{1,4}|元)年(?:度|${MONTH}(?:${DAY}(?:${WEEKDAY})?)?)?`,
    "gu",
  ),
  new RegExp(`[0-9０-９]{1,2}月${DAY}(?:${WEEKDAY})?`, "gu"),
  new RegExp(`[0-9]{1,4}[/.-][0-9]{1,2}(?:[/.-][0-9]{1,2})?${WEEKDAY}`, "gu"),
  /一式/gu,
  /[0-9０-９]{1,2}時[0-9０-９]{1,2}分(?:[0-9０-９]{1,2}秒)?/gu,
  // Latin words that end in signs: C++.
  /[A-Za-z]\+\+/gu,
  // Postal codes.
  /〒 ?[0-9０-９]{3}[-－‐−][0-9０-９]{4}/gu,
  /〒 ?[0-9０-９]/gu,
  /No[.．] ?[0-9A-Za-z]/gu,
  // Names with their title at the end of a part: 山田 太郎 様, 株式会社山田商店 御中.
  /(?:[^\s\u3000、。，．]{1,4}[ \u3000])?[^\s\u3000、。，．]{0,4}[ \u3000]{0,2}(?:様|殿|御中|各位)(?![^\s\u3000、。，．（）()「」])/gu,
];

/** A day stays with its month: where a line has no room for a whole date, it ends after the year. */
const DAYS: readonly RegExp[] = [new RegExp(`[0-9０-９]{1,2}月${DAY}`, "gu")];

/** Dashes and leaders of one kind, on the levels that keep them together (cl-08). */
const DASH_PAIRS = /―{2,}|—{2,}/gu;
const LEADER_PAIRS = /…{2,}|‥{2,}/gu;
const PAIRS_KEPT: Readonly<Record<BreakOptions["kinsoku"], readonly RegExp[]>> = {
  "very-strict": [DASH_PAIRS, LEADER_PAIRS],
  strict: [DASH_PAIRS, LEADER_PAIRS],
  normal: [DASH_PAIRS],
  loose: [],
  none: [],
};

/** Lines that may end anywhere part dates and names, but no pair of dashes that is one sign. */
const GROUPS_HELD = {
  kinsoku: (level: BreakOptions["kinsoku"]) => [...GROUPS, ...PAIRS_KEPT[level]],
  char: (level: BreakOptions["kinsoku"]) => PAIRS_KEPT[level],
  anywhere: (level: BreakOptions["kinsoku"]) => PAIRS_KEPT[level],
} as const;

/** One look at the text's characters tells whether any group can be in it. */
const GROUP_HINT = /[0-9０-９+年様殿中位式―—…‥]/u;
const NUMBER_HINT = /[0-9０-９〇零一二三四五六七八九十百千万億兆京壱弐参拾壹貳參萬円]/u;

/**
 * Ranks every offset of a text as a place for a line to end.
 * @returns `text.length + 1` values of `breakRank`; value `i` is about a line that ends before offset `i`. Offset 0 is
 * `never`; the end of the text is `mandatory`.
 */
export function breakOpportunities(text: string, options: BreakOptions): Uint8Array {
  const ranks = new Uint8Array(text.length + 1);
  const clusters = clusterStarts(text);
  const { kinsoku, wrap } = options;
  const units = breakUnits(text, parts(wrap) ? apart(tailoredClass(kinsoku)) : tailoredClass(kinsoku));
  const isFree = wrap !== "none" && kinsoku === "none";
  for (let offset = 1; offset < text.length; offset += 1)
    ranks[offset] = clusters[offset] === 1 ? breakRank.lastResort : 0;
  for (let index = 1; index < units.count; index += 1) {
    const offset = units.offsets[index] ?? 0;
    const action = breakBefore(units, index);
    if (action === "mandatory") ranks[offset] = breakRank.mandatory;
    else if (clusters[offset] !== 1) continue;
    else if (action === "allowed" || (isFree && isFreeBreak(units, index, wrap))) ranks[offset] = breakRank.allowed;
  }
  if (wrap === "none") keepMandatory(ranks);
  else {
    if (!isFree && GROUP_HINT.test(text)) hold(text, ranks, GROUPS_HELD[wrap](kinsoku), breakRank.reluctant);
    if (wrap !== "anywhere" && NUMBER_HINT.test(text)) {
      if (!isFree) hold(text, ranks, wrap === "kinsoku" ? [...COUNTED, ...DAYS] : COUNTED, breakRank.unit);
      hold(text, ranks, NUMBERS, breakRank.number);
      if (wrap === "char") hold(text, ranks, PLAIN_NUMBERS, breakRank.number);
    }
  }
  ranks[0] = breakRank.never;
  ranks[text.length] = breakRank.mandatory;
  return ranks;
}

/** Signs that some level lets begin a line, and that belong to what stands before them. */
const FOLLOWING = /^[々‐–〜～゠・･％！？‼⁇⁈⁉：；〻ゝゞヽヾ〱〲‰′″℃￠]/u;

/**
 * Whether a line had better not begin at an offset of a text: before ー, a small kana, or a sign that only the levels
 * below the strictest let begin one. Narrow cells allow it too (JLREQ, appendix C), but few offices are content with it
 * in a heading or a name.
 */
export function isReluctantStart(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const codePoint = codePointIn(text, offset);
  const isKana = lineBreakClassOf(codePoint) === c.Conditional_Japanese_Starter;
  return isKana || FOLLOWING.test(String.fromCodePoint(codePoint));
}

/** The lowest rank of a place between two words; with `wrap=char` between two numbers, or a number and its unit. */
export const BETWEEN: Readonly<Record<BreakOptions["wrap"], number>> = {
  kinsoku: breakRank.reluctant,
  char: breakRank.unit,
  anywhere: breakRank.never,
  none: breakRank.never,
};

/**
 * The word, or with `wrap=char` the number, that a line's end before an offset lies inside.
 * @param ranks of `breakOpportunities`.
 * @returns null between words.
 */
export function brokenAt(ranks: Uint8Array, offset: number, wrap: BreakOptions["wrap"]): TextRange | null {
  const endsWord = (at: number): boolean => at <= 0 || at >= ranks.length - 1 || (ranks[at] ?? 0) >= BETWEEN[wrap];
  if (endsWord(offset)) return null;
  let [start, end] = [offset, offset];
  while (!endsWord(start)) start -= 1;
  while (!endsWord(end)) end += 1;
  return { start, end };
}

/**
 * With `wrap=char` letters part like ideographs, and numbers stay whole where a line has room for them. What may not
 * begin or end a line is still the level's.
 */
function apart(tailor: ReturnType<typeof tailoredClass>): ReturnType<typeof tailoredClass> {
  return (codePoint, value) => {
    const own = tailor(codePoint, value);
    return own === c.Alphabetic || own === c.Hebrew_Letter || own === c.Numeric ? c.Ideographic : own;
  };
}

/** Whether letters part like ideographs. */
function parts(wrap: BreakOptions["wrap"]): boolean {
  return wrap === "char" || wrap === "anywhere";
}

/** Without kinsoku any two characters may part where one is Japanese; with `wrap=char` too any two at all. */
function isFreeBreak(units: BreakUnits, index: number, wrap: BreakOptions["wrap"]): boolean {
  const before = units.codePoints[index - 1] ?? 0;
  const after = units.codePoints[index] ?? 0;
  const isSpace = units.classes[index] === c.Space || units.classes[index] === c.Line_Feed;
  if (isSpace) return false;
  return parts(wrap) || isEastAsianWide(before) || isEastAsianWide(after);
}

function keepMandatory(ranks: Uint8Array): void {
  for (let offset = 0; offset < ranks.length; offset += 1) {
    if (ranks[offset] !== breakRank.mandatory) ranks[offset] = breakRank.never;
  }
}

/** Lowers the places inside a group to a rank. */
function hold(text: string, ranks: Uint8Array, groups: readonly RegExp[], rank: number): void {
  for (const group of groups) {
    for (const match of text.matchAll(group)) {
      const start = match.index;
      for (let offset = start + 1; offset < start + match[0].length; offset += 1) {
        const own = ranks[offset] ?? 0;
        if (own > rank && own < breakRank.mandatory) ranks[offset] = rank;
      }
    }
  }
}
