// Runs of one line → one run. Layout shapes each script by itself; a reader of the file that meets each as a text of
// its own guesses from its neighbours whether they belong together, and the file is longer by a place for each.
import type { GlyphRun, GlyphRunItem, PlacedItem } from "../../../core/sdk/index.ts";
import { sameColor } from "./colors.ts";
import { turnedShift } from "./turns.ts";

/** The item, and as many of those behind it as go on in its line, as one. */
export interface Joined {
  readonly item: PlacedItem;
  readonly count: number;
}

/** `isApart` tells which items are drawn elsewhere. */
export function joinedAt(items: readonly PlacedItem[], index: number, isApart: (item: PlacedItem) => boolean): Joined {
  const first = items[index] as PlacedItem;
  if (first.kind !== "glyphs") return { item: first, count: 1 };
  let parts: GlyphRunItem[] | null = null;
  for (let at = index + 1; at < items.length; at += 1) {
    const last = parts?.at(-1) ?? first;
    const next = items[at] as PlacedItem;
    if (next.kind !== "glyphs" || !goesOn(last, next) || isApart(next)) break;
    parts ??= [first];
    parts.push(next);
  }
  return parts === null ? { item: first, count: 1 } : { item: join(parts), count: parts.length };
}

function goesOn(last: GlyphRunItem, next: GlyphRunItem): boolean {
  const { run } = last;
  if (next.span[0] !== last.span[0] || next.node !== last.node || next.sizeEmu !== last.sizeEmu) return false;
  if (next.run.font !== run.font || next.run.direction !== run.direction) return false;
  if (run.offsets !== null || next.run.offsets !== null || run.glyphs.length === 0) return false;
  if ((next.rotation ?? 0) !== (last.rotation ?? 0) || next.scaleThousandths !== last.scaleThousandths) return false;
  if (last.isCombined === true || next.isCombined === true) return false;
  if (next.isRuby !== last.isRuby || next.isSlanted !== last.isSlanted) return false;
  if (next.isStatic !== last.isStatic || !sameColor(next.color, last.color)) return false;
  const [along, across] = apart(last, next);
  const gap = along - last.advanceEmu;
  return across === 0 && 10 * Math.abs(gap) <= 6 * last.sizeEmu;
}

/** How far one starts behind another, along the line and across it. */
function apart(one: GlyphRunItem, other: GlyphRunItem): readonly [along: number, across: number] {
  const back = ((360 - (one.rotation ?? 0)) % 360) as NonNullable<GlyphRunItem["rotation"]>;
  const [right, down] = turnedShift(back, other.xEmu - one.xEmu, other.yEmu - one.yEmu);
  return one.run.direction === "vertical" ? [down, right] : [right, down];
}

function join(parts: readonly GlyphRunItem[]): GlyphRunItem {
  const first = parts[0] as GlyphRunItem;
  let text = "";
  const glyphs: number[] = [];
  const advances: number[] = [];
  const clusters: number[] = [];
  const adjustments: number[] = [];
  parts.forEach((part, number) => {
    const { run, adjustmentsEmu, letterSpacingEmu } = part;
    const next = parts[number + 1];
    for (let index = 0; index < run.glyphs.length; index += 1) {
      glyphs.push(run.glyphs[index] as number);
      advances.push(run.advances[index] as number);
      clusters.push(text.length + (run.clusters[index] ?? 0));
      adjustments.push(letterSpacingEmu + (adjustmentsEmu?.[index] ?? 0));
    }
    text += run.text;
    const gap = next === undefined ? 0 : apart(part, next)[0] - part.advanceEmu;
    adjustments[adjustments.length - 1] = letterSpacingEmu + gap;
  });
  const last = parts.at(-1) ?? first;
  const run: GlyphRun = {
    ...first.run,
    ...{ text, glyphs, advances, clusters: Uint32Array.from(clusters), unsafeToBreak: null },
  };
  return {
    ...first,
    run,
    letterSpacingEmu: 0,
    adjustmentsEmu: adjustments.some((each) => each !== 0) ? adjustments : null,
    advanceEmu: apart(first, last)[0] + last.advanceEmu,
    sources: [],
  };
}
