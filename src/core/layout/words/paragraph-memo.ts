// Set paragraphs, remembered: labels, units and empty cells are set once for all rows, records and pages.
import type { TextStyle } from "../../canvas/index.ts";
import { type Paragraph, type ParagraphSetter, TextCache, type TextRange } from "../../text/index.ts";
import type { FontSet } from "./layout-input.ts";
import type { TextRoom } from "./line-spec.ts";

/** A set text, and the word that had to be broken where no line may end; null where none had. */
export interface SetParagraph {
  readonly paragraph: Paragraph;
  /** Those that a line ends within, in their order. */
  readonly brokenWords: readonly TextRange[];
}

/** Texts of one style and room: about what a page of a dense table shows. A power of two. */
const REMEMBERED_MAX = 1_024;
/** Longer texts hardly repeat, and would hold much memory. */
export const REMEMBERED_LENGTH_MAX = 64;
/** Rooms of one style: more than a form's elements have. Columns as wide as their data would make ever more of them. */
const ROOMS_MAX = 64;

export type ParagraphMemo = TextCache<SetParagraph>;

/** What all texts of one style in one room share. */
export interface Settled {
  readonly room: TextRoom;
  readonly memo: ParagraphMemo;
  /** Null where a text's own length decides how long its lines are. */
  readonly paragraphs: ParagraphSetter | null;
}

/**
 * Keyed by what it depends on, weakly: a memo ends with its fonts or its canvas. A paragraph is a pure function of its
 * text, style, fonts and room, so a remembered one is the one that would be set.
 */
const SETTLED = new WeakMap<FontSet, WeakMap<TextStyle, Settled[]>>();

export function settledFor(
  fonts: FontSet,
  style: TextStyle,
  room: TextRoom,
  settle: () => ParagraphSetter | null,
): Settled {
  let styles = SETTLED.get(fonts);
  if (styles === undefined) {
    styles = new WeakMap<TextStyle, Settled[]>();
    SETTLED.set(fonts, styles);
  }
  let rooms = styles.get(style);
  if (rooms === undefined) {
    rooms = [];
    styles.set(style, rooms);
  }
  for (const known of rooms) if (isSameRoom(known.room, room)) return known;
  if (rooms.length >= ROOMS_MAX) rooms.length = 0;
  const settled: Settled = {
    room,
    memo: new TextCache<SetParagraph>("second sight", REMEMBERED_MAX),
    paragraphs: settle(),
  };
  rooms.push(settled);
  return settled;
}

export function isSameRoom(one: TextRoom, other: TextRoom): boolean {
  const isAlike = one.inCell === other.inCell && one.column === other.column;
  return isAlike && one.widthEmu === other.widthEmu && one.heightEmu === other.heightEmu;
}
