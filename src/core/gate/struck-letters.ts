// RPT5001: letters that the line of a frame runs through, as if they were struck out: that of a rectangle or box, of a
// comb, a seal's place or a table. Lines about letters, beside them and between them are no fault.
import type { Emu } from "../canvas/index.ts";
import {
  contrastOf,
  type GlyphRunItem,
  glyphInk,
  letterCells,
  letterInks,
  type Rectangle,
  reachesOut,
  type StrokeItem,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { overPaper, TEXT_CONTRAST_MIN } from "./contrast.ts";
import { DRAWN_PICTURES } from "./drawn-lines.ts";
import type { ElementInfo } from "./elements.ts";
import { PAPER } from "./grounds.ts";
import { type InkGrid, NEAR_SHARE } from "./ink-grid.ts";
import { TOUCH_EMU } from "./overlap.ts";

/** Whether the line may be seen to run through letters, however thin it is: not where it is faint and hides no ink. */
export function mayStrike({ color }: StrokeItem): boolean {
  return color[3] >= OPAQUE_ALPHA_MIN || isSeenOnPaper(color);
}

/** Whether a line of this colour is seen on paper. */
export function isSeenOnPaper(color: StrokeItem["color"]): boolean {
  return contrastOf(overPaper(color), PAPER) >= TEXT_CONTRAST_MIN;
}

type VisitSegment = (leftEmu: Emu, topEmu: Emu, rightEmu: Emu, bottomEmu: Emu) => void;

/** The level and upright pieces of a line, along its middle; round corners are left out. */
export function eachSegment({ shape, clip }: StrokeItem, visit: VisitSegment): void {
  const within: VisitSegment = (leftEmu, topEmu, rightEmu, bottomEmu) => {
    if (clip === undefined) visit(leftEmu, topEmu, rightEmu, bottomEmu);
    else {
      const [left, top] = [Math.max(leftEmu, clip.leftEmu), Math.max(topEmu, clip.topEmu)];
      const [right, bottom] = [Math.min(rightEmu, clip.rightEmu), Math.min(bottomEmu, clip.bottomEmu)];
      if (left <= right && top <= bottom) visit(left, top, right, bottom);
    }
  };
  if (shape.kind === "rectangle") {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
    const radius = Math.min(shape.radiusEmu, (rightEmu - leftEmu) / 2, (bottomEmu - topEmu) / 2);
    within(leftEmu + radius, topEmu, rightEmu - radius, topEmu);
    within(leftEmu + radius, bottomEmu, rightEmu - radius, bottomEmu);
    within(leftEmu, topEmu + radius, leftEmu, bottomEmu - radius);
    within(rightEmu, topEmu + radius, rightEmu, bottomEmu - radius);
    return;
  }
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const command of shape.commands) {
    const [toX, toY] = command.op === "close" ? [startX, startY] : [command.xEmu, command.yEmu];
    if (command.op === "move") [startX, startY] = [toX, toY];
    const isStraight = (command.op === "line" || command.op === "close") && (toX === x || toY === y);
    if (isStraight) within(Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY));
    [x, y] = [toX, toY];
  }
}

/** Whether a line runs through letters of the page, by the number of their ink; `isOwn`: both are one element's. */
export type JudgeLetters = (line: StrokeItem, ink: number, isOwn: boolean) => boolean;

/** What may run through letters of a page, as numbers, to be compared with them once all are known. */
export class FramePieces {
  /** The number of the line, its owner and the edges of each. */
  readonly #pieces: number[] = [];
  readonly #lines: StrokeItem[] = [];
  #owner = 0;
  #half: Emu = 0;
  readonly #keep: VisitSegment = (leftEmu, topEmu, rightEmu, bottomEmu) => {
    const half = this.#half;
    const line = this.#lines.length - 1;
    this.#pieces.push(line, this.#owner, leftEmu - half, topEmu - half, rightEmu + half, bottomEmu + half);
  };

  begin(): void {
    this.#pieces.length = 0;
    this.#lines.length = 0;
  }

  add(item: StrokeItem, owner: number): void {
    this.#owner = owner;
    this.#half = item.widthEmu / 2;
    this.#lines.push(item);
    eachSegment(item, this.#keep);
  }

  /** Whether one of the lines passes `judge` with letters near it. */
  crossLetters(letters: InkGrid, judge: JudgeLetters): boolean {
    const pieces = this.#pieces;
    for (let at = 0; at < pieces.length; at += 6) {
      const line = this.#lines[pieces[at] ?? 0];
      if (line === undefined) continue;
      letters.stand(pieces[at + 2] ?? 0, pieces[at + 3] ?? 0, pieces[at + 4] ?? 0, pieces[at + 5] ?? 0);
      if (letters.someLettersNear(pieces[at + 1] ?? 0, (ink, isOwn) => judge(line, ink, isOwn))) return true;
    }
    return false;
  }
}

/** Whether a line runs through letters, or over their edges: whatever of it is painted first, and by whom. */
export function meetsLetters(line: StrokeItem, letters: GlyphRunItem, isOwn: boolean): boolean {
  const ink = glyphInk(letters);
  if (line.isBorder === true && coveredAt(line, letters, ink) !== null) return true;
  return !isOwn && struckAt(line, letters, ink, false) !== null;
}

/**
 * Where letters are black, in parts of their size from their edges. The border of what holds them stands as near to
 * them as its padding lets it: it strikes them out where it runs further in.
 */
const BLACK_FROM = 0.1;
const BLACK_FROM_IN_FRAME = 0.2;
/** Blanks, and marks that are mostly blank. */
const HARDLY_BLACK = /[\s.,:;'"`()[\]{}|!·‐-‧、。〈-】〔-〟・（），．：；［］｛｝｟-･]/u;

/** Elements whose lines are a picture's or a mark's; a rectangle about them is a frame all the same. */
export const PICTURED: ReadonlySet<ElementInfo["kind"]> = new Set(
  [...DRAWN_PICTURES].filter((kind) => kind !== "seals" && kind !== "check"),
);

/** Where a line runs through letters. */
export interface Struck {
  readonly at: readonly [xEmu: Emu, yEmu: Emu];
  /** By a level piece of it, above or below which there is room; an upright one leaves room beside it. */
  readonly isLevel: boolean;
}

/** Where a line runs through letters; null where it runs through none. `isHeld`: by what the line is the border of. */
export function struckAt(line: StrokeItem, letters: GlyphRunItem, ink: Rectangle, isHeld: boolean): Struck | null {
  const segments: Rectangle[] = [];
  eachSegment(line, (leftEmu, topEmu, rightEmu, bottomEmu) => {
    const segment = { leftEmu, topEmu, rightEmu, bottomEmu };
    if (crosses(segment, ink)) segments.push(segment);
  });
  if (segments.length === 0) return null;
  for (const { letter, edges } of reachesOut(letters) ? outlinesOf(letters) : letterCells(letters)) {
    if (HARDLY_BLACK.test(letter)) continue;
    const inner = innerOf(edges, isHeld ? BLACK_FROM_IN_FRAME : BLACK_FROM);
    const segment = segments.find((each) => crosses(each, inner) && lengthWithin(each, inner) > TOUCH_EMU);
    // A cell reaches as high as any letter of the font does: a line over "a" runs above its outline.
    if (segment === undefined || !letterInks(letters).some((each) => crosses(segment, each))) continue;
    return {
      at: middleWithin(segment, inner),
      isLevel: segment.bottomEmu - segment.topEmu < segment.rightEmu - segment.leftEmu,
    };
  }
  return null;
}

/** Letters that reach beyond their cells are struck where their ink is. */
function outlinesOf(letters: GlyphRunItem): readonly { readonly letter: string; readonly edges: Rectangle }[] {
  return letterInks(letters).map((edges) => ({ letter: letters.run.text, edges }));
}

/** Half of a stroke of usual letters, in parts of their size: a border that covers no more leaves them whole. */
export const COVERED_SHARE = 0.03;

/** What of letters lies under a border. */
export interface Covered {
  readonly place: readonly [xEmu: Emu, yEmu: Emu];
  /** How far the one that reaches furthest beyond the border's outer edge does so; 0 where all end under it. */
  readonly beyondEmu: Emu;
  /** Whether a level piece of the line covers letters, so that padding sets all of them apart. */
  readonly isLevel: boolean;
}

/** What the level and upright pieces of a line cover; round corners are left out. */
export function bandsOf(line: StrokeItem): readonly Rectangle[] {
  const half = line.widthEmu / 2;
  const bands: Rectangle[] = [];
  eachSegment(line, (leftEmu, topEmu, rightEmu, bottomEmu) => {
    const isLevel = bottomEmu - topEmu < rightEmu - leftEmu;
    bands.push(
      isLevel
        ? { leftEmu, topEmu: topEmu - half, rightEmu, bottomEmu: bottomEmu + half }
        : { leftEmu: leftEmu - half, topEmu, rightEmu: rightEmu + half, bottomEmu },
    );
  });
  return bands;
}

/** Where a border covers the ink of letters, judged by their outlines; null where it leaves them whole. */
export function coveredAt(line: StrokeItem, letters: GlyphRunItem, ink: Rectangle): Covered | null {
  const near = nearTo(ink);
  const bands = bandsOf(line).filter((band) => crosses(band, near));
  if (bands.length === 0) return null;
  const least = letters.sizeEmu * COVERED_SHARE;
  const found = letterInks(letters).flatMap((inked) =>
    bands.flatMap((band) => {
      if (!areCommon(band, inked, least) && !runsThrough(band, inked, letters)) return [];
      return [{ inner: common(band, inked), beyondEmu: beyond(band, inked, ink), isLevel: isLevelBand(band) }];
    }),
  );
  const [first] = found;
  if (first === undefined) return null;
  const { inner } = first;
  // The finding names the first letter; its repair has room for the one that needs most. At the sides padding moves
  // letters only as far as their line has room, so that the first one decides there.
  return {
    place: [(inner.leftEmu + inner.rightEmu) / 2, (inner.topEmu + inner.bottomEmu) / 2],
    beyondEmu: Math.max(first.beyondEmu, ...found.map(({ beyondEmu, isLevel }) => (isLevel ? beyondEmu : 0))),
    isLevel: found.some(({ isLevel }) => isLevel),
  };
}

function isLevelBand(band: Rectangle): boolean {
  return band.bottomEmu - band.topEmu < band.rightEmu - band.leftEmu;
}

/** The rings and strokes of 。 and 、 are smaller than this part of their size. */
const STOP_SHARE = 0.4;

/**
 * Whether a band, however thin, has ink on both sides of it: a sixth of a full stop that hangs over its line's end and
 * stands on the border of its box, or what a slanted letter or a mark reaches beyond its cell.
 */
function runsThrough(band: Rectangle, inked: Rectangle, letters: GlyphRunItem): boolean {
  const side = Math.max(inked.rightEmu - inked.leftEmu, inked.bottomEmu - inked.topEmu);
  const mayReach = reachesOut(letters);
  if ((!mayReach && side > letters.sizeEmu * STOP_SHARE) || !crosses(band, inked)) return false;
  const [from, to, start, end] = isLevelBand(band)
    ? [band.topEmu, band.bottomEmu, inked.topEmu, inked.bottomEmu]
    : [band.leftEmu, band.rightEmu, inked.leftEmu, inked.rightEmu];
  const least = mayReach ? letters.sizeEmu * COVERED_SHARE : (end - start) / 6;
  return from - start >= least && end - to >= least;
}

/**
 * How far a letter reaches beyond a border: above and below on the side that lies away from the middle of its line, at
 * the sides where less of it is.
 */
function beyond(band: Rectangle, inked: Rectangle, line: Rectangle): Emu {
  const middleOf = (from: Emu, to: Emu): Emu => (from + to) / 2;
  const reach = isLevelBand(band)
    ? middleOf(band.topEmu, band.bottomEmu) < middleOf(line.topEmu, line.bottomEmu)
      ? band.topEmu - inked.topEmu
      : inked.bottomEmu - band.bottomEmu
    : Math.min(band.leftEmu - inked.leftEmu, inked.rightEmu - band.rightEmu);
  return Math.max(0, reach);
}

function areCommon(one: Rectangle, other: Rectangle, leastEmu: Emu): boolean {
  return (
    Math.min(one.rightEmu, other.rightEmu) - Math.max(one.leftEmu, other.leftEmu) > leastEmu &&
    Math.min(one.bottomEmu, other.bottomEmu) - Math.max(one.topEmu, other.topEmu) > leastEmu
  );
}

/** Where lines may meet the outlines of letters: these reach beyond the ink that is reckoned with. */
export function nearTo(ink: Rectangle): Rectangle {
  return grown(ink, Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu) * NEAR_SHARE);
}

function grown({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, by: Emu): Rectangle {
  return { leftEmu: leftEmu - by, topEmu: topEmu - by, rightEmu: rightEmu + by, bottomEmu: bottomEmu + by };
}

/** Whether an area shares some of another; of a level or upright piece, its middle. */
export function crosses(segment: Rectangle, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
  return (
    segment.leftEmu < rightEmu && segment.rightEmu > leftEmu && segment.topEmu < bottomEmu && segment.bottomEmu > topEmu
  );
}

function innerOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, share: number): Rectangle {
  const [across, down] = [(rightEmu - leftEmu) * share, (bottomEmu - topEmu) * share];
  return {
    leftEmu: leftEmu + across,
    topEmu: topEmu + down,
    rightEmu: rightEmu - across,
    bottomEmu: bottomEmu - down,
  };
}

/** What two areas share; its right lies left of its left where they share nothing. */
export function common(one: Rectangle, other: Rectangle): Rectangle {
  return {
    leftEmu: Math.max(one.leftEmu, other.leftEmu),
    topEmu: Math.max(one.topEmu, other.topEmu),
    rightEmu: Math.min(one.rightEmu, other.rightEmu),
    bottomEmu: Math.min(one.bottomEmu, other.bottomEmu),
  };
}

function lengthWithin(segment: Rectangle, inner: Rectangle): Emu {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = common(segment, inner);
  return Math.max(rightEmu - leftEmu, bottomEmu - topEmu);
}

function middleWithin(segment: Rectangle, inner: Rectangle): readonly [Emu, Emu] {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = common(segment, inner);
  return [(leftEmu + rightEmu) / 2, (topEmu + bottomEmu) / 2];
}
