// A chart of bars and lines: two charts of one kind each, which share axis, legend and all that is drawn.
import type { ChartElement } from "../../canvas/index.ts";
import type { ChartDrawing } from "./chart-drawing.ts";

/** Whether a series is drawn as a line: by its own type, else by the kind of the chart. */
export function isLine({ chart, series }: ChartElement, at: number): boolean {
  return (series[at]?.type ?? (chart === "line" ? "line" : "bar")) === "line";
}

/**
 * The chart as one of bars or stacks and one of lines, in the order in which they are drawn: lines lie over bars. Each
 * has all series, so that looks and paths keep their places, but only the values and patterns of its own. A chart of
 * one kind is itself.
 */
export function ofOneKind(drawing: ChartDrawing): readonly ChartDrawing[] {
  const { element } = drawing;
  const lines = element.series.map((_, at) => isLine(element, at));
  if (lines.every((each) => !each)) return [element.chart === "line" ? withKind(drawing, "bar", lines) : drawing];
  if (lines.every((each) => each)) return [element.chart === "line" ? drawing : withKind(drawing, "line", lines)];
  return [withKind(drawing, element.chart === "stacked" ? "stacked" : "bar", lines), withKind(drawing, "line", lines)];
}

function withKind(drawing: ChartDrawing, chart: ChartElement["chart"], lines: readonly boolean[]): ChartDrawing {
  const { element, rows } = drawing;
  const isOwn = (at: number) => lines[at] === (chart === "line");
  return {
    ...drawing,
    element: {
      ...element,
      chart,
      series: element.series.map((one, at) => ({
        ...one,
        type: lines[at] === true ? "line" : "bar",
        format: isOwn(at) ? one.format : null,
      })),
    },
    rows: rows.map((row) => ({ ...row, values: row.values.map((value, at) => (isOwn(at) ? value : null)) })),
  };
}
