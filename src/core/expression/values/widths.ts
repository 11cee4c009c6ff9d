// Full and half width, hiragana and katakana, letter case: pinned maps, so that no runtime's tables matter.
import { composed } from "../../unicode/index.ts";

/** Half-width katakana and punctuation U+FF61–FF9F in order, in full width. */
const FULL_KANA = [
  ..."。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜",
];
const HALF_KANA_START = 0xff61;
const VOICED = "カキクケコサシスセソタチツテトハヒフヘホウワヲ";
const VOICED_FORMS = [..."ガギグゲゴザジズゼゾダヂヅデドバビブベボヴヷヺ"];
const SEMI_VOICED = "ハヒフヘホ";
const SEMI_VOICED_FORMS = [..."パピプペポ"];
const VOICED_MARK = "ﾞ";
const SEMI_VOICED_MARK = "ﾟ";

const TO_WIDE = new Map<string, string>();
const TO_NARROW = new Map<string, string>();
for (let code = 0x21; code <= 0x7e; code += 1) pairUp(String.fromCharCode(code), String.fromCharCode(code + 0xfee0));
pairUp(" ", "\u3000");
pairUp("¥", "￥");
FULL_KANA.forEach((full, at) => {
  pairUp(String.fromCharCode(HALF_KANA_START + at), full);
});
[...VOICED].forEach((plain, at) => {
  pairUp((TO_NARROW.get(plain) ?? "") + VOICED_MARK, VOICED_FORMS[at] ?? "");
});
[...SEMI_VOICED].forEach((plain, at) => {
  pairUp((TO_NARROW.get(plain) ?? "") + SEMI_VOICED_MARK, SEMI_VOICED_FORMS[at] ?? "");
});

function pairUp(narrow: string, wide: string): void {
  TO_WIDE.set(narrow, wide);
  TO_NARROW.set(wide, narrow);
}

/** 全角 → 半角: ASCII, space, yen sign, katakana and its punctuation. Other characters stay. */
export function narrow(text: string): string {
  return [...text].map((char) => TO_NARROW.get(char) ?? char).join("");
}

/** A letter with the accents that stand over it. */
const ACCENTED = /[A-Za-z][\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/uy;

/** 半角 → 全角; a sound mark joins the kana before it. Letters with accents have no wide form, and stay as they are. */
export function wide(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    ACCENTED.lastIndex = at;
    const accented = ACCENTED.exec(text)?.[0];
    const pair = TO_WIDE.get(text.slice(at, at + 2));
    if (accented === undefined) result += pair ?? TO_WIDE.get(text.charAt(at)) ?? text.charAt(at);
    else {
      result += composed(accented);
      at += accented.length - 1;
    }
    if (pair !== undefined) at += 1;
  }
  return result;
}

/** ひらがな → カタカナ. */
export function katakana(text: string): string {
  return text.replace(/[\u3041-\u3096\u309d\u309e]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60));
}

/** Capitals and small letters of ASCII, Latin-1, Greek, Cyrillic and full-width Latin: ranges that lie a step apart. */
const CASE_RANGES: readonly (readonly [firstLower: number, lastLower: number, step: number])[] = [
  [0x61, 0x7a, 0x20],
  [0xe0, 0xf6, 0x20],
  [0xf8, 0xfe, 0x20],
  [0x3b1, 0x3c1, 0x20],
  [0x3c3, 0x3c9, 0x20],
  [0x430, 0x44f, 0x20],
  [0x450, 0x45f, 0x50],
  [0xff41, 0xff5a, 0x20],
];

export function upperCase(text: string): string {
  return mapCodes(text, (code) => {
    const range = CASE_RANGES.find(([first, last]) => code >= first && code <= last);
    return range === undefined ? code : code - range[2];
  });
}

export function lowerCase(text: string): string {
  return mapCodes(text, (code) => {
    const range = CASE_RANGES.find(([first, last, step]) => code >= first - step && code <= last - step);
    return range === undefined ? code : code + range[2];
  });
}

function mapCodes(text: string, map: (code: number) => number): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) result += String.fromCharCode(map(text.charCodeAt(at)));
  return result;
}
