// The parts of a whole: slices clockwise from the top, their shares in tenths of a percent, each rounded for itself.

import type { Emu } from "../../canvas/index.ts";
import { Decimal } from "../../expression/index.ts";
import { cosineOf, sineOf } from "../../geometry/index.ts";
import { circle, type Rectangle, slice } from "../page/index.ts";
import { naturalTextWidth, tellNamesLeftOut, tellSameNames, tellUnnamed } from "../words/index.ts";
import { paperOf } from "./chart-breaks.ts";
import {
  type ChartDrawing,
  type ChartRow,
  drawNothing,
  outlineOf,
  plainShown,
  putText,
  tellTooSmall,
} from "./chart-drawing.ts";
import { areaPaths } from "./chart-hatch.ts";
import { drawLegend, type LegendEntry } from "./chart-legend.ts";
import { LOOKS_MAX, type Look, paletteLooks, readableOn } from "./chart-looks.ts";
import { groundOf, tellLeftOut } from "./chart-numbers.ts";
import { tellSameParts } from "./chart-same-looks.ts";

interface Part extends Look {
  readonly row: ChartRow;
  readonly value: Decimal;
  /** Of the whole, rounded for itself: equal values have equal shares. */
  readonly perMille: number;
}

export function plotPie(drawing: ChartDrawing, room: Rectangle, legend: "none" | "top" | "right" | "bottom"): void {
  const parts = partsOf(drawing);
  const whole = parts.reduce((sum, { value }) => sum.plus(value), Decimal.zero);
  if (whole.sign() === 0) {
    if (parts.length > 0) tellNothing(drawing);
    // Whoever comes here has numbers: those that are missing below are less than nothing.
    const hasNegative = drawing.rows.some(({ values: [value] }) => value != null && value.sign() < 0);
    drawNothing(drawing, room, hasNegative ? "negative" : "zero");
    return;
  }
  if (drawing.series.length > 1) tellOtherSeries(drawing);
  if (parts.length > LOOKS_MAX) tellManyParts(drawing, parts.length);
  else
    tellSameParts(
      drawing,
      parts.map((part) => ({ ...part, name: part.row.name.text })),
    );
  const names = parts.map(({ row }) => row.name);
  const things = { one: "part", many: "parts", of: "of the chart", word: "name", span: drawing.element.span };
  drawing.findings.push(
    ...(legend === "none"
      ? tellNamesLeftOut(names, things)
      : [...tellUnnamed(names, things), ...tellSameNames(names, things)]),
  );
  const entries = parts.map(
    ({ row, color, hatch, value, perMille }): LegendEntry => ({
      ...{ name: row.name, color, hatch, line: null },
      note: `　${percent(perMille, value)}`,
    }),
  );
  const left = drawLegend(drawing, entries, legend, drawSum(drawing, parts, room));
  const [widthEmu, heightEmu] = [left.rightEmu - left.leftEmu, left.bottomEmu - left.topEmu];
  const side = Math.min(widthEmu, heightEmu);
  if (side < CIRCLE_SIZES * drawing.sizeEmu) {
    tellTooSmall(drawing, [widthEmu < heightEmu ? "width" : "height", side], CIRCLE_SIZES * drawing.sizeEmu);
    return;
  }
  const radius = Math.floor(side * 0.48);
  const center: readonly [Emu, Emu] = [
    Math.floor((left.leftEmu + left.rightEmu) / 2),
    Math.floor((left.topEmu + left.bottomEmu) / 2),
  ];
  const [x, y] = center;
  const bounds = { leftEmu: x - radius, topEmu: y - radius, rightEmu: x + radius, bottomEmu: y + radius };
  let from = 0;
  for (const part of parts) {
    if (part.value.sign() === 0) continue;
    const share = Number(part.value.toFixed()) / Number(whole.toFixed());
    const commands = share >= 1 ? circle(center, radius) : slice(center, radius, from, from + share);
    const outline = { ...outlineOf(drawing), join: "round" } as const;
    drawing.paths.push(...areaPaths(drawing, commands, bounds, part, outline));
    putShare(drawing, part, center, radius, [from, share, legend !== "none"]);
    from += share;
  }
  tellLeftOut(drawing);
}

/** A smaller circle has no parts that can be told apart, in type sizes. */
const CIRCLE_SIZES = 2;

/** Shares that are rounded each for itself may not add up: what they come to stands below, as statistics say it. */
function drawSum(drawing: ChartDrawing, parts: readonly Part[], room: Rectangle): Rectangle {
  const sum = parts.reduce((total, { perMille }) => total + perMille, 0);
  if (sum === WHOLE) return room;
  const { lineEmu } = drawing;
  const isJapanese = drawing.input.canvas.document.lang.startsWith("ja");
  const words = isJapanese ? `四捨五入のため合計は${tenths(sum)}%` : `rounded; the sum is ${tenths(sum)}%`;
  const widthEmu = room.rightEmu - room.leftEmu;
  const place = { xEmu: room.leftEmu, yEmu: room.bottomEmu - lineEmu, widthEmu, heightEmu: lineEmu };
  putText(drawing, plainShown(words), place, "right");
  return { ...room, bottomEmu: room.bottomEmu - lineEmu };
}

/** A slice narrower than its words has them in the legend alone; without one they are left out, which is told. */
function putShare(
  drawing: ChartDrawing,
  part: Part,
  [x, y]: readonly [Emu, Emu],
  radius: Emu,
  [from, share, isInLegend]: readonly [from: number, share: number, isInLegend: boolean],
): void {
  const text = percent(part.perMille, part.value);
  const { lineEmu, element, input } = drawing;
  const width = naturalTextWidth(input, text, element.style, true);
  const turn = 2 * Math.PI * (from + share / 2);
  const out = { xShare: share >= 1 ? 0 : sineOf(turn), yShare: share >= 1 ? 0 : -cosineOf(turn) };
  const distance = shareDistance(radius, share, [width, lineEmu], out);
  if (distance === null) {
    if (!isInLegend) drawing.leftOut.push({ path: part.row.paths[0] ?? null, isLong: false, isZero: false });
    return;
  }
  const [middleX, middleY] = [x + Math.round(distance * out.xShare), y + Math.round(distance * out.yShare)];
  const place = {
    xEmu: middleX - Math.floor(width / 2),
    yEmu: middleY - Math.floor(lineEmu / 2),
    widthEmu: width,
    heightEmu: lineEmu,
  };
  if (part.hatch !== null) drawing.grounds.push(groundOf(drawing, place, width, part.color));
  const color = { kind: "fixed", color: readableOn(part.color) } as const;
  putText(drawing, plainShown(text, part.row.paths[0] ?? null), place, "center", { color });
}

/** Where the words of a share may stand between the middle of the circle and its rim, the usual place first. */
const SHARE_PLACES = [0.68, 0.64, 0.6, 0.56, 0.52, 0.48, 0.44, 0.4] as const;

/**
 * How far from the circle's middle the words of a slice stand: where the slice is wide enough for them and they lie
 * within the circle. Null where no place is.
 */
function shareDistance(
  radius: Emu,
  share: number,
  [width, height]: readonly [width: Emu, height: Emu],
  { xShare, yShare }: { readonly xShare: number; readonly yShare: number },
): number | null {
  const found = SHARE_PLACES.find((place) => {
    const distance = radius * place;
    const chord = share >= 0.5 ? 2 * distance : 2 * distance * sineOf(Math.PI * share);
    if (chord < Math.max(width, height) * 1.15) return false;
    // Of the corners of the words, the one that is farthest out.
    const farX = Math.abs(distance * xShare) + width / 2;
    const farY = Math.abs(distance * yShare) + height / 2;
    return farX * farX + farY * farY <= radius * radius;
  });
  return found === undefined ? null : radius * found;
}

/** A hundred percent. */
const WHOLE = 1000;

/** What is more than nothing is not written as nothing. */
function percent(perMille: number, value: Decimal): string {
  return perMille === 0 && value.sign() > 0 ? "<0.1%" : `${tenths(perMille)}%`;
}

function tenths(perMille: number): string {
  return `${Math.floor(perMille / 10)}.${perMille % 10}`;
}

/** Parts of zero or more, with their rounded shares; a negative part of a whole is told. */
function partsOf(drawing: ChartDrawing): readonly Part[] {
  const { rows, element } = drawing;
  const kept = rows.flatMap((row) => {
    const value = row.values[0] ?? null;
    if (value !== null && value.sign() < 0) {
      drawing.findings.push({
        code: "RPT4020",
        severity: "error",
        span: element.span,
        message: `${value.toFixed()} is no part of a whole`,
        path: row.paths[0] ?? null,
        why: "a circle has no room for what is less than nothing",
        repair: "send values of zero or more, or draw bars",
      });
    }
    return value === null || value.sign() < 0 ? [] : [{ row, value }];
  });
  const whole = kept.reduce((sum, { value }) => sum.plus(value), Decimal.zero);
  const thousand = Decimal.ofInteger(WHOLE);
  const own = element.series[0]?.paint ?? null;
  const looks = paletteLooks(kept.length, [], paperOf(drawing));
  return kept.map(({ row, value }, at) => {
    const share = value.times(thousand).dividedBy(whole) ?? Decimal.zero;
    const perMille = share.round(0, "half_up").toInteger() ?? 0;
    const color = own?.kind === "computed" ? row.colors[0] : undefined;
    const look = (color === undefined ? looks[at] : null) ?? { color: color ?? drawing.ink, hatch: null };
    return { row, value, ...look, perMille };
  });
}

function tellNothing({ findings, element, rows }: ChartDrawing): void {
  findings.push({
    code: "RPT4020",
    severity: "warning",
    span: element.span,
    message: "the parts of the whole add up to nothing",
    path: rows[0]?.paths[0] ?? null,
    why: "nothing has no shares, and no circle is drawn",
    repair: "send a value above zero, or draw the chart only where one is",
  });
}

function tellOtherSeries({ findings, element, series, rows }: ChartDrawing): void {
  findings.push({
    code: "RPT4003",
    severity: "warning",
    span: element.span,
    message: `a circle shows one series, and ${series.length - 1} more ${series.length > 2 ? "are" : "is"} left out`,
    path: rows[0]?.paths[1] ?? null,
    why: "the parts of a circle are of one whole",
    repair: "give each series a chart of its own, or draw them stacked",
  });
}

function tellManyParts({ findings, element }: ChartDrawing, parts: number): void {
  findings.push({
    code: "RPT4020",
    severity: "warning",
    span: element.span,
    message: `of ${parts} parts, only ${LOOKS_MAX} look different`,
    path: null,
    why: "the others have the colours of the first once more",
    repair: "add the smallest parts up to one",
  });
}
