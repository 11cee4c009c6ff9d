// A table with a time axis → its block: the axis and its headings once, and what every record has on it.

import { type Emu, type GanttAxis, isAxis, type TableElement } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Evaluation, ExpressionCode, Scope, Value } from "../../expression/index.ts";
import { linesHeightEmu } from "../../text/index.ts";
import type { AxisBlock, AxisTier, Room, TableBlock, TableRow } from "../blocks/index.ts";
import { type Line, resolveLine } from "../page/index.ts";
import { type BuildInner, buildTable, planRows, sizedTable, tellUnnamedRows } from "../table/index.ts";
import {
  type Finding,
  type LayoutInput,
  naturalTextWidth,
  resolveColor,
  resolveFill,
  restyled,
  setTextBox,
  showTemplate,
  styleOf,
} from "../words/index.ts";
import { stepLines } from "./axis-lines.ts";
import { offsetOfAxis } from "./axis-offset.ts";
import type { AxisPlace } from "./axis-place.ts";
import { buildMarks } from "./build-gantt-marks.ts";
import { marginsOf } from "./gantt-margins.ts";
import { tellShares } from "./gantt-shares.ts";
import { fitTiers } from "./gantt-tiers.ts";
import { tellNoToday } from "./gantt-undated.ts";
import { momentOf, placeOf, readScale, stretchIn, stretchOf, type TimeScale, type TimeStretch } from "./time-scale.ts";

export function buildGantt(
  input: LayoutInput,
  element: TableElement,
  axis: GanttAxis,
  scope: Scope,
  room: Room,
  buildInner: BuildInner,
): TableBlock {
  const { evaluation } = input;
  const block = buildTable(input, element, scope, room, buildInner);
  const from = evaluation.value(axis.from, scope);
  const to = evaluation.value(axis.to, scope);
  const offsetMinutes = offsetOfAxis(evaluation, element, axis, scope);
  const reading = readScale(from, to, axis.unit, offsetMinutes);
  if (!reading.ok) {
    // Without a first day that one is to blame, else the last.
    const ends = stretchOf(from, offsetMinutes) === null ? [axis.from, axis.to] : [axis.to, axis.from];
    const [path = null] = ends.flatMap((end) => evaluation.place(end, scope).path ?? []);
    return { ...block, findings: [...block.findings, badScale(axis, reading.reason, path)] };
  }
  const { scale } = reading;
  if (offsetMinutes !== null) {
    const marks = [...axis.bars, ...axis.milestones].map(({ span }) => span);
    evaluation.tellAxisClock(offsetMinutes, axis.span, marks);
  }
  const at = block.axisColumn ?? 0;
  const [leftEmu = 0, rightEmu = 0] = block.edgesEmu.slice(at, at + 2);
  const findings: Finding[] = [];
  const bare: AxisPlace = { input, axis, table: element, scope, scale, leftEmu, widthEmu: rightEmu - leftEmu };
  const records = recordsOf(bare, element);
  const declared: AxisPlace = { ...bare, scale: { ...scale, marginsEmu: marginsOf(bare, records) } };
  // Without a heading no name is missing.
  const isHeaded = block.headers.length > 0;
  const { place, tiers: names } = isHeaded ? fitTiers(declared, findings) : { place: declared, tiers: [] };
  tellShares(place, element, findings);
  const { today, needsTier } = todayOf(place, names[0]?.cells ?? [], findings);
  if (today?.label != null && block.headers.length === 0) findings.push(wordsLeftOut(today.span));
  const tiers = needsTier ? [NO_NAMES, ...names] : names;
  const headers = withTiers(input, axis, block.headers, tiers.length);
  const headersEmu = headers.reduce((height, row) => height + row.heightEmu, 0);
  const axisBlock = buildAxis(place, { element, tiers: names, records, rowHeights: heightsOf(block) }, findings);
  const drawn = axisBlock.records.flatMap((one, at) => {
    const record = records[at];
    return record === undefined ? [] : [{ record, drawn: one }];
  });
  findings.push(...tellUnnamedRows(input, element, scope, drawn));
  const grown: TableBlock = {
    ...block,
    headers,
    headersEmu,
    axis: { ...axisBlock, tiers, today },
    findings: [...block.findings, ...findings],
  };
  return sizedTable(element, grown);
}

function badScale(axis: GanttAxis, reason: string, path: string | null): Finding {
  return {
    code: "RPT4021",
    severity: "error",
    span: axis.span,
    message: `the scale ${reason}`,
    path,
    why: "without a scale no bar has a place",
    repair: "send a first and a last day, at most 2,000 steps apart, or take a larger unit",
  };
}

/** Free above and below a heading, in thousandths of its size. */
const TIER_PAD_THOUSANDTHS = 300;

/** The last heading row grows until all tiers have their height. */
function withTiers(
  input: LayoutInput,
  axis: GanttAxis,
  headers: readonly TableRow[],
  tiers: number,
): readonly TableRow[] {
  const style = styleOf(input.canvas, axis.headStyle);
  const line = linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
  const needed = tiers * (line + Math.round((style.sizeEmu * TIER_PAD_THOUSANDTHS) / 1000));
  const missing = needed - headers.reduce((height, row) => height + row.heightEmu, 0);
  if (missing <= 0) return headers;
  return headers.map((row, at) => (at === headers.length - 1 ? { ...row, heightEmu: row.heightEmu + missing } : row));
}

/** Lines between steps have 0.25 pt at most, those where a larger step begins are as wide as the table's. */
const STEP_LINE_EMU = 3_175;

interface AxisContent {
  readonly element: TableElement;
  readonly tiers: readonly AxisTier[];
  readonly records: readonly Scope[];
  /** Of the row of each record that has its bars. */
  readonly rowHeights: readonly Emu[];
}

function buildAxis(
  place: AxisPlace,
  { element, tiers, records, rowHeights }: AxisContent,
  findings: Finding[],
): Omit<AxisBlock, "today"> {
  const { input, axis, scope, leftEmu, widthEmu } = place;
  const column = element.columns.find(isAxis);
  const cell = column?.cell;
  const stroke = cell?.borderLeft ?? cell?.borderTop ?? null;
  const strongLine = resolveLine(stroke, (paint) => resolveColor(input, paint, scope));
  const line: Line | null =
    strongLine === null ? null : { ...strongLine, widthEmu: Math.min(strongLine.widthEmu, STEP_LINE_EMU) };
  const begins: ReadonlySet<Emu> = new Set((tiers.length > 1 ? tiers[0]?.cells : [])?.map((one) => one.fromEmu));
  // Without a border no line is drawn, and none is missing.
  const lines = stepLines(place, { strong: begins, all: bordersIn(tiers) }, strongLine === null ? null : findings);
  return {
    leftEmu,
    widthEmu,
    tiers,
    lines,
    line,
    strongLine,
    off: offStretches(place),
    offColor: axis.off === null ? null : resolveFill(input, axis.off, scope),
    records: records.map((record, at) => buildMarks(place, record, rowHeights[at] ?? 0)),
    span: axis.span,
  };
}

/** Where larger steps begin that have a line in the heading. */
function bordersIn(tiers: readonly AxisTier[]): ReadonlySet<Emu> {
  const cells = tiers.flatMap((tier) => (tier.isFinest ? [] : tier.cells.slice(1).filter(({ isBound }) => isBound)));
  return new Set(cells.map(({ fromEmu }) => fromEmu));
}

function offStretches({ input, axis, scope, scale, widthEmu }: AxisPlace): AxisBlock["off"] {
  const days = axis.holidays === null ? [] : daysOf(input.evaluation, axis.holidays, scope, scale);
  const sorted = days
    .filter((day) => day.toMin > scale.fromMin && day.fromMin < scale.toMin)
    .toSorted((one, other) => one.fromMin - other.fromMin);
  const joined: { fromMin: number; toMin: number }[] = [];
  for (const { fromMin, toMin } of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && fromMin <= last.toMin) last.toMin = Math.max(last.toMin, toMin);
    else joined.push({ fromMin, toMin });
  }
  return joined.map(({ fromMin, toMin }) => ({
    fromEmu: placeOf(Math.max(fromMin, scale.fromMin), scale, widthEmu),
    toEmu: placeOf(Math.min(toMin, scale.toMin), scale, widthEmu),
  }));
}

/** The days of a list; what is none of them is told. */
function daysOf(
  evaluation: Evaluation,
  list: ExpressionCode,
  scope: Scope,
  { offsetMinutes }: TimeScale,
): readonly TimeStretch[] {
  const value = evaluation.value(list, scope);
  if (!Array.isArray(value)) {
    evaluation.passOver(list, scope, value, "list");
    return [];
  }
  return (value as readonly Value[]).flatMap((day) => {
    const stretch = stretchOf(day, offsetMinutes);
    if (stretch === null) evaluation.passOver(list, scope, day, "day");
    return stretch ?? [];
  });
}

/** A line above the names, which the words at the line of today have for themselves. */
const NO_NAMES: AxisTier = { isFinest: false, cells: [] };

interface Today {
  readonly today: AxisBlock["today"];
  /** Its words have no place among the names of the heading. */
  readonly needsTier: boolean;
}

const NO_TODAY: Today = { today: null, needsTier: false };

/** A day's line runs through its middle; a day that the scale does not show has none, which is told. */
function todayOf(place: AxisPlace, names: AxisTier["cells"], findings: Finding[]): Today {
  const { input, axis, scope, scale, widthEmu } = place;
  const { today } = axis;
  const day = today === null ? null : stretchIn(input.evaluation, today.at, scope, scale);
  if (today === null) return NO_TODAY;
  if (day === null) {
    if (today.label !== null) tellNoToday(place, { label: today.label, span: today.span });
    return NO_TODAY;
  }
  const middle = Math.floor((day.fromMin + day.toMin) / 2);
  const line = resolveLine(today.stroke, (paint) => resolveColor(input, paint, scope));
  const { path } = input.evaluation.place(today.at, scope);
  if (middle < scale.fromMin || middle > scale.toMin) {
    findings.push(offScale(today.span, momentOf(day, scale), path));
    return NO_TODAY;
  }
  const shown = today.label === null ? null : showTemplate(today.label, input.evaluation, scope, null);
  const natural = shown === null ? 0 : naturalTextWidth(input, shown.text, today.style, true);
  const room = { widthEmu: Math.min(natural, widthEmu), heightEmu: null, inCell: true };
  const color = today.stroke.paint;
  const own = restyled(input, today.style, { align: "left", valign: "middle", wrap: "none", fit: "shrink", color });
  const { style, span } = today;
  const isWordless = shown === null || shown.text === "";
  const label = isWordless ? null : setTextBox(own, { shown, style, scope, room, span }, findings);
  const xEmu = placeOf(middle, scale, widthEmu);
  const free = freePlace(xEmu, room.widthEmu, widthEmu, names);
  const beside = xEmu + TODAY_GAP_EMU + room.widthEmu <= widthEmu ? xEmu + TODAY_GAP_EMU : xEmu - TODAY_GAP_EMU;
  const inTier = Math.max(0, beside < xEmu ? beside - room.widthEmu : beside);
  const placed = { xEmu, line, label, labelXEmu: free ?? inTier, span: today.span };
  return { today: placed, needsTier: label !== null && free === null };
}

function offScale(span: SourceSpan, day: string, path: string | null): Finding {
  return {
    code: "RPT4020",
    severity: "info",
    span,
    message: `today, ${day}, lies outside of the scale`,
    path,
    why: "no line is drawn for it",
    repair: "widen from and to of the scale, or leave today out",
  };
}

function wordsLeftOut(span: SourceSpan): Finding {
  return {
    code: "RPT4020",
    severity: "error",
    span,
    message: "the words of today stand in the heading, which this table leaves out",
    path: null,
    why: "the words are not drawn",
    repair: "leave out header=none, or the words",
  };
}

/** Right or left of the line, where no name of the heading stands and no line of it runs; null where no room is. */
function freePlace(xEmu: Emu, labelEmu: Emu, widthEmu: Emu, names: AxisTier["cells"]): Emu | null {
  const isFree = (from: Emu) =>
    from >= 0 &&
    from + labelEmu <= widthEmu &&
    names.every(({ inkEmu }) => inkEmu === null || inkEmu[1] <= from || inkEmu[0] >= from + labelEmu) &&
    names.slice(1).every(({ fromEmu, isBound }) => !isBound || fromEmu <= from || fromEmu >= from + labelEmu);
  return [xEmu + TODAY_GAP_EMU, xEmu - TODAY_GAP_EMU - labelEmu].find(isFree) ?? null;
}

/** Between the line of today and its words. */
const TODAY_GAP_EMU = 18_000;

/** The heights of the rows that have bars, by their records. */
function heightsOf({ rows }: TableBlock): readonly Emu[] {
  const heights: Emu[] = [];
  for (const { flow, heightEmu } of rows)
    if (flow.isRecord && flow.records > 0) heights[flow.records - 1] ??= heightEmu;
  return heights;
}

/** The records as the table shows them: of its groups, where it has any. */
function recordsOf({ input, scope }: AxisPlace, element: TableElement): readonly Scope[] {
  const groups = element.groups ?? [];
  const ungrouped = groups.length === 0 ? input.evaluation.records(element.over, scope) : [];
  const planned = planRows(input, ungrouped, groups, scope);
  return planned.flatMap((plan) => (plan.kind === "record" ? [plan.scope] : []));
}
