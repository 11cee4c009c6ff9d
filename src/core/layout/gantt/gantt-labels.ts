// Where the words of bars and marks stand on a time axis: beside other words and marks, or nowhere, which is told.
import type { Emu, GanttBar, GanttMilestone } from "../../canvas/index.ts";
import { type SourceSpan, shortened } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { AxisBar, AxisLabel, AxisMilestone, BarEnd } from "../blocks/index.ts";
import { type Finding, naturalTextWidth, restyled, setTextBox, showTemplate, styleOf } from "../words/index.ts";
import { tipOf } from "./axis-bars.ts";
import { type AxisPlace, widerAxis } from "./axis-place.ts";
import {
  clearWords,
  isLowerThanLetters,
  type RowOfWords,
  stripeHeight,
  wordsOfBar,
  wordsOffEdges,
  wordsOfMilestone,
} from "./axis-words.ts";
import { joined } from "./joined-stretches.ts";
import { alignedBy, keepsToItsBar, labelOnBar, type RoomOfWords, sizeOnBar } from "./labels-inside.ts";
import { boxOfMark, readsAsOwn } from "./mark-boxes.ts";
import { reachOfMark } from "./mark-sizes.ts";

/** A stretch of the axis in which a label would lie on something. */
export type Taken = readonly [from: Emu, to: Emu];

/** What words take of the axis, and of which part of the row where their mark has one for itself. */
export interface TakenByWords {
  readonly taken: Taken;
  readonly tier: AxisMilestone["tier"] | null;
  /** The heights that they keep to, where their bar is as high as they are. */
  readonly track?: Track | null;
}

/** From the top of a bar to its bottom. */
type Track = readonly [topEmu: Emu, bottomEmu: Emu];

/** What words of this size keep to: their bar, where it is as high as they are; null where they may stand about it. */
export function trackOf(bar: AxisBar, { bars }: Pick<RowOfWords, "bars">, sizeEmu: Emu): Track | null {
  const placed = bars.find((each) => each.bar === bar);
  if (placed === undefined) return null;
  const { topEmu, bottomEmu } = placed;
  const stripe = bar.doneEmu === null ? 0 : stripeHeight(topEmu, bottomEmu);
  return bottomEmu - topEmu - stripe >= sizeEmu ? [topEmu, bottomEmu] : null;
}

/** Bars of one time lie one below another: what keeps to another height is in nobody's way. */
export function areApart(one: Track | null, other: Track | null): boolean {
  return one !== null && other !== null && (one[1] <= other[0] || other[1] <= one[0]);
}

/** What labels never lie on, as far as it is placed. */
interface Around {
  readonly words: readonly TakenByWords[];
  readonly marks: readonly Taken[];
  /** The bars in their row, whose lines words keep clear of. */
  readonly lines: RowOfWords;
}

/** Behind another bar the label of a bar would read as that one's; on its own it may stand below or above another. */
interface AroundBar extends Around {
  readonly bars: readonly Taken[];
}

function isClear(from: Emu, to: Emu, taken: readonly Taken[]): boolean {
  return taken.every(([start, end]) => end <= from || start >= to);
}

/** RPT4003: words that would lie over others, or over a mark, in their row. */
function noRoomFor(
  place: AxisPlace,
  text: string,
  { span, path }: { readonly span: SourceSpan; readonly path: string | null },
): Finding {
  return {
    code: "RPT4003",
    severity: "warning",
    span,
    message: `"${shortened(text, LABEL_SHOWN_MAX)}" has no room on the time axis`,
    path,
    why: "it would lie over other words, read as those of another bar or mark, or leave the axis: it is left out",
    repair: `shorten the words, make their letters smaller, or ${widerAxis(place)}`,
  };
}

const LABEL_SHOWN_MAX = 24;

/** Between a mark and words: the least, whatever the size of the words. */
const BESIDE_MARK_EMU = 12_700;
/** From the middle of a mark to its words, in thousandths of the size of the words. */
const CLEAR_THOUSANDTHS = 700;
const INSET_THOUSANDTHS = 250;

/** A label that is further from its bar than this, in sizes of its text, reads as nobody's. */
const AWAY_SIZES = 3;

/** What a mark takes of the axis, with a little room: words may end where it begins. */
export function takenByMark({ xEmu, shape }: AxisMilestone): Taken {
  const [left, right] = reachOfMark(shape);
  return [xEmu - left - BESIDE_MARK_EMU, xEmu + right + BESIDE_MARK_EMU];
}

interface BarToLabel {
  readonly record: Scope;
  readonly bar: AxisBar;
  readonly around: AroundBar;
}

/**
 * On the bar where it fits, else right of it and of marks that stand there, else left, else on the bar and smaller.
 * Where the bar is lower than the letters, beside it first, then above or below it, and across its edges last. No other
 * bar and no words lie between a bar and its label.
 */
export function barLabel(
  place: AxisPlace,
  source: GanttBar,
  { record, bar, around }: BarToLabel,
  findings: Finding[],
): AxisLabel | null {
  const { fromEmu, toEmu } = bar;
  const { input, widthEmu } = place;
  const shown = showTemplate(source.label ?? [], input.evaluation, record, source.role);
  if (shown.text === "") return null;
  const { sizeEmu } = styleOf(input.canvas, source.style);
  const inset = Math.round((sizeEmu * INSET_THOUSANDTHS) / 1000);
  const natural = naturalTextWidth(input, shown.text, source.style, true);
  if (keepsToItsBar(source, place)) {
    const room = roomOnBar(source, place, { bar, around });
    const label = labelOnBar({ place, source, record, bar, shown }, room, findings);
    if (label === null) findings.push(noRoomFor(place, shown.text, { span: source.span, path: shown.path }));
    return label;
  }
  const own: Finding[] = [];
  const set = (xEmu: Emu, width: Emu, over: Parameters<typeof restyled>[2]): AxisLabel => {
    const room = { widthEmu: Math.max(1, width), heightEmu: null, inCell: true, standsAlone: true };
    const look = { valign: "middle", wrap: "none", align: "left", ...over } as const;
    const styled = restyled(input, source.style, look);
    const toSet = { shown, style: source.style, scope: record, room, span: source.span };
    return { xEmu, widthEmu: Math.min(natural, width), text: setTextBox(styled, toSet, own) };
  };
  const words = around.words.map(({ taken }) => taken);
  const [start, end] = insetsOf(bar, around.lines.bars, { inset, sizeEmu });
  const probe = set(0, natural, {});
  own.length = 0;
  const placed = around.lines.bars.find((each) => each.bar === bar);
  const isLow = placed !== undefined && isLowerThanLetters(placed, probe.text);
  const aligned = start + alignedBy(input, source.style, toEmu - fromEmu - start - end - natural);
  const barRoom = { fromEmu, toEmu, inset, start, end, aligned, natural, away: AWAY_SIZES * sizeEmu, widthEmu, isLow };
  const findPlace = (isClearAt: (from: Emu) => boolean) => firstPlace(barRoom, { ...around, words }, isClearAt);
  const isPlacedBy = (placeClear: typeof clearWords) => (from: Emu) => {
    if (placed === undefined) return true;
    const { row, xEmu } = around.lines;
    const shownWords = wordsOfBar({ ...placed, bar: { ...bar, label: { ...probe, xEmu: from } } }, row, xEmu);
    return shownWords === null || placeClear(shownWords, bar, around.lines) !== null;
  };
  // Places across the bar's edges, or where a line of a bar would strike the words out, come last: both are told when
  // the words are drawn.
  const first = findPlace(isPlacedBy(wordsOffEdges)) ?? findPlace(isPlacedBy(clearWords)) ?? findPlace(() => true);
  const within = () => {
    const [from, to] = widestGap([fromEmu, toEmu], [...words, ...around.marks]);
    const left = from === fromEmu ? start : inset;
    const right = to === toEmu ? end : inset;
    return to - from > left + right ? set(from + left, to - from - left - right, { fit: "shrink" }) : null;
  };
  const label = first === null ? within() : set(first, natural, {});
  // Words may be too long for their bar even in the smallest letters that their style allows.
  const hasNoRoom = label === null || (first === null && own.some(({ severity }) => severity === "error"));
  findings.push(...(hasNoRoom ? [noRoomFor(place, shown.text, { span: source.span, path: shown.path })] : own));
  return hasNoRoom ? null : label;
}

/** What is free for words that keep to their bar. */
function roomOnBar(
  { style }: GanttBar,
  { input }: AxisPlace,
  { bar, around }: Pick<BarToLabel, "bar" | "around">,
): RoomOfWords {
  const { lines, marks, bars } = around;
  const look = styleOf(input.canvas, style);
  const sizeEmu = sizeOnBar(lines, bar, look);
  const inset = Math.round((sizeEmu * INSET_THOUSANDTHS) / 1000);
  const [start, end] = insetsOf(bar, lines.bars, { inset, sizeEmu });
  const taken = [...around.words.map((each) => each.taken), ...marks, ...bars];
  const [from, to] = widestGap([bar.fromEmu, bar.toEmu], taken);
  const inside = [from + (from === bar.fromEmu ? start : inset), to - (to === bar.toEmu ? end : inset)] as const;
  return { inside, taken, lines, sizeEmu, sizeMinEmu: look.sizeMinEmu, insetEmu: inset };
}

/**
 * Free between the ends of a bar and its words. A slanted end leaves room where the words are as high as they are; a
 * torn one behind its teeth.
 */
function insetsOf(
  bar: AxisBar,
  bars: RowOfWords["bars"],
  { inset, sizeEmu }: { readonly inset: Emu; readonly sizeEmu: Emu },
): readonly [start: Emu, end: Emu] {
  const placed = bars.find((each) => each.bar === bar);
  if (placed === undefined) return [inset, inset];
  const { topEmu, bottomEmu } = placed;
  const tip = tipOf({ leftEmu: bar.fromEmu, topEmu, rightEmu: bar.toEmu, bottomEmu });
  const slanted = Math.ceil(tip * Math.min(1, sizeEmu / Math.max(1, bottomEmu - topEmu)));
  const of = (end: BarEnd): Emu => inset + (end === "known" ? 0 : end === "beyond" ? slanted : tip);
  return [of(bar.start), of(bar.end)];
}

/** A bar, the width of its words and what is free beside them, and how far from the bar they may begin. */
interface BarRoom {
  readonly fromEmu: Emu;
  readonly toEmu: Emu;
  readonly inset: Emu;
  /** What is free within the bar, from its two ends on. */
  readonly start: Emu;
  readonly end: Emu;
  /** From the beginning of the bar to the words on it, as their style aligns them. */
  readonly aligned: Emu;
  readonly natural: Emu;
  readonly away: Emu;
  readonly widthEmu: Emu;
  /** Whether the bar is lower than the letters. */
  readonly isLow: boolean;
}

/** Where the words of a bar begin in their own size; null where there is no such place. */
function firstPlace(
  { fromEmu, toEmu, inset, start, end, aligned, natural, away, widthEmu, isLow }: BarRoom,
  { words, marks, bars }: Readonly<Record<"words" | "marks" | "bars", readonly Taken[]>>,
  isClearAt: (from: Emu) => boolean,
): Emu | null {
  const fixed = joined([...words, ...marks]);
  const taken = joined([...fixed, ...bars]);
  const bare = joined([...words, ...bars]);
  const isOwn = (from: Emu) => {
    const [start, end] = from > toEmu ? [toEmu, from] : [from + natural, fromEmu];
    return end - start <= away && isClear(start, end, bare);
  };
  const isFree = (from: Emu) =>
    from >= 0 && from + natural <= widthEmu && isClear(from, from + natural, taken) && isOwn(from);
  const all = [...words, ...marks, ...bars];
  const ends = different(all.map(([, end]) => end + inset));
  const starts = different(all.map(([start]) => start - inset - natural)).toReversed();
  const inside = [fromEmu + aligned, fromEmu + start, ...ends].filter(
    (from) => from >= fromEmu + start && from + natural + end <= toEmu,
  );
  const right = [toEmu + inset, ...ends.filter((from) => from > toEmu + inset)];
  const left = [fromEmu - inset - natural, ...starts.filter((from) => from < fromEmu - inset - natural)];
  // Bars of one time lie one below another: on its own a label lies over none of them.
  const onOwn = inside.find((from) => isClear(from, from + natural, fixed) && isClearAt(from));
  const beside = [...right, ...left];
  const places = isLow ? [...beside, ...inside] : [...inside, ...beside];
  return places.find((from) => isFree(from) && isClearAt(from)) ?? onOwn ?? null;
}

/** In order, each once: many bars may begin or end at one time. */
function different(places: readonly Emu[]): readonly Emu[] {
  return [...new Set(places)].toSorted((one, other) => one - other);
}

/** The widest stretch of a bar in which nothing lies; it is empty where all of the bar is taken. */
function widestGap([fromEmu, toEmu]: Taken, taken: readonly Taken[]): Taken {
  let widest: Taken = [fromEmu, fromEmu];
  let free = fromEmu;
  for (const [start, end] of [...taken.toSorted(([one], [other]) => one - other), [toEmu, toEmu] as const]) {
    const gapEnd = Math.min(start, toEmu);
    if (gapEnd - free > widest[1] - widest[0]) widest = [free, gapEnd];
    free = Math.max(free, end);
  }
  return widest;
}

interface MarkToLabel {
  readonly record: Scope;
  readonly mark: AxisMilestone;
  /** The other marks of the row, whose the words must not seem to be. */
  readonly others: readonly AxisMilestone[];
  readonly around: Around;
}

/**
 * Right of its mark, or left of it at the end of the axis and where other words or marks stand: never where another
 * mark is nearer.
 */
export function markLabel(
  place: AxisPlace,
  source: GanttMilestone,
  { record, mark, others, around: { words: all, marks, lines } }: MarkToLabel,
  findings: Finding[],
): AxisLabel | null {
  const { input, widthEmu } = place;
  const shown = showTemplate(source.label ?? [], input.evaluation, record, source.role);
  if (shown.text === "") return null;
  const { sizeEmu } = styleOf(input.canvas, source.style);
  const clear = Math.round((sizeEmu * CLEAR_THOUSANDTHS) / 1000);
  const natural = naturalTextWidth(input, shown.text, source.style, true);
  const [from, to] = takenByMark(mark);
  const sides = [Math.max(mark.xEmu + clear, to), Math.min(mark.xEmu - clear, from) - natural];
  const placesBeside = (words: readonly Taken[]): readonly Emu[] =>
    sides.filter((left) => {
      const isOnAxis = left >= 0 && left + natural <= widthEmu;
      return isOnAxis && isClear(left, left + natural, [...words, ...marks]);
    });
  const own = restyled(input, source.style, { valign: "middle", wrap: "none", align: "left" });
  const room = { widthEmu: natural, heightEmu: null, inCell: true };
  const toSet = { shown, style: source.style, scope: record, room, span: source.span };
  const told: Finding[] = [];
  const text = setTextBox(own, toSet, told);
  const labelAt = (xEmu: Emu): AxisLabel => ({ xEmu, widthEmu: natural, text });
  const inTiers = all.flatMap((other) => (isInOtherTier(mark, other, { lines, sizeEmu }) ? [] : [other.taken]));
  const aside = placesBeside(all.map(({ taken }) => taken)).map(
    (xEmu): AxisLabel => ({ ...labelAt(xEmu), isAside: true }),
  );
  const places = [...placesBeside(inTiers).map(labelAt), ...aside];
  const [ownBox, ...otherBoxes] = [mark, ...others].map((each) => boxOfMark(each, lines.row, lines.xEmu));
  const isPlaced = (each: AxisLabel, placeClear: typeof clearWords): boolean => {
    const labelled = { ...mark, label: each };
    const placed = wordsOfMilestone(labelled, lines.row, lines.xEmu);
    const clearOf = placed === null ? null : placeClear(placed, labelled, lines);
    return clearOf !== null && ownBox !== undefined && readsAsOwn(clearOf.room, sizeEmu, ownBox, otherBoxes);
  };
  const isDrawnOver = (each: AxisLabel) =>
    isPlaced(each, (words, ...of) => (clearWords(words, ...of) === null ? words : null));
  const label =
    places.find((each) => isPlaced(each, wordsOffEdges)) ??
    places.find((each) => isPlaced(each, clearWords)) ??
    places.find(isDrawnOver);
  findings.push(
    ...(label === undefined ? [noRoomFor(place, shown.text, { span: source.span, path: shown.path })] : told),
  );
  return label ?? null;
}

/** What a line of letters needs of the part of the row that its mark has, in their size. */
const TIER_SHARE = 1.05;

/** Whether words of another mark at the same place stand above or below, in the part of the row that is theirs. */
function isInOtherTier(
  { tier }: AxisMilestone,
  other: TakenByWords,
  { lines, sizeEmu }: { readonly lines: RowOfWords; readonly sizeEmu: Emu },
): boolean {
  if (tier === undefined || other.tier == null || tier.of !== other.tier.of || tier.at === other.tier.at) return false;
  return lines.row.heightEmu / tier.of >= sizeEmu * TIER_SHARE;
}
