// What series and parts of a chart are filled with, so that each is told from the others and from the ground.
import type { Color } from "../../canvas/index.ts";
import { contrastOf, LINE_CONTRAST_MIN, over } from "../page/index.ts";

/** Dark and light in turn, so that neighbours differ where a printer or an eye has no colours. */
const PALETTE: readonly Color[] = [
  [38, 70, 112, 255],
  [158, 190, 224, 255],
  [92, 102, 112, 255],
  [214, 220, 226, 255],
  [70, 122, 110, 255],
  [178, 206, 186, 255],
  [140, 96, 60, 255],
  [232, 206, 170, 255],
];

/** Lines over a colour that comes again, so that it is another one, on paper without colours too. */
export const HATCHES = ["rising", "falling", "level", "upright", "net", "lattice"] as const;
export type Hatch = (typeof HATCHES)[number];

/** What a series or a part of a whole is filled with. */
export interface Look {
  readonly color: Color;
  readonly hatch: Hatch | null;
}

/** So many looks differ from one another. */
export const LOOKS_MAX = PALETTE.length * (HATCHES.length + 1);

function paletteLook(at: number): Look {
  const round = Math.floor(at / PALETTE.length) % (HATCHES.length + 1);
  const hatch = round === 0 ? null : (HATCHES[round - 1] ?? null);
  return { color: PALETTE[at % PALETTE.length] ?? [0, 0, 0, 255], hatch };
}

/** A thin line of a lower contrast is hardly seen, where an area of the same colour is. */
const SEEN_AS_LINE = 1.8;

/**
 * So many looks of the palette: none is nearly a colour that the source gives to another series, and each is seen on
 * the chart's ground. Those that are left over, after all that differ, are the first ones again. A look in place of a
 * pale one is that of no other series.
 * @param lines which of them are lines.
 */
export function paletteLooks(
  count: number,
  given: readonly Color[],
  ground: Color,
  lines: readonly boolean[] = [],
): readonly Look[] {
  const all = Array.from({ length: LOOKS_MAX }, (_, at) => paletteLook(at));
  const seen = all.filter(({ color }) => contrastOf(color, ground) >= LINE_CONTRAST_MIN);
  const free = seen.filter(
    (look) => look.hatch !== null || given.every((color) => !areAlike(look.color, color, ground)),
  );
  const looks = free.length === 0 ? all : free;
  const dark = looks.slice(count).filter(({ color }) => contrastOf(color, ground) >= SEEN_AS_LINE);
  return Array.from({ length: count }, (_, at) => {
    const own = looks[at % looks.length] ?? paletteLook(at);
    const isPale = lines[at] === true && contrastOf(own.color, ground) < SEEN_AS_LINE;
    return isPale ? (dark.shift() ?? own) : own;
  });
}

/** Colours whose parts of red, green and blue are nearer to one another than this are taken for one. */
const ALIKE = 24;

/** Whether two colours on one ground are taken for one. */
export function areAlike(one: Color, other: Color, ground: Color): boolean {
  const [left, right] = [over(one, ground), over(other, ground)];
  const [red, green, blue] = [left[0] - right[0], left[1] - right[1], left[2] - right[2]];
  return red * red + green * green + blue * blue < ALIKE * ALIKE;
}

/** The colour that most have; of several, the first. */
export function commonColor(colors: readonly Color[]): Color | null {
  const counts = new Map<string, { readonly color: Color; count: number }>();
  for (const color of colors) {
    const known = counts.get(color.join());
    if (known === undefined) counts.set(color.join(), { color, count: 1 });
    else known.count += 1;
  }
  let most: { readonly color: Color; readonly count: number } | null = null;
  for (const one of counts.values()) if (most === null || one.count > most.count) most = one;
  return most?.color ?? null;
}

/** Black on light colours, white on dark ones (ITU-R BT.601 luma): at least 3:1, as WCAG 2 counts contrast. */
export function readableOn([red, green, blue]: Color): Color {
  return red * 299 + green * 587 + blue * 114 > READABLE_LUMA ? [0, 0, 0, 255] : [255, 255, 255, 255];
}

const READABLE_LUMA = 110_000;
