// What `left mid right len pad trim …` do to a text, counted in characters as people see them.
import { codePointIn } from "../../unicode/index.ts";
import type { Value } from "./values.ts";

/** Marks that belong to the character before them: combining, sound marks, variation selectors. */
function isMark(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    code === 0x3099 ||
    code === 0x309a ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xe0100 && code <= 0xe01ef)
  );
}

/** A text as characters; a base and its marks (葛󠄀 with its selector) are never split. */
export function characters(text: string): string[] {
  const list: string[] = [];
  for (const char of text) {
    const last = list.length - 1;
    if (last >= 0 && isMark(codePointIn(char, 0))) list[last] += char;
    else list.push(char);
  }
  return list;
}

/** `count` characters from the 1-based `start`. */
export function middle(text: string, start: number, count: number): string {
  const from = Math.max(0, start - 1);
  return characters(text)
    .slice(from, Math.max(from, start - 1 + count))
    .join("");
}

export function rightmost(text: string, count: number): string {
  return count <= 0 ? "" : characters(text).slice(-count).join("");
}

/** White space of Unicode, and what has no width. */
const BLANK =
  " \t\n\v\f\r\u0085\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b" +
  "\u2028\u2029\u202f\u205f\u2060\u3000\ufeff";

/** Without blanks (full-width ones too) at both ends. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.includes(text.charAt(start))) start += 1;
  while (end > start && BLANK.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a value is there: neither null nor a text without a visible letter. */
export function isThere(value: Value | undefined): value is Exclude<Value, null> {
  return value !== null && value !== undefined && (typeof value !== "string" || trim(value) !== "");
}

/** −1, 0, 1 by code point, not by UTF-16 unit. */
export function compareCodePoints(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return codeUnitRank(left) < codeUnitRank(right) ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

/** Surrogates stand for code points above all others. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
