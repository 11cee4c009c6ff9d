// Where texts lie → which of them are read together: a label with the values beside it or beneath it.
import type { Emu } from "../../canvas/index.ts";
import type { Rectangle } from "./pages.ts";

/** A text or picture on a page, as far as pairing asks. */
export interface ReadPart {
  /** What its ink covers. */
  readonly box: Rectangle;
  /** What it was given from left to right: a figure at its cell's right stands under a heading at the cell's left. */
  readonly room?: Pick<Rectangle, "leftEmu" | "rightEmu">;
  /** `label`: fixed words that may name a value. `mark`: a fixed unit or sign, such as 円. `other`: never paired. */
  readonly kind: "label" | "value" | "mark" | "other";
}

const EMU_PER_MILLIMETRE = 36_000;

/** A label this far left of its value is still on the same line of a form with wide cells. */
const LEFT_GAP_MAX_EMU = 45 * EMU_PER_MILLIMETRE;
/** A heading of a prescribed cell stands close above what is written into it. */
const ABOVE_GAP_MAX_EMU = 10 * EMU_PER_MILLIMETRE;
/** Parts of one value, such as year, month and day, follow one another this closely. */
const CHAIN_GAP_MAX_EMU = 10 * EMU_PER_MILLIMETRE;
/** A unit follows its figure this closely. */
const MARK_GAP_MAX_EMU = 4 * EMU_PER_MILLIMETRE;
/** Ink may touch. */
const TOLERANCE_EMU = EMU_PER_MILLIMETRE / 2;
/** A label above counts as farther than one at the left: forms are read line by line. */
const ABOVE_WEIGHT = 2;

/** A label has at most this many characters; what is longer is a sentence. */
const LABEL_LENGTH_MAX = 24;

/** Units and signs beside a figure. A word of one character is one too: 円, 年, 様, 内. */
const MARK = /^[（(〔［[]?(?:.|御中|千円|百万円|万円|[%％]|以上|以下|mm|cm|kg)[)）〕］\]]?$/su;

/** What fixed words are on a form. Sentences name nothing. */
export function kindOfWords(text: string): ReadPart["kind"] {
  const words = text.replaceAll(/\s/gu, "");
  if (words === "") return "other";
  if (MARK.test(words)) return "mark";
  return [...words].length <= LABEL_LENGTH_MAX && !/[。．！？]$/u.test(words) ? "label" : "other";
}

/**
 * For each part, the index of the label that it is read with, or null. Values and marks may have one, and each label
 * may have several.
 */
export function labelsOf(parts: readonly ReadPart[]): readonly (number | null)[] {
  const lefts = parts.map((part, at) => (part.kind === "value" ? labelledLeft(parts, at) : null));
  // A label that names what stands beside it, however far, heads nothing beneath.
  const taken = new Set(
    parts.flatMap(({ kind }, at) => (kind === "value" ? (nearestLeft(parts, at)?.index ?? []) : [])),
  );
  const known = new Map<number, number | null>();
  const labelOf = (at: number): number | null => {
    const before = known.get(at);
    if (before !== undefined) return before;
    known.set(at, null);
    const label = parts[at]?.kind === "value" ? ownLabel(parts, at, { lefts, taken, labelOf }) : null;
    known.set(at, label);
    return label;
  };
  return parts.map((part, at) => (part.kind === "mark" ? labelOfMark(parts, at, labelOf) : labelOf(at)));
}

interface Labelling {
  /** For each part, the label right at its left. */
  readonly lefts: readonly (number | null)[];
  /** What stands at the left of a value. */
  readonly taken: ReadonlySet<number>;
  readonly labelOf: (index: number) => number | null;
}

function labelledLeft(parts: readonly ReadPart[], at: number): number | null {
  const left = nearestLeft(parts, at);
  return left !== null && parts[left.index]?.kind === "label" && left.gapEmu <= LEFT_GAP_MAX_EMU ? left.index : null;
}

/** The nearest label at the left or above; else that of the value right before, which this one goes on. */
function ownLabel(parts: readonly ReadPart[], at: number, { lefts, taken, labelOf }: Labelling): number | null {
  const left = nearestLeft(parts, at);
  const above = nearestAbove(parts, at);
  const leftLabel = lefts[at] ?? null;
  const heads = above !== null && parts[above.index]?.kind === "label" && !taken.has(above.index);
  const aboveLabel = heads && above.gapEmu <= ABOVE_GAP_MAX_EMU ? above.index : null;
  if (leftLabel !== null && aboveLabel !== null) {
    return (left?.gapEmu ?? 0) <= (above?.gapEmu ?? 0) * ABOVE_WEIGHT ? leftLabel : aboveLabel;
  }
  if (leftLabel !== null || aboveLabel !== null) return leftLabel ?? aboveLabel;
  return left !== null && left.gapEmu <= CHAIN_GAP_MAX_EMU ? labelOf(left.index) : null;
}

/** A unit belongs to the value that ends right before it, or that stands right below it in the same cell. */
function labelOfMark(parts: readonly ReadPart[], at: number, labelOf: (index: number) => number | null): number | null {
  for (const near of [nearestLeft(parts, at), nearestBelow(parts, at)]) {
    if (near === null || near.gapEmu > MARK_GAP_MAX_EMU) continue;
    const label = labelOf(near.index);
    if (label !== null) return label;
  }
  return null;
}

interface Neighbour {
  readonly index: number;
  readonly gapEmu: Emu;
}

/** The nearest part on the same line; marks are looked through. */
function nearestLeft(parts: readonly ReadPart[], at: number): Neighbour | null {
  const own = boxAt(parts, at);
  return nearest(parts, at, (box) =>
    sharedLine(box, own) >= HALF ? gap(box.leftEmu, box.rightEmu, own.leftEmu) : null,
  );
}

/** The nearest part in the same column. */
function nearestAbove(parts: readonly ReadPart[], at: number): Neighbour | null {
  const own = boxAt(parts, at);
  return nearest(parts, at, (box, index) =>
    isInColumn(parts[index], parts[at]) ? gap(box.topEmu, box.bottomEmu, own.topEmu) : null,
  );
}

function nearestBelow(parts: readonly ReadPart[], at: number): Neighbour | null {
  const own = boxAt(parts, at);
  return nearest(parts, at, (box, index) =>
    isInColumn(parts[index], parts[at]) ? gap(own.topEmu, own.bottomEmu, box.topEmu) : null,
  );
}

/** Lines overlap by half of the lower one, columns by a quarter of the narrower one. */
const HALF = 0.5;
const QUARTER = 0.25;

function isInColumn(one: ReadPart | undefined, other: ReadPart | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [own, its] = [one.room ?? one.box, other.room ?? other.box];
  const both = Math.min(own.rightEmu, its.rightEmu) - Math.max(own.leftEmu, its.leftEmu);
  return both >= QUARTER * Math.min(own.rightEmu - own.leftEmu, its.rightEmu - its.leftEmu);
}

function boxAt(parts: readonly ReadPart[], at: number): Rectangle {
  return (parts[at] as ReadPart).box;
}

function nearest(
  parts: readonly ReadPart[],
  at: number,
  gapTo: (box: Rectangle, index: number) => Emu | null,
): Neighbour | null {
  let found: Neighbour | null = null;
  for (const [index, { box, kind }] of parts.entries()) {
    if (index === at || kind === "mark") continue;
    const gapEmu = gapTo(box, index);
    if (gapEmu !== null && (found === null || gapEmu < found.gapEmu)) found = { index, gapEmu };
  }
  return found;
}

/** From the end of what comes first to the start of the other; null where it does not come first. */
function gap(start: Emu, end: Emu, otherStart: Emu): Emu | null {
  return start < otherStart && end <= otherStart + TOLERANCE_EMU ? Math.max(0, otherStart - end) : null;
}

/** The part of the lower line that two boxes share. */
function sharedLine(one: Rectangle, other: Rectangle): number {
  const both = Math.min(one.bottomEmu, other.bottomEmu) - Math.max(one.topEmu, other.topEmu);
  return both / Math.max(1, Math.min(one.bottomEmu - one.topEmu, other.bottomEmu - other.topEmu));
}
