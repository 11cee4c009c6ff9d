// A style and a room → what the setting of lines asks for.
import type { Emu, TextStyle } from "../../canvas/index.ts";
import { linesHeightEmu } from "../../text/index.ts";

/** The room that a text has, padding taken off. */
export interface TextRoom {
  readonly widthEmu: Emu;
  /** Null where the box grows with its text. */
  readonly heightEmu: Emu | null;
  /** The height is the most that the box grows to (`max-h`). */
  readonly isMost?: boolean;
  /** The box is turned by a quarter, so that its template calls the width `h` and the height `w`. */
  readonly isLying?: boolean;
  /** In cells Japanese text and Latin words touch, and narrow ones break lines more freely. */
  readonly inCell: boolean;
  /** What says how wide the column of its cell is: `w=` of the column, or `cols=` of a ruled grid. */
  readonly column?: "w" | "cols";
  /** What padding takes at the left and right of its box or cell, and how wide that is; absent: nothing. */
  readonly padded?: { readonly sidesEmu: Emu; readonly outerEmu: Emu };
  /** No other text shares its baseline: a shrunk line stands by its own size, about the middle of its room. */
  readonly standsAlone?: boolean;
}

/** What a room says of the padding at its sides, within a box or cell of a width. */
export function paddedBy(padding: readonly [Emu, Emu, Emu, Emu], outerEmu: Emu): Pick<TextRoom, "padded"> {
  const sidesEmu = padding[1] + padding[3];
  return sidesEmu === 0 ? {} : { padded: { sidesEmu, outerEmu } };
}

/** The width that a text is given which only its own length bounds: 84 m, beyond every page. */
export const ENDLESS_EMU: Emu = 0x3fff_ffff;

/** A quarter em between Japanese text and Latin words outside of cells; figures touch (2027年, 10個). */
const LATIN_GAP_THOUSANDTHS = 250;
/** Cells under this many em break one level looser; that a line begins with a full stop is asked for by name alone. */
const NARROW_CELL_EM = 5;
const LOOSER = {
  "very-strict": "strict",
  strict: "normal",
  normal: "loose",
  loose: "loose",
  none: "none",
} as const;

/** How long lines may be; null where nothing bounds them: vertical text in a box without a height. */
export function lineLength(style: TextStyle, room: TextRoom): Emu | null {
  return style.writing === "vertical" ? room.heightEmu : room.widthEmu;
}

/** What lines stand one after another in; null where the box grows with them. */
function acrossOf(style: TextStyle, room: TextRoom): Emu | null {
  return style.writing === "vertical" ? room.widthEmu : room.heightEmu;
}

/** What a style and a room say of the lines of a text, whichever kind it is. */
export function lineSpec({ style, room }: { readonly style: TextStyle; readonly room: TextRoom }) {
  const lengthEmu = lineLength(style, room);
  const acrossEmu = style.fit === "shrink" ? acrossOf(style, room) : null;
  const { lineHeightThousandths } = style;
  const narrow = room.inCell && lengthEmu !== null && lengthEmu < NARROW_CELL_EM * style.sizeEmu;
  return {
    lang: style.lang,
    sizeEmu: style.sizeEmu,
    letterSpacingEmu: style.letterSpacingEmu,
    align: style.align,
    wrap: style.wrap,
    kinsoku: narrow ? LOOSER[style.kinsoku] : style.kinsoku,
    fit: style.fit,
    sizeMinEmu: style.sizeMinEmu,
    condenseThousandths: style.condenseThousandths,
    ...(acrossEmu === null ? {} : { shrinkRoom: { acrossEmu, lineHeightThousandths } }),
    linesMax: linesAllowed(style, room),
    latinGapThousandths: style.latinGapThousandths ?? (room.inCell ? 0 : LATIN_GAP_THOUSANDTHS),
    figureGapThousandths: style.latinGapThousandths ?? 0,
    writing: style.writing ?? "horizontal",
    hang: style.hang ?? false,
    ...(style.combineMax === undefined ? {} : { combineMax: style.combineMax }),
  } as const;
}

/** Wrapped text is never cut short, even where it does not fit: the finding tells, and nothing is lost. */
export function linesAllowed(style: TextStyle, room: TextRoom): number | null {
  if (style.fit === "wrap") return null;
  if (style.fit === "clip" && style.wrap === "none") return style.linesMax ?? 1;
  const acrossEmu = acrossOf(style, room);
  if (style.fit === "shrink" || acrossEmu === null) return style.linesMax;
  const lineHeight = linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
  const fitting = 1 + Math.max(0, Math.floor((acrossEmu - style.sizeEmu) / Math.max(1, lineHeight)));
  return style.linesMax === null ? fitting : Math.min(fitting, style.linesMax);
}
