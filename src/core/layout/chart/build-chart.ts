// Charts → drawings: title and legend around, the plot between, and in it bars, lines or the parts of a circle.
import type { ChartElement, Color, Emu } from "../../canvas/index.ts";
import { type Scope, valueWritten } from "../../expression/index.ts";
import { linesHeightEmu } from "../../text/index.ts";
import {
  borderBoxWidth,
  type DrawingBlock,
  frameOf,
  metaOf,
  outerHeight,
  type Room,
  rulesOf,
} from "../blocks/index.ts";
import { over, type Rectangle } from "../page/index.ts";
import {
  colorsNamed,
  type LayoutInput,
  resolveColor,
  resolveFill,
  showTemplate,
  styleOf,
  tellNamesLeftOut,
  tellSameNames,
  tellUnnamed,
} from "../words/index.ts";
import { plotAxes } from "./chart-axes.ts";
import {
  type ChartDrawing,
  type ChartRow,
  type ChartSeriesLook,
  drawNothing,
  putText,
  tellTooSmall,
} from "./chart-drawing.ts";
import { isLine } from "./chart-kinds.ts";
import { drawLegend } from "./chart-legend.ts";
import { commonColor, type Look, paletteLooks } from "./chart-looks.ts";
import { plotPie } from "./chart-pie.ts";
import { tellSameSeries } from "./chart-same-looks.ts";

/** The height of a chart that declares none, as a share of its width. */
const HEIGHT_SHARE = 0.55;

export function buildChart(input: LayoutInput, element: ChartElement, scope: Scope, room: Room): DrawingBlock {
  const { box } = element;
  const widthEmu = borderBoxWidth(box, room);
  const heightEmu = box.heightEmu ?? Math.round(widthEmu * HEIGHT_SHARE);
  const style = styleOf(input.canvas, element.style);
  const records = input.evaluation.records(element.over, scope);
  const computed = records.map((record) => computedColors(input, element, record));
  const looks = looksOf(input, element, scope, computed.flat());
  const rows = rowsOf(input, element, records, { looks, computed });
  const drawing: ChartDrawing = {
    // A chart fits its texts to what is free: no room of theirs is a length that a field could keep to.
    input: { ...input, rooms: null },
    element,
    scope,
    rows,
    series: seriesOf(input, element, scope, looks, rows),
    sizeEmu: style.sizeEmu,
    lineEmu: linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths),
    ink: resolveColor(input, style.color, scope),
    paths: [],
    grounds: [],
    texts: [],
    numbers: [],
    ends: [],
    shown: [],
    strokes: [],
    leftOut: [],
    findings: [],
  };
  const edges = { leftEmu: 0, topEmu: 0, rightEmu: widthEmu, bottomEmu: heightEmu };
  drawChart(drawing, padded(edges, box.padding));
  return {
    kind: "drawing",
    shapes: [],
    paths: [...drawing.paths, ...drawing.grounds],
    texts: drawing.texts,
    structure: "Figure",
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: widthEmu + box.margin[1] + box.margin[3],
    heightEmu: outerHeight({ ...box, heightEmu }, 0),
    fixedHeight: true,
    breaksInside: false,
    varies: true,
    findings: drawing.findings,
    node: null,
  };
}

function padded(edges: Rectangle, [top, right, bottom, left]: readonly [Emu, Emu, Emu, Emu]): Rectangle {
  return {
    leftEmu: edges.leftEmu + left,
    topEmu: edges.topEmu + top,
    rightEmu: edges.rightEmu - right,
    bottomEmu: edges.bottomEmu - bottom,
  };
}

/** One for each series: of the palette, where the source gives it no colour. */
function looksOf(
  input: LayoutInput,
  element: ChartElement,
  scope: Scope,
  computed: readonly (Color | null)[],
): readonly Look[] {
  const { box, series } = element;
  // A colour that no record has today may come tomorrow: the other series keep theirs.
  const named = series.flatMap(({ paint }) => (paint === null ? [] : colorsNamed(input, paint)));
  const given = [...named, ...computed.filter((color) => color !== null)];
  const fill = box.fill === null ? null : resolveFill(input, box.fill, scope);
  const ground = fill === null ? PAPER : over(fill, PAPER);
  const lines = series.map((_, at) => isLine(element, at));
  const palette = paletteLooks(series.length, given, ground, lines);
  return series.map(({ paint }, at) => {
    if (paint?.kind === "fixed") return { color: paint.color, hatch: null };
    // Each takes the place in the palette that it has among all, so that a colour more or less moves no other.
    return palette[at] ?? { color: PAPER, hatch: null };
  });
}

/** For each series, the colour that its expression yields for a record; null where there is none. */
function computedColors(input: LayoutInput, { series }: ChartElement, record: Scope): readonly (Color | null)[] {
  return series.map(({ paint }) => (paint?.kind === "computed" ? resolveColor(input, paint, record) : null));
}

const PAPER: Color = [255, 255, 255, 255];

/**
 * A series whose records have colours of their own has that of most of them in the legend and for its line; without
 * records, the last one that it may have, which follows all conditions.
 */
function seriesOf(
  input: LayoutInput,
  { series }: ChartElement,
  scope: Scope,
  looks: readonly Look[],
  rows: readonly ChartRow[],
): readonly ChartSeriesLook[] {
  return series.map(({ name, paint }, at) => {
    const shown = showTemplate(name, input.evaluation, scope, null);
    const look = looks[at] ?? { color: PAPER, hatch: null };
    if (paint?.kind !== "computed") return { name: shown, ...look };
    const drawn = rows.flatMap(({ values, colors: { [at]: color } }) =>
      values[at] == null || color === undefined ? [] : [color],
    );
    return { name: shown, color: commonColor(drawn) ?? colorsNamed(input, paint).at(-1) ?? look.color, hatch: null };
  });
}

interface ChartColors {
  readonly looks: readonly Look[];
  /** By record, then by series. */
  readonly computed: readonly (readonly (Color | null)[])[];
}

function rowsOf(
  { evaluation }: LayoutInput,
  element: ChartElement,
  records: readonly Scope[],
  { looks, computed }: ChartColors,
): readonly ChartRow[] {
  const only = element.category.length === 1 ? element.category[0] : undefined;
  const code = only?.kind === "computed" ? valueWritten(only.code) : null;
  return records.map((record, index) => {
    return {
      name: showTemplate(element.category, evaluation, record, null),
      value: code === null ? null : evaluation.value(code, record),
      values: element.series.map((one) => evaluation.number(one.value, record)),
      paths: element.series.map((one) => evaluation.place(one.value, record).path),
      colors: element.series.map((_, at) => computed[index]?.[at] ?? looks[at]?.color ?? PAPER),
    };
  });
}

/** Names that tell nothing apart: of series in the legend, and of records on the axis. */
function tellNamesOfAxes({ element, series, rows, findings }: ChartDrawing, hasLegend: boolean): void {
  const { span } = element;
  const things = { one: "series", many: "series", of: "of the chart", word: "name", span };
  const names = series.map(({ name }) => name);
  findings.push(
    ...(hasLegend ? [...tellUnnamed(names, things), ...tellSameNames(names, things)] : tellNamesLeftOut(names, things)),
  );
  const records = { one: "record", many: "records", of: "on the axis of the chart", word: "name", span };
  const categories = rows.map(({ name }) => name);
  findings.push(...tellUnnamed(categories, records));
  // One name may come again with the data, as hours do every day; words of the form's own name no record.
  if (categories.every(({ isStatic }) => isStatic)) findings.push(...tellSameNames(categories, records));
}

/** The least side of a plot that can be read. */
const PLOT_MIN_EMU = 540_000;

function drawChart(drawing: ChartDrawing, edges: Rectangle): void {
  const { element, rows } = drawing;
  let room = drawTitle(drawing, edges);
  const isPie = element.chart === "pie";
  const legend = element.legend ?? (isPie ? "right" : drawing.series.length > 1 ? "bottom" : "none");
  const entries = isPie
    ? []
    : drawing.series.map((one, at) => {
        const line = isLine(element, at) ? at : null;
        return { name: one.name, color: one.color, hatch: one.hatch, note: "", line };
      });
  if (!isPie) {
    tellSameSeries(drawing);
    tellNamesOfAxes(drawing, legend !== "none");
    room = drawLegend(drawing, entries, legend, room);
  }
  const [width, height] = [room.rightEmu - room.leftEmu, room.bottomEmu - room.topEmu];
  if (width < PLOT_MIN_EMU || height < PLOT_MIN_EMU) {
    tellTooSmall(drawing, width < height ? ["width", width] : ["height", height], PLOT_MIN_EMU);
    return;
  }
  if (rows.length === 0 || rows.every((row) => row.values.every((value) => value === null))) {
    drawNothing(drawing, room);
  } else if (isPie) plotPie(drawing, room, legend);
  else plotAxes(drawing, room);
}

function drawTitle(drawing: ChartDrawing, room: Rectangle): Rectangle {
  const { element, input, scope, lineEmu } = drawing;
  if (element.title === null) return room;
  const shown = showTemplate(element.title, input.evaluation, scope, null);
  const place = {
    xEmu: room.leftEmu,
    yEmu: room.topEmu,
    widthEmu: room.rightEmu - room.leftEmu,
    heightEmu: lineEmu,
  };
  putText(drawing, shown, place, "center", {}, element.titleStyle);
  return { ...room, topEmu: room.topEmu + Math.round(lineEmu * 1.35) };
}
