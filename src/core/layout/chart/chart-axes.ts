// Bars and lines between an axis of values and one of categories.
import type { ChartAxis, ChartSeries, Emu } from "../../canvas/index.ts";
import { Decimal, type Value } from "../../expression/index.ts";
import { type DrawnPath, linePath, type Rectangle } from "../page/index.ts";
import { naturalTextWidth, showTemplate } from "../words/index.ts";
import { drawBars } from "./chart-bars.ts";
import { type ChartDrawing, plainShown, putText, tellTooSmall } from "./chart-drawing.ts";
import { isLine, ofOneKind } from "./chart-kinds.ts";
import { drawLines } from "./chart-lines.ts";
import { drawNames, type MeasuredNames, measureNames, type NamesPlan, planNames } from "./chart-names.ts";
import { tellLeftOut } from "./chart-numbers.ts";
import { reachedBy, tellOutside, tellTroubles } from "./chart-outside.ts";
import { beyond, levelOf, numberOf, type Plot } from "./chart-plot.ts";
import { MARKED_WIDTH_EMU, tellSameLines } from "./chart-same-looks.ts";
import { heightOf, type ScaledValues, scaleOf, type ValueScale } from "./chart-scale.ts";

/** Lines of the grid are at least so many type sizes apart. */
const TICK_SIZES = 3;
const TICKS_MAX = 8;
/** 0.25 pt: office printers drop finer lines or print them broken. */
const GRID: DrawnPath["stroke"] = { widthEmu: 3_175, color: [190, 196, 202, 255], dashEmu: [] };
const AXIS_EMU = 6_350;

export function plotAxes(drawing: ChartDrawing, room: Rectangle): void {
  const { element, sizeEmu } = drawing;
  const unitEmu = drawAxisTitles(drawing, room);
  // Numbers above the highest bar or point need a line of their own.
  const isCut = element.y.max !== null && extremes(drawing).some((one) => one > (element.y.max ?? 0) / 1000);
  const kinds = ofOneKind(drawing);
  const written =
    isCut ||
    kinds.some((kind) => (kind.element.chart === "stacked" ? endsInZero(kind) : kind.element.series.some(hasFormat)));
  const topEmu = room.topEmu + Math.max(unitEmu, Math.round(sizeEmu * 0.6)) + (written ? Math.round(sizeEmu * 0.9) : 0);
  const names = measureNames(drawing);
  const fitted = plotOverNames(drawing, names, room, topEmu);
  if (fitted === null) return;
  const { plot, plan } = fitted;
  const { edges, scale, lines } = plot;
  const { leftEmu, bottomEmu } = edges;
  for (const kind of kinds) tellOutside(kind, plot);
  tellTroubles(drawing, plot);
  tellSameLines(drawing, plot);
  drawGrid(drawing, plot, room.leftEmu, Math.round(sizeEmu * TICK_GAP_SIZES));
  const zero = bottomEmu - heightOf(0, scale, bottomEmu - topEmu);
  const axis = linePath(
    [
      [leftEmu, zero],
      [edges.rightEmu, zero],
    ],
    { widthEmu: AXIS_EMU, color: drawing.ink, dashEmu: [] },
  );
  // Bars stand on the axis; a line that runs along it would be hidden by it.
  const [ofLines, ofBars] = [kinds.filter(isOfLines), kinds.filter((kind) => !isOfLines(kind))];
  const numbersOfBars = ofBars.map((kind) => drawBars(kind, plot));
  drawing.paths.push(axis);
  const numbersOfLines = ofLines.map((kind) => drawLines(kind, plot));
  for (const drawAll of [...numbersOfBars, ...numbersOfLines]) drawAll();
  for (const value of lines) drawLineAt(drawing, plot, value);
  drawNames(drawing, names, plan, plot, room);
  tellLeftOut(drawing);
}

/** Whether the number of a zero stands beyond the end of a stack. */
function endsInZero({ element, rows }: ChartDrawing): boolean {
  return rows.some(({ values }) => {
    const last = values.findLastIndex((value) => value !== null && value.sign() >= 0);
    return values[last]?.sign() === 0 && element.series[last]?.format != null;
  });
}

function isOfLines({ element }: ChartDrawing): boolean {
  return element.chart === "line";
}

/** Between the names of values and the plot, and between the plot and the names of categories, in type sizes. */
const TICK_GAP_SIZES = 0.5;
const CATEGORY_GAP_SIZES = 0.35;

/** Names of categories that are higher than two lines take no more than this share of what is below the title. */
const NAMES_SHARE = 0.45;
/** A lower plot shows nothing, in type sizes. */
const PLOT_SIZES = 2;

/** The plot above its names, which need the more room the narrower the bands are; null where none is left. */
function plotOverNames(
  drawing: ChartDrawing,
  names: MeasuredNames,
  room: Rectangle,
  topEmu: Emu,
): { readonly plot: Plot; readonly plan: NamesPlan } | null {
  const { sizeEmu } = drawing;
  const heightMaxEmu = Math.floor((room.bottomEmu - topEmu) * NAMES_SHARE);
  const estimate = (room.rightEmu - room.leftEmu - 3 * sizeEmu) / Math.max(1, drawing.rows.length);
  let plan = planNames(drawing, names, estimate, heightMaxEmu);
  let plot = plotWithin(drawing, room, topEmu, plan.heightEmu);
  // Wide names of values leave less for each category than was to be expected; a lower plot has fewer of them.
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const exact = planNames(drawing, names, plot.bandEmu, heightMaxEmu);
    const isEnough = exact.heightEmu <= plan.heightEmu;
    plan = isEnough ? { ...exact, heightEmu: plan.heightEmu } : exact;
    if (isEnough) break;
    plot = plotWithin(drawing, room, topEmu, plan.heightEmu);
  }
  const leastEmu = PLOT_SIZES * sizeEmu;
  const heightEmu = plot.edges.bottomEmu - topEmu;
  if (heightEmu >= leastEmu && plot.edges.rightEmu - plot.edges.leftEmu >= leastEmu) return { plot, plan };
  tellTooSmall(
    drawing,
    heightEmu < leastEmu ? ["height", heightEmu] : ["width", room.rightEmu - plot.edges.leftEmu],
    leastEmu,
  );
  return null;
}

const ROUNDS_MAX = 4;

/** What lies on the axis. Limits that lines mark are what values are compared with, and zero is not. */
function shownOn(drawing: ChartDrawing, lines: readonly number[]): ScaledValues {
  const mayLeaveZero = lines.length > 0 && drawing.element.series.every((_, at) => isLine(drawing.element, at));
  return { values: [...extremes(drawing), ...lines], areWhole: areWhole(drawing), mayLeaveZero };
}

/** The plot above names of such a height. */
function plotWithin(drawing: ChartDrawing, room: Rectangle, topEmu: Emu, namesHeightEmu: Emu): Plot {
  const { element, sizeEmu, lineEmu } = drawing;
  const xTitle = element.x.title === null ? 0 : lineEmu;
  const namesTopEmu = room.bottomEmu - namesHeightEmu - xTitle;
  const footEmu = namesTopEmu - Math.round(sizeEmu * CATEGORY_GAP_SIZES);
  const stepsMax = Math.min(TICKS_MAX, Math.max(2, (footEmu - topEmu) / (TICK_SIZES * sizeEmu)));
  const lines = linesAt(drawing, element.y);
  const scale = scaleOf(shownOn(drawing, lines), element.y, stepsMax);
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
  return Math.max(...ofOneKind(drawing).map((kind) => roomBelowBars(kind, scale, heightEmu)));
}

function roomBelowBars(drawing: ChartDrawing, scale: ValueScale, heightEmu: Emu): Emu {
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
function extremes(drawing: ChartDrawing): readonly number[] {
  return ofOneKind(drawing).flatMap(({ rows, element }) =>
    rows.flatMap((row) =>
      reachedBy(row, element.chart === "stacked").flatMap((value) => (value === null ? [] : [numberOf(value)])),
    ),
  );
}

function areWhole({ rows }: ChartDrawing): boolean {
  return rows.every(({ values }) => values.every((value) => value === null || Number.isInteger(numberOf(value))));
}

function hasFormat({ format }: ChartSeries): boolean {
  return format !== null;
}

function linesAt({ input, scope }: ChartDrawing, { lineAt }: ChartAxis): readonly number[] {
  if (isThousandths(lineAt)) return lineAt.map((thousandths) => thousandths / 1000);
  const { evaluation } = input;
  const value = evaluation.value(lineAt, scope);
  const values: readonly Value[] = Array.isArray(value) ? value : [evaluation.number(lineAt, scope)];
  return values.flatMap((one) => {
    if (one instanceof Decimal) return [numberOf(one)];
    evaluation.passOver(lineAt, scope, one, "number");
    return [];
  });
}

function isThousandths(lineAt: ChartAxis["lineAt"]): lineAt is readonly number[] {
  return Array.isArray(lineAt);
}

function drawGrid(drawing: ChartDrawing, { edges, scale }: Plot, leftEmu: Emu, gap: Emu): void {
  const height = edges.bottomEmu - edges.topEmu;
  const isNamed = namedTicks(drawing, scale, height);
  scale.ticks.forEach((tick, at) => {
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
    if (!isNamed(at)) return;
    const place = {
      xEmu: leftEmu,
      yEmu: y - Math.floor(drawing.lineEmu / 2),
      widthEmu: edges.leftEmu - gap - leftEmu,
      heightEmu: drawing.lineEmu,
    };
    putText(drawing, plainShown(tick.name), place, "right");
  });
}

/** Names of steps stand at least so many type sizes apart, else every second, fifth … of them is written. */
const NAMES_APART_SIZES = 1.05;
const NAMED = [1, 2, 5, 10, 20, 50] as const;

/** Which steps are named: zero and from it on so many each way. */
function namedTicks(drawing: ChartDrawing, scale: ValueScale, heightEmu: Emu): (at: number) => boolean {
  const { ticks } = scale;
  if (ticks.length < 2) return () => true;
  const apartEmu = apartOf(scale, heightEmu);
  const every = NAMED.find((each) => each * apartEmu >= NAMES_APART_SIZES * drawing.sizeEmu) ?? ticks.length;
  const from = Math.max(
    0,
    ticks.findIndex((tick) => tick.value === 0),
  );
  if (every > 1) tellSteps(drawing, ticks.length, every, stepThatFits(drawing, every, heightEmu));
  return (at) => (at - from) % every === 0;
}

function apartOf(scale: ValueScale, heightEmu: Emu): Emu {
  const [first, second] = scale.ticks;
  if (first === undefined || second === undefined) return 0;
  return heightOf(second.value, scale, heightEmu) - heightOf(first.value, scale, heightEmu);
}

/** Steps that are tried, in those of the source. */
const STEPS_TRIED_MAX = 100;

/** A step that leaves room for its numbers, and that the axis and its pattern take; null for none. */
function stepThatFits(drawing: ChartDrawing, every: number, heightEmu: Emu): number | null {
  const { y } = drawing.element;
  if (y.step === null) return null;
  const shown = shownOn(drawing, linesAt(drawing, y));
  for (let each = every; each <= STEPS_TRIED_MAX; each += 1) {
    const step = y.step * each;
    const scale = scaleOf(shown, { ...y, step }, TICKS_MAX);
    if (scale.troubles.length > 0) continue;
    if (apartOf(scale, heightEmu) >= NAMES_APART_SIZES * drawing.sizeEmu) return step / 1000;
  }
  return null;
}

/** RPT4003: a step of the source that is too small for the height. `step` is a larger one. */
function tellSteps({ findings, element, rows }: ChartDrawing, steps: number, every: number, step: number | null): void {
  findings.push({
    code: "RPT4003",
    severity: "warning",
    span: element.span,
    message: `the axis has ${steps} steps, too near one another for their numbers: one in ${every} is written`,
    path: rows[0]?.paths[0] ?? null,
    why: "the numbers would lie over one another",
    repair: step === null ? "enlarge h" : `enlarge h, or give the axis step=${step}`,
  });
}

function drawLineAt(drawing: ChartDrawing, plot: Plot, value: number): void {
  const { edges, scale } = plot;
  if (value < scale.min || value > scale.max) return;
  const y = levelOf(plot, value);
  const stroke = { widthEmu: MARKED_WIDTH_EMU, color: drawing.ink, dashEmu: [38_100, 25_400] };
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
