// The line breaking algorithm of UAX #14 (Unicode 17.0.0), rules LB1 to LB31, on classes that a caller may have
// tailored. https://www.unicode.org/reports/tr14/

import { codePointIn } from "../../unicode/index.ts";
import {
  lineBreakClasses as c,
  graphemeClasses,
  graphemeClassOf,
  hasTrait,
  isEastAsianWide,
  lineBreakClassOf,
  traits,
} from "../unicode/index.ts";

/** What the rules see: one entry per character with the marks that belong to it (LB9). */
export interface BreakUnits {
  readonly count: number;
  /** UTF-16 offset where each unit starts. */
  readonly offsets: Int32Array;
  /** Base character of each unit. */
  readonly codePoints: Int32Array;
  readonly classes: Uint8Array;
  /** 1 where the unit ends with ZERO WIDTH JOINER. */
  readonly joins: Uint8Array;
}

export type BreakAction = "prohibited" | "allowed" | "mandatory";

const HARD = setOf(c.Mandatory_Break, c.Carriage_Return, c.Line_Feed, c.Next_Line);
const LETTERS = setOf(c.Alphabetic, c.Hebrew_Letter);
const HANGUL = setOf(c.JL, c.JV, c.JT, c.H2, c.H3);
const IDEOGRAPHS = setOf(c.Ideographic, c.E_Base, c.E_Modifier);
const HYPHENS = setOf(c.Hyphen, c.Unambiguous_Hyphen);
const SYLLABLES = setOf(c.Aksara, c.Aksara_Start);
const NO_BREAK_BEFORE = setOf(c.Close_Punctuation, c.Close_Parenthesis, c.Exclamation, c.Break_Symbols);
const OPENS_QUOTE = setOf(
  ...[c.Mandatory_Break, c.Carriage_Return, c.Line_Feed, c.Next_Line, c.Open_Punctuation, c.Quotation, c.Glue],
  ...[c.Space, c.ZWSpace],
);
const CLOSES_QUOTE = setOf(
  ...[c.Space, c.Glue, c.Word_Joiner, c.Close_Punctuation, c.Quotation, c.Close_Parenthesis, c.Exclamation],
  ...[c.Infix_Numeric, c.Break_Symbols, c.Mandatory_Break, c.Carriage_Return, c.Line_Feed, c.Next_Line, c.ZWSpace],
);
const STARTS_WORD = setOf(
  ...[c.Mandatory_Break, c.Carriage_Return, c.Line_Feed, c.Next_Line, c.Space, c.ZWSpace, c.Contingent_Break, c.Glue],
);
const DOTTED_CIRCLE = 0x25cc;

function setOf(...classes: readonly number[]): Uint8Array {
  const set = new Uint8Array(64);
  for (const value of classes) set[value] = 1;
  return set;
}

/**
 * Splits a text into units with their classes (LB1, LB9, LB10).
 * @param tailor gives a character's class where it differs from Unicode's, else the class it was handed.
 */
export function breakUnits(text: string, tailor: (codePoint: number, value: number) => number): BreakUnits {
  const offsets = new Int32Array(text.length);
  const codePoints = new Int32Array(text.length);
  const classes = new Uint8Array(text.length);
  const joins = new Uint8Array(text.length);
  let count = 0;
  for (let offset = 0; offset < text.length; ) {
    const codePoint = codePointIn(text, offset);
    const value = tailor(codePoint, resolve(codePoint));
    const isMark = value === c.Combining_Mark || value === c.ZWJ;
    const before = count === 0 ? c.Mandatory_Break : (classes[count - 1] ?? 0);
    if (isMark && HARD[before] !== 1 && before !== c.Space && before !== c.ZWSpace) {
      joins[count - 1] = value === c.ZWJ ? 1 : 0;
    } else {
      offsets[count] = offset;
      codePoints[count] = codePoint;
      classes[count] = isMark ? c.Alphabetic : value;
      joins[count] = value === c.ZWJ ? 1 : 0;
      count += 1;
    }
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return { count, offsets, codePoints, classes, joins };
}

/** LB1; small kana stay what they are, since how strict they are is the caller's choice. */
function resolve(codePoint: number): number {
  const value = lineBreakClassOf(codePoint);
  if (value === c.Ambiguous || value === c.Unknown || value === c.Surrogate) return c.Alphabetic;
  if (value === c.Complex_Context) return hasTrait(codePoint, traits.mark) ? c.Combining_Mark : c.Alphabetic;
  return value;
}

/** What stands between unit `index - 1` and unit `index`. Looks back only over spaces, digits or flags in a row. */
export function breakBefore(units: BreakUnits, index: number): BreakAction {
  const { classes } = units;
  const before = classes[index - 1] ?? 0;
  const after = classes[index] ?? 0;
  if (before === c.Ideographic && after === c.Ideographic && units.joins[index - 1] !== 1) return "allowed";
  if (before === c.Carriage_Return && after === c.Line_Feed) return "prohibited";
  if (HARD[before] === 1) return "mandatory";
  if (HARD[after] === 1 || after === c.Space || after === c.ZWSpace) return "prohibited";
  const last = lastBeforeSpaces(classes, index);
  if (last >= 0 && classes[last] === c.ZWSpace) return "allowed";
  if (units.joins[index - 1] === 1) return "prohibited";
  if (after === c.Word_Joiner || before === c.Word_Joiner || before === c.Glue) return "prohibited";
  if (after === c.Glue && before !== c.Space && before !== c.Break_After && HYPHENS[before] !== 1) return "prohibited";
  if (NO_BREAK_BEFORE[after] === 1) return "prohibited";
  const quotesAndSpaces = aroundSpaces(units, index, last);
  if (quotesAndSpaces !== null) return quotesAndSpaces ? "prohibited" : "allowed";
  if (isQuoted(units, index)) return "prohibited";
  if (before === c.Contingent_Break || after === c.Contingent_Break) return "allowed";
  const isJoined =
    isHyphenated(units, index) || isNumeric(units, index) || isHangul(before, after) || isWord(units, index);
  return isJoined || isFlagOrEmoji(units, index) ? "prohibited" : "allowed";
}

/** The last unit before `index` that is no space; -1 where there is none. */
function lastBeforeSpaces(classes: Uint8Array, index: number): number {
  let last = index - 1;
  while (last >= 0 && classes[last] === c.Space) last -= 1;
  return last;
}

/** LB14 to LB18: true for no break, false for a break, null where these rules are silent. */
function aroundSpaces(units: BreakUnits, index: number, last: number): boolean | null {
  const { classes, codePoints } = units;
  const after = classes[index] ?? 0;
  const lastClass = last < 0 ? -1 : (classes[last] ?? 0);
  if (lastClass === c.Open_Punctuation) return true;
  if (lastClass === c.Quotation && hasTrait(codePoints[last] ?? 0, traits.initialQuote)) {
    if (last === 0 || OPENS_QUOTE[classes[last - 1] ?? 0] === 1) return true;
  }
  if (after === c.Quotation && hasTrait(codePoints[index] ?? 0, traits.finalQuote)) {
    if (index + 1 >= units.count || CLOSES_QUOTE[classes[index + 1] ?? 0] === 1) return true;
  }
  const before = classes[index - 1];
  if (after === c.Infix_Numeric) return !(before === c.Space && classes[index + 1] === c.Numeric);
  if (after === c.Nonstarter && (lastClass === c.Close_Punctuation || lastClass === c.Close_Parenthesis)) return true;
  if (after === c.Break_Both && lastClass === c.Break_Both) return true;
  return before === c.Space ? false : null;
}

/** LB19 and LB19a. */
function isQuoted(units: BreakUnits, index: number): boolean {
  const { classes, codePoints, count } = units;
  const isWide = (at: number): boolean => at >= 0 && at < count && isEastAsianWide(codePoints[at] ?? 0);
  if (classes[index] === c.Quotation) {
    if (!hasTrait(codePoints[index] ?? 0, traits.initialQuote)) return true;
    if (!isWide(index - 1) || !isWide(index + 1)) return true;
  }
  if (classes[index - 1] === c.Quotation) {
    if (!hasTrait(codePoints[index - 1] ?? 0, traits.finalQuote)) return true;
    if (!isWide(index) || !isWide(index - 2)) return true;
  }
  return false;
}

/** LB20a to LB22. */
function isHyphenated(units: BreakUnits, index: number): boolean {
  const { classes } = units;
  const before = classes[index - 1] ?? 0;
  const after = classes[index] ?? 0;
  if (HYPHENS[before] === 1 && LETTERS[after] === 1) {
    if (index === 1 || STARTS_WORD[classes[index - 2] ?? 0] === 1) return true;
  }
  if (after === c.Break_After || HYPHENS[after] === 1 || after === c.Nonstarter || before === c.Break_Before)
    return true;
  if (HYPHENS[before] === 1 && index >= 2 && classes[index - 2] === c.Hebrew_Letter && after !== c.Hebrew_Letter) {
    return true;
  }
  return (before === c.Break_Symbols && after === c.Hebrew_Letter) || after === c.Inseparable;
}

/** LB23 to LB25. */
function isNumeric(units: BreakUnits, index: number): boolean {
  const { classes } = units;
  const before = classes[index - 1] ?? 0;
  const after = classes[index] ?? 0;
  const isAffixBefore = before === c.Prefix_Numeric || before === c.Postfix_Numeric;
  const isAffixAfter = after === c.Prefix_Numeric || after === c.Postfix_Numeric;
  if ((LETTERS[before] === 1 && after === c.Numeric) || (before === c.Numeric && LETTERS[after] === 1)) return true;
  if (before === c.Prefix_Numeric && IDEOGRAPHS[after] === 1) return true;
  if (IDEOGRAPHS[before] === 1 && after === c.Postfix_Numeric) return true;
  if ((isAffixBefore && LETTERS[after] === 1) || (LETTERS[before] === 1 && isAffixAfter)) return true;
  if (isAffixAfter && endsNumber(classes, index - 1, true)) return true;
  if (isAffixBefore && after === c.Open_Punctuation) {
    const second = classes[index + 1];
    if (second === c.Numeric || (second === c.Infix_Numeric && classes[index + 2] === c.Numeric)) return true;
  }
  if (after !== c.Numeric) return false;
  return isAffixBefore || before === c.Hyphen || before === c.Infix_Numeric || endsNumber(classes, index - 1, false);
}

/** Whether a number stands up to `at`: digits, then separators, then perhaps one closing bracket. */
function endsNumber(classes: Uint8Array, at: number, mayClose: boolean): boolean {
  let index = at;
  if (mayClose && (classes[index] === c.Close_Punctuation || classes[index] === c.Close_Parenthesis)) index -= 1;
  while (index >= 0 && (classes[index] === c.Break_Symbols || classes[index] === c.Infix_Numeric)) index -= 1;
  return index >= 0 && classes[index] === c.Numeric;
}

/** LB26 and LB27. */
function isHangul(before: number, after: number): boolean {
  if (before === c.JL && HANGUL[after] === 1 && after !== c.JT) return true;
  if ((before === c.JV || before === c.H2) && (after === c.JV || after === c.JT)) return true;
  if ((before === c.JT || before === c.H3) && after === c.JT) return true;
  return (HANGUL[before] === 1 && after === c.Postfix_Numeric) || (before === c.Prefix_Numeric && HANGUL[after] === 1);
}

/** LB28 to LB30. */
function isWord(units: BreakUnits, index: number): boolean {
  const { classes, codePoints } = units;
  const before = classes[index - 1] ?? 0;
  const after = classes[index] ?? 0;
  if (LETTERS[before] === 1 && LETTERS[after] === 1) return true;
  if (isAksara(units, index)) return true;
  if (before === c.Infix_Numeric && LETTERS[after] === 1) return true;
  const isTextBefore = LETTERS[before] === 1 || before === c.Numeric;
  if (isTextBefore && after === c.Open_Punctuation && !isEastAsianWide(codePoints[index] ?? 0)) return true;
  const isTextAfter = LETTERS[after] === 1 || after === c.Numeric;
  return before === c.Close_Parenthesis && isTextAfter && !isEastAsianWide(codePoints[index - 1] ?? 0);
}

/** LB28a: orthographic syllables of Brahmic scripts. */
function isAksara(units: BreakUnits, index: number): boolean {
  const { classes, codePoints } = units;
  const isCircle = (at: number): boolean => codePoints[at] === DOTTED_CIRCLE;
  const isSyllable = (at: number): boolean => at >= 0 && (SYLLABLES[classes[at] ?? 0] === 1 || isCircle(at));
  const before = classes[index - 1];
  const after = classes[index];
  if (before === c.Aksara_Prebase && isSyllable(index)) return true;
  if (isSyllable(index - 1) && (after === c.Virama_Final || after === c.Virama)) return true;
  if (before === c.Virama && isSyllable(index - 2) && (after === c.Aksara || isCircle(index))) return true;
  return isSyllable(index - 1) && isSyllable(index) && classes[index + 1] === c.Virama_Final;
}

/** LB30a and LB30b. */
function isFlagOrEmoji(units: BreakUnits, index: number): boolean {
  const { classes, codePoints } = units;
  const before = classes[index - 1];
  if (before === c.Regional_Indicator && classes[index] === c.Regional_Indicator) {
    let first = index - 1;
    while (first > 0 && classes[first - 1] === c.Regional_Indicator) first -= 1;
    return (index - first) % 2 === 1;
  }
  if (classes[index] !== c.E_Modifier) return false;
  const base = codePoints[index - 1] ?? 0;
  const isReserved = graphemeClassOf(base) === graphemeClasses.Pictographic && hasTrait(base, traits.unassigned);
  return before === c.E_Base || isReserved;
}
