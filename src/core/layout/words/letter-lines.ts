// RPT4004 of a text that a narrow room sets one letter to a line. Japanese letters part anywhere, so that no word is
// wider than its column; such a line is read downwards all the same, and nobody has asked for that.
import type { Emu, TextStyle } from "../../canvas/index.ts";
import { millimetresAtMost, millimetresEnough, shortened } from "../../diagnostics/index.ts";
import { clustersOf, type TextRange } from "../../text/index.ts";
import type { Finding } from "./findings.ts";
import type { TextRoom } from "./line-spec.ts";
import type { TextBox } from "./set-text.ts";

/** Two letters under one another may be meant: 押 over 印. */
const LINES_MIN = 3;
/** The repair of a long text asks for a width of this many letters, at which readers read along the line. */
const LETTERS_ENOUGH = 5;
const SHOWN_MAX = 24;
const EMU_PER_MILLIMETRE = 36_000;

/** Whether to look for such lines at all: nearly all rooms are wider than two letters. */
export function mayStandByLetters(style: TextStyle, room: TextRoom, lines: number): boolean {
  return lines >= LINES_MIN && room.widthEmu < 2 * style.sizeEmu && !room.inCell;
}

/**
 * The part of a text that stands one letter to a line, with its finding; null where there is none. Cells are left out:
 * a narrow cell of a head or beside merged rows often means it.
 */
export function letterLines(box: TextBox, { naturalWidth, room, style }: Narrow): LetterLines | null {
  if (style.writing === "vertical" || style.wrap === "none" || room.inCell) return null;
  const word = longestColumn(box);
  if (word === null) return null;
  const text = box.shown.text.slice(word.start, word.end);
  const widthEmu = naturalWidth(clustersOf(text).slice(0, LETTERS_ENOUGH).join(""));
  const lackEmu = widthEmu - room.widthEmu;
  return {
    word,
    worded: {
      code: "RPT4004",
      severity: "warning",
      message: `"${shortened(text, SHOWN_MAX)}" stands one letter to a line of ${millimetresAtMost(room.widthEmu)}`,
      why: "horizontal text is read across its line",
      repair: `give it ${millimetresEnough(widthEmu)} of width, leave its neighbours less, or write writing=vertical`,
      change: { property: room.isLying === true ? "h" : "w", byMillimetres: lackEmu / EMU_PER_MILLIMETRE },
    },
  };
}

/** What a text was set with. */
interface Narrow {
  readonly style: TextStyle;
  readonly room: TextRoom;
  readonly naturalWidth: (word: string) => Emu;
}

interface LetterLines {
  readonly word: TextRange;
  readonly worded: Omit<Finding, "span" | "path">;
}

interface Column extends TextRange {
  readonly lines: number;
}

/** The longest run of lines of one letter each that the room has parted, not the text. */
function longestColumn({ paragraph, shown: { text } }: TextBox): TextRange | null {
  let longest = null as Column | null;
  let column = null as Column | null;
  for (const { start, end } of paragraph.lines) {
    const isOne = clustersOf(text.slice(start, end).trim()).length === 1;
    const before = column?.end === start ? column : null;
    column = isOne ? { start: before?.start ?? start, end, lines: (before?.lines ?? 0) + 1 } : null;
    if (column !== null && column.lines > (longest?.lines ?? LINES_MIN - 1)) longest = column;
  }
  return longest;
}
