// Texts of a form → comments and quoted texts of programs, which they never end or change.
import { codePointIn } from "../unicode/index.ts";

/** Line ends and other signs of control. */
const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";

/** Signs of format, halves of characters, those of private areas, and tags: nobody sees them, or each another one. */
const UNSEEN =
  "\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f" +
  "\\ud800-\\udfff\\ue000-\\uf8ff\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{10ffff}";

const BLANKS = new RegExp(`[${CONTROL}\\s]+`, "gu");
const HIDDEN = new RegExp(`[${UNSEEN}]`, "gu");
const UNPRINTED = new RegExp(`[${CONTROL}${UNSEEN}]`, "u");

/**
 * A text in one line, without characters that nobody sees: they could end a comment, or show another program than the
 * one that is compiled.
 */
export function inOneLine(text: string): string {
  return text.replace(BLANKS, " ").replace(HIDDEN, "").trim();
}

/** A text between quotation marks, as C and its kin have them; `escaped` writes a character that does not print. */
export function quoted(text: string, escaped: (codePoint: number) => string): string {
  const inner = [...text].map((character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    return UNPRINTED.test(character) ? escaped(codePointIn(character, 0)) : character;
  });
  return `"${inner.join("")}"`;
}

/** `\u000A`, and pairs of halves beyond the first plane. */
export function inHalves(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, at) => `\\u${hexadecimal(text.charCodeAt(at), 4)}`).join("");
}

/** `\u000A`, and `\U0001F600` beyond the first plane. */
export function inEight(codePoint: number): string {
  return codePoint > 0xffff ? `\\U${hexadecimal(codePoint, 8)}` : `\\u${hexadecimal(codePoint, 4)}`;
}

export function hexadecimal(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
