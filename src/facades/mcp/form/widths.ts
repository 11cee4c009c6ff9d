// How much of a box a text takes, in full-width characters, as a form's capacity counts them.
import type { Capacity } from "./fields.ts";

/** Latin letters, digits and half-width kana take half a place. */
const HALF_WIDTH = /[\u0020-\u02af\uff61-\uffdc\uffe8-\uffee]/;
/** Marks that sit on the character before: combining, variation selectors, joiners. */
const NO_WIDTH = new RegExp(
  "^(?:[\\u0000-\\u001f\\u007f-\\u009f]|[\\u0300-\\u036f]|[\\u3099\\u309a]|[\\u200b-\\u200f]|[\\ufe00-\\ufe0f]|" +
    "[\\u{e0100}-\\u{e01ef}])$",
  "u",
);

/** The width of a line. */
export function fullWidths(line: string): number {
  let width = 0;
  for (const character of line) width += NO_WIDTH.test(character) ? 0 : HALF_WIDTH.test(character) ? 0.5 : 1;
  return width;
}

/** What a text takes of a box, and whether it fits as it is, smaller, or not at all. */
export interface Room {
  /** Full-width characters of the longest line, rounded up. */
  readonly characters: number;
  readonly lines: number;
  readonly fits: "yes" | "shrunk" | "no";
}

/** A box of several lines breaks what is too long; one of a single line does not. */
export function roomOf(text: string, { charactersPerLine, lines, shrunkPerLine }: Capacity): Room {
  const widths = text.split(/\r\n|[\r\n]/).map(fullWidths);
  const characters = Math.ceil(Math.max(...widths));
  const linesAt = (perLine: number): number =>
    lines === 1 ? widths.length : widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / perLine)), 0);
  const fitsAt = (perLine: number): boolean => linesAt(perLine) <= lines && (lines > 1 || characters <= perLine);
  const fits = fitsAt(charactersPerLine) ? "yes" : shrunkPerLine !== null && fitsAt(shrunkPerLine) ? "shrunk" : "no";
  return { characters, lines: linesAt(charactersPerLine), fits };
}
