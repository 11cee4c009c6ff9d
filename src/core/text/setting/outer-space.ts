// A glyph run → the space within the brackets, commas and stops at its two ends, where no ink is.
import { codePointIn } from "../../unicode/index.ts";
import type { GlyphRun } from "../shaping/index.ts";
import { spaceAfter, spaceBefore, spacingClassOf } from "./spacing.ts";

/** In thousandths of an em. */
export interface OuterSpace {
  readonly before: number;
  readonly after: number;
}

const NONE: OuterSpace = { before: 0, after: 0 };

/** A 「 begins with half an em of space, and a 、 ends with as much, where the font draws them a whole em wide. */
export function outerSpaceOf({ text, advances, font }: GlyphRun): OuterSpace {
  if (text === "") return NONE;
  const classAt = (offset: number, advance: number | undefined): number =>
    spacingClassOf(codePointIn(text, offset), advance === font.unitsPerEm);
  const before = spaceBefore(classAt(0, advances[0]));
  const after = spaceAfter(classAt(lastOffsetOf(text), advances.at(-1)));
  return before === 0 && after === 0 ? NONE : { before, after };
}

/** Where the last character of a text begins. */
function lastOffsetOf(text: string): number {
  const isPair = text.length > 1 && (text.charCodeAt(text.length - 1) & 0xfc00) === 0xdc00;
  return text.length - (isPair ? 2 : 1);
}
