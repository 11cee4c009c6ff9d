// RPT5011: letters of one text that touch, so that two may read as one (上 over 下 as 卡). Only lines that stand nearer
// than a type size, and letters that are set closer than their font says, can do that.
import type { Canvas, Emu } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type GlyphRunItem, leadsDown, letterInks, type Page, type Rectangle } from "../layout/index.ts";
import { type ElementIndex, type ElementInfo, nameOf } from "./elements.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";

/** Lines so far apart, in thousandths of their size: letters of no usual font meet those of the next line. */
const CLOSE_LINES_THOUSANDTHS = 1_000;
/** What letters share across their meeting, in parts of their size: corners that meet join no letters. */
const JOINED_SHARE = 0.1;
/** Letters that their font sets so far apart are meant to stand apart. */
const APART_SHARE = 0.03;
/** Inks nearer than this part of their size run together in print. */
const NEAR_SHARE = 0.02;

/** The settings of text styles that let letters touch. */
export interface CloseStyles {
  /** The negative letter spacings of the source. `fit=shrink` narrows by others, which leave letters apart. */
  readonly spacingsEmu: ReadonlySet<Emu>;
}

/** Null where no style has a negative letter spacing or lines closer than its size. */
export function closeStyles({ textStyles }: Pick<Canvas, "textStyles">): CloseStyles | null {
  const spacings = textStyles.map(({ letterSpacingEmu }) => letterSpacingEmu).filter((spacing) => spacing < 0);
  const hasCloseLines = textStyles.some(({ lineHeightThousandths }) => lineHeightThousandths < CLOSE_LINES_THOUSANDTHS);
  return spacings.length > 0 || hasCloseLines ? { spacingsEmu: new Set(spacings) } : null;
}

interface Run {
  readonly item: GlyphRunItem;
  readonly inks: readonly Rectangle[];
}

/** Each element once in each row. Worded for page 1. */
export function touchingByElement(
  page: Page,
  elements: ElementIndex,
  { spacingsEmu }: CloseStyles,
): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const before = new Map<number, Run[]>();
  for (const item of page.items) {
    if (item.kind !== "glyphs" || item.isRuby === true || item.isCombined === true) continue;
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || element.isLayered) continue;
    const [start] = element.ownSpan;
    const run = { item, inks: letterInks(item) };
    if (spacingsEmu.has(item.letterSpacingEmu) && touchesWithin(run))
      found.add(pairOf(start, start), finding(element, "neighbours"), item);
    const others = before.get(start) ?? [];
    before.set(start, others);
    if (others.some((other) => touchLines(other, run))) {
      found.add(pairOf(start, start), finding(element, "lines"), item);
    }
    others.push(run);
  }
  return found.all();
}

/** Whether two letters of one run touch only because they are set closer than their font says. */
function touchesWithin({ item, inks }: Run): boolean {
  const { letterSpacingEmu, sizeEmu } = item;
  if (letterSpacingEmu >= 0) return false;
  const isLevel = !leadsDown(item);
  return inks.some((ink, at) => {
    const next = inks[at + 1];
    if (next === undefined) return false;
    const [along, across] = isLevel ? gapsOf(ink, next) : gapsOf(ink, next).toReversed();
    const gapEmu = along ?? 0;
    // Boxes of slanting letters (AV) stand as near as that by their design, and their strokes do not touch.
    return gapEmu <= 0 && gapEmu - letterSpacingEmu > sizeEmu * APART_SHARE && -(across ?? 0) > sizeEmu * JOINED_SHARE;
  });
}

function touchLines(one: Run, other: Run): boolean {
  const sizeEmu = Math.min(one.item.sizeEmu, other.item.sizeEmu);
  const isVertical = leadsDown(other.item);
  const apart = isVertical ? one.item.xEmu - other.item.xEmu : one.item.yEmu - other.item.yEmu;
  if (apart === 0 || Math.abs(apart) >= (sizeEmu * CLOSE_LINES_THOUSANDTHS) / 1000) return false;
  const near = sizeEmu * NEAR_SHARE;
  return one.inks.some((ink) =>
    other.inks.some((next) => {
      const [level, upright] = gapsOf(ink, next);
      const [across, along] = isVertical ? [level, upright] : [upright, level];
      return across < near && -along > sizeEmu * JOINED_SHARE;
    }),
  );
}

/** How far two inks are apart, level and upright; below zero is what they share. */
function gapsOf(one: Rectangle, other: Rectangle): readonly [level: Emu, upright: Emu] {
  return [
    Math.max(one.leftEmu, other.leftEmu) - Math.min(one.rightEmu, other.rightEmu),
    Math.max(one.topEmu, other.topEmu) - Math.min(one.bottomEmu, other.bottomEmu),
  ];
}

function finding(element: ElementInfo, what: "lines" | "neighbours"): Diagnostic {
  const [words, repair] =
    what === "lines"
      ? ["letters of two lines", "set line-height=1 or more"]
      : ["neighbouring letters", "set letter-spacing=0mm, or less below zero"];
  return {
    code: "RPT5011",
    severity: "warning",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    message: `${words} of ${nameOf(element)} touch (page 1)`,
    why: "letters that touch may read as another letter",
    repair: { title: repair, applicability: "suggestion", edits: [] },
  };
}
