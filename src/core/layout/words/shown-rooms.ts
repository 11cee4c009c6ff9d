// Which room each text of the data was given, for whoever asks how much of a field a form holds.
import type { Emu, TextStyle } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { TextRoom } from "./line-spec.ts";
import type { ShownText } from "./shown-text.ts";

/** One value of the data with the room that its element has for it. */
export interface ShownRoom {
  /** Where the value stands in the data: `items[0].name`. */
  readonly path: string;
  readonly span: SourceSpan;
  readonly style: TextStyle;
  readonly room: TextRoom;
  /** How wide is what the element says around the value, such as `様`. */
  readonly aroundEmu: Emu;
}

/** Texts that show one value, alone or among fixed words; where several share a room, none has a length of its own. */
export function noteRoom(
  rooms: ShownRoom[],
  { sources, text }: ShownText,
  span: SourceSpan,
  style: TextStyle,
  room: TextRoom,
  widthOf: (words: string) => Emu,
): void {
  let path: string | null = null;
  let around = "";
  for (const source of sources) {
    if (source.path === null) {
      around += text.slice(source.start, source.end);
    } else {
      if (path !== null) return;
      path = source.path;
      around += LETTER;
    }
  }
  if (path === null) return;
  // Blanks between the words and the value count, and so does the gap between letters of two scripts.
  const aroundEmu = around === LETTER ? 0 : Math.max(0, widthOf(around) - widthOf(LETTER));
  rooms.push({ path, span, style, room, aroundEmu });
}

/** Stands for the value: capacities are counted in full-width characters. */
const LETTER = "国";
