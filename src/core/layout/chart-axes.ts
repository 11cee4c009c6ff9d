// Bars and lines between an axis of values and one of categories.
import type { ChartAxis, Color, Emu } from "../canvas/index.ts";
import { Decimal, readNumberPattern } from "../expression/index.ts";
import type { DrawnPath } from "./blocks.ts";
import {
  type ChartDrawing,
  type ChartPlace,
  type ChartRow,
  outlineOf,
  plainShown,
  putText,
  readableOn,
} from "./chart-drawing.ts";
import { marker } from "./chart-markers.ts";
import { heightOf, scaleOf, type ValueScale } from "./chart-scale.ts";
import { resolveColor } from "./layout-input.ts";
import type { Rectangle } from "./pages.ts";
import { linePath, rectanglePath } from "./path-shapes.ts";
import { showTemplate } from "./shown-text.ts";
import { naturalTextWidth } from "./text-box.ts";

/** Lines of the grid are at least so many type sizes apart. */
const TICK_SIZES = 3;
const TICKS_MAX = 8;
const GRID: DrawnPath["stroke"] = { widthEmu: 2_540, color: [190, 196, 202, 255], dashEmu: [] };
const AXIS_EMU = 6_350;
const LINE_EMU = 15_875;

/** The plot with its scale; the foot of the plot is the least value. */
interface Plot {
  readonly edges: Rectangle;
  readonly scale: ValueScale;
  readonly bandEmu: number;
  /** Values marked by lines across the whole plot. */
  readonly lines: readonly number[];
  /** Where names of categories begin. */
  readonly namesTopEmu: Emu;
}

export function plotAxes(drawing: ChartDrawing, room: Rectangle): void {
  const { element, sizeEmu } = drawing;
  const unitEmu = drawAxisTitles(drawing, room);
  // Numbers above the highest bar or point need a line of their own.
  const written = element.chart !== "stacked" && element.series.some((one) => one.format !== null);
  const topEmu = room.topEmu + Math.max(unitEmu, Math.round(sizeEmu * 0.6)) + (written ? Math.round(sizeEmu * 0.9) : 0);
  const estimate = (room.rightEmu - room.leftEmu - 3 * sizeEmu) / Math.max(1, drawing.rows.length);
  const expected = namesPlan(drawing, estimate).lines;
  let plot = plotWithin(drawing, room, topEmu, expected);
  // Wide names of values leave less for each category than was to be expected.
  if (namesPlan(drawing, plot.bandEmu).lines > expected) plot = plotWithin(drawing, room, topEmu, 2);
  const { edges, scale, lines } = plot;
  const { leftEmu, bottomEmu } = edges;
  tellOutside(drawing, scale);
  drawGrid(drawing, plot, room.leftEmu, Math.round(sizeEmu * TICK_GAP_SIZES));
  if (element.chart === "line") drawLines(drawing, plot);
  else drawBars(drawing, plot);
  const zero = bottomEmu - heightOf(0, scale, bottomEmu - topEmu);
  const axis = { widthEmu: AXIS_EMU, color: drawing.ink, dashEmu: [] };
  drawing.paths.push(
    linePath(
      [
        [leftEmu, zero],
        [edges.rightEmu, zero],
      ],
      axis,
    ),
  );
  for (const value of lines) drawLineAt(drawing, plot, value);
  drawCategories(drawing, plot, room);
  tellLeftOut(drawing);
}

/** Between the names of values and the plot, and between the plot and the names of categories, in type sizes. */
const TICK_GAP_SIZES = 0.5;
const CATEGORY_GAP_SIZES = 0.35;

/** The plot above names of so many lines. */
function plotWithin(drawing: ChartDrawing, room: Rectangle, topEmu: Emu, nameLines: number): Plot {
  const { element, sizeEmu, lineEmu } = drawing;
  const xTitle = element.x.title === null ? 0 : lineEmu;
  const namesTopEmu = room.bottomEmu - nameLines * lineEmu - xTitle;
  const footEmu = namesTopEmu - Math.round(sizeEmu * CATEGORY_GAP_SIZES);
  const stepsMax = Math.min(TICKS_MAX, Math.max(2, (footEmu - topEmu) / (TICK_SIZES * sizeEmu)));
  const lines = linesAt(drawing, element.y);
  const scale = scaleOf([...extremes(drawing), ...lines], element.y, stepsMax);
  const names = scale.ticks.map((tick) => naturalTextWidth(drawing.input, tick.name, element.style, true));
  // Names of large numbers shrink before they take more than half of the chart.
  const namesMax = Math.floor((room.rightEmu - room.leftEmu) / 2);
  const leftEmu = room.leftEmu + Math.min(Math.max(0, ...names), namesMax) + Math.round(sizeEmu * TICK_GAP_SIZES);
  const bottomEmu = footEmu - roomBelow(drawing, scale, footEmu - topEmu);
  const edges = { leftEmu, topEmu, rightEmu: room.rightEmu, bottomEmu };
  const bandEmu = (edges.rightEmu - leftEmu) / Math.max(1, drawing.rows.length);
  return { edges, scale, bandEmu, lines, namesTopEmu };
}

/** Numbers under the longest bars below zero need a line of their own above the names of categories. */
function roomBelow({ element, rows, lineEmu }: ChartDrawing, scale: ValueScale, heightEmu: Emu): Emu {
  if (element.chart !== "bar") return 0;
  const written = element.series.map((one) => one.format !== null);
  const least = rows
    .flatMap(({ values }) => values.map((value, at) => (value !== null && written[at] === true ? numberOf(value) : 0)))
    .reduce((low, one) => Math.min(low, one), 0);
  return least < 0 ? Math.max(0, lineEmu - heightOf(least, scale, Math.max(0, heightEmu - lineEmu))) : 0;
}

/** The unit above the axis of values, the other's name below; answers the height of the first. */
function drawAxisTitles(drawing: ChartDrawing, room: Rectangle): Emu {
  const { element, input, scope, lineEmu } = drawing;
  const widthEmu = room.rightEmu - room.leftEmu;
  if (element.x.title !== null) {
    const shown = showTemplate(element.x.title, input.evaluation, scope, null);
    const place = { xEmu: room.leftEmu, yEmu: room.bottomEmu - lineEmu, widthEmu, heightEmu: lineEmu };
    putText(drawing, shown, place, "center");
  }
  if (element.y.title === null) return 0;
  const shown = showTemplate(element.y.title, input.evaluation, scope, null);
  putText(drawing, shown, { xEmu: room.leftEmu, yEmu: room.topEmu, widthEmu, heightEmu: lineEmu }, "left");
  return Math.round(lineEmu * 1.5);
}

/** The least and the greatest that bars reach: on one another, those above and below zero each for themselves. */
function extremes({ rows, element }: ChartDrawing): readonly number[] {
  return rows.flatMap((row) => {
    const numbers = row.values.flatMap((value) => (value === null ? [] : [numberOf(value)]));
    if (element.chart !== "stacked") return numbers;
    const sum = (part: readonly number[]) => part.reduce((total, one) => total + one, 0);
    return [sum(numbers.filter((one) => one > 0)), sum(numbers.filter((one) => one < 0))];
  });
}

/** Places need no more digits than a double has; names are written from the exact value. */
function numberOf(value: Decimal): number {
  return Math.min(NUMBER_MAX, Math.max(-NUMBER_MAX, Number(value.toFixed())));
}

/** Sums of so large numbers are still numbers, and no chart is read beyond. */
const NUMBER_MAX = 1e200;

function linesAt({ input, scope }: ChartDrawing, { lineAt }: ChartAxis): readonly number[] {
  if (isThousandths(lineAt)) return lineAt.map((thousandths) => thousandths / 1000);
  const value = input.evaluation.value(lineAt, scope);
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (one instanceof Decimal ? [numberOf(one)] : []));
}

function isThousandths(lineAt: ChartAxis["lineAt"]): lineAt is readonly number[] {
  return Array.isArray(lineAt);
}

/** RPT4020: limits of the source that cut values off. */
function tellOutside(drawing: ChartDrawing, { min, max }: ValueScale): void {
  const { rows, element } = drawing;
  if (element.y.min === null && element.y.max === null) return;
  for (const row of rows) {
    reachedBy(row, element.chart === "stacked").forEach((value, at) => {
      if (value === null || (numberOf(value) >= min && numberOf(value) <= max)) return;
      drawing.findings.push({
        code: "RPT4020",
        severity: "warning",
        span: element.span,
        message: `${value.toFixed()} lies outside of the axis from ${min} to ${max}`,
        path: row.paths[at] ?? null,
        why: "its bar or line ends at the edge of the plot",
        repair: "widen min and max of the axis, or leave them to the data",
      });
    });
  }
}

/** The values, or how far a stack of them reaches above and below zero. */
function reachedBy({ values }: ChartRow, isStacked: boolean): readonly (Decimal | null)[] {
  if (!isStacked) return values;
  const known = values.filter((value) => value !== null);
  const sum = (part: readonly Decimal[]) => part.reduce((total, one) => total.plus(one), Decimal.zero);
  return [sum(known.filter((one) => one.sign() > 0)), sum(known.filter((one) => one.sign() < 0))];
}

function drawGrid(drawing: ChartDrawing, { edges, scale }: Plot, leftEmu: Emu, gap: Emu): void {
  const height = edges.bottomEmu - edges.topEmu;
  for (const tick of scale.ticks) {
    const y = edges.bottomEmu - heightOf(tick.value, scale, height);
    if (GRID !== null) {
      drawing.paths.push(
        linePath(
          [
            [edges.leftEmu, y],
            [edges.rightEmu, y],
          ],
          GRID,
        ),
      );
    }
    const place = {
      xEmu: leftEmu,
      yEmu: y - Math.floor(drawing.lineEmu / 2),
      widthEmu: edges.leftEmu - gap - leftEmu,
      heightEmu: drawing.lineEmu,
    };
    putText(drawing, plainShown(tick.name), place, "right");
  }
}

/** Bars of a category fill this share of its band. */
const BARS_SHARE = 0.64;
const BAR_MAX_EMU = 540_000;
/** Of a narrower bar, outlines would leave no colour. */
const OUTLINED_EMU = 19_050;

function drawBars(drawing: ChartDrawing, plot: Plot): void {
  const { rows, series, element } = drawing;
  const side = element.chart === "stacked" ? 1 : Math.max(1, series.length);
  const barEmu = Math.min(BAR_MAX_EMU, Math.floor((plot.bandEmu * BARS_SHARE) / side));
  rows.forEach((row, at) => {
    const middle = plot.edges.leftEmu + Math.round(plot.bandEmu * (at + 0.5));
    const left = middle - Math.floor((barEmu * side) / 2);
    let [above, below] = [0, 0];
    row.values.forEach((value, index) => {
      if (value === null) return;
      const number = numberOf(value);
      const base = element.chart === "stacked" ? (number >= 0 ? above : below) : 0;
      const x = element.chart === "stacked" ? left : left + index * barEmu;
      drawBar(drawing, plot, [x, x + barEmu], [base, base + number], row.colors[index] ?? drawing.ink);
      if (element.chart === "stacked" && number >= 0) above += number;
      if (element.chart === "stacked" && number < 0) below += number;
      drawValue(drawing, plot, row, index, [x, barEmu], [base, base + number]);
    });
  });
}

function drawBar(
  drawing: ChartDrawing,
  { edges, scale }: Plot,
  [leftEmu, rightEmu]: readonly [Emu, Emu],
  [from, to]: readonly [number, number],
  color: Color,
): void {
  const height = edges.bottomEmu - edges.topEmu;
  const y = (value: number) => edges.bottomEmu - heightOf(value, scale, height);
  const [one, other] = [y(from), y(to)];
  if (one === other) return;
  const bar = { leftEmu, topEmu: Math.min(one, other), rightEmu, bottomEmu: Math.max(one, other) };
  drawing.paths.push(rectanglePath(bar, color, rightEmu - leftEmu < OUTLINED_EMU ? null : outlineOf(drawing)));
}

/**
 * The number at the end of its bar, or in the middle of a part of a stack, where the series has a pattern. Where a
 * marked line would cross it there, it stands within the bar's end.
 */
function drawValue(
  drawing: ChartDrawing,
  plot: Plot,
  row: ChartRow,
  index: number,
  [xEmu, widthEmu]: readonly [Emu, Emu],
  [from, to]: readonly [number, number],
): void {
  const { edges } = plot;
  const pattern = drawing.element.series[index]?.format ?? null;
  const value = row.values[index] ?? null;
  const format = pattern === null ? null : readNumberPattern(pattern);
  if (value === null || format === null || "problem" in format) return;
  const { lineEmu, element } = drawing;
  const text = format.print(value);
  const natural = naturalTextWidth(drawing.input, text, element.style, true);
  const width = Math.min(Math.max(natural, widthEmu), edges.rightEmu - edges.leftEmu);
  const isStacked = element.chart === "stacked";
  const y = isStacked ? Math.round((levelOf(plot, from) + levelOf(plot, to)) / 2) : levelOf(plot, to);
  if (isStacked && value.sign() === 0) return;
  const isNegative = value.sign() < 0;
  const inside = element.chart === "bar" && natural <= widthEmu ? insideBar(drawing, plot, y, isNegative) : null;
  const clear = element.chart === "line" ? Math.round(drawing.sizeEmu * 0.3) : 0;
  const outside = isNegative && element.chart === "bar" ? y : y - lineEmu - clear;
  const yEmu = isStacked ? y - Math.floor(lineEmu / 2) : (inside ?? outside);
  const isOnBar = (isStacked && natural <= widthEmu) || inside !== null;
  const color = isOnBar ? readableOn(row.colors[index] ?? drawing.ink) : drawing.ink;
  // At the ends of the plot a long number moves inwards.
  const middle = xEmu - Math.floor((width - widthEmu) / 2);
  const left = Math.max(edges.leftEmu, Math.min(middle, edges.rightEmu - width));
  const place = { xEmu: left, yEmu, widthEmu: width, heightEmu: lineEmu };
  const ink = Math.min(natural, width);
  const isTooLow = isStacked && Math.abs(levelOf(plot, from) - levelOf(plot, to)) < drawing.sizeEmu;
  const found = isTooLow ? "covered" : takePlace(drawing, text, place, ink, xEmu);
  if (found === "covered") drawing.leftOut.push(row.paths[index] ?? null);
  if (found !== "free") return;
  if (!isOnBar) drawing.grounds.push(groundOf(drawing, place, Math.min(natural, width)));
  putText(drawing, plainShown(text, row.paths[index] ?? null), place, "center", {
    color: { kind: "fixed", color },
  });
}

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
function tellLeftOut({ leftOut, findings, element }: ChartDrawing): void {
  if (leftOut.length === 0) return;
  const numbers = leftOut.length === 1 ? "1 number of the chart has" : `${leftOut.length} numbers of the chart have`;
  findings.push({
    code: "RPT4003",
    severity: "warning",
    span: element.span,
    message: `${numbers} no room beside the others`,
    path: leftOut[0] ?? null,
    why: "what would lie over another number, or is higher than its part of a stack, is left out",
    repair: "enlarge w and h, shorten the numbers by their format, or leave out format",
  });
}

/** Where a value lies on the page. */
function levelOf({ edges, scale }: Plot, value: number): Emu {
  return edges.bottomEmu - heightOf(value, scale, edges.bottomEmu - edges.topEmu);
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

/** Of the paper's colour, or of the chart's own ground. */
function groundOf({ element, input, scope, sizeEmu }: ChartDrawing, place: ChartPlace, naturalEmu: Emu): DrawnPath {
  const { fill } = element.box;
  const color: Color = fill === null ? [255, 255, 255, 255] : resolveColor(input, fill, scope);
  const left = place.xEmu + Math.floor((place.widthEmu - naturalEmu) / 2);
  const inset = Math.floor((place.heightEmu - sizeEmu) / 2);
  const [topEmu, bottomEmu] = [place.yEmu + inset, place.yEmu + place.heightEmu - inset];
  return rectanglePath({ leftEmu: left, topEmu, rightEmu: left + naturalEmu, bottomEmu }, color, null);
}

/** Marks of a line are at least so many type sizes apart. */
const MARKER_SIZES = 0.6;

function drawLines(drawing: ChartDrawing, plot: Plot): void {
  const { rows, series, element } = drawing;
  const { edges, scale, bandEmu } = plot;
  series.forEach((one, index) => {
    const dashes = element.series[index]?.dash ?? "solid";
    const dashEmu = dashes === "dash" ? [57_150, 38_100] : dashes === "dot" ? [15_875, 31_750] : [];
    const stroke = { widthEmu: LINE_EMU, color: one.color, dashEmu, join: "round" } as const;
    let run: [Emu, Emu][] = [];
    const points: [Emu, Emu][] = [];
    const lone = new Set<readonly [Emu, Emu]>();
    const end = () => {
      if (run.length > 1) drawing.paths.push(linePath(run, stroke));
      else for (const point of run) lone.add(point);
      run = [];
    };
    rows.forEach((row, at) => {
      const value = row.values[index] ?? null;
      // A gap in the data is a gap in the line.
      if (value === null) {
        end();
        return;
      }
      const x = edges.leftEmu + Math.round(bandEmu * (at + 0.5));
      const y = edges.bottomEmu - heightOf(numberOf(value), scale, edges.bottomEmu - edges.topEmu);
      const point: [Emu, Emu] = [x, y];
      run.push(point);
      points.push(point);
    });
    end();
    const every = Math.max(1, Math.ceil((MARKER_SIZES * drawing.sizeEmu) / bandEmu));
    points.forEach((point, at) => {
      if (at % every === 0 || lone.has(point)) drawing.paths.push(marker(drawing, index, point, one.color));
    });
    rows.forEach((row, at) => {
      const value = row.values[index] ?? null;
      const x = edges.leftEmu + Math.round(bandEmu * (at + 0.5));
      if (value !== null) drawValue(drawing, plot, row, index, [x, 0], [0, numberOf(value)]);
    });
  });
}

function drawLineAt(drawing: ChartDrawing, plot: Plot, value: number): void {
  const { edges, scale } = plot;
  if (value < scale.min || value > scale.max) return;
  const y = levelOf(plot, value);
  const stroke = { widthEmu: 9_525, color: drawing.ink, dashEmu: [38_100, 25_400] };
  drawing.paths.push(
    linePath(
      [
        [edges.leftEmu, y],
        [edges.rightEmu, y],
      ],
      stroke,
    ),
  );
}

/** Names in two lines need a band of so many type sizes. */
const WRAP_SIZES = 4;

/** How names stand below their bands: on one line, on two, or only every so many of them. */
function namesPlan(drawing: ChartDrawing, bandEmu: number): { readonly lines: 1 | 2; readonly skip: number } {
  const { rows, element, input, sizeEmu } = drawing;
  const free = Math.round(sizeEmu * 0.4);
  const widest = rows.reduce((width, row) => {
    return Math.max(width, naturalTextWidth(input, row.name.text, element.style, true) + free);
  }, 0);
  if (widest <= bandEmu) return { lines: 1, skip: 1 };
  if (bandEmu >= WRAP_SIZES * sizeEmu && widest <= bandEmu * 2) return { lines: 2, skip: 1 };
  if (bandEmu >= WRAP_SIZES * sizeEmu * 1.5) return { lines: 2, skip: 1 };
  return { lines: 1, skip: Math.max(2, Math.ceil(widest / Math.max(1, bandEmu))) };
}

function drawCategories(drawing: ChartDrawing, { edges, bandEmu, namesTopEmu }: Plot, room: Rectangle): void {
  const { input, element, sizeEmu, lineEmu } = drawing;
  const plan = namesPlan(drawing, bandEmu);
  const free = Math.round(sizeEmu * 0.2);
  const middleOf = (at: number) => edges.leftEmu + Math.round(bandEmu * (at + 0.5));
  const naturalOf = (at: number) => naturalTextWidth(input, drawing.rows[at]?.name.text ?? "", element.style, true);
  // The first name begins within the chart; where that moves it, the next one keeps off.
  const movedEmu = plan.skip === 1 ? 0 : Math.max(0, room.leftEmu + Math.ceil(naturalOf(0) / 2) - middleOf(0));
  const skip = plan.skip === 1 ? 1 : plan.skip + Math.ceil(movedEmu / Math.max(1, bandEmu));
  const widthEmu = Math.max(1, Math.floor(bandEmu * skip) - 2 * free);
  drawing.rows.forEach((row, at) => {
    if (at % skip !== 0 || row.name.text === "") return;
    const half = skip === 1 ? 0 : Math.ceil(Math.min(widthEmu, naturalOf(at)) / 2);
    const middle = Math.max(room.leftEmu + half, Math.min(middleOf(at), edges.rightEmu - half));
    const place = {
      xEmu: middle - Math.floor(widthEmu / 2),
      yEmu: namesTopEmu,
      widthEmu,
      heightEmu: lineEmu * plan.lines,
    };
    const over = plan.lines === 1 ? {} : ({ wrap: "kinsoku", linesMax: 2 } as const);
    putText(drawing, row.name, place, "center", { valign: "top", ...over });
  });
}
