// Set paragraphs, remembered: labels, units and empty cells are set once for all rows, records and pages.
import type { TextStyle } from "../canvas/index.ts";
import { type Paragraph, TextCache, type TextRange } from "../text/index.ts";
import type { FontSet } from "./layout-input.ts";

/** What decides how a text is set, beside its style and fonts. */
export interface ParagraphRoom {
  readonly widthEmu: number;
  readonly inCell: boolean;
  readonly linesMax: number | null;
}

/** A set text, and the word that had to be broken where no line may end; null where none had. */
export interface SetParagraph {
  readonly paragraph: Paragraph;
  readonly brokenWord: TextRange | null;
}

/** Texts of one style and room: about what a page of a dense table shows. A power of two. */
const REMEMBERED_MAX = 1_024;
/** Longer texts hardly repeat, and would hold much memory. */
export const REMEMBERED_LENGTH_MAX = 64;

export type ParagraphMemo = TextCache<SetParagraph>;

/**
 * Keyed by what it depends on, weakly: a memo ends with its fonts or its canvas. A paragraph is a pure function of its
 * text, style, fonts and room, so a remembered one is the one that would be set.
 */
const MEMOS = new WeakMap<FontSet, WeakMap<TextStyle, Map<string, ParagraphMemo>>>();

export function memoFor(fonts: FontSet, style: TextStyle, room: ParagraphRoom): ParagraphMemo {
  const styles = MEMOS.get(fonts) ?? new WeakMap<TextStyle, Map<string, ParagraphMemo>>();
  MEMOS.set(fonts, styles);
  const rooms = styles.get(style) ?? new Map<string, ParagraphMemo>();
  styles.set(style, rooms);
  const key = `${room.widthEmu} ${room.inCell} ${room.linesMax}`;
  const memo = rooms.get(key) ?? new TextCache<SetParagraph>(REMEMBERED_MAX);
  rooms.set(key, memo);
  return memo;
}
