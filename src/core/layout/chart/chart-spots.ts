// Where the number of a bar, part or point may stand, the best place first.
import type { Emu } from "../../canvas/index.ts";
import { ARROW_SIZES, BREAK_SIZES } from "./chart-breaks.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { beyond, type Ends, isHidden, levelOf, type Plot } from "./chart-plot.ts";
import { isPiece, isStruck } from "./chart-strokes.ts";

/** On which sides of a point its number may stand, the better one first. */
export type Side = "above" | "below";

/** What a number belongs to. */
export interface Numbered {
  readonly xEmu: Emu;
  /** Of the bar; nothing for a point. */
  readonly widthEmu: Emu;
  readonly ends: Ends;
  readonly sign: number;
  readonly sides: readonly Side[];
  /** Of a zero in a stack: whether no part lies beyond it, so that its number stands at the end of the stack. */
  readonly isAtEnd: boolean;
}

/** How a number would be set there. */
export interface NumberWidth {
  readonly naturalEmu: Emu;
  readonly leftEmu: Emu;
  readonly rightEmu: Emu;
}

export interface Spot {
  /** The top of the line of text. */
  readonly yEmu: Emu;
  /** Where a number begins that stands beside its bar; else it stands in the middle of the bar. */
  readonly leftEmu?: Emu;
  /** Whether the number is written on its bar, without a ground. */
  readonly isOnBar: boolean;
  /** Whether it stands here only where no line or mark is. */
  readonly keepsClear: boolean;
}

/** Of a part of a stack that is so many type sizes high, enough is seen above and below a number across it. */
const PART_SIZES = 2.5;
/** Between a point and its number, in type sizes. */
const POINT_GAP_SIZES = 0.3;
/** Numbers move in their bar by so many type sizes to keep clear of lines. */
const STEP_SIZES = 0.25;

export function spotsOf(drawing: ChartDrawing, plot: Plot, numbered: Numbered, width: NumberWidth): readonly Spot[] {
  switch (drawing.element.chart) {
    case "stacked":
      return numbered.sign === 0
        ? spotsOfZero(drawing, plot, numbered, width.naturalEmu)
        : spotsInPart(drawing, plot, numbered, width);
    case "line":
      return spotsAtPoint(drawing, plot, numbered, width);
    default:
      return spotsAtBar(drawing, plot, numbered, width);
  }
}

/** In the middle of a part of a stack, else as near to it as a line that is drawn over the part lets it stand. */
function spotsInPart(
  drawing: ChartDrawing,
  plot: Plot,
  { ends: [from, to], widthEmu, sign }: Numbered,
  { naturalEmu }: NumberWidth,
): readonly Spot[] {
  const { sizeEmu, lineEmu } = drawing;
  const isOnBar = naturalEmu <= widthEmu;
  // A number that is wider than its part has a ground of its own, which must not hide the part.
  const leastEmu = sizeEmu * (isOnBar ? 1 : PART_SIZES);
  const [base, end] = [levelOf(plot, from), clearOfMark(drawing, plot, to)];
  const heightEmu = (base - end) * sign;
  if (heightEmu < leastEmu) return [];
  const top = Math.round((base + end) / 2) - Math.floor(lineEmu / 2);
  const moves = stepsUpTo(drawing, Math.floor((heightEmu - leastEmu) / 2)).flatMap((step) => [-step, step]);
  return [0, ...moves].map((move) => ({ yEmu: top + move, isOnBar, keepsClear: true }));
}

/** Between a stack and the zero beside it, in type sizes; as much is left to the next stack. */
const BESIDE_SIZES = 0.25;

/**
 * A zero has no part to stand in: beyond the end of its stack, else beside the stack, where its part would be. First
 * where no line runs; nowhere, where the limits cut off its place.
 */
function spotsOfZero(
  drawing: ChartDrawing,
  plot: Plot,
  { xEmu, widthEmu, ends: [from], isAtEnd }: Numbered,
  naturalEmu: Emu,
): readonly Spot[] {
  const { sizeEmu, lineEmu } = drawing;
  if (beyond(from, plot.scale) !== null) return [];
  const level = levelOf(plot, from);
  const end: Spot = { yEmu: level - lineEmu, isOnBar: false, keepsClear: false };
  const gapEmu = Math.round(sizeEmu * BESIDE_SIZES);
  const roomEmu = Math.floor(plot.bandEmu) - widthEmu;
  if (naturalEmu + 2 * gapEmu > roomEmu) return isAtEnd ? [end] : [];
  // On the axis it stands above the line.
  const yEmu = from === 0 ? level - lineEmu : level - Math.round(lineEmu / 2);
  const { leftEmu, rightEmu } = plot.edges;
  const places = [xEmu + widthEmu + gapEmu, xEmu - gapEmu - naturalEmu].filter((left) => {
    return left >= leftEmu && left + naturalEmu <= rightEmu;
  });
  const spots = [true, false].map((keepsClear) => places.map((left) => ({ yEmu, leftEmu: left, keepsClear })));
  const beside = spots.flat().map((spot): Spot => ({ ...spot, isOnBar: false }));
  return isAtEnd ? [end, ...beside] : beside;
}

/** Steps of a number's way, and the end of the way. */
function stepsUpTo({ sizeEmu }: ChartDrawing, wayEmu: Emu): readonly Emu[] {
  if (wayEmu <= 0) return [];
  const step = Math.max(1, Math.round(sizeEmu * STEP_SIZES));
  return [...Array.from({ length: Math.ceil(wayEmu / step) - 1 }, (_, at) => (at + 1) * step), wayEmu];
}

/**
 * Beyond the end of a bar, within it where a line runs there, and further within where there is no room at its end.
 * What is beyond has a ground, and lies over lines.
 */
function spotsAtBar(
  drawing: ChartDrawing,
  plot: Plot,
  { ends, widthEmu, sign }: Numbered,
  { naturalEmu, leftEmu, rightEmu }: NumberWidth,
): readonly Spot[] {
  const { lineEmu } = drawing;
  const isAtArrow = isHidden(plot, ends);
  const level = isAtArrow ? aboveArrow(drawing, plot, ends[1]) : levelOf(plot, ends[1]);
  const isBelow = sign < 0 && !isAtArrow;
  const [outer, inner] = isBelow ? [level, level - lineEmu] : [level - lineEmu, level];
  const outside: Spot = { yEmu: outer, isOnBar: false, keepsClear: false };
  const wayEmu = Math.abs(levelOf(plot, 0) - level) - lineEmu;
  if (naturalEmu > widthEmu || beyond(ends[1], plot.scale) !== null || wayEmu < 0) return [outside];
  const isCrossed = (topEmu: Emu) => {
    return isStruck(drawing.strokes, plot, { leftEmu, topEmu, rightEmu, bottomEmu: topEmu + lineEmu });
  };
  if (!isCrossed(outer)) return [outside];
  const [atEnd, ...further] = [0, ...stepsUpTo(drawing, wayEmu)].map(
    (move): Spot => ({ yEmu: inner + (isBelow ? -move : move), isOnBar: true, keepsClear: true }),
  );
  return [...(atEnd === undefined || isCrossed(inner) ? [] : [atEnd]), outside, ...further];
}

/** Beside a point, first where no line runs; below it only within the plot. */
function spotsAtPoint(
  drawing: ChartDrawing,
  plot: Plot,
  { ends: [, to], sides }: Numbered,
  { leftEmu, rightEmu }: NumberWidth,
): readonly Spot[] {
  const { lineEmu, sizeEmu } = drawing;
  const gapEmu = Math.round(sizeEmu * POINT_GAP_SIZES);
  const spotAt = (yEmu: Emu): Spot => ({ yEmu, isOnBar: false, keepsClear: false });
  if (beyond(to, plot.scale) !== null) return [spotAt(aboveArrow(drawing, plot, to) - lineEmu - gapEmu)];
  const level = levelOf(plot, to);
  const inset = Math.floor((lineEmu - sizeEmu) / 2);
  const spots = sides.flatMap((side) => {
    if (side === "above") return [spotAt(level - lineEmu - gapEmu)];
    return level + gapEmu + inset + sizeEmu <= plot.edges.bottomEmu ? [spotAt(level + gapEmu)] : [];
  });
  const lines = drawing.strokes.filter(isPiece);
  const isCrossed = ({ yEmu }: Spot) => {
    const topEmu = yEmu + inset;
    return isStruck(lines, plot, { leftEmu, topEmu, rightEmu, bottomEmu: topEmu + sizeEmu });
  };
  return [...spots.filter((spot) => !isCrossed(spot)), ...spots.filter(isCrossed)];
}

/**
 * The sides of a point whose number would not be taken for that of another point: of two that are near, the upper one
 * has its number above, the lower one below. `others` are the levels of other points of its category with numbers.
 */
export function sidesOf({ sizeEmu, lineEmu }: ChartDrawing, levelEmu: Emu, others: readonly Emu[]): readonly Side[] {
  const reachEmu = Math.round(sizeEmu * POINT_GAP_SIZES + lineEmu / 2);
  const isNear = (awayEmu: Emu) => awayEmu > 0 && awayEmu <= reachEmu;
  const above = others.some((other) => isNear(levelEmu - other)) ? [] : (["above"] as const);
  const below = others.some((other) => isNear(other - levelEmu)) ? [] : (["below"] as const);
  return [...above, ...below];
}

/** The end of a part of a stack, or where the mark of what is cut off begins in it. */
function clearOfMark({ sizeEmu }: ChartDrawing, plot: Plot, to: number): Emu {
  const side = beyond(to, plot.scale);
  return levelOf(plot, to) + (side === null ? 0 : Math.round(BREAK_SIZES * sizeEmu) * (side === "above" ? 1 : -1));
}

/** The foot of a number that stands above an arrow, which points to the edge of the plot in place of a bar or point. */
export function aboveArrow({ sizeEmu }: ChartDrawing, plot: Plot, to: number): Emu {
  const isBelow = beyond(to, plot.scale) === "below";
  return levelOf(plot, to) - (isBelow ? Math.round(ARROW_SIZES * sizeEmu) : 0);
}
