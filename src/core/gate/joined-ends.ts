// What a text begins and ends with, as far as it decides how the text reads beside its neighbour.

/**
 * How the end of one text and the beginning of the next read as one. As bits: a text has some of them at each end, and
 * two texts may read as one where the end of the first and the beginning of the second share a bit.
 */
export const JOINTS = {
  /** 12 beside 3 reads as 123. */
  digits: 1,
  /** 十二 beside 一 reads as 十二一. */
  kanjiDigits: 2,
  /** A sign, point or comma beside digits makes another number: "-" beside 12 reads as -12, "1," beside 12 as 1,12. */
  signBefore: 4,
  signBehind: 8,
  /** Letters beside digits make another code: A beside 4 reads as A4, 12 beside B7 as 12B7. */
  letterBefore: 16,
  letterBehind: 32,
  /** 営業部 beside 長谷川 reads as 営業部長谷川. */
  words: 64,
  /** ボルト甲 beside 12 reads as ボルト甲12. */
  wordBefore: 128,
  /** Of 有 beside ☐ 無 nobody knows which word the box belongs to. */
  box: 256,
} as const;

/** No text has more than these. */
export const ALL_JOINTS = 511;

/** Joints of words: they need less room between them than numbers do. */
export const WORD_JOINTS = JOINTS.words | JOINTS.wordBefore | JOINTS.box;

/** What a letter is to its neighbour. */
const OTHER = 0;
const DIGIT = 1;
const KANJI_DIGIT = 2;
/** Hyphens, minus and plus signs, and the triangles that stand for them. */
const SIGN = 3;
/** It goes on with a number where digits stand at both its sides. */
const POINT = 4;
const CAPITAL = 5;
const LETTER = 6;
/** A box to tick. */
const BOX = 7;

/**
 * By UTF-16 code unit. Regular expressions took half of the time of the look at a page, and sets of letters a tenth.
 * Later ranges win.
 */
const KINDS = kindsOf([
  ["AZＡＺ", CAPITAL],
  ["azａｚÀɏ々々〇〇ぁヺーー㐀鿿", LETTER],
  ["09０９", DIGIT],
  [pairsOf("〇一二三四五六七八九十百千"), KANJI_DIGIT],
  [pairsOf("-‐‑‒–−－+＋±▲△▼▽"), SIGN],
  [pairsOf(".,:/．，：／"), POINT],
  [pairsOf("☐☑☒□■"), BOX],
]);

/** Words that lead a number, so that the two are meant to read as one: 令和 beside 8, 第 beside 3, 2026年 beside 10月. */
const LEADS_NUMBER = /(?:^(?:令和|平成|昭和|大正|明治|西暦|金|計|各|全|満|同)|[年月時分秒第約])$/u;

/** `ranges` are pairs of a first and a last letter. */
function kindsOf(rows: readonly (readonly [ranges: string, kind: number])[]): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (const [ranges, kind] of rows) {
    for (let at = 0; at < ranges.length; at += 2) {
      kinds.fill(kind, ranges.charCodeAt(at), ranges.charCodeAt(at + 1) + 1);
    }
  }
  return kinds;
}

function pairsOf(letters: string): string {
  return [...letters].map((one) => one + one).join("");
}

/** White space lies outside of visible ASCII and before kana and han, but for one mark. */
export function mayBeBlank(code: number): boolean {
  return !(code > 0x20) || (code > 0x7e && code <= 0x3000) || code === 0xfeff;
}

/** The joints of the beginning of a text without blanks around it. */
export function jointsOfBeginning(text: string): number {
  switch (kindAt(text, 0)) {
    case DIGIT:
      return JOINTS.digits | JOINTS.signBefore | JOINTS.letterBefore | JOINTS.wordBefore;
    case KANJI_DIGIT:
      return JOINTS.kanjiDigits | JOINTS.wordBefore;
    case SIGN:
      return JOINTS.signBehind;
    case POINT:
      return kindAt(text, 1) === DIGIT ? JOINTS.signBehind : 0;
    case CAPITAL:
      return JOINTS.words | (isCode(text) ? JOINTS.letterBehind : 0);
    case LETTER:
      return JOINTS.words;
    case BOX:
      return JOINTS.box;
    default:
      return 0;
  }
}

/** The joints of the end of a text without blanks around it. Behind a box stand its words. */
export function jointsOfEnd(text: string): number {
  const joints = ownJointsOfEnd(text);
  return kindAt(text, text.length - 1) === BOX ? joints : joints | JOINTS.box;
}

function ownJointsOfEnd(text: string): number {
  const last = text.length - 1;
  switch (kindAt(text, last)) {
    case DIGIT:
      return JOINTS.digits | JOINTS.signBehind | JOINTS.letterBehind;
    case KANJI_DIGIT:
      return JOINTS.kanjiDigits;
    case SIGN:
      return JOINTS.signBefore;
    case POINT:
      return kindAt(text, last - 1) === DIGIT ? JOINTS.signBefore : 0;
    case CAPITAL:
      return JOINTS.words | JOINTS.letterBefore;
    case LETTER:
      return LEADS_NUMBER.test(text) ? JOINTS.words : JOINTS.words | JOINTS.wordBefore;
    default:
      return 0;
  }
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? OTHER;
}

/** Capitals alone are the unit of the number before them. A code has digits, kana or han too. */
function isCode(text: string): boolean {
  return /[0-9０-９ぁ-ヺ㐀-鿿]/u.test(text);
}

/** Joints of the ends of a number, which are joints of words in a heading, a label and the value of a label. */
export const NUMBER_JOINTS = JOINTS.digits | JOINTS.kanjiDigits;

/**
 * The joints of an end in the heading of a column, in a label or its value, where a number is a part of the words.
 * Elsewhere 12 beside 個 is a number with its unit.
 */
export function inHeading(joints: number): number {
  return (joints & NUMBER_JOINTS) === 0 ? joints : joints | JOINTS.words;
}
