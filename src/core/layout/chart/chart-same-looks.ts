// RPT5008: series or parts of a chart that nobody can tell from one another. RPT5007: marked lines that look like one.
import { paperOf } from "./chart-breaks.ts";
import { type ChartDrawing, chartedPath } from "./chart-drawing.ts";
import { isLine } from "./chart-kinds.ts";
import { areAlike, type Look } from "./chart-looks.ts";
import { dashesOf } from "./chart-markers.ts";
import { beyond, levelOf, type Plot } from "./chart-plot.ts";

/** Series that look alike: each with the first one that it looks like. */
export function tellSameSeries(drawing: ChartDrawing): void {
  const { series } = drawing;
  const alike = series.flatMap(({ name }, later) => {
    for (let first = 0; first < later; first++) {
      const at = isAlike(drawing, first, later);
      if (at !== null) return [{ at, names: [series[first]?.name.text ?? "", name.text] as const }];
    }
    return [];
  });
  const [found] = alike;
  if (found === undefined) return;
  tell(drawing, "series", found.names, alike.length, chartedPath(drawing, found.at));
}

/** The first record in which both look alike; null where they never do. */
function isAlike(drawing: ChartDrawing, first: number, later: number): number | null {
  const { rows, series, element } = drawing;
  const [one, other] = [series[first], series[later]];
  if (one === undefined || other === undefined) return null;
  if (isLine(element, first) !== isLine(element, later)) return null;
  if (isLine(element, first)) {
    const sameDash = dashesOf(drawing, first).join() === dashesOf(drawing, later).join();
    return sameDash && areAlike(one.color, other.color, paperOf(drawing)) ? 0 : null;
  }
  if (one.hatch !== other.hatch) return null;
  const at = rows.findIndex(({ colors }) => {
    return areAlike(colors[first] ?? one.color, colors[later] ?? other.color, paperOf(drawing));
  });
  return at < 0 ? null : at;
}

/** Parts of a whole that look alike. */
export function tellSameParts(drawing: ChartDrawing, parts: readonly (Look & { readonly name: string })[]): void {
  const ground = paperOf(drawing);
  const alike = parts.flatMap((part, later) => {
    const first = parts.slice(0, later).find((one) => {
      return one.hatch === part.hatch && areAlike(one.color, part.color, ground);
    });
    return first === undefined ? [] : [{ at: later, names: [first.name, part.name] as const }];
  });
  const [found] = alike;
  if (found !== undefined) tell(drawing, "parts", found.names, alike.length, chartedPath(drawing, found.at));
}

/** A line that marks a value, in EMU. */
export const MARKED_WIDTH_EMU = 9_525;

/** Values that are marked by lines so near to one another that they look like one. */
export function tellSameLines({ element, findings, input, scope }: ChartDrawing, plot: Plot): void {
  const shown = plot.lines.filter((value) => beyond(value, plot.scale) === null).toSorted((one, other) => one - other);
  const near = shown.flatMap((value, at): readonly (readonly [number, number])[] => {
    const next = shown[at + 1];
    if (next === undefined || next === value) return [];
    return levelOf(plot, value) - levelOf(plot, next) < 2 * MARKED_WIDTH_EMU ? [[value, next]] : [];
  });
  const [first] = near;
  if (first === undefined) return;
  const { lineAt } = element.y;
  const more = near.length === 1 ? "" : `, and ${near.length - 1} more`;
  findings.push({
    code: "RPT5007",
    severity: "warning",
    span: element.span,
    message: `the lines at ${first.join(" and ")} look like one${more}`,
    path: "op" in lineAt ? input.evaluation.place(lineAt, scope).path : null,
    why: `the axis goes from ${plot.scale.min} to ${plot.scale.max}`,
    repair: "give the axis a min and a max nearer to them, or the chart a larger h",
  });
}

function tell(
  { element, findings }: ChartDrawing,
  what: "series" | "parts",
  [one, other]: readonly [string, string],
  count: number,
  path: string | null,
): void {
  const more = count === 1 ? "" : `, and ${count - 1} more like others`;
  findings.push({
    code: "RPT5008",
    severity: "warning",
    span: element.span,
    message: `two ${what} of the chart look alike: ${named(one)} and ${named(other)}${more}`,
    path,
    why: "nobody can tell by the legend which is which",
    repair:
      element.chart !== "pie" && element.series.some((_, at) => isLine(element, at))
        ? "give each series a colour of its own, or another dash="
        : `give each of the ${what} a colour of its own, or leave the colours out`,
  });
}

function named(name: string): string {
  return name.trim() === "" ? "one without a name" : `"${name}"`;
}
