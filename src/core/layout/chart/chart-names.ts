// Names of categories below their bands: whole and clear of one another, and what has no room is told.
import type { Emu, TextStyle } from "../../canvas/index.ts";
import { linesHeightEmu } from "../../text/index.ts";
import type { Rectangle } from "../page/index.ts";
import {
  aboutGlyphs,
  type Finding,
  naturalTextLength,
  naturalTextWidth,
  restyled,
  setTextBox,
  styleOf,
  type TextBox,
} from "../words/index.ts";
import { type ChartDrawing, type ChartRow, chartedPath, inChart } from "./chart-drawing.ts";
import type { Plot } from "./chart-plot.ts";
import { areRegular } from "./chart-regular.ts";

/** The names as they would be in one line, measured once for a chart. */
export interface MeasuredNames {
  readonly widthsEmu: readonly Emu[];
  readonly widestEmu: Emu;
  /** The length of the longest one set upright in a size: figures take a whole cell there, Latin letters do not. */
  readonly uprightEmu: (sizeEmu: Emu) => Emu;
  /** Times and numbers that go up in equal steps: some of them name the others. */
  readonly areRegular: boolean;
}

/** How names stand below their bands. */
export interface NamesPlan {
  readonly writing: "horizontal" | "vertical";
  readonly lines: number;
  readonly sizeEmu: Emu;
  /** What the names take below the plot. */
  readonly heightEmu: Emu;
  /** Of so many names, the first is written. */
  readonly skip: number;
  /** A name that is still too long is made smaller by itself, and told. */
  readonly shrinks: boolean;
  /** Names that are left out are told by those that stand there. */
  readonly countsOn: boolean;
}

export function measureNames(drawing: ChartDrawing): MeasuredNames {
  const { rows, input, element } = drawing;
  const widthsEmu = rows.map(({ name }) => naturalTextWidth(input, name.text, element.style, true));
  const widestEmu = widthsEmu.reduce((most, one) => Math.max(most, one), 0);
  const known = new Map<Emu, Emu>();
  const uprightEmu = (sizeEmu: Emu) => {
    const lengthEmu = known.get(sizeEmu) ?? longestUpright(drawing, sizeEmu);
    known.set(sizeEmu, lengthEmu);
    return lengthEmu;
  };
  return {
    widthsEmu,
    widestEmu,
    uprightEmu,
    areRegular: areRegular(rows.map(({ name, value }) => ({ text: name.text, value }))),
  };
}

function longestUpright({ rows, input, element }: ChartDrawing, sizeEmu: Emu): Emu {
  const upright = restyled(input, element.style, { sizeEmu, writing: "vertical" });
  const lengths = rows.map(({ name }) => naturalTextLength(upright, name.text, element.style, true));
  return lengths.reduce((most, one) => Math.max(most, one), 0);
}

/** Lines of fewer letters than this, in type sizes, are not read as words. */
const WRAP_SIZES = 4;
/** Free between names side by side, in type sizes. */
const GAP_SIZES = 0.4;
/** Upright names need a band of so many type sizes, those in two columns of so many more: they belong together. */
const UPRIGHT_SIZES = 1.1;
const COLUMNS_GAP_SIZES = 0.5;
/** Names first keep their size, and are level as long as they are hardly smaller. */
const SIZES = [1000, 900, 800] as const;
const SIZES_BELOW = [700, 600, 500] as const;
const LINES = [1, 2, 3, 4] as const;
const COLUMNS = [1, 2] as const;

type Candidate = Pick<NamesPlan, "writing" | "lines" | "sizeEmu">;

/** How names stand below bands of such a width; `heightMaxEmu` bounds what is higher than two lines. */
export function planNames(drawing: ChartDrawing, names: MeasuredNames, bandEmu: number, heightMaxEmu: Emu): NamesPlan {
  return (
    (names.areRegular ? planSome(drawing, names, bandEmu) : null) ?? planAll(drawing, names, bandEmu, heightMaxEmu)
  );
}

/** Level, each or every so many at their size; null where no second name would tell how the others count on. */
function planSome(drawing: ChartDrawing, names: MeasuredNames, bandEmu: number): NamesPlan | null {
  const { sizeEmu, lineEmu, rows } = drawing;
  const level = { writing: "horizontal", sizeEmu, lines: 1 } as const;
  for (const candidate of [level, { ...level, lines: 2 }]) {
    const heightEmu = heightFor(drawing, names, candidate, bandEmu, 2 * lineEmu);
    if (heightEmu !== null) return { ...candidate, heightEmu, skip: 1, shrinks: false, countsOn: true };
  }
  const skip = skipOf(drawing, names, bandEmu);
  if (skip >= rows.length) return null;
  return { ...level, heightEmu: lineEmu, skip, shrinks: true, countsOn: true };
}

/** Of so many names side by side, one has room. */
function skipOf({ sizeEmu }: ChartDrawing, { widestEmu }: MeasuredNames, bandEmu: number): number {
  const needed = widestEmu + Math.round(sizeEmu * GAP_SIZES);
  return Math.max(2, Math.ceil(needed / Math.max(1, bandEmu)));
}

/** Level on one or more lines, else smaller, else upright. Where nothing holds all names, every so many of them. */
function planAll(drawing: ChartDrawing, names: MeasuredNames, bandEmu: number, heightMaxEmu: Emu): NamesPlan {
  for (const candidate of candidatesOf(drawing)) {
    const heightEmu = heightFor(drawing, names, candidate, bandEmu, heightMaxEmu);
    if (heightEmu !== null) return { ...candidate, heightEmu, skip: 1, shrinks: false, countsOn: false };
  }
  const { sizeEmu, lineEmu } = drawing;
  const level = { writing: "horizontal", sizeEmu, shrinks: true, countsOn: false } as const;
  if (bandEmu >= WRAP_SIZES * sizeEmu * 1.5) return { ...level, lines: 2, heightEmu: 2 * lineEmu, skip: 1 };
  const upright = uprightSome(drawing, names, bandEmu, heightMaxEmu);
  return upright ?? { ...level, lines: 1, heightEmu: lineEmu, skip: skipOf(drawing, names, bandEmu) };
}

/** In the order in which they are tried. */
function candidatesOf(drawing: ChartDrawing): readonly Candidate[] {
  const { sizeEmu } = drawing;
  const { sizeMinEmu } = styleOf(drawing.input.canvas, drawing.element.style);
  const level = (size: Emu): Candidate[] => LINES.map((lines) => ({ writing: "horizontal", lines, sizeEmu: size }));
  const upright = (sizes: readonly Emu[]): Candidate[] =>
    COLUMNS.flatMap((lines) => sizes.map((size): Candidate => ({ writing: "vertical", lines, sizeEmu: size })));
  const sized = (shares: readonly number[]) => {
    return shares.map((share) => Math.round((sizeEmu * share) / 1000)).filter((size) => size >= sizeMinEmu);
  };
  const [large, small] = [sized(SIZES), [...sized(SIZES_BELOW), Math.min(sizeMinEmu, sizeEmu)]];
  return [...large.flatMap(level), ...upright([...large, ...small]), ...small.flatMap(level)];
}

/** What the names take so; null where one of them does not fit. */
function heightFor(
  drawing: ChartDrawing,
  names: MeasuredNames,
  candidate: Candidate,
  bandEmu: number,
  heightMaxEmu: Emu,
): Emu | null {
  const { writing, lines, sizeEmu } = candidate;
  const widthEmu = nameWidth(candidate, bandEmu);
  if (writing === "horizontal") {
    const widestEmu = Math.ceil((names.widestEmu * sizeEmu) / drawing.sizeEmu);
    if (widestEmu <= widthEmu) return lines === 1 ? drawing.lineEmu : null;
    if (lines === 1 || bandEmu < WRAP_SIZES * sizeEmu || widestEmu > widthEmu * lines) return null;
    const heightEmu = lines * lineOf(drawing, sizeEmu);
    if (lines > 2 && heightEmu > heightMaxEmu) return null;
    return fitAll(drawing, candidate, widthEmu, null) ? heightEmu : null;
  }
  const beside = (lines - 1) * (lineOf(drawing, sizeEmu) + COLUMNS_GAP_SIZES * sizeEmu);
  if (widthEmu < UPRIGHT_SIZES * sizeEmu + beside) return null;
  const longestEmu = names.uprightEmu(sizeEmu);
  const lengthEmu = lines === 1 ? longestEmu : Math.ceil(longestEmu / lines) + sizeEmu;
  if (lengthEmu > heightMaxEmu) return null;
  return fitAll(drawing, candidate, widthEmu, lengthEmu) ? lengthEmu : null;
}

function nameWidth({ writing, sizeEmu }: Candidate, bandEmu: number): Emu {
  return Math.floor(bandEmu - (writing === "horizontal" ? sizeEmu * GAP_SIZES : 0));
}

function lineOf({ input, element }: ChartDrawing, sizeEmu: Emu): Emu {
  return linesHeightEmu(1, sizeEmu, styleOf(input.canvas, element.style).lineHeightThousandths);
}

function fitAll(drawing: ChartDrawing, candidate: Candidate, widthEmu: Emu, lengthEmu: Emu | null): boolean {
  const set = setterOf(drawing, candidate, "wrap", [widthEmu, lengthEmu]);
  return drawing.rows.every((row) => {
    const findings: Finding[] = [];
    set(row, findings, null);
    return aboutGlyphs(findings).length === findings.length;
  });
}

/** Every so many names at their smallest, upright; null where even so the longest is too long. */
function uprightSome(
  drawing: ChartDrawing,
  names: MeasuredNames,
  bandEmu: number,
  heightMaxEmu: Emu,
): NamesPlan | null {
  const { sizeMinEmu } = styleOf(drawing.input.canvas, drawing.element.style);
  const sizeEmu = Math.min(sizeMinEmu, drawing.sizeEmu);
  const heightEmu = names.uprightEmu(sizeEmu);
  if (heightEmu > heightMaxEmu) return null;
  const skip = Math.max(2, Math.ceil((UPRIGHT_SIZES * sizeEmu) / Math.max(1, bandEmu)));
  return { writing: "vertical", lines: 1, sizeEmu, heightEmu, skip, shrinks: false, countsOn: false };
}

/** Sets names in one look, whose style is made once. */
function setterOf(
  drawing: ChartDrawing,
  { writing, lines, sizeEmu }: Candidate,
  fit: TextStyle["fit"],
  [widthEmu, lengthEmu]: readonly [Emu, Emu | null],
): (row: ChartRow, findings: Finding[], rooms: ChartDrawing["input"]["rooms"]) => TextBox {
  const { input, element, scope } = drawing;
  const wraps = lines > 1 ? ({ wrap: "kinsoku", linesMax: lines } as const) : ({ wrap: "none", linesMax: 1 } as const);
  const stands = writing === "vertical" ? ({ align: "left", valign: "middle", writing } as const) : LEVEL;
  const own = restyled(input, element.style, { fit, sizeEmu, ...wraps, ...stands });
  const room = { widthEmu: Math.max(1, widthEmu), heightEmu: lengthEmu, inCell: true };
  return (row, findings, rooms) => {
    const toSet = { shown: row.name, style: element.style, scope, room, span: element.span };
    return setTextBox({ ...own, rooms }, toSet, findings);
  };
}

const LEVEL = { align: "center", valign: "top" } as const;

/** Places what the plan says, and tells what of it would lie over another name, or was left out beforehand. */
export function drawNames(
  drawing: ChartDrawing,
  names: MeasuredNames,
  plan: NamesPlan,
  { edges, bandEmu, namesTopEmu }: Plot,
  room: Rectangle,
): void {
  const middleOf = (at: number) => edges.leftEmu + Math.round(bandEmu * (at + 0.5));
  const inkOf = (at: number) => Math.ceil(((names.widthsEmu[at] ?? 0) * plan.sizeEmu) / drawing.sizeEmu);
  const isLevel = plan.writing === "horizontal";
  const isMoved = isLevel && plan.skip > 1;
  // The first name begins within the chart; where that moves it, the next one keeps off.
  const movedEmu = isMoved ? Math.max(0, room.leftEmu + Math.ceil(inkOf(0) / 2) - middleOf(0)) : 0;
  const named = drawing.rows.flatMap(({ name }, at) => (name.text === "" ? [] : [at]));
  const placesFor = (skip: number): NamePlaces => {
    const widthEmu = Math.max(1, Math.min(nameWidth(plan, bandEmu * skip), room.rightEmu - room.leftEmu));
    const middles = new Map<number, Emu>();
    let freeFromEmu = Number.NEGATIVE_INFINITY;
    for (const at of named) {
      const half = isMoved ? Math.ceil(Math.min(widthEmu, inkOf(at)) / 2) : 0;
      const middle = Math.max(room.leftEmu + half, Math.min(middleOf(at), room.rightEmu - half));
      if (at % skip !== 0 || middle - half < freeFromEmu) continue;
      if (isMoved) freeFromEmu = middle + half + Math.round(plan.sizeEmu * GAP_SIZES);
      middles.set(at, middle);
    }
    return { widthEmu, middles };
  };
  let skip = plan.skip + Math.ceil(movedEmu / Math.max(1, bandEmu));
  let places = placesFor(skip);
  while (plan.countsOn && !areEvenPlaces([...places.middles.keys()], skip) && skip < drawing.rows.length) {
    skip += 1;
    places = placesFor(skip);
  }
  const { widthEmu, middles } = places;
  const set = setterOf(drawing, plan, plan.shrinks ? "shrink" : "wrap", [widthEmu, isLevel ? null : plan.heightEmu]);
  for (const [at, middle] of middles) {
    const row = drawing.rows[at];
    if (row === undefined) continue;
    const found: Finding[] = [];
    const text = set(row, found, drawing.input.rooms);
    drawing.findings.push(...inChart(found, MORE_ROOM_FOR_NAMES));
    const xEmu = middle - Math.floor(widthEmu / 2);
    drawing.texts.push({ xEmu, yEmu: namesTopEmu, widthEmu, heightEmu: plan.heightEmu, text });
  }
  const leftOut = named.filter((at) => !middles.has(at));
  const [first] = leftOut;
  if (first !== undefined && !(plan.countsOn && middles.size > 1)) tellNames(drawing, leftOut.length, first);
}

interface NamePlaces {
  readonly widthEmu: Emu;
  /** Of the names that have room, by their category. */
  readonly middles: ReadonlyMap<number, Emu>;
}

/** Who counts on from names takes the same step from each to the next. */
function areEvenPlaces(places: readonly number[], skip: number): boolean {
  return places.every((place, at) => place === at * skip);
}

/** RPT4003: bars and points that nothing names. */
function tellNames(drawing: ChartDrawing, leftOut: number, first: number): void {
  const { findings, element, rows } = drawing;
  findings.push({
    code: "RPT4003",
    severity: "warning",
    span: element.span,
    message: `${leftOut} of the chart's ${rows.length} categories ${leftOut === 1 ? "has" : "have"} no room for a name`,
    path: chartedPath(drawing, first),
    why: "names would lie over one another even small and upright, so they are left out",
    repair: MORE_ROOM_FOR_NAMES,
  });
}

/** A band is as wide as the chart and its categories make it, and lines end in it as the plan says. */
const MORE_ROOM_FOR_NAMES = "enlarge w and h, shorten the names, or draw fewer categories";
