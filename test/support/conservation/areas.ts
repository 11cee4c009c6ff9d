// Boxes of letters: their ink, their middles, and whether one holds another.
import type { Area } from "./seen.ts";

/** What of an em box is surely ink: letters stand a little inside of it. */
export function inkOf({ left, top, right, bottom }: Area): Area {
  const [x, y] = [(right - left) * 0.15, (bottom - top) * 0.15];
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}

export function middleOf({ left, top, right, bottom }: Area): Area {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x, top: y, right: x, bottom: y };
}

export function holds(outer: Area, inner: Area, slack: number): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack
  );
}
