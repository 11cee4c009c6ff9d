// RPT5001: letters that the line of a frame runs through, as if they were struck out: that of a rectangle or box, of a
// comb, a seal's place or a table. Lines about letters, beside them and between them are no fault.
import type { Emu } from "../canvas/index.ts";
import {
  contrastOf,
  type GlyphRunItem,
  letterCells,
  OPAQUE_ALPHA_MIN,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { overPaper, TEXT_CONTRAST_MIN } from "./contrast.ts";
import { DRAWN_PICTURES } from "./drawn-lines.ts";
import type { ElementInfo } from "./elements.ts";
import { PAPER } from "./grounds.ts";
import type { InkGrid } from "./ink-grid.ts";
import { TOUCH_EMU } from "./overlap.ts";

/** Whether the line may be seen to run through letters: hairlines are none, nor faint lines, unless they hide ink. */
export function mayStrike({ widthEmu, color }: StrokeItem): boolean {
  return widthEmu > TOUCH_EMU && (color[3] >= OPAQUE_ALPHA_MIN || isSeen(color));
}

function isSeen(color: StrokeItem["color"]): boolean {
  return contrastOf(overPaper(color), PAPER) >= TEXT_CONTRAST_MIN;
}

type VisitSegment = (leftEmu: Emu, topEmu: Emu, rightEmu: Emu, bottomEmu: Emu) => void;

/** The level and upright pieces of a line, along its middle; round corners are left out. */
function eachSegment({ shape, clip }: StrokeItem, visit: VisitSegment): void {
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

/** What may run through letters of a page, as numbers, to be compared with them once all are known. */
export class FramePieces {
  /** The owner and the edges of each. */
  readonly #pieces: number[] = [];
  #owner = 0;
  readonly #keep: VisitSegment = (leftEmu, topEmu, rightEmu, bottomEmu) => {
    this.#pieces.push(this.#owner, leftEmu, topEmu, rightEmu, bottomEmu);
  };

  begin(): void {
    this.#pieces.length = 0;
  }

  add(item: StrokeItem, owner: number): void {
    this.#owner = owner;
    eachSegment(item, this.#keep);
  }

  crossLetters(letters: InkGrid): boolean {
    const pieces = this.#pieces;
    for (let at = 0; at < pieces.length; at += 5) {
      letters.stand(pieces[at + 1] ?? 0, pieces[at + 2] ?? 0, pieces[at + 3] ?? 0, pieces[at + 4] ?? 0);
      if (letters.crossesLetters(pieces[at] ?? 0)) return true;
    }
    return false;
  }
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

/** Where a line runs through letters; null where it runs through none. `isHeld`: by what the line is the border of. */
export function struckAt(
  line: StrokeItem,
  letters: GlyphRunItem,
  ink: Rectangle,
  isHeld: boolean,
): readonly [xEmu: Emu, yEmu: Emu] | null {
  const segments: Rectangle[] = [];
  eachSegment(line, (leftEmu, topEmu, rightEmu, bottomEmu) => {
    const segment = { leftEmu, topEmu, rightEmu, bottomEmu };
    if (crosses(segment, ink)) segments.push(segment);
  });
  if (segments.length === 0) return null;
  for (const { letter, edges } of letterCells(letters)) {
    if (HARDLY_BLACK.test(letter)) continue;
    const inner = innerOf(edges, isHeld ? BLACK_FROM_IN_FRAME : BLACK_FROM);
    const segment = segments.find((each) => crosses(each, inner) && lengthWithin(each, inner) > TOUCH_EMU);
    if (segment !== undefined) return middleWithin(segment, inner);
  }
  return null;
}

/** Whether a level or upright piece has its middle within. */
function crosses(segment: Rectangle, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
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

function common(one: Rectangle, other: Rectangle): Rectangle {
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
