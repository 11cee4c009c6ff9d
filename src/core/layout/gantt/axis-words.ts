// The words of bars and marks in their row of a time axis: clear of what would look as if it struck them out.
import type { Emu } from "../../canvas/index.ts";
import type { AxisBar, AxisLabel, AxisMilestone } from "../blocks/index.ts";
import { contrastOf, over, type Rectangle } from "../page/index.ts";
import type { Finding } from "../words/index.ts";
import { type PlacedBar, tipOf } from "./axis-bars.ts";
import { joined } from "./joined-stretches.ts";
import { type Band, bandOf, boxOfMark, footOfMarks } from "./mark-boxes.ts";
import { sizeOfMark } from "./mark-sizes.ts";

/** A label with its place; the room is its bar's or its row's. */
export interface Words {
  readonly label: AxisLabel;
  readonly room: Rectangle;
}

/** How much of a bar's height shows what is done of it. */
const DONE_THOUSANDTHS = 200;
/** What lines leave free about letters, in their size. */
export const CLEAR_SHARE = 0.1;
/** Letters do not fill their height: the line of a bar may come that near to them. */
const BORDER_CLEAR_SHARE = 0.02;
/** A bar that is lower than this share of the letters looks like a line through them. */
const THIN_SHARE = 0.75;
const PAPER = [255, 255, 255, 255] as const;
/** Less than this contrast hides letters on a bar that is not theirs. */
const READABLE_CONTRAST = 3;

export function stripeHeight(topEmu: Emu, bottomEmu: Emu): Emu {
  return Math.round(((bottomEmu - topEmu) * DONE_THOUSANDTHS) / 1000);
}

/** What shows how much of a bar is done: a stripe at its foot, or a bar in the lane of progress. Null for none. */
export function stripeOf({ bar, topEmu, bottomEmu }: PlacedBar, xEmu: Emu): Rectangle | null {
  if (bar.doneEmu === null) return null;
  const [left, right] = [xEmu + bar.fromEmu, xEmu + bar.toEmu];
  const done = xEmu + bar.doneEmu;
  if (done <= left) return null;
  if (bar.lane === "progress") return { leftEmu: left, topEmu, rightEmu: done, bottomEmu };
  const tip = tipOf({ leftEmu: left, topEmu, rightEmu: right, bottomEmu });
  const from = left + (bar.start === "beyond" ? tip : 0);
  const to = Math.min(done, right - (bar.end === "beyond" ? tip : 0));
  return to > from
    ? { leftEmu: from, topEmu: bottomEmu - stripeHeight(topEmu, bottomEmu), rightEmu: to, bottomEmu }
    : null;
}

/** A label of a bar keeps above the stripe of what is done. */
export function wordsOfBar({ bar, topEmu, bottomEmu }: PlacedBar, row: Band, xEmu: Emu): Words | null {
  if (bar.label === null) return null;
  const stripe = bar.lane === "main" && bar.doneEmu !== null ? stripeHeight(topEmu, bottomEmu) : 0;
  return placed(bar.label, row, xEmu, [topEmu, bottomEmu - stripe]);
}

export function wordsOfMilestone(mark: AxisMilestone, row: Band, xEmu: Emu): Words | null {
  const { label, tier, shape } = mark;
  if (label === null) return null;
  if (tier !== undefined) {
    const { topEmu, heightEmu } = bandOf(tier, row);
    return placed(label, row, xEmu, [topEmu, topEmu + heightEmu]);
  }
  const foot = footOfMarks(row);
  const { topEmu, bottomEmu } = boxOfMark(mark, row, xEmu);
  return placed(label, row, xEmu, shape === "line" ? [foot - sizeOfMark(row.heightEmu), foot] : [topEmu, bottomEmu]);
}

/** About the middle of their bar or mark, but no line between rows runs through them where the row is high enough. */
function placed(label: AxisLabel, row: Band, axisEmu: Emu, [top, bottom]: readonly [Emu, Emu]): Words {
  const { lines, sizeEmu } = label.text.paragraph;
  const leftEmu = axisEmu + label.xEmu;
  const widthEmu = lines.reduce((most, line) => Math.max(most, line.widthEmu), 0);
  const half = Math.ceil(Math.min(sizeEmu, row.heightEmu) / 2);
  const middle = Math.round((top + bottom) / 2);
  const kept = Math.min(Math.max(middle, row.topEmu + half), row.topEmu + row.heightEmu - half);
  const [topEmu, bottomEmu] = [top + kept - middle, bottom + kept - middle];
  return { label, room: { leftEmu, topEmu, rightEmu: leftEmu + widthEmu, bottomEmu } };
}

/** What words keep clear of, in shares of their size. */
interface Obstacle extends Rectangle {
  readonly clearShare: number;
}

/** What of the bars of a row would strike words out, or hide them; `own` is the bar that the words belong to. */
function obstaclesOf(
  bars: readonly PlacedBar[],
  own: AxisBar | null,
  { text }: Pick<AxisLabel, "text">,
  xEmu: Emu,
): readonly Obstacle[] {
  const { sizeEmu } = text.paragraph;
  return bars.flatMap((placedBar): readonly Obstacle[] => {
    const { bar, topEmu, bottomEmu } = placedBar;
    const all = { leftEmu: xEmu + bar.fromEmu, topEmu, rightEmu: xEmu + bar.toEmu, bottomEmu };
    const isThin = bottomEmu - topEmu < sizeEmu * THIN_SHARE;
    const isOwn = bar === own;
    const isUnreadable =
      !isOwn && (bar.lane === "progress" || contrastOf(text.color, over(bar.fill, PAPER)) < READABLE_CONTRAST);
    const stripe = isOwn && bar.lane === "progress" && !isThin ? null : stripeOf(placedBar, xEmu);
    const isFilled = bar.lane === "main" || bar.doneEmu === null;
    return [
      ...(stripe === null ? [] : [{ ...stripe, clearShare: CLEAR_SHARE }]),
      ...((isThin || isUnreadable) && isFilled ? [{ ...all, clearShare: CLEAR_SHARE }] : []),
      ...sidesOf(all, bar.border?.widthEmu ?? 0),
    ];
  });
}

/** The lines about a bar lie on its edges. */
function sidesOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, widthEmu: Emu): readonly Obstacle[] {
  if (widthEmu === 0) return [];
  const half = Math.ceil(widthEmu / 2);
  const clearShare = BORDER_CLEAR_SHARE;
  const [left, right, top, bottom] = [leftEmu - half, rightEmu + half, topEmu - half, bottomEmu + half];
  return [
    { leftEmu: left, topEmu: top, rightEmu: right, bottomEmu: topEmu + half, clearShare },
    { leftEmu: left, topEmu: bottomEmu - half, rightEmu: right, bottomEmu: bottom, clearShare },
    { leftEmu: left, topEmu: top, rightEmu: leftEmu + half, bottomEmu: bottom, clearShare },
    { leftEmu: rightEmu - half, topEmu: top, rightEmu: right, bottomEmu: bottom, clearShare },
  ];
}

/** Where a bar begins and ends from the top down. */
function edgesOf({ bar, topEmu, bottomEmu }: PlacedBar, xEmu: Emu, clearShare: number): readonly Obstacle[] {
  const along = { leftEmu: xEmu + bar.fromEmu, rightEmu: xEmu + bar.toEmu, clearShare };
  return [topEmu, bottomEmu].map((y) => ({ ...along, topEmu: y, bottomEmu: y }));
}

/** What a row has for its words. */
export interface RowOfWords {
  readonly bars: readonly PlacedBar[];
  readonly row: Band;
  /** The axis's left edge on the page. */
  readonly xEmu: Emu;
}

/**
 * The words where nothing runs through them as if they were struck out: as near to their bar or mark as may be. Null
 * where the row has no such place.
 */
export function clearWords(words: Words, of: AxisBar | AxisMilestone, row: RowOfWords): Words | null {
  return wordsOffEdges(words, of, row) ?? placeOf(words, of, row, false);
}

/**
 * The same, where words lie across no edge of a bar either: on it, above it or below it. Words of a bar keep off the
 * edges of their own bar, words of a mark off those of all.
 */
export function wordsOffEdges(words: Words, of: AxisBar | AxisMilestone, row: RowOfWords): Words | null {
  return placeOf(words, of, row, true);
}

function placeOf(
  words: Words,
  of: AxisBar | AxisMilestone,
  { bars, row: all, xEmu }: RowOfWords,
  keepsOffEdges: boolean,
): Words | null {
  const own = of.kind === "bar" ? of : null;
  // Words of one of several marks at a place stand at its height.
  const row = of.kind === "bar" || of.tier === undefined || words.label.isAside === true ? all : bandOf(of.tier, all);
  const { room, label } = words;
  const { sizeEmu } = label.text.paragraph;
  const obstacles = [
    ...obstaclesOf(bars, own, label, xEmu),
    ...(keepsOffEdges ? edgesFor(own, label, bars, xEmu) : []),
  ];
  const crossed = obstacles.filter(({ leftEmu, rightEmu }) => leftEmu < room.rightEmu && rightEmu > room.leftEmu);
  const halfBeside = ({ clearShare }: Obstacle): Emu => Math.round(sizeEmu * (0.5 + clearShare));
  const usual = Math.round((room.topEmu + room.bottomEmu) / 2);
  const [first, last] = [row.topEmu + Math.round(sizeEmu / 2), row.topEmu + row.heightEmu - Math.round(sizeEmu / 2)];
  const isFree = (middle: Emu) =>
    crossed.every((each) => middle + halfBeside(each) <= each.topEmu || middle - halfBeside(each) >= each.bottomEmu);
  if (isFree(usual)) return words;
  // On another bar the words of a bar would read as that one's.
  const isNobodys = (middle: Emu) =>
    own === null ||
    bars.every(({ bar, topEmu, bottomEmu }) => {
      const isBeside = xEmu + bar.fromEmu >= room.rightEmu || xEmu + bar.toEmu <= room.leftEmu;
      return bar === own || isBeside || middle <= topEmu || middle >= bottomEmu;
    });
  const barred = joined(crossed.map((each) => [each.topEmu - halfBeside(each), each.bottomEmu + halfBeside(each)]));
  const free = barred.flat().filter((middle) => middle >= first && middle <= last && isNobodys(middle));
  const [nearest] = free.toSorted((one, other) => Math.abs(one - usual) - Math.abs(other - usual));
  if (nearest === undefined) return null;
  const height = room.bottomEmu - room.topEmu;
  const topEmu = nearest - Math.floor(height / 2);
  return { ...words, room: { ...room, topEmu, bottomEmu: topEmu + height } };
}

function edgesFor(
  own: AxisBar | null,
  { text }: AxisLabel,
  bars: readonly PlacedBar[],
  xEmu: Emu,
): readonly Obstacle[] {
  if (own === null) return bars.flatMap((bar) => edgesOf(bar, xEmu, BORDER_CLEAR_SHARE));
  const clearShare = halfShareOf(text) - 0.5;
  return bars.flatMap((bar) => (bar.bar === own ? edgesOf(bar, xEmu, clearShare) : []));
}

/**
 * From the middle of a line to the edges of its letters, in their size: letters that stand on the line, as capitals and
 * figures do; han and kana; letters that hang below the line, and brackets.
 */
const HALF_SHARES = { standing: 0.38, full: 0.46, hanging: 0.62 } as const;
const STANDING = /^[\dA-PR-Za-fhik-or-xz%+.:~ -]*$/u;
const HANGING = /[Qgjpqy()[\]{}|/\\,;_@$]/u;

function halfShareOf({ paragraph }: AxisLabel["text"]): number {
  const texts = paragraph.lines.flatMap(({ pieces }) => pieces.map(({ run }) => run.text));
  if (texts.every((text) => STANDING.test(text))) return HALF_SHARES.standing;
  return texts.some((text) => HANGING.test(text)) ? HALF_SHARES.hanging : HALF_SHARES.full;
}

/** Whether a bar is lower than the letters of its words, so that these stand across its upper and lower edge. */
export function isLowerThanLetters({ topEmu, bottomEmu }: PlacedBar, text: AxisLabel["text"]): boolean {
  return bottomEmu - topEmu < 2 * text.paragraph.sizeEmu * halfShareOf(text);
}

/** RPT4003: words that stand across the upper or lower edge of their bar. */
export function wordsAreAcross({ span, path }: AxisBar): Finding {
  return {
    code: "RPT4003",
    severity: "warning",
    span,
    message: "the words of a bar stand across its edge: the bar is too low for their letters",
    path: path ?? null,
    why: "the axis has no room for them beside the bar, and letters that are half on a bar are hard to read",
    repair: "give the gantt a larger row-h or the bar a larger h, or make the letters smaller",
  };
}

/** RPT4003: a row that is too low for words beside the lines of its bars. */
export function wordsAreCrossed({ kind, span, path }: AxisBar | AxisMilestone): Finding {
  const whose = kind === "bar" ? "a bar" : "a mark";
  return {
    code: "RPT4003",
    severity: "warning",
    span,
    message: `the words of ${whose} lie over the line of a bar, or over the stripe that shows how much of it is done`,
    path: path ?? null,
    why: "the row has no room for them above or below it, and words with a line through them look struck out",
    repair: "give the gantt a larger row-h, make their letters smaller, or draw fewer bars in one row",
  };
}
