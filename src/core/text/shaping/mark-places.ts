// Where a combining mark belongs beside its letter, by its character (Canonical_Combining_Class of the scripts that are
// set), for fonts that do not say it.
import { hasTrait, isDefaultIgnorable, traits } from "../unicode/index.ts";

export type MarkPlace = "above" | "below" | "attached" | "across" | "around" | "corner" | "tie" | "tieBelow";

type Place = readonly [place: MarkPlace | null, ranges: readonly (number | readonly [first: number, last: number])[]];

/** All others stand above. */
const PLACES: readonly Place[] = [
  [
    "below",
    [
      ...([[0x316, 0x319], [0x31c, 0x320], [0x323, 0x326], [0x329, 0x333], [0x339, 0x33c], 0x345] as const),
      ...([[0x347, 0x349], [0x34d, 0x34e], [0x353, 0x356], [0x359, 0x35a], [0x1ab5, 0x1aba], 0x1abd] as const),
      ...([[0x1abf, 0x1ac0], [0x1ac3, 0x1ac4], 0x1aca, 0x1dc2, 0x1dca, 0x1dcf, 0x1df9, 0x1dfd, 0x1dff] as const),
      ...([0x20e8, [0x20ec, 0x20ef], 0x101fd, 0x102e0] as const),
    ],
  ],
  ["attached", [0x321, 0x322, 0x327, 0x328, 0x1dd0]],
  ["across", [[0x334, 0x338], 0x20d2, 0x20d3, [0x20d8, 0x20da], 0x20e5, 0x20e6, 0x20ea, 0x20eb]],
  ["around", [[0x488, 0x489], 0x1abe, [0x20dd, 0x20e0], [0x20e2, 0x20e4], [0xa670, 0xa672]]],
  ["corner", [0x3099, 0x309a]],
  ["tie", [0x35d, 0x35e, 0x360, 0x361]],
  ["tieBelow", [0x35c, 0x35f, 0x362, 0x1dfc]],
  // Halves of marks, tones of ideographs and what hangs at one side of a letter: only their fonts know where.
  [null, [0x315, 0x31a, 0x31b, 0x358, 0x1dce, 0x1df6, [0x302a, 0x302f], [0xfe20, 0xfe2f]]],
];

const placeOf = new Map<number, MarkPlace | null>();
for (const [place, ranges] of PLACES) {
  for (const range of ranges) {
    const [first, last] = typeof range === "number" ? [range, range] : range;
    for (let codePoint = first; codePoint <= last; codePoint += 1) placeOf.set(codePoint, place);
  }
}

/** Where marks are that are set one after another from left to right with their letters. */
export const MARK_BLOCKS = [
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x135d, 0x135f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0x2cef, 0x2cf1],
  [0x2de0, 0x2dff],
  [0x3099, 0x309a],
  [0xa66f, 0xa69f],
  [0x101fd, 0x101fd],
  [0x102e0, 0x102e0],
  [0x1e000, 0x1e02a],
] as const;

/** Null for what is no mark, or has a place that only its font knows. */
export function markPlaceOf(codePoint: number): MarkPlace | null {
  if (!hasTrait(codePoint, traits.mark) || hasTrait(codePoint, traits.spacingMark)) return null;
  if (isDefaultIgnorable(codePoint)) return null;
  return placeOf.get(codePoint) ?? (placeOf.has(codePoint) ? null : "above");
}
