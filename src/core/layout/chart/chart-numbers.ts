// Numbers of a chart beside their bars, parts and points, none over another.
import type { Color, Emu } from "../../canvas/index.ts";
import { type Decimal, readNumberPattern } from "../../expression/index.ts";
import { type DrawnPath, type Rectangle, rectanglePath } from "../page/index.ts";
import { naturalTextWidth } from "../words/index.ts";
import { paperOf } from "./chart-breaks.ts";
import { type ChartDrawing, type ChartPlace, type ChartRow, plainShown, putText } from "./chart-drawing.ts";
import { readableOn } from "./chart-looks.ts";
import { beyond, isHidden, levelOf, numberOf, type Plot } from "./chart-plot.ts";
import { aboveArrow, type Numbered, spotsOf } from "./chart-spots.ts";
import { isStruck, strokesOver } from "./chart-strokes.ts";

/** A value of a row, by its series, and where its bar, part or point stands; a point has no width. */
interface NumberedValue
  extends Pick<Numbered, "xEmu" | "widthEmu" | "ends">,
    Partial<Pick<Numbered, "sides" | "isAtEnd">> {
  readonly row: ChartRow;
  readonly index: number;
}

/**
 * The number at the end of its bar, in the middle of a part of a stack, beside a stack where it is zero, or beside its
 * point, where the series has a pattern; elsewhere near there, where a line, a mark or another number is in its way. A
 * pattern that prints nothing of a number writes none.
 */
export function drawNumber(drawing: ChartDrawing, plot: Plot, { row, index, ...at }: NumberedValue): void {
  const { xEmu, widthEmu, ends, sides = [], isAtEnd = false } = at;
  const value = row.values[index] ?? null;
  const text = value === null ? null : numberText(drawing, plot, index, value, ends[1]);
  if (value === null || text === null || text === "") return;
  const { element } = drawing;
  const numbered = { xEmu, widthEmu, ends, sign: value.sign(), sides, isAtEnd };
  const naturalEmu = naturalTextWidth(drawing.input, text, element.style, true);
  const path = row.paths[index] ?? null;
  const found = findSpot(drawing, plot, text, naturalEmu, numbered);
  if (found === "same") return;
  if (found === null) {
    const shortEmu = naturalTextWidth(drawing.input, shortest(text), element.style, true);
    const isLong = shortEmu < naturalEmu && findSpot(drawing, plot, "", shortEmu, numbered) !== null;
    drawing.leftOut.push({ path, isLong, isZero: element.chart === "stacked" && value.sign() === 0 });
    return;
  }
  const { place, ink, isOnBar } = found;
  drawing.numbers.push({ ...ink, text, pointEmu: xEmu });
  const color = row.colors[index] ?? drawing.ink;
  const isHatched = (drawing.series[index]?.hatch ?? null) !== null;
  if (!isOnBar) drawing.grounds.push(paperUnder(drawing, place, ink.rightEmu - ink.leftEmu));
  else if (isHatched) drawing.grounds.push(groundOf(drawing, place, naturalEmu, color));
  putText(drawing, plainShown(text, path), place, "center", {
    color: { kind: "fixed", color: isOnBar ? readableOn(color) : drawing.ink },
  });
}

/** What the shortest pattern leaves of a number: where even that has no place, none helps. */
function shortest(text: string): string {
  const [whole = text] = /[-−▲△]?\d[\d,]*/u.exec(text) ?? [];
  return whole.replaceAll(",", "");
}

interface FoundSpot {
  readonly place: ChartPlace;
  /** Where the letters are. */
  readonly ink: Rectangle;
  readonly isOnBar: boolean;
}

/** The first place of a number where it is read and hides nothing; `same` where another says it of the same point. */
function findSpot(
  drawing: ChartDrawing,
  plot: Plot,
  text: string,
  naturalEmu: Emu,
  numbered: Numbered,
): FoundSpot | "same" | null {
  const { edges } = plot;
  const { xEmu: pointEmu, widthEmu } = numbered;
  const width = Math.min(Math.max(naturalEmu, widthEmu), edges.rightEmu - edges.leftEmu);
  // At the ends of the plot a long number moves inwards.
  const middle = pointEmu - Math.floor((width - widthEmu) / 2);
  const xEmu = Math.max(edges.leftEmu, Math.min(middle, edges.rightEmu - width));
  const inkEmu = Math.min(naturalEmu, width);
  const leftEmu = xEmu + Math.floor((width - inkEmu) / 2);
  const spots = spotsOf(drawing, plot, numbered, { naturalEmu, leftEmu, rightEmu: leftEmu + inkEmu });
  const strokes = strokesOver(drawing.strokes, leftEmu, leftEmu + inkEmu);
  for (const { yEmu, leftEmu: besideEmu, isOnBar, keepsClear } of spots) {
    const across = besideEmu === undefined ? { xEmu, widthEmu: width } : { xEmu: besideEmu, widthEmu: inkEmu };
    const place = { ...across, yEmu, heightEmu: drawing.lineEmu };
    const ink = inkOf(drawing, place, inkEmu);
    const over = besideEmu === undefined ? strokes : drawing.strokes;
    if (keepsClear && isStruck(over, plot, ink)) continue;
    if (!isOnBar && (hidesEnd(drawing, ink, pointEmu) || erases(drawing, ink, pointEmu))) continue;
    const taken = takenBy(drawing, text, ink, pointEmu);
    if (taken === "same") return "same";
    if (taken === "free") return { place, ink, isOnBar };
  }
  return null;
}

/** Where the letters of a number are in its place. */
function inkOf({ sizeEmu }: ChartDrawing, place: ChartPlace, naturalEmu: Emu): Rectangle {
  const leftEmu = place.xEmu + Math.floor((place.widthEmu - naturalEmu) / 2);
  const topEmu = place.yEmu + Math.floor((place.heightEmu - sizeEmu) / 2);
  return { leftEmu, topEmu, rightEmu: leftEmu + naturalEmu, bottomEmu: topEmu + sizeEmu };
}

/** Whether the ground of a number would leave too little to be seen of the end of another bar. */
function hidesEnd({ ends }: ChartDrawing, ink: Rectangle, pointEmu: Emu): boolean {
  return ends.some(([leftEmu, rightEmu, yEmu]) => {
    if (leftEmu === pointEmu || yEmu <= ink.topEmu || yEmu >= ink.bottomEmu) return false;
    const hidden = Math.min(rightEmu, ink.rightEmu) - Math.max(leftEmu, ink.leftEmu);
    return hidden > (rightEmu - leftEmu) * END_HIDDEN_SHARE;
  });
}

/** Whether the ground of a number would cut another bar, or lie over a point, so that it stands on the wrong one. */
function erases({ shown, sizeEmu }: ChartDrawing, ink: Rectangle, ownEmu: Emu): boolean {
  return shown.some(({ leftEmu, topEmu, rightEmu, bottomEmu, pointEmu }) => {
    if (pointEmu === ownEmu) return false;
    const width = Math.min(rightEmu, ink.rightEmu) - Math.max(leftEmu, ink.leftEmu);
    const height = Math.min(bottomEmu, ink.bottomEmu) - Math.max(topEmu, ink.topEmu);
    return width > (rightEmu - leftEmu) * CUT_SHARE && height > Math.min(bottomEmu - topEmu, sizeEmu) * CUT_SHARE;
  });
}

/** A corner that is no larger is cut from a bar without harm. */
const CUT_SHARE = 0.2;

/** A third of an end shows where it is. */
const END_HIDDEN_SHARE = 2 / 3;

/** Numbers that touch one another are read as one. */
const NUMBER_GAP_SIZES = 0.25;

/** Whether a place is `free` of other numbers, or one says the `same` of the same point there. */
function takenBy(
  { numbers, sizeEmu }: ChartDrawing,
  text: string,
  { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle,
  pointEmu: Emu,
): "free" | "same" | "covered" {
  const gapEmu = Math.round(sizeEmu * NUMBER_GAP_SIZES);
  const isSaid = numbers.some((other) => {
    return other.text === text && other.pointEmu === pointEmu && other.topEmu === topEmu;
  });
  if (isSaid) return "same";
  const isCovered = numbers.some((other) => {
    const isBeside = leftEmu >= other.rightEmu + gapEmu || other.leftEmu >= rightEmu + gapEmu;
    return !isBeside && topEmu < other.bottomEmu && other.topEmu < bottomEmu;
  });
  return isCovered ? "covered" : "free";
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
    path: leftOut[0]?.path ?? null,
    why: "what would lie over another number or a line, or hide another bar or point, or a low part, is left out",
    repair: repairOf(
      element,
      leftOut.some(({ isLong }) => isLong),
      leftOut.every(({ isZero }) => isZero),
    ),
  });
}

const NO_ZERO = "format='#,##0;-#,##0;'";

/** Numbers stand there because their series has a pattern, because a stack shows its parts, or beyond an axis. */
function repairOf({ chart, series, y }: ChartDrawing["element"], isLong: boolean, areZeros: boolean): string {
  if (areZeros) return `enlarge w and h, or end format= of the series with a part that prints no zero: ${NO_ZERO}`;
  if (chart === "pie") return "enlarge w and h, or write them in a legend: legend=right";
  const patterned = series.filter(({ format }) => format !== null).length;
  const hasPattern = patterned > 0;
  if (hasPattern && isLong) return "enlarge w and h, or write a shorter format= at the series, or none";
  if (hasPattern) return `enlarge w and h, or write no format= at ${patterned > 1 ? "one of " : ""}the series`;
  const isLimited = y.min !== null || y.max !== null;
  return isLimited && chart !== "stacked" ? "enlarge w and h, or widen min and max of the axis" : "enlarge w and h";
}

/**
 * Lines of an axis end so many type sizes before a number: nearer they read as dashes of it. Where there are bars, the
 * paper beside a number would hide a part of them.
 */
const PAPER_BESIDE_SIZES = 0.15;

function paperUnder(drawing: ChartDrawing, place: ChartPlace, naturalEmu: Emu): DrawnPath {
  const hasBars = drawing.element.chart !== "line";
  const besideEmu = hasBars ? 0 : Math.round(drawing.sizeEmu * PAPER_BESIDE_SIZES);
  return groundOf(drawing, place, naturalEmu + 2 * besideEmu, paperOf(drawing));
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
  const ink = inkOf(drawing, place, natural);
  const found = takenBy(drawing, text, ink, xEmu);
  if (found === "covered") drawing.leftOut.push({ path: null, isLong: true, isZero: false });
  if (found !== "free") return;
  drawing.numbers.push({ ...ink, text, pointEmu: xEmu });
  drawing.grounds.push(paperUnder(drawing, place, natural));
  putText(drawing, plainShown(text), place, "center");
}
