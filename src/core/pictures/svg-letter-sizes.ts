// How large the letters of an SVG's texts are set, before transformations.
import { XmlElement } from "@rgrove/parse-xml";
import type { StyleRule } from "./svg-cascade.ts";
import { readSvgLength, saidStyle } from "./svg-style.ts";
import { childrenOf } from "./svg-survey.ts";

/** The size of a text that says none: the library's own. */
const MEDIUM = 12;
/** Sizes by words (CSS Fonts 4, §2.5). */
const WORDS: Readonly<Record<string, number>> = {
  "xx-small": 3 / 5,
  "x-small": 3 / 4,
  small: 8 / 9,
  medium: 1,
  large: 6 / 5,
  "x-large": 3 / 2,
  "xx-large": 2,
  "xxx-large": 3,
};
/** How much `smaller` and `larger` change. */
const STEP = 1.2;
/** The size in `font`: what stands before the families, without a height of lines. */
const IN_SHORTHAND =
  /(?:^|\s)((?:\d*\.\d+|\d+)(?:[a-z]+|%)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*\S+)?\s+\S/iu;

/** The size of the smallest letters of a text, in pixels; null where it has none, or a size that is not read. */
export function smallestLetters(text: XmlElement, rules: readonly StyleRule[]): number | null {
  const size = sizeOf(text, rules);
  return size === null ? null : smallestIn(text, size, rules);
}

function smallestIn(element: XmlElement, size: number, rules: readonly StyleRule[]): number | null {
  const hasOwn = element.children.some((child) => child.type === "text" && String(child.toJSON().text).trim() !== "");
  const found = hasOwn ? [size] : [];
  for (const child of childrenOf(element)) {
    if (lastSaid(child, rules, "display") === "none") continue;
    const own = sizeWithin(child, size, rules);
    const least = own === null ? null : smallestIn(child, own, rules);
    if (least !== null) found.push(least);
  }
  return found.length === 0 ? null : Math.min(...found);
}

function sizeOf(element: XmlElement, rules: readonly StyleRule[]): number | null {
  const { parent } = element;
  const around = parent instanceof XmlElement ? sizeOf(parent, rules) : MEDIUM;
  return around === null ? null : sizeWithin(element, around, rules);
}

function sizeWithin(element: XmlElement, around: number, rules: readonly StyleRule[]): number | null {
  let size: number | null = around;
  for (const [name, value] of [...shorthandOf(element), ...saidStyle(element, rules)]) {
    if (name === "font-size") size = sizeSaid(value, around);
    if (name === "font") size = sizeSaid(IN_SHORTHAND.exec(value)?.[1] ?? "", around);
  }
  return size;
}

/** `font` as an attribute is none of SVG's, and yet the library reads it. */
function shorthandOf({ attributes }: XmlElement): readonly (readonly [string, string])[] {
  return attributes["font"] === undefined ? [] : [["font", attributes["font"]]];
}

function lastSaid(element: XmlElement, rules: readonly StyleRule[], property: string): string | undefined {
  return saidStyle(element, rules).findLast(([name]) => name === property)?.[1];
}

/** Null for what is not read: variables, sums, lengths of the window. */
function sizeSaid(written: string, around: number): number | null {
  const value = written.trim().toLowerCase();
  if (value === "inherit" || value === "unset") return around;
  if (value === "smaller") return around / STEP;
  if (value === "larger") return around * STEP;
  if (value === "initial") return MEDIUM;
  const word = WORDS[value];
  if (word !== undefined) return word * MEDIUM;
  const [, number = "", unit = ""] = /^([+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|em|ex)$/u.exec(value) ?? [];
  if (unit !== "") return Number(number) * around * (unit === "%" ? 0.01 : unit === "ex" ? 0.5 : 1);
  const length = readSvgLength(value);
  return length === null || length < 0 ? null : length;
}
