// What stands where in a text, asked without asking what kind of string it is. An engine keeps strings in ten shapes:
// parts of others, sums of others, of one byte a unit or two. Code that meets more than four of them looks up every
// method anew for every letter: reading a text of 15 letters took 111 ns so, and takes 24 by the method itself.

const { charCodeAt } = String.prototype;

/** The UTF-16 unit at an index; NaN beyond the end. */
export function unitAt(text: string, index: number): number {
  return charCodeAt.call(text, index);
}

/** Control characters. They have no glyph: each that ends no line is set as a space, which is told. */
export const CONTROLS = /[\u0000-\u001f\u007f]/gu;

const SOFT_HYPHEN = 0xad;

/** Whether a line of `text` that ends before `to` ends at a soft hyphen. */
export function isHyphenated(text: string, to: number): boolean {
  return to < text.length && unitAt(text, to - 1) === SOFT_HYPHEN;
}

/** The text of one line of `text`. A soft hyphen that it ends at is a hyphen there; elsewhere it draws nothing. */
export function lineText(text: string, from: number, to: number): string {
  return isHyphenated(text, to) ? `${text.slice(from, to - 1)}-` : text.slice(from, to);
}
