// What a look at a page knows of an element, in one number: an item is looked at without a search.
import { mayBeCovered } from "./covered-shapes.ts";
import type { ElementInfo } from "./elements.ts";
import { SHOWN_DRAWINGS } from "./hidden-drawings.ts";
import { TEXTS } from "./joined-texts.ts";
import { mayBeSigns } from "./lines-as-signs.ts";
import { PICTURED } from "./struck-letters.ts";
import type { Pictures } from "./suspicions.ts";

export const KNOWN = 1;
export const ON_PURPOSE = 2;
export const IN_BACKGROUND = 4;
/** Its shapes are one picture to what lies on it. */
export const ONE_INK = 8;
/** Its lines are none of the form's. */
export const OWN_LINES = 16;
export const IS_LINE = 32;
export const IS_CELL = 64;
export const KEEPS_CLEAR = 128;
export const LAYERED = 256;
export const IS_CODE = 512;
/** What its fills show is content. */
export const IS_FILLED_PICTURE = 1_024;
/** All that it draws are marks: bars of a schedule, boxes to tick. */
export const IS_MARKED = 2_048;
/** Only a rectangle about it is a frame of the form's. */
export const PICTURE_LINES = 4_096;
/** What it draws is seen, and may be hidden. */
export const IS_DRAWING = 8_192;
/** It shows texts of the data, which may read as one with its neighbours'. */
export const SHOWS_TEXTS = 16_384;
/** Others may come to lie on its borders and areas. */
export const IS_COVERABLE = 32_768;
/** A label with its value: neither is the unit of the other. */
export const IS_PAIR = 65_536;
/** A level line of it may come to stand before a number. */
export const MAY_BE_SIGN = 131_072;

/** The traits of an element, as a sum of the numbers above. */
export function traitsOf(element: ElementInfo, pictures: Pictures): number {
  const { kind, overlapsOnPurpose, isLayered, inBackground, keepsClear } = element;
  return (
    KNOWN |
    (overlapsOnPurpose ? ON_PURPOSE : 0) |
    (inBackground ? IN_BACKGROUND : 0) |
    (keepsClear ? KEEPS_CLEAR : 0) |
    (isLayered ? LAYERED : 0) |
    (pictures.oneInk.has(kind) ? ONE_INK : 0) |
    (pictures.ownLines.has(kind) ? OWN_LINES : 0) |
    (kind === "line" ? IS_LINE : 0) |
    (kind === "cell" ? IS_CELL : 0) |
    (kind === "pair" ? IS_PAIR : 0) |
    (mayBeSigns(element) ? MAY_BE_SIGN : 0) |
    (kind === "barcode" ? IS_CODE : 0) |
    (kind === "bar" || kind === "check" ? IS_MARKED : 0) |
    (PICTURED.has(kind) ? PICTURE_LINES : 0) |
    (SHOWN_DRAWINGS.has(kind) && !isLayered && !inBackground ? IS_DRAWING : 0) |
    (mayBeCovered(element) ? IS_COVERABLE : 0) |
    (TEXTS.has(kind) && !isLayered ? SHOWS_TEXTS : 0) |
    (pictures.filled.has(kind) ? IS_FILLED_PICTURE : 0)
  );
}

/** What lies over others on purpose may hide them; a background may not. */
export function mayCover(flags: number): boolean {
  return (flags & KNOWN) !== 0 && ((flags & LAYERED) === 0 || (flags & IN_BACKGROUND) !== 0);
}
