// Numbers of a chart beside their bars, parts and points, none over another.
import type { Color, Emu } from "../canvas/index.ts";
import { type Decimal, readNumberPattern } from "../expression/index.ts";
import type { DrawnPath } from "./blocks.ts";
import { ARROW_SIZES, BREAK_SIZES, paperOf } from "./chart-breaks.ts";
import { type ChartDrawing, type ChartPlace, type ChartRow, plainShown, putText } from "./chart-drawing.ts";
import { readableOn } from "./chart-looks.ts";
import { beyond, type Ends, isHidden, levelOf, numberOf, type Plot } from "./chart-plot.ts";
import { rectanglePath } from "./path-shapes.ts";
import { naturalTextWidth } from "./text-box.ts";

/**
 * The number at the end of its bar, or in the middle of a part of a stack, where the series has a pattern. Where a
 * marked line would cross it there, it stands within the bar's end.
 */
export function drawNumber(
  drawing: ChartDrawing,
  plot: Plot,
  row: ChartRow,
  index: number,
  [xEmu, widthEmu]: readonly [Emu, Emu],
  [from, to]: Ends,
): void {
  const { edges } = plot;
  const value = row.values[index] ?? null;
  const text = value === null ? null : numberText(drawing, plot, index, value, to);
  if (value === null || text === null) return;
  const { lineEmu, element } = drawing;
  const natural = naturalTextWidth(drawing.input, text, element.style, true);
  const width = Math.min(Math.max(natural, widthEmu), edges.rightEmu - edges.leftEmu);
  const isStacked = element.chart === "stacked";
  if (isStacked && value.sign() === 0) return;
  const isNegative = value.sign() < 0;
  const isAtArrow = isArrow(drawing, plot, [from, to]);
  const level = isAtArrow ? aboveArrow(drawing, plot, to) : levelOf(plot, to);
  const [base, end] = [levelOf(plot, from), clearOfMark(drawing, plot, to)];
  const y = isStacked ? Math.round((base + end) / 2) : level;
  const mayBeInside = element.chart === "bar" && natural <= widthEmu && beyond(to, plot.scale) === null;
  const inside = mayBeInside ? insideBar(drawing, plot, y, isNegative) : null;
  const clear = element.chart === "line" ? Math.round(drawing.sizeEmu * 0.3) : 0;
  const outside = isNegative && element.chart === "bar" && !isAtArrow ? y : y - lineEmu - clear;
  const yEmu = isStacked ? y - Math.floor(lineEmu / 2) : (inside ?? outside);
  const isOnBar = (isStacked && natural <= widthEmu) || inside !== null;
  const color = isOnBar ? readableOn(row.colors[index] ?? drawing.ink) : drawing.ink;
  // At the ends of the plot a long number moves inwards.
  const middle = xEmu - Math.floor((width - widthEmu) / 2);
  const left = Math.max(edges.leftEmu, Math.min(middle, edges.rightEmu - width));
  const place = { xEmu: left, yEmu, widthEmu: width, heightEmu: lineEmu };
  const ink = Math.min(natural, width);
  // A number that is wider than its part has a ground of its own, which must not hide the part.
  const leastEmu = drawing.sizeEmu * (isOnBar ? 1 : PART_SIZES);
  const isTooLow =
    (isStacked && (base - end) * value.sign() < leastEmu) ||
    (!isOnBar && (hidesEnd(drawing, place, ink, xEmu) || erases(drawing, place, ink, xEmu)));
  const found = isTooLow ? "covered" : takePlace(drawing, text, place, ink, xEmu);
  if (found === "covered") drawing.leftOut.push(row.paths[index] ?? null);
  if (found !== "free") return;
  if (!isOnBar) drawing.grounds.push(groundOf(drawing, place, Math.min(natural, width), paperOf(drawing)));
  else if ((drawing.series[index]?.hatch ?? null) !== null) {
    drawing.grounds.push(groundOf(drawing, place, natural, row.colors[index] ?? drawing.ink));
  }
  putText(drawing, plainShown(text, row.paths[index] ?? null), place, "center", {
    color: { kind: "fixed", color },
  });
}

/** Whether the ground of a number would leave too little to be seen of the end of another bar. */
function hidesEnd({ ends, sizeEmu }: ChartDrawing, place: ChartPlace, naturalEmu: Emu, pointEmu: Emu): boolean {
  const left = place.xEmu + Math.floor((place.widthEmu - naturalEmu) / 2);
  const top = place.yEmu + Math.floor((place.heightEmu - sizeEmu) / 2);
  return ends.some(([leftEmu, rightEmu, yEmu]) => {
    if (leftEmu === pointEmu || yEmu <= top || yEmu >= top + sizeEmu) return false;
    const hidden = Math.min(rightEmu, left + naturalEmu) - Math.max(leftEmu, left);
    return hidden > (rightEmu - leftEmu) * END_HIDDEN_SHARE;
  });
}

/** Whether the ground of a number would cut another bar, or lie over a point, so that it stands on the wrong one. */
function erases({ shown, sizeEmu }: ChartDrawing, place: ChartPlace, naturalEmu: Emu, ownEmu: Emu): boolean {
  const left = place.xEmu + Math.floor((place.widthEmu - naturalEmu) / 2);
  const top = place.yEmu + Math.floor((place.heightEmu - sizeEmu) / 2);
  return shown.some(({ leftEmu, topEmu, rightEmu, bottomEmu, pointEmu }) => {
    if (pointEmu === ownEmu) return false;
    const width = Math.min(rightEmu, left + naturalEmu) - Math.max(leftEmu, left);
    const height = Math.min(bottomEmu, top + sizeEmu) - Math.max(topEmu, top);
    return width > (rightEmu - leftEmu) * CUT_SHARE && height > Math.min(bottomEmu - topEmu, sizeEmu) * CUT_SHARE;
  });
}

/** A corner that is no larger is cut from a bar without harm. */
const CUT_SHARE = 0.2;

/** A third of an end shows where it is. */
const END_HIDDEN_SHARE = 2 / 3;

/** Of a part of a stack that is so many type sizes high, enough is seen above and below a number across it. */
const PART_SIZES = 2.5;

/** Numbers that touch one another are read as one. */
const NUMBER_GAP_SIZES = 0.25;

/** Takes the place of a number: where it is `free` of others, and none says the `same` of the same point. */
function takePlace(
  { numbers, sizeEmu }: ChartDrawing,
  text: string,
  place: ChartPlace,
  naturalEmu: Emu,
  pointEmu: Emu,
): "free" | "same" | "covered" {
  const leftEmu = place.xEmu + Math.floor((place.widthEmu - naturalEmu) / 2);
  const topEmu = place.yEmu + Math.floor((place.heightEmu - sizeEmu) / 2);
  const [rightEmu, bottomEmu] = [leftEmu + naturalEmu, topEmu + sizeEmu];
  const gapEmu = Math.round(sizeEmu * NUMBER_GAP_SIZES);
  const isSaid = numbers.some((other) => {
    return other.text === text && other.pointEmu === pointEmu && other.topEmu === topEmu;
  });
  if (isSaid) return "same";
  const isCovered = numbers.some((other) => {
    const isBeside = leftEmu >= other.rightEmu + gapEmu || other.leftEmu >= rightEmu + gapEmu;
    return !isBeside && topEmu < other.bottomEmu && other.topEmu < bottomEmu;
  });
  if (isCovered) return "covered";
  numbers.push({ text, pointEmu, leftEmu, topEmu, rightEmu, bottomEmu });
  return "free";
}

/** RPT4003: numbers that nobody could have read. */
export function tellLeftOut({ leftOut, findings, element }: ChartDrawing): void {
  if (leftOut.length === 0) return;
  const numbers = leftOut.length === 1 ? "1 number of the chart has" : `${leftOut.length} numbers of the chart have`;
  findings.push({
    code: "RPT4003",
    severity: "warning",
    span: element.span,
    message: `${numbers} no room beside the others`,
    path: leftOut[0] ?? null,
    why: "what would lie over another number, or hide another bar or point, or a low part, is left out",
    repair: repairOf(element),
  });
}

/** Numbers stand there because their series has a pattern, because a stack shows its parts, or beyond an axis. */
function repairOf({ chart, series, y }: ChartDrawing["element"]): string {
  if (chart === "pie") return "enlarge w and h, or write them in a legend: legend=right";
  const hasPattern = series.some(({ format }) => format !== null);
  if (hasPattern) return "enlarge w and h, or write a shorter format= at the series, or none";
  const isLimited = y.min !== null || y.max !== null;
  return isLimited && chart !== "stacked" ? "enlarge w and h, or widen min and max of the axis" : "enlarge w and h";
}

/**
 * The top of a line of text within the end of a bar, where a marked line crosses the place beyond its end; null where
 * none does, where the bar is too short, and where a line crosses the inner place too.
 */
function insideBar({ lineEmu }: ChartDrawing, plot: Plot, endEmu: Emu, isNegative: boolean): Emu | null {
  const [outer, inner] = isNegative ? [endEmu, endEmu - lineEmu] : [endEmu - lineEmu, endEmu];
  const isCrossed = (top: Emu) => {
    return plot.lines.some((value) => levelOf(plot, value) > top && levelOf(plot, value) < top + lineEmu);
  };
  const isHighEnough = Math.abs(levelOf(plot, 0) - endEmu) >= lineEmu;
  return isCrossed(outer) && isHighEnough && !isCrossed(inner) ? inner : null;
}

/** Behind a number, so that no line runs through it. */
export function groundOf({ sizeEmu }: ChartDrawing, place: ChartPlace, naturalEmu: Emu, color: Color): DrawnPath {
  const left = place.xEmu + Math.floor((place.widthEmu - naturalEmu) / 2);
  const inset = Math.floor((place.heightEmu - sizeEmu) / 2);
  const [topEmu, bottomEmu] = [place.yEmu + inset, place.yEmu + place.heightEmu - inset];
  return rectanglePath({ leftEmu: left, topEmu, rightEmu: left + naturalEmu, bottomEmu }, color, null);
}

/** By the pattern of the series; what the limits cut off also without one, because nothing else says how much it is. */
function numberText({ element }: ChartDrawing, { scale }: Plot, index: number, value: Decimal, to: number) {
  const own = element.series[index]?.format ?? null;
  const format = own === null ? null : readNumberPattern(own);
  if (format !== null && !("problem" in format)) return format.print(value);
  const isTold = element.chart === "stacked" || beyond(to, scale) === null;
  return isTold ? null : written(value, element.y.format);
}

/** By a pattern that shows all of the number, else by its digits. */
function written(value: Decimal, pattern: string | null): string {
  const format = pattern === null ? null : readNumberPattern(pattern);
  if (format === null || "problem" in format) return value.toFixed();
  const hides = format.decimals !== null && value.compare(value.round(format.decimals, "half_up")) !== 0;
  return hides ? value.toFixed() : format.print(value);
}

/** The end of a part of a stack, or where the mark of what is cut off begins in it. */
function clearOfMark({ sizeEmu }: ChartDrawing, plot: Plot, to: number): Emu {
  const side = beyond(to, plot.scale);
  return levelOf(plot, to) + (side === null ? 0 : Math.round(BREAK_SIZES * sizeEmu) * (side === "above" ? 1 : -1));
}

/** An arrow points to the edge of the plot in place of what is written about; the number stands above it. */
function isArrow({ element }: ChartDrawing, plot: Plot, ends: Ends): boolean {
  return element.chart === "line" ? beyond(ends[1], plot.scale) !== null : isHidden(plot, ends);
}

/** The foot of a number that stands above an arrow. */
function aboveArrow({ sizeEmu }: ChartDrawing, plot: Plot, to: number): Emu {
  const isBelow = beyond(to, plot.scale) === "below";
  return levelOf(plot, to) - (isBelow ? Math.round(ARROW_SIZES * sizeEmu) : 0);
}

/** How far a stack reaches, at its end, where the limits cut it off. */
export function drawReach(drawing: ChartDrawing, plot: Plot, reach: Decimal, [xEmu, widthEmu]: readonly [Emu, Emu]) {
  const { lineEmu, element, input } = drawing;
  const text = written(reach, element.series.find((one) => one.format !== null)?.format ?? element.y.format);
  const natural = naturalTextWidth(input, text, element.style, true);
  const { leftEmu, rightEmu } = plot.edges;
  const left = Math.max(leftEmu, Math.min(xEmu - Math.floor((natural - widthEmu) / 2), rightEmu - natural));
  const isAtArrow = isHidden(plot, [0, numberOf(reach)]);
  const y = isAtArrow ? aboveArrow(drawing, plot, numberOf(reach)) : levelOf(plot, numberOf(reach));
  const place = {
    xEmu: left,
    yEmu: reach.sign() < 0 && !isAtArrow ? y : y - lineEmu,
    widthEmu: natural,
    heightEmu: lineEmu,
  };
  const found = takePlace(drawing, text, place, natural, xEmu);
  if (found === "covered") drawing.leftOut.push(null);
  if (found !== "free") return;
  drawing.grounds.push(groundOf(drawing, place, natural, paperOf(drawing)));
  putText(drawing, plainShown(text), place, "center");
}
