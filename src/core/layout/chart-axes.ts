// Bars and lines between an axis of values and one of categories.
import type { ChartAxis, Emu } from "../canvas/index.ts";
import { Decimal } from "../expression/index.ts";
import type { DrawnPath } from "./blocks.ts";
import { drawBars } from "./chart-bars.ts";
import { type ChartDrawing, plainShown, putText } from "./chart-drawing.ts";
import { drawLines } from "./chart-lines.ts";
import { tellLeftOut } from "./chart-numbers.ts";
import { reachedBy, tellOutside } from "./chart-outside.ts";
import { beyond, levelOf, numberOf, type Plot } from "./chart-plot.ts";
import { heightOf, scaleOf, type ValueScale } from "./chart-scale.ts";
import type { Rectangle } from "./pages.ts";
import { linePath } from "./path-shapes.ts";
import { showTemplate } from "./shown-text.ts";
import { naturalTextWidth } from "./text-box.ts";

/** Lines of the grid are at least so many type sizes apart. */
const TICK_SIZES = 3;
const TICKS_MAX = 8;
const GRID: DrawnPath["stroke"] = { widthEmu: 2_540, color: [190, 196, 202, 255], dashEmu: [] };
const AXIS_EMU = 6_350;

export function plotAxes(drawing: ChartDrawing, room: Rectangle): void {
  const { element, sizeEmu } = drawing;
  const unitEmu = drawAxisTitles(drawing, room);
  // Numbers above the highest bar or point need a line of their own.
  const isCut = element.y.max !== null && extremes(drawing).some((one) => one > (element.y.max ?? 0) / 1000);
  const written = isCut || (element.chart !== "stacked" && element.series.some((one) => one.format !== null));
  const topEmu = room.topEmu + Math.max(unitEmu, Math.round(sizeEmu * 0.6)) + (written ? Math.round(sizeEmu * 0.9) : 0);
  const estimate = (room.rightEmu - room.leftEmu - 3 * sizeEmu) / Math.max(1, drawing.rows.length);
  const expected = namesPlan(drawing, estimate).lines;
  let plot = plotWithin(drawing, room, topEmu, expected);
  // Wide names of values leave less for each category than was to be expected.
  if (namesPlan(drawing, plot.bandEmu).lines > expected) plot = plotWithin(drawing, room, topEmu, 2);
  const { edges, scale, lines } = plot;
  const { leftEmu, bottomEmu } = edges;
  tellOutside(drawing, plot);
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

/**
 * Numbers under the longest bars below zero, and under what the limits cut off there, need a line of their own above
 * the names of categories.
 */
function roomBelow(drawing: ChartDrawing, scale: ValueScale, heightEmu: Emu): Emu {
  const { element, rows, lineEmu } = drawing;
  if (element.chart === "line") return 0;
  const written = element.series.map((one) => element.chart === "bar" && one.format !== null);
  const numbers = rows.flatMap(({ values }) =>
    values.map((value, at) => (value !== null && written[at] === true ? numberOf(value) : 0)),
  );
  const cut = scale.min < 0 ? extremes(drawing).filter((one) => beyond(one, scale) === "below") : [];
  const least = [...numbers, ...cut].reduce((low, one) => Math.min(low, one), 0);
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
  return rows.flatMap((row) =>
    reachedBy(row, element.chart === "stacked").flatMap((value) => (value === null ? [] : [numberOf(value)])),
  );
}

function linesAt({ input, scope }: ChartDrawing, { lineAt }: ChartAxis): readonly number[] {
  if (isThousandths(lineAt)) return lineAt.map((thousandths) => thousandths / 1000);
  const value = input.evaluation.value(lineAt, scope);
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (one instanceof Decimal ? [numberOf(one)] : []));
}

function isThousandths(lineAt: ChartAxis["lineAt"]): lineAt is readonly number[] {
  return Array.isArray(lineAt);
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
