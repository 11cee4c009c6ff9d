// RPT4020: what the limits of an axis cut off, and limits that cannot be as they are declared.
import { Decimal, readNumberPattern, withDecimals } from "../../expression/index.ts";
import type { ChartDrawing, ChartRow } from "./chart-drawing.ts";
import { beyond, numberOf, type Plot } from "./chart-plot.ts";
import type { ValueScale } from "./chart-scale.ts";

const WIDEN = "widen min and max of the axis, or leave them to the data";

/** How the page shows that there is more. */
const WHY = {
  bar: "its bar ends at the edge of the plot, with a break mark and its number",
  stacked: "its stack ends at the edge of the plot, with a break mark and its sum",
  line: "its line ends at the edge of the plot, with an arrow and its number",
  pie: "a circle has no axis",
} as const satisfies Record<ChartDrawing["element"]["chart"], string>;

export function tellOutside(drawing: ChartDrawing, { scale, lines }: Plot): void {
  const { rows, element, findings } = drawing;
  const { min, max, lineAt } = element.y;
  if (min === null && max === null) return;
  const extent = `the axis from ${scale.min} to ${scale.max}`;
  const isStacked = element.chart === "stacked";
  const told = { code: "RPT4020", severity: "warning", span: element.span } as const;
  const tell = (message: string, path: string | null, why: string, repair: string) => {
    findings.push({ ...told, message, path, why, repair });
  };
  if (max !== null && scale.max !== max / 1000) {
    const message = `the axis cannot end at ${max / 1000}: it begins at ${scale.min}, and is drawn to ${scale.max}`;
    tell(message, null, "an axis ends above its beginning", "give it a max above its min");
  }
  if (element.chart !== "line" && (scale.min > 0 || scale.max < 0)) {
    const message = `zero lies outside of ${extent}`;
    tell(message, null, "bars are read by their length from zero; each has a break mark there", WIDEN);
  }
  for (const row of rows) {
    reachedBy(row, isStacked).forEach((value, at) => {
      if (value === null || beyond(numberOf(value), scale) === null) return;
      const path = isStacked ? pathBeyond(row, value.sign(), scale) : (row.paths[at] ?? null);
      tell(`${value.toFixed()} lies outside of ${extent}`, path, WHY[element.chart], WIDEN);
    });
  }
  const { evaluation } = drawing.input;
  const linePath = "op" in lineAt ? evaluation.place(lineAt, drawing.scope).path : null;
  for (const line of lines) {
    if (beyond(line, scale) === null) continue;
    const message = `the line at ${line} lies outside of ${extent}`;
    findings.push({ ...told, severity: "error", message, path: linePath, why: "it is not drawn", repair: WIDEN });
  }
}

/** RPT2131, RPT4003: the pattern or step of the axis could not name its lines, and another stands in its place. */
export function tellTroubles({ element, findings, rows }: ChartDrawing, { scale }: Plot): void {
  const { format, step } = element.y;
  const told = { severity: "warning", span: element.span, path: rows[0]?.paths[0] ?? null } as const;
  const extent = `the axis from ${scale.min} to ${scale.max}`;
  if (scale.troubles.includes("step") && step !== null) {
    const size = step / 1000;
    const isCoarse = size * 2 > scale.max - scale.min;
    const message = `${extent} has ${isCoarse ? "hardly a line" : "too many lines"} in steps of ${size}`;
    const why = "steps that people count in are drawn in place of them";
    const repair = `give the axis a ${isCoarse ? "smaller" : "larger"} step, or none`;
    findings.push({ ...told, code: "RPT4003", message, why, repair });
  }
  if (!scale.troubles.includes("format") || format === null || isToldAtCheck(format, step)) return;
  const wider = widerFor(format, scale);
  findings.push({
    ...told,
    code: "RPT2131",
    message: `format '${format}' has no numbers for the lines of ${extent} that are right and differ`,
    why: "they are written by their digits: a number that is rounded stands beside a line at another value",
    repair:
      wider === null
        ? "give the axis a format whose numbers differ, such as '#,##0;-#,##0', or none"
        : `write format='${wider}' at the axis`,
  });
}

/** The pattern with as many decimals as the lines have; null where even so their numbers would be equal. */
function widerFor(pattern: string, { ticks }: ValueScale): string | null {
  const most = ticks.reduce((decimals, { name }) => Math.max(decimals, (name.split(".")[1] ?? "").length), 0);
  const wider = withDecimals(pattern, most);
  const format = wider === null ? null : readNumberPattern(wider);
  if (format === null || "problem" in format) return null;
  const values = ticks.map(({ name }) => Decimal.of(name.replaceAll(",", "")));
  const isRight = values.every(format.showsAll) && new Set(values.map(format.print)).size === ticks.length;
  return isRight ? wider : null;
}

/** Checking knows already that the pattern rounds the step. */
function isToldAtCheck(pattern: string, step: number | null): boolean {
  const format = readNumberPattern(pattern);
  const size = step === null ? null : Decimal.ofInteger(step).dividedBy(Decimal.ofInteger(1000));
  return size !== null && !("problem" in format) && !format.showsAll(size);
}

/** The values, or how far a stack of them reaches above and below zero; what is nothing reaches nowhere. */
export function reachedBy({ values }: ChartRow, isStacked: boolean): readonly (Decimal | null)[] {
  if (!isStacked) return values;
  const known = values.filter((value) => value !== null);
  const sum = (sign: number) => {
    const part = known.filter((one) => one.sign() === sign);
    return part.length === 0 ? null : part.reduce((total, one) => total.plus(one), Decimal.zero);
  };
  return [sum(1), sum(-1)];
}

/** The part of a stack that first reaches beyond the limits. */
function pathBeyond({ values, paths }: ChartRow, sign: number, scale: ValueScale): string | null {
  let reached = Decimal.zero;
  const at = values.findIndex((value) => {
    if (value === null || value.sign() !== sign) return false;
    reached = reached.plus(value);
    return beyond(numberOf(reached), scale) !== null;
  });
  return paths[at] ?? null;
}
