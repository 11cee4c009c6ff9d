// Casings: an edge in the paper's colour around a line of a chart, as maps draw roads. It keeps the line apart from
// bars and from other lines of nearly its colour that lie under it.
import type { Color, Emu } from "../../canvas/index.ts";
import { contrastOf, type DrawnPath, over } from "../page/index.ts";
import { paperOf } from "./chart-breaks.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { isLine } from "./chart-kinds.ts";
import { areAlike } from "./chart-looks.ts";

/** A casing reaches so far beyond its line. Half of what a line shows on each side of another one that lies over it. */
const CASING_EMU = 7_938;
/** A thin line whose contrast to a bar is lower is hardly seen on it (WCAG 2, criterion 1.4.11). */
const CONTRAST_MIN = 3;

/**
 * Whether a line would be lost on what is drawn under it: a bar of the chart that has hardly another tone, or a line
 * before it that is taken for the same colour.
 */
export function isLostOn(drawing: ChartDrawing, index: number): boolean {
  const { element, series } = drawing;
  const ground = over(paperOf(drawing), PAPER);
  const own = colorsOf(drawing, index);
  return series.some((_, other) => {
    if (isLine(element, other)) {
      return other < index && isAny(own, colorsOf(drawing, other), (one, under) => areAlike(one, under, ground));
    }
    return isAny(own, colorsOf(drawing, other), (one, under) => {
      return contrastOf(over(one, ground), over(under, ground)) < CONTRAST_MIN;
    });
  });
}

const PAPER: Color = [255, 255, 255, 255];

function isAny(
  ones: readonly Color[],
  others: readonly Color[],
  isNear: (one: Color, other: Color) => boolean,
): boolean {
  return ones.some((one) => others.some((other) => isNear(one, other)));
}

/** A series' own colour, and those of its records. */
function colorsOf({ series, rows }: ChartDrawing, index: number): readonly Color[] {
  const { color } = series[index] ?? {};
  const all = [...(color === undefined ? [] : [color]), ...rows.map(({ colors }) => colors[index] ?? PAPER)];
  return [...new Map(all.map((one) => [one.join(), one])).values()];
}

/** What is drawn below a path so that an edge of the paper's colour shows around it. */
export function casingOf(drawing: ChartDrawing, { commands, stroke, fill }: DrawnPath): DrawnPath {
  const color = paperOf(drawing);
  const widthEmu: Emu = (stroke?.widthEmu ?? 0) + 2 * CASING_EMU;
  return {
    commands,
    fill: fill === null ? null : color,
    stroke: { ...stroke, widthEmu, color, dashEmu: [] },
  };
}
