// One record on a time axis: its bars and marks at their places, and labels where there is room for them.
import type { Emu, GanttBar, GanttMilestone } from "../../canvas/index.ts";
import { millimetresAtMost, millimetresEnough, type SourceSpan } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { AxisBar, AxisMilestone, AxisRecord } from "../blocks/index.ts";
import { resolveLine } from "../page/index.ts";
import { type Finding, plainText, resolveColor, showTemplate, styleOf } from "../words/index.ts";
import { placeBars } from "./axis-bars.ts";
import { type AxisPlace, widerAxis } from "./axis-place.ts";
import type { RowOfWords } from "./axis-words.ts";
import { BAR_MIN_EMU, type BarTime, seenExtents, toldApart } from "./bar-extents.ts";
import { tellOtherClocks } from "./gantt-clocks.ts";
import { type Drawn, drawnIn, pathOfEntry } from "./gantt-entries.ts";
import { areApart, barLabel, markLabel, type Taken, type TakenByWords, takenByMark, trackOf } from "./gantt-labels.ts";
import { tellUndated } from "./gantt-undated.ts";
import { bandOfWords, keepsToItsBar, reachOfWords, sizeOnBar } from "./labels-inside.ts";
import { sizeInTier } from "./mark-sizes.ts";
import {
  dayLater,
  extentOf,
  hasTimes,
  momentOf,
  placeOf,
  stretchIn,
  type TimeScale,
  type TimeStretch,
} from "./time-scale.ts";

/**
 * Labels of marks first, then those of bars, which keep clear of marks, of words and of one another.
 * @param rowHeightEmu the height of the record's row, which decides where words keep clear of lines.
 */
export function buildMarks(given: AxisPlace, record: Scope, rowHeightEmu: Emu): AxisRecord {
  // Words of an axis have the room that is free around them: no length that a field could keep to.
  const place: AxisPlace = { ...given, input: { ...given.input, rooms: null } };
  const [ofMarks, ofBars]: [Finding[], Finding[]] = [[], []];
  const { axis, input } = place;
  const { evaluation } = input;
  const unnamed = inTiers(
    drawnIn(evaluation, axis.milestones, record, ofMarks).flatMap(({ source, scope }) => {
      const mark = buildMilestone(place, source, scope, ofMarks);
      if (mark === null) return [];
      const hasWords = showTemplate(source.label ?? [], evaluation, scope, source.role).text !== "";
      return [{ source, scope, mark, hasWords }];
    }),
  );
  tellLowMarks(unnamed, rowHeightEmu, ofMarks);
  const bars = buildBars(place, drawnIn(evaluation, axis.bars, record, ofBars), ofBars);
  const row = { topEmu: 0, heightEmu: rowHeightEmu };
  const drawn = placeBars(
    bars.map(({ bar }) => bar),
    row,
    [],
  );
  const lines: RowOfWords = { bars: drawn, row, xEmu: 0 };
  const words: TakenByWords[] = [];
  const marks = unnamed.map(({ mark }) => takenByMark(mark));
  const milestones = unnamed.map(({ source, scope, mark }) => {
    const others = unnamed.flatMap((other) => (other.mark === mark ? [] : [other.mark]));
    ofMarks.push(...tellOtherClocks(place, source, scope));
    const label = markLabel(place, source, { record: scope, mark, others, around: { words, marks, lines } }, ofMarks);
    if (label !== null)
      words.push({
        taken: [label.xEmu, label.xEmu + label.widthEmu],
        tier: label.isAside === true ? null : (mark.tier ?? null),
      });
    return { ...mark, label };
  });
  const labelled = bars.map(({ source, scope, bar }) => {
    if (source.label === null) return bar;
    ofBars.push(...tellOtherClocks(place, source, scope));
    const look = styleOf(input.canvas, source.style);
    const track = keepsToItsBar(source, place)
      ? bandOfWords(lines, bar, sizeOnBar(lines, bar, look))
      : trackOf(bar, lines, look.sizeEmu);
    const others = bars.flatMap((other): readonly Taken[] => {
      const isElsewhere = other.bar === bar || other.bar.lane !== bar.lane;
      return isElsewhere || areApart(track, trackOf(other.bar, lines, 0)) ? [] : [[other.bar.fromEmu, other.bar.toEmu]];
    });
    const near = words.filter((other) => !areApart(track, other.track ?? null));
    const around = { words: near, marks, bars: others, lines };
    const label = barLabel(place, source, { record: scope, bar, around }, ofBars);
    if (label !== null) words.push({ taken: reachOfWords(bar, label), tier: null, track });
    return { ...bar, label };
  });
  return { marks: [...labelled, ...milestones], findings: [...ofMarks, ...ofBars] };
}

interface UnnamedMark extends Drawn<GanttMilestone> {
  readonly mark: AxisMilestone;
  readonly hasWords: boolean;
}

/**
 * Marks at one place share the height of the row: else one of a shape hides another, and nobody knows whose the words
 * beside them are.
 */
function inTiers(marks: readonly UnnamedMark[]): readonly UnnamedMark[] {
  return marks.map((one) => {
    const group = marks.filter(({ mark }) => Math.abs(mark.xEmu - one.mark.xEmu) < MARK_SEEN_EMU);
    const shapes = new Set(group.map(({ mark }) => mark.shape));
    if (group.length < 2 || (shapes.size === group.length && group.every(({ hasWords }) => !hasWords))) return one;
    return { ...one, mark: { ...one.mark, tier: { at: group.indexOf(one), of: group.length } } };
  });
}

/** A lower mark is taken for a dot. */
const MARK_LOW_EMU = 36_000;

/** RPT4003: a row that is too low for all marks of one place. */
function tellLowMarks(marks: readonly UnnamedMark[], rowHeightEmu: Emu, findings: Finding[]): void {
  const low = marks.find(({ mark: { tier } }) => tier !== undefined && isLow(rowHeightEmu / tier.of));
  const tier = low?.mark.tier;
  if (low === undefined || tier === undefined || rowHeightEmu === 0) return;
  const has = millimetresAtMost(sizeInTier(rowHeightEmu / tier.of));
  findings.push({
    code: "RPT4003",
    severity: "warning",
    span: low.source.span,
    message: `${tier.of} marks at one place are drawn ${has} high, less than ${millimetresEnough(MARK_LOW_EMU)}`,
    path: low.mark.path ?? null,
    why: "they share the height of the row, so that none hides another",
    repair: "give the gantt a larger row-h, or draw fewer marks in one row",
  });
}

function isLow(heightEmu: Emu): boolean {
  return sizeInTier(heightEmu) < MARK_LOW_EMU;
}

function buildBars(
  place: AxisPlace,
  sources: readonly Drawn<GanttBar>[],
  findings: Finding[],
): readonly (Drawn<GanttBar> & { readonly bar: AxisBar })[] {
  const timed = sources.flatMap(({ source, scope }) => {
    const extent = extentOfBar(place, source, scope, findings);
    return extent === null ? [] : [{ source, scope, extent, time: timeOf(place, source, extent) }];
  });
  const seen = seenExtents(
    timed.map(({ time }) => time),
    place.widthEmu,
  );
  const drawn = toldApart(seen, (at) => {
    const { each, lane, border } = timed[at]?.source ?? {};
    return each === undefined || border !== null ? null : (lane ?? null);
  });
  return timed.map(({ source, scope, extent, time }, at) => {
    const taken = drawn[at] ?? [time.fromEmu, time.toEmu];
    const [fromEmu, toEmu] = seen[at] ?? taken;
    const widthEmu = toEmu - fromEmu;
    if (widthEmu < BAR_MIN_EMU) findings.push(tooNarrow(place, { source, scope }, widthEmu));
    return { source, scope, bar: buildBar(place, { source, extent, taken }, scope, findings) };
  });
}

/** RPT4003: a bar of a row with more bars than its axis is wide. */
function tooNarrow(place: AxisPlace, { source, scope }: Drawn<GanttBar>, hasEmu: Emu): Finding {
  return {
    code: "RPT4003",
    severity: "warning",
    span: source.span,
    message: `a bar is drawn ${millimetresAtMost(hasEmu)} wide, less than ${millimetresEnough(BAR_MIN_EMU)}`,
    path: place.input.evaluation.place(source.start, scope).path,
    why: "the bars of its lane have no more room together, and so narrow a bar is taken for a line",
    repair: `bring from and to nearer together, draw fewer bars in one row, or ${widerAxis(place)}`,
  };
}

/** Marks that are no further from one another are seen as one. */
const MARK_SEEN_EMU = 12_700;

/** Where a bar lies by its time, with the torn edge of the day that nobody knows. */
function timeOf({ scale, widthEmu }: AxisPlace, { lane }: GanttBar, { fromMin, toMin, open }: BarExtent): BarTime {
  const [leftEmu, rightEmu] = [placeOf(fromMin, scale, widthEmu), placeOf(toMin, scale, widthEmu)];
  const reach: Taken = [leftEmu - (open === "start" ? OPEN_EMU : 0), rightEmu + (open === "end" ? OPEN_EMU : 0)];
  return { lane, fromEmu: Math.max(0, reach[0]), toEmu: Math.min(widthEmu, reach[1]) };
}

/** A bar of the template, its time, and what it takes of the axis. */
interface DrawnBar {
  readonly source: GanttBar;
  readonly extent: BarExtent;
  readonly taken: Taken;
}

function buildBar(
  place: AxisPlace,
  { source: bar, extent: { fromMin, toMin, open }, taken: [fromEmu, toEmu] }: DrawnBar,
  record: Scope,
  findings: Finding[],
): AxisBar {
  const { input, scale, widthEmu } = place;
  const percent = bar.progress === null ? null : percentOf(place, bar, record, findings);
  // An arrow says that a bar lies beyond the axis, and has no length that a part could be done of.
  const isOff = bar.lane !== "progress" && (toMin <= scale.fromMin || fromMin >= scale.toMin);
  // Of a bar that nobody knows the length of, no share is known either.
  const hasShare = percent !== null && open === null && !isOff;
  const doneMin = hasShare ? fromMin + ((toMin - fromMin) * percent) / 100 : null;
  const beyond = { start: fromMin < scale.fromMin, end: toMin > scale.toMin };
  return {
    kind: "bar",
    fromEmu,
    toEmu,
    doneEmu:
      doneMin !== null
        ? doneEmu(placeOf(doneMin, scale, widthEmu), percent, [fromEmu, toEmu])
        : isUndone(bar, percent)
          ? fromEmu
          : null,
    start: beyond.start ? "beyond" : open === "start" ? "open" : "known",
    end: beyond.end ? "beyond" : open === "end" ? "open" : "known",
    isDoneBeyond: doneMin !== null && doneMin > scale.toMin,
    lane: bar.lane,
    heightEmu: bar.heightEmu,
    fill: resolveColor(input, bar.fill, record),
    doneColor: resolveColor(input, styleOf(input.canvas, bar.style).color, record),
    border: resolveLine(bar.border, (paint) => resolveColor(input, paint, record)),
    label: null,
    alt: bar.alt === null ? null : plainText(bar.alt, input.evaluation, record),
    role: bar.role,
    span: bar.span,
    ...pathOfEntry(input.evaluation, bar, record),
  };
}

/** In the lane of progress a bar is what is done: without a number nothing is known to be, and all of it says all. */
function isUndone({ lane, progress }: GanttBar, percent: number | null): boolean {
  return lane === "progress" && progress !== null && (percent === null || percent === 0);
}

/** How far a bar with one known day reaches beyond that day, with a torn edge. */
const OPEN_EMU = 90_000;

interface BarExtent extends TimeStretch {
  /** The end that the data does not say; the bar stands for the other end's day alone. */
  readonly open: "start" | "end" | null;
}

/** Times of day don't say of which day they are: only an axis that runs past midnight shows the next one. */
const OVER_MIDNIGHT =
  "send an end after the start; for work past midnight, let the axis begin and end at one time that no bar passes, " +
  "as from=(time('12:00')) to=(time('12:00')), or declare start and end as datetime, on a scale of datetimes";

/** Null for a bar that is not drawn: without any day, or one that ends before it begins, which is told. */
function extentOfBar(place: AxisPlace, bar: GanttBar, record: Scope, findings: Finding[]): BarExtent | null {
  const { input, scale } = place;
  const stretch = (code: GanttBar["start"]) => stretchIn(input.evaluation, code, record, scale);
  const pathOf = (code: GanttBar["start"]) => input.evaluation.place(code, record).path;
  const [start, told] = [stretch(bar.start), stretch(bar.end)];
  // What begins in the evening and ends by the clock before that ends on the next day.
  const end = start !== null && told !== null && told.toMin < start.fromMin ? dayLater(told, scale) : told;
  const known = start ?? end;
  if (known === null) {
    tellUndated(place, bar, record);
    return null;
  }
  const open = end === null ? "end" : start === null ? "start" : null;
  const [fromMin, toMin] = [known.fromMin, (end ?? known).toMin];
  if (toMin < fromMin) {
    const message = `a bar from ${momentOf(known, scale)} ends before it begins, ${onOrAt(end ?? known, scale)}`;
    const repair = scale.isClock ? OVER_MIDNIGHT : "send an end after the start";
    const finding = outside(bar.span, message, pathOf(bar.start), repair);
    findings.push({ ...finding, severity: "error", why: "no bar is drawn: the row looks as if nothing were planned" });
    return null;
  }
  if (open !== null) findings.push(tellOpen({ bar, known, open, scale }, pathOf(open === "end" ? bar.end : bar.start)));
  if (fromMin < scale.fromMin || toMin > scale.toMin) {
    const all = toMin <= scale.fromMin || fromMin >= scale.toMin;
    const shown = { ...scale, isTimed: scale.isTimed || hasTimes({ fromMin, toMin }) };
    const whole = `a bar from ${extentOf({ fromMin, toMin }, shown)}`;
    const message = `${whole} lies ${all ? "" : "partly "}outside of the scale, ${extentOf(scale, shown)}`;
    findings.push(outside(bar.span, message, pathOf(bar.start), "widen from and to of the scale"));
  }
  return { fromMin, toMin, open };
}

/** `on 2026-11-09`, `at 08:30`. */
function onOrAt(stretch: TimeStretch, scale: TimeScale): string {
  return `${scale.isClock ? "at" : "on"} ${momentOf(stretch, scale)}`;
}

interface OpenBar {
  readonly bar: GanttBar;
  readonly known: TimeStretch;
  readonly open: "start" | "end";
  readonly scale: TimeScale;
}

/** RPT4020: a bar with one of its two days or times. */
function tellOpen({ bar, known, open, scale }: OpenBar, path: string | null): Finding {
  const has =
    open === "end" ? `starts ${onOrAt(known, scale)} and has no end` : `ends ${onOrAt(known, scale)} and has no start`;
  const day = scale.isClock ? "time" : "day";
  return {
    code: "RPT4020",
    severity: "warning",
    span: bar.span,
    message: `a bar ${has}`,
    path,
    why: `the ${day} that is known is drawn, with a torn edge in place of the other`,
    repair: `send both ${day}s, write ${open}=(… ?? …) with one in its place, or draw the bar when both are there`,
  };
}

/** Within the bar that is drawn, which may be wider than its time; nothing done is nothing drawn. */
function doneEmu(placeEmu: Emu, percent: number | null, [fromEmu, toEmu]: readonly [Emu, Emu]): Emu {
  if (percent === 0) return fromEmu;
  return percent === 100 ? toEmu : Math.min(toEmu, Math.max(fromEmu, placeEmu));
}

/** Kept from 0 to 100, which is told; nothing where there is no number. */
function percentOf({ input }: AxisPlace, bar: GanttBar, record: Scope, findings: Finding[]): number | null {
  if (bar.progress === null) return null;
  const value = input.evaluation.number(bar.progress, record);
  if (value === null) return null;
  const percent = Number(value.toFixed());
  const kept = Math.min(100, Math.max(0, percent));
  if (kept !== percent) {
    const { path } = input.evaluation.place(bar.progress, record);
    const message = `a progress of ${value.toFixed()} lies outside of 0 to 100, and is drawn as ${kept}`;
    const [why, repair] = ["no bar is done more than whole, or less than nothing", "send a progress from 0 to 100"];
    findings.push({ ...outside(bar.span, message, path, repair), why });
  }
  return kept;
}

function outside(span: SourceSpan, message: string, path: string | null, repair: string): Finding {
  const why = "the axis ends before it, and an arrow shows that there is more";
  return { code: "RPT4020", severity: "warning", span, message, path, why, repair };
}

function buildMilestone(
  place: AxisPlace,
  mark: GanttMilestone,
  record: Scope,
  findings: Finding[],
): AxisMilestone | null {
  const { input, scale, widthEmu } = place;
  const day = stretchIn(input.evaluation, mark.at, record, scale);
  if (day === null) {
    tellUndated(place, mark, record);
    return null;
  }
  const middle = Math.floor((day.fromMin + day.toMin) / 2);
  if (middle < scale.fromMin || middle > scale.toMin) {
    const path = input.evaluation.place(mark.at, record).path;
    const message = `a mark ${onOrAt(day, scale)} lies outside of the scale, ${extentOf(scale, scale)}`;
    findings.push(outside(mark.span, message, path, "widen from and to of the scale"));
  }
  const xEmu = placeOf(middle, scale, widthEmu);
  return {
    kind: "milestone",
    xEmu,
    shape: middle < scale.fromMin ? "before" : middle > scale.toMin ? "after" : mark.shape,
    fill: resolveColor(input, mark.fill, record),
    label: null,
    alt: mark.alt === null ? null : plainText(mark.alt, input.evaluation, record),
    role: mark.role,
    span: mark.span,
    ...pathOfEntry(input.evaluation, mark, record),
  };
}
