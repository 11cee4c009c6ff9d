// The parts of a whole: slices clockwise from the top, their shares in tenths of a percent that add up to a hundred.
import type { Emu } from "../canvas/index.ts";
import { Decimal } from "../expression/index.ts";
import {
  type ChartDrawing,
  type ChartRow,
  drawNothing,
  outlineOf,
  paletteColor,
  plainShown,
  putText,
  readableOn,
} from "./chart-drawing.ts";
import { drawLegend, type LegendEntry } from "./chart-legend.ts";
import type { Rectangle } from "./pages.ts";
import { circle, slice } from "./path-shapes.ts";
import { naturalTextWidth } from "./text-box.ts";

interface Part {
  readonly row: ChartRow;
  readonly value: Decimal;
  readonly color: ReturnType<typeof paletteColor>;
  readonly perMille: number;
}

export function plotPie(drawing: ChartDrawing, room: Rectangle, legend: "none" | "top" | "right" | "bottom"): void {
  const parts = partsOf(drawing);
  if (parts.length === 0) {
    drawNothing(drawing, room);
    return;
  }
  const entries = parts.map(
    (part): LegendEntry => ({
      name: part.row.name,
      color: part.color,
      note: `　${percent(part.perMille)}`,
      line: null,
    }),
  );
  const left = drawLegend(drawing, entries, legend, room);
  const side = Math.min(left.rightEmu - left.leftEmu, left.bottomEmu - left.topEmu);
  const radius = Math.floor(side * 0.48);
  const center: readonly [Emu, Emu] = [
    Math.floor((left.leftEmu + left.rightEmu) / 2),
    Math.floor((left.topEmu + left.bottomEmu) / 2),
  ];
  let from = 0;
  const whole = parts.reduce((sum, part) => sum + Number(part.value.toFixed()), 0);
  for (const part of parts) {
    const share = Number(part.value.toFixed()) / whole;
    const commands = share >= 1 ? circle(center, radius) : slice(center, radius, from, from + share);
    drawing.paths.push({ commands, fill: part.color, stroke: { ...outlineOf(drawing), join: "round" } });
    putShare(drawing, part, center, radius, from, share);
    from += share;
  }
}

/** A slice narrower than its words has them in the legend alone. */
function putShare(
  drawing: ChartDrawing,
  part: Part,
  [x, y]: readonly [Emu, Emu],
  radius: Emu,
  from: number,
  share: number,
): void {
  const text = percent(part.perMille);
  const { lineEmu, element, input } = drawing;
  const width = naturalTextWidth(input, text, element.style, true);
  const distance = radius * 0.68;
  const chord = share >= 0.5 ? 2 * distance : 2 * distance * Math.sin(Math.PI * share);
  if (chord < Math.max(width, lineEmu) * 1.15) return;
  const turn = 2 * Math.PI * (from + share / 2);
  const [middleX, middleY] = [
    x + Math.round(distance * Math.sin(turn) * (share >= 1 ? 0 : 1)),
    y - Math.round(distance * Math.cos(turn) * (share >= 1 ? 0 : 1)),
  ];
  const place = {
    xEmu: middleX - Math.floor(width / 2),
    yEmu: middleY - Math.floor(lineEmu / 2),
    widthEmu: width,
    heightEmu: lineEmu,
  };
  const color = { kind: "fixed", color: readableOn(part.color) } as const;
  putText(drawing, plainShown(text, part.row.paths[0] ?? null), place, "center", { color });
}

function percent(perMille: number): string {
  return `${Math.floor(perMille / 10)}.${perMille % 10}%`;
}

/** Parts above zero; a negative part of a whole is told. Shares are rounded by the largest remainder. */
function partsOf(drawing: ChartDrawing): readonly Part[] {
  const { rows, element } = drawing;
  const kept = rows.flatMap((row) => {
    const value = row.values[0] ?? null;
    if (value !== null && value.sign() < 0) {
      drawing.findings.push({
        code: "RPT4020",
        severity: "warning",
        span: element.span,
        message: `${value.toFixed()} is no part of a whole`,
        path: row.paths[0] ?? null,
        why: "a circle has no room for what is less than nothing",
        repair: "send values of zero or more, or draw bars",
      });
    }
    return value === null || value.sign() <= 0 ? [] : [{ row, value }];
  });
  const whole = kept.reduce((sum, { value }) => sum.plus(value), Decimal.zero);
  const exact = kept.map(({ value }) => Number(value.toFixed()) * (1000 / Number(whole.toFixed())));
  const floors = exact.map(Math.floor);
  let missing = 1000 - floors.reduce((sum, one) => sum + one, 0);
  const order = exact.map((one, at) => ({ at, rest: one - Math.floor(one) })).toSorted((a, b) => b.rest - a.rest);
  for (const { at } of order) {
    if (missing <= 0) break;
    floors[at] = (floors[at] ?? 0) + 1;
    missing--;
  }
  const own = element.series[0]?.paint ?? null;
  return kept.map(({ row, value }, at) => {
    const color = own?.kind === "computed" ? (row.colors[0] ?? paletteColor(at)) : paletteColor(at);
    return { row, value, color, perMille: floors[at] ?? 0 };
  });
}
