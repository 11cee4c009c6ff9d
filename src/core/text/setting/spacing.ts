// The space of Japanese text (約物): brackets, commas and stops are half an em of ink and half an em of space, whatever
// the font's features say. Which of that space goes is decided here, in thousandths of an em (JLREQ 3.1, 3.8).
import { isEastAsianWide, lineBreakClasses, lineBreakClassOf, scriptOf, scripts } from "../unicode/index.ts";

/** How a character takes part in spacing. */
export const spacingClass = {
  other: 0,
  /** cl-01: space on the left. */
  opening: 1,
  /** cl-02 and commas, cl-07: space on the right. */
  closing: 2,
  /** cl-06: space on the right that is kept when a line is shrunk. */
  fullStop: 3,
  /** cl-05: a quarter on either side. */
  middleDot: 4,
  japanese: 5,
  /** Letters, and digits of a word that begins with a letter (A4, No.5). */
  latin: 6,
  /** Digits, and letters of a word that begins with a digit (10kg, 3D). */
  figure: 7,
  space: 8,
  /** A 、 or ・ between digits of a vertical number (三、四五六, 〇・三五): none of its space stays (JLREQ 3.1.3). */
  digitComma: 9,
  digitDot: 10,
} as const;

/** Half an em in thousandths: the space of a bracket. */
const HALF = 500;
const QUARTER = 250;

const OPENING = "‘“（〔［｛〈《「『【⦅〘〖«〝";
const CLOSING = "’”）〕］｝〉》」』】⦆〙〗»〟、，";
const FULL_STOPS = "。．";
const MIDDLE_DOTS = "・：；";

const BASIC_PLANE = 0x10000;
/** Classes of the basic plane plus one; 0 where not yet asked for, so that starting costs nothing. */
const classes = new Uint8Array(BASIC_PLANE);
const marked: readonly (readonly [string, number])[] = [
  [OPENING, spacingClass.opening],
  [CLOSING, spacingClass.closing],
  [FULL_STOPS, spacingClass.fullStop],
  [MIDDLE_DOTS, spacingClass.middleDot],
];
for (const [characters, value] of marked) {
  for (const character of characters) classes[character.charCodeAt(0)] = value + 1;
}

/** The private area of the basic plane, where gaiji stand for ideographs. */
function isPrivate(codePoint: number): boolean {
  return codePoint >= 0xe000 && codePoint <= 0xf8ff;
}

/** Ⅰ to ⅿ are of the Latin script, and of the class of ideographs (JLREQ appendix A.19). */
function isRomanNumeral(codePoint: number): boolean {
  return codePoint >= 0x2160 && codePoint <= 0x217f;
}

function generalClass(codePoint: number): number {
  if (codePoint === 0x20 || codePoint === 0x3000 || codePoint === 0xa0) return spacingClass.space;
  const script = scriptOf(codePoint);
  if (script === scripts.Han || script === scripts.Hiragana || script === scripts.Katakana)
    return spacingClass.japanese;
  if (codePoint === 0x30fc || isPrivate(codePoint) || isRomanNumeral(codePoint)) return spacingClass.japanese;
  if (isEastAsianWide(codePoint)) return spacingClass.other;
  if (codePoint < 0x80 && lineBreakClassOf(codePoint) === lineBreakClasses.Numeric) return spacingClass.figure;
  const isWestern = script === scripts.Latin || script === scripts.Greek || script === scripts.Cyrillic;
  return isWestern ? spacingClass.latin : spacingClass.other;
}

/**
 * A character's class. Only a full-width glyph has the space of a bracket in it; proportional ones are `other`.
 * @param isFullWidth whether the glyph's advance is one em.
 */
export function spacingClassOf(codePoint: number, isFullWidth: boolean): number {
  if (codePoint >= BASIC_PLANE) return codePoint >= 0x20000 ? spacingClass.japanese : spacingClass.other;
  let value = (classes[codePoint] ?? 0) - 1;
  if (value < 0) {
    value = generalClass(codePoint);
    classes[codePoint] = value + 1;
  }
  const hasInnerSpace = value >= spacingClass.opening && value <= spacingClass.middleDot;
  return hasInnerSpace && !isFullWidth ? spacingClass.other : value;
}

/** Space inside a character before its ink, in thousandths of an em. */
export function spaceBefore(value: number): number {
  if (value === spacingClass.opening) return HALF;
  return value === spacingClass.middleDot || value === spacingClass.digitDot ? QUARTER : 0;
}

/** Space inside a character after its ink. */
export function spaceAfter(value: number): number {
  if (value === spacingClass.closing || value === spacingClass.fullStop || value === spacingClass.digitComma)
    return HALF;
  return value === spacingClass.middleDot || value === spacingClass.digitDot ? QUARTER : 0;
}

/** What of the space between two neighbours always goes: half an em where brackets, commas or stops meet. */
export function neighbourReduction(before: number, after: number): number {
  if (before >= spacingClass.digitComma) return spaceAfter(before);
  if (after === spacingClass.digitDot) return spaceBefore(after);
  const isClosing = before === spacingClass.closing || before === spacingClass.fullStop;
  if (isClosing) return after >= spacingClass.opening && after <= spacingClass.middleDot ? HALF : 0;
  const isOpen = before === spacingClass.opening || before === spacingClass.middleDot;
  return isOpen && after === spacingClass.opening ? HALF : 0;
}

/** All that may go between two neighbours when a line is shrunk; the space after a full stop stays. */
export function fullReduction(before: number, after: number): number {
  const trailing = before === spacingClass.fullStop ? neighbourReduction(before, after) : spaceAfter(before);
  return Math.max(trailing + spaceBefore(after), neighbourReduction(before, after));
}

const DIGITS = /[〇一二三四五六七八九０-９]/u;

/**
 * The class of a character of a vertical line: a 、 or ・ within a number has no space of its own.
 * @param offset of the character in the text.
 */
export function verticalClassOf(value: number, text: string, offset: number): number {
  if (value !== spacingClass.closing && value !== spacingClass.middleDot) return value;
  const character = text.charAt(offset);
  if (character !== "、" && character !== "・") return value;
  if (!DIGITS.test(text.charAt(offset - 1)) || !DIGITS.test(text.charAt(offset + 1))) return value;
  return character === "、" ? spacingClass.digitComma : spacingClass.digitDot;
}

/** Signs within a word of Latin letters and digits: No.5, AB-100, R&D. Others, such as brackets, part two words. */
const WITHIN_WORDS = "-.'_&@+";

/**
 * Which kind of word a character stands in, `other` for none: the first letter or digit of a word says it for all, so
 * that both of its ends stand alike beside Japanese text.
 * @param word the kind of the word that the character before it stands in.
 * @param value the character's own class.
 */
export function wordAt(word: number, value: number, codePoint: number): number {
  if (value === spacingClass.latin || value === spacingClass.figure) return word === spacingClass.other ? value : word;
  if (word === spacingClass.other || value !== spacingClass.other) return spacingClass.other;
  return codePoint < 0x80 && WITHIN_WORDS.includes(String.fromCharCode(codePoint)) ? word : spacingClass.other;
}

/** The class of a character within its word. */
export function classInWord(word: number, value: number): number {
  return value === spacingClass.latin || value === spacingClass.figure ? word : value;
}

/** The space between Japanese text and words, in thousandths of an em. */
export interface WordGaps {
  readonly latinGapThousandths: number;
  readonly figureGapThousandths: number;
}

/** The class of the word that meets Japanese text between two neighbours; null where none does. */
export function wordBeside(before: number, after: number): number | null {
  const [japanese, word] = before === spacingClass.japanese ? [before, after] : [after, before];
  if (japanese !== spacingClass.japanese) return null;
  return word === spacingClass.latin || word === spacingClass.figure ? word : null;
}

/** The space that is added where Japanese text and a word meet: figures have one of their own (和欧間). */
export function wordGap(before: number, after: number, gaps: WordGaps): number {
  const word = wordBeside(before, after);
  if (word === null) return 0;
  return word === spacingClass.figure ? gaps.figureGapThousandths : gaps.latinGapThousandths;
}
