// Names of series, or of the parts of a whole, beside squares of their colours.
import type { Color, Emu } from "../../canvas/index.ts";
import { linePath, type Rectangle, rectangle } from "../page/index.ts";
import { type Finding, naturalTextWidth, type ShownText } from "../words/index.ts";
import { type ChartDrawing, chartedPath, outlineOf, putText } from "./chart-drawing.ts";
import { areaPaths } from "./chart-hatch.ts";
import type { Look } from "./chart-looks.ts";
import { dashesOf, marker } from "./chart-markers.ts";

export interface LegendEntry extends Look {
  readonly name: ShownText;
  /** Behind the name: a share of the whole. */
  readonly note: string;
  /** Which line it stands for; null for areas. */
  readonly line: number | null;
}

/** A square of this share of the type size, and what is left free beside it. */
const SWATCH_SHARE = 0.8;
const GAP_SHARE = 0.4;
/** A piece of a line in which two dashes are seen beside its mark. */
const DASHED_EMU = 247_650;

/** How wide the pieces of lines of a legend are: all alike. Squares are as wide, unless names follow them at once. */
function sampleWidth(drawing: ChartDrawing, entries: readonly LegendEntry[]): Emu {
  const isDashed = entries.some(({ line }) => line !== null && dashesOf(drawing, line).length > 0);
  return isDashed ? DASHED_EMU : squareSide(drawing);
}

function squareSide({ sizeEmu }: ChartDrawing): Emu {
  return Math.round(sizeEmu * SWATCH_SHARE);
}

/** In lines above or below, or in one column on the right; answers what is left. */
export function drawLegend(
  drawing: ChartDrawing,
  entries: readonly LegendEntry[],
  where: "none" | "top" | "right" | "bottom",
  room: Rectangle,
): Rectangle {
  if (where === "none" || entries.length === 0) return room;
  const { sizeEmu, lineEmu } = drawing;
  const sampleEmu = sampleWidth(drawing, entries);
  const lead = leadOf(drawing, sampleEmu);
  const nameWidth = ({ name, note }: LegendEntry) =>
    naturalTextWidth(drawing.input, name.text + note, drawing.element.style, true);
  const width = room.rightEmu - room.leftEmu;
  if (where === "right") {
    const widest = entries.reduce((most, entry) => Math.max(most, nameWidth(entry)), 0);
    const column = Math.min(lead + widest, Math.floor(width / 2));
    const left = room.rightEmu - column;
    const top = room.topEmu + Math.max(0, Math.floor((room.bottomEmu - room.topEmu - entries.length * lineEmu) / 2));
    const fitting = Math.max(1, Math.floor((room.bottomEmu - room.topEmu) / lineEmu));
    if (entries.length > fitting) drawing.findings.push(tooMany(drawing, entries.length, fitting));
    entries.slice(0, fitting).forEach((entry, at) => {
      putEntry(drawing, entry, [left, top + at * lineEmu], column, sampleEmu);
    });
    return { ...room, rightEmu: left - Math.round(sizeEmu * 1.2) };
  }
  // Beside one another, each name follows its own sample; in a column the names begin one below the other.
  const sampleOf = ({ line }: LegendEntry) => (line === null ? squareSide(drawing) : sampleEmu);
  const lines = legendLines(
    entries.map((entry) => leadOf(drawing, sampleOf(entry)) + nameWidth(entry)),
    width,
    Math.round(sizeEmu * 1.4),
  );
  const height = lines.length * lineEmu;
  const top = where === "top" ? room.topEmu : room.bottomEmu - height;
  lines.forEach((line, row) => {
    const used = line.widthEmu;
    let x = room.leftEmu + Math.max(0, Math.floor((width - used) / 2));
    for (const { at, widthEmu } of line.entries) {
      const entry = entries[at];
      if (entry !== undefined) putEntry(drawing, entry, [x, top + row * lineEmu], widthEmu, sampleOf(entry));
      x += widthEmu + Math.round(sizeEmu * 1.4);
    }
  });
  const gap = Math.round(lineEmu * 0.3);
  return where === "top"
    ? { ...room, topEmu: room.topEmu + height + gap }
    : { ...room, bottomEmu: room.bottomEmu - height - gap };
}

function tooMany(drawing: ChartDrawing, entries: number, fitting: number): Finding {
  const { element } = drawing;
  return {
    code: "RPT4001",
    severity: "error",
    span: element.span,
    message: `the legend has ${entries} names, and ${fitting} fit beside the chart`,
    path: chartedPath(drawing, fitting),
    why: "what has no name cannot be told apart",
    repair: "enlarge h, or add the smallest parts up to one",
  };
}

function legendLines(widths: readonly Emu[], widthEmu: Emu, gapEmu: Emu) {
  const lines: { entries: { at: number; widthEmu: Emu }[]; widthEmu: Emu }[] = [];
  widths.forEach((natural, at) => {
    const own = Math.min(natural, widthEmu);
    const last = lines.at(-1);
    if (last === undefined || last.widthEmu + gapEmu + own > widthEmu) {
      lines.push({ entries: [{ at, widthEmu: own }], widthEmu: own });
    } else {
      last.entries.push({ at, widthEmu: own });
      last.widthEmu += gapEmu + own;
    }
  });
  return lines;
}

/** From the left edge of an entry to its name. */
function leadOf(drawing: ChartDrawing, sampleEmu: Emu): Emu {
  const { sizeEmu } = drawing;
  return Math.round(sizeEmu * (SWATCH_SHARE + GAP_SHARE)) + Math.max(0, sampleEmu - squareSide(drawing));
}

function putEntry(
  drawing: ChartDrawing,
  entry: LegendEntry,
  [xEmu, yEmu]: readonly [Emu, Emu],
  widthEmu: Emu,
  sampleEmu: Emu,
): void {
  const { lineEmu } = drawing;
  const side = squareSide(drawing);
  const lead = leadOf(drawing, sampleEmu);
  const top = yEmu + Math.floor((lineEmu - side) / 2);
  const square = { leftEmu: xEmu, topEmu: top, rightEmu: xEmu + side, bottomEmu: top + side };
  if (entry.line === null)
    drawing.paths.push(...areaPaths(drawing, rectangle(square), square, entry, outlineOf(drawing)));
  else putSample(drawing, entry.line, entry.color, [xEmu, top + Math.floor(side / 2)], sampleEmu);
  const name = entry.note === "" ? entry.name : withNote(entry);
  putText(drawing, name, { xEmu: xEmu + lead, yEmu, widthEmu: widthEmu - lead, heightEmu: lineEmu }, "left");
}

/** A short piece of the line with its mark. */
function putSample(
  drawing: ChartDrawing,
  line: number,
  color: Color,
  [xEmu, yEmu]: readonly [Emu, Emu],
  widthEmu: Emu,
): void {
  const ends = [
    [xEmu, yEmu],
    [xEmu + widthEmu, yEmu],
  ] as const;
  drawing.paths.push(linePath(ends, { widthEmu: 15_875, color, dashEmu: dashesOf(drawing, line) }));
  drawing.paths.push(marker(drawing, line, [xEmu + Math.floor(widthEmu / 2), yEmu], color));
}

function withNote({ name, note }: LegendEntry): ShownText {
  const text = name.text + note;
  const sources = [...name.sources, { start: name.text.length, end: text.length, path: null, role: null }];
  // Words of one value know their place by a getter, which a copy of their members lacks.
  return { text, sources, isStatic: name.isStatic, path: name.path };
}
