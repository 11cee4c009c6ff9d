// How high an element may be at most: no repair asks for more than its page has.
import type { Canvas, CanvasPage, Emu, PageKind } from "../../canvas/index.ts";
import { bandsOf, bodyHeight } from "./bands.ts";

/** The most height that the page of an element has for it, by where the element begins in the source. */
export type RoomAt = (start: number) => Emu;

/** Elements of a part stand on any page that uses it, so the highest page counts for them. */
export function pageRooms({ pages }: Canvas): RoomAt {
  return (start) => {
    const own = pages.filter(({ span }) => span[0] <= start && start < span[1]);
    const asked = own.length > 0 ? own : pages;
    return asked.reduce((most, page) => Math.max(most, roomOf(page, start)), 0);
  };
}

/** In a body what the lowest bands leave; in a band, whose height may be another, all between the margins. */
function roomOf(page: CanvasPage, start: number): Emu {
  const isInBand = page.bands.some(({ span }) => span[0] <= start && start < span[1]);
  if (isInBand) return bodyHeight(page, { header: null, footer: null, background: null });
  return KINDS.reduce((most, kind) => Math.max(most, bodyHeight(page, bandsOf(page, kind))), 0);
}

const BOTH = [true, false] as const;
const KINDS: readonly PageKind[] = BOTH.flatMap((isFirst) =>
  BOTH.flatMap((isLast) => [1, 2].map((number) => ({ isFirst, isLast, number }))),
);
