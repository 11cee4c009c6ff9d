// Whether a text would fit its room if it shrank, and what is to be written for it: advice that does not help is none.
import type { Emu, TextStyle } from "../../canvas/index.ts";
import { amountsIn, textHeightEmu } from "../../text/index.ts";
import { lineLength, type TextRoom } from "./line-spec.ts";

/** What shrinking takes from each letter beside its width: the tightest letter-spacing. */
const TIGHTEST_THOUSANDTHS = 950;
/** What a line that ends between words or before a stop leaves free at most, in letters of the smallest size. */
const RAGGED_THOUSANDTHS = 1_500;

/** So many letters of a text are measured by themselves. */
const LETTERS_MOST = 100;

/** A quarter em at most: what stands between Latin and Japanese letters. */
const GAP_THOUSANDTHS = 250;

/** What no line ends within, with the signs that may not begin or end one. */
const WORD =
  /[!-~「」『』（）、。，．！？：；・％￥０-９－−▲△]{2,}|[▲△−]?[〇零一二三四五六七八九十百千万億兆京壱弐参拾]{2,}/gu;

/** What a text is set in. */
interface Shrinking {
  readonly style: TextStyle;
  readonly room: TextRoom;
  /** The width of a text on one line, as large as it is asked for; 0 where that is not known. */
  readonly naturalWidth: (text: string) => Emu;
}

/** The word for which shrinking is looked at. */
interface BrokenWord {
  readonly word: string;
  /** The text is one of many: others of the same length may have letters of full width. */
  readonly isOneOfMany: boolean;
}

/** `fit=shrink`, with the lines that the text needs then; null where it would not fit, or shrinks already. */
export function shrinkAdvice(
  text: string,
  { style, room, naturalWidth }: Shrinking,
  broken?: BrokenWord,
): string | null {
  if (style.fit === "shrink") return null;
  const lengthEmu = lineLength(style, room);
  if (lengthEmu === null) return null;
  const smallEmu = Math.min(style.sizeMinEmu, style.sizeEmu);
  const share = (smallEmu / style.sizeEmu) * (style.condenseThousandths / 1000) * (TIGHTEST_THOUSANDTHS / 1000);
  // Of a vertical text, how wide its column is is known; its letters are no longer than they are large.
  const natural = style.writing === "vertical" ? (part: string) => [...part].length * style.sizeEmu : naturalWidth;
  const smallWidth = (part: string): Emu => Math.ceil(natural(part) * share);
  const words = style.wrap === "char" ? [] : (text.match(WORD) ?? []);
  const amount = amountsIn(text).reduce((most, one) => longer(most, one), "");
  const widest = [...words, ...(broken === undefined ? [] : [broken.word])].reduce(
    (most, one) => longer(most, one),
    "",
  );
  // The gap between a number and its unit is never made tighter.
  const gapEmu = amount === "" ? 0 : Math.ceil((smallEmu * GAP_THOUSANDTHS) / 1000);
  const wordEmu = Math.max(smallWidth(widest), smallWidth(amount) + gapEmu);
  const letters = [...new Set(text)].slice(0, LETTERS_MOST);
  if (wordEmu > lengthEmu || letters.some((letter) => smallWidth(letter) > lengthEmu)) return null;
  const freeEmu = Math.max(wordEmu, Math.floor((smallEmu * RAGGED_THOUSANDTHS) / 1000));
  const raggedEmu = Math.max(1, lengthEmu - freeEmu, Math.floor(lengthEmu / 2));
  const parts = text.split("\n").map((part) => {
    const othersEmu = broken?.isOneOfMany === true ? Math.ceil([...part].length * style.sizeEmu * share) : 0;
    const widthEmu = Math.max(smallWidth(part), othersEmu);
    return widthEmu <= lengthEmu ? 1 : Math.min([...part].length, Math.ceil(widthEmu / raggedEmu));
  });
  const lines = parts.reduce((sum, each) => sum + each, 0);
  // Without wrapping, no line of the text becomes two.
  if (style.wrap === "none" && lines > parts.length) return null;
  if (style.linesMax !== null && lines > style.linesMax) return null;
  const acrossEmu = style.writing === "vertical" ? room.widthEmu : room.heightEmu;
  if (acrossEmu !== null && textHeightEmu(lines, smallEmu, style.lineHeightThousandths) > acrossEmu) return null;
  return lines === parts.length || style.linesMax !== null ? "fit=shrink" : `fit=shrink lines=${lines}`;
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}
