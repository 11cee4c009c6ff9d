// The headings of a time axis: which names stand on how many lines, so that every bar can be dated.

import { type Emu, type GanttAxis, type TextStyle, usualTiers } from "../../canvas/index.ts";
import { millimetres, millimetresAtMost, millimetresEnough, withArticle } from "../../diagnostics/index.ts";
import { readDatePattern } from "../../expression/index.ts";
import type { AxisTier } from "../blocks/index.ts";
import {
  type Finding,
  naturalTextWidth,
  restyled,
  type ShownText,
  setTextBox,
  styleOf,
  type TextBox,
} from "../words/index.ts";
import { type AxisPlace, scaleIn, widerAxis } from "./axis-place.ts";
import { roomsOfThinned } from "./thinned-names.ts";
import { changesOf, dateAt, monthAfter, nameOfStep, placeOf } from "./time-scale.ts";

type Unit = GanttAxis["unit"];

/** Every so many names where not all have room; days further apart than this could not be counted. */
const SKIPS = {
  hour: [1, 2, 3, 6, 12],
  day: [1, 2, 5, 10],
  week: [1, 2, 4, 8],
  month: [1, 2, 3, 6, 12],
} as const satisfies Record<Unit, readonly number[]>;
/** Of larger steps. */
const SKIPS_ABOVE = [2, 3, 5, 6, 10, 12, 20, 50] as const;

/** What is tried where a unit is too fine for the width. */
const COARSER = {
  hour: ["day", "week", "month"],
  day: ["week", "month"],
  week: ["month"],
  month: [],
} as const satisfies Record<Unit, readonly Unit[]>;

/** Names whose parts have a line each: the larger step and the smaller one, in either order. */
const PARTS = [
  /^(?<larger>.*?(?:y+|e+)年?)[/.\-\s]*(?<smaller>M.*)$/u,
  /^(?<larger>.*?M+月?)[/.\-\s]*(?<smaller>d.*)$/u,
  /^(?<smaller>M+)[/.,\-\s]+(?<larger>y+)$/u,
  /^(?<smaller>d[d\s]*)[/.\-\s]+(?<larger>M+)$/u,
] as const;

interface Stretch {
  readonly fromMin: number;
  readonly fromEmu: Emu;
  readonly toEmu: Emu;
  readonly name: string;
  /** The name without the part that is the same for its neighbours. */
  readonly shortName: string | null;
  /** That part, such as the year; null for names that have none. */
  readonly largeName: string | null;
  /** Where a name without its month would be read as a day of the next one; null for names that say their month. */
  readonly monthEndEmu: Emu | null;
  /** Such a name with its month, `8/31`. */
  readonly monthName: string | null;
}

interface TierPlan {
  readonly stretches: readonly Stretch[];
  readonly isFinest: boolean;
  readonly skip: number;
  /** One finding says of the whole axis that its names have no room. */
  readonly isTold?: true;
}

export interface FittedAxis {
  /** In the steps that the axis is drawn in. */
  readonly place: AxisPlace;
  readonly tiers: readonly AxisTier[];
}

/** In the unit of the source, else in the first larger one whose names have room, which is told. */
export function fitTiers(place: AxisPlace, findings: Finding[]): FittedAxis {
  const { axis } = place;
  const plans = plansOf(place, axis.unit, axis.tiers);
  if (plans !== null) return { place, tiers: tiersOf(place, plans, findings) };
  const { lang } = styleOf(place.input.canvas, axis.headStyle);
  for (const unit of place.scale.isClock ? [] : COARSER[axis.unit]) {
    const scale = scaleIn(place, unit);
    if (scale === null) continue;
    const coarser = { ...place, scale };
    const fitting = plansOf(coarser, unit, usualTiers(unit, lang));
    if (fitting === null) continue;
    findings.push(tooFine(place, unit));
    return { place: coarser, tiers: tiersOf(coarser, fitting, findings) };
  }
  findings.push(tooNarrow(place));
  const named = axis.tiers.map((pattern) => thinned(place, stretchesOf(place, pattern), axis.unit));
  return { place, tiers: tiersOf(place, named, findings) };
}

/** Headings that date every bar; null where the unit is too fine for them. */
function plansOf(place: AxisPlace, unit: Unit, patterns: readonly string[]): readonly TierPlan[] | null {
  const plans: TierPlan[] = [];
  for (const pattern of patterns) {
    const fitting = planTier(place, unit, pattern);
    if (fitting === null) return null;
    plans.push(...fitting);
  }
  return plans;
}

/** One line, or a line for each part of the names; null where neither has room. */
function planTier(place: AxisPlace, unit: Unit, pattern: string): readonly TierPlan[] | null {
  const stretches = stretchesOf(place, pattern);
  const isFinest = areSteps(place, stretches);
  const { needs, shortNeeds } = needsOf(place, stretches);
  if (!isFinest && areDated(stretches, needs, shortNeeds)) return [{ stretches, isFinest, skip: 1 }];
  const [larger, smaller] = partsOf(pattern);
  if (!isFinest && larger !== undefined && smaller !== undefined) {
    const [above, below] = [planTier(place, unit, larger), planTier(place, unit, smaller)];
    if (above !== null && below !== null) return [...above, ...below];
  }
  const skips: readonly number[] = isFinest ? SKIPS[unit] : SKIPS_ABOVE;
  const skip = fittingSkip(stretches, needs, skips);
  return skip === null ? null : [{ stretches, isFinest, skip }];
}

/** Every name stands in its stretch, in short beside a whole one; those at the ends follow from their neighbours. */
function areDated(stretches: readonly Stretch[], needs: readonly Emu[], shortNeeds: readonly Emu[]): boolean {
  const shows = (at: number, widths: readonly Emu[]) => {
    const stretch = stretches[at];
    return stretch !== undefined && (widths[at] ?? 0) <= stretch.toEmu - stretch.fromEmu;
  };
  const isEnd = (at: number) => at === 0 || at === stretches.length - 1;
  if (!stretches.some((_, at) => shows(at, needs))) return stretches.every(({ name }) => name === "");
  return stretches.every((_, at) => shows(at, needs) || shows(at, shortNeeds) || isEnd(at));
}

/** Whether they are the axis's own steps. */
function areSteps({ scale }: AxisPlace, stretches: readonly Stretch[]): boolean {
  const { stepsMin } = scale;
  return stretches.length + 1 === stepsMin.length && stretches.every(({ fromMin }, at) => fromMin === stepsMin[at]);
}

/** How many names share the room of one. */
function fittingSkip(stretches: readonly Stretch[], needs: readonly Emu[], skips: readonly number[]): number | null {
  const widest = needs.reduce((most, need) => Math.max(most, need), 0);
  const narrowest = narrowestWhole(stretches);
  return skips.find((each) => narrowest * each >= widest && each < Math.max(2, stretches.length)) ?? null;
}

/** Stretches at the ends may be cut off by the scale; of two the wider one is whole, or nearly so. */
function narrowestWhole(stretches: readonly Stretch[]): Emu {
  const widths = stretches.map(({ fromEmu, toEmu }) => toEmu - fromEmu);
  return widths.length === 2 ? Math.max(...widths) : Math.min(...(widths.length > 2 ? widths.slice(1, -1) : widths));
}

/** As many names as have room, for an axis that no unit fits. */
function thinned(place: AxisPlace, stretches: readonly Stretch[], unit: Unit): TierPlan {
  const isFinest = areSteps(place, stretches);
  const skip = fittingSkip(stretches, needsOf(place, stretches).needs, [...SKIPS[unit], ...SKIPS_ABOVE]);
  return { stretches, isFinest, skip: skip ?? stretches.length, isTold: true };
}

function partsOf(pattern: string): readonly string[] {
  for (const parts of PARTS) {
    const found = parts.exec(pattern)?.groups;
    if (found !== undefined) return [found["larger"] ?? "", found["smaller"] ?? ""];
  }
  return [];
}

function stretchesOf({ scale, widthEmu }: AxisPlace, pattern: string): readonly Stretch[] {
  const format = readDatePattern(pattern);
  const changes = "problem" in format ? scale.stepsMin : changesOf(scale, format);
  const [largeFormat, shortFormat] = partsOf(pattern).map(readDatePattern);
  const nameOf = (minute: number, part: ReturnType<typeof readDatePattern> | undefined): string | null =>
    part === undefined || "problem" in part ? null : nameOfStep(minute, part);
  const stretches: Stretch[] = [];
  for (let step = 0; step + 1 < changes.length; step++) {
    const [from, to] = [changes[step] ?? 0, changes[step + 1] ?? 0];
    const name = "problem" in format ? pattern : nameOfStep(from, format);
    const last = stretches.at(-1);
    const toEmu = placeOf(to, scale, widthEmu);
    if (last?.name === name) stretches[stretches.length - 1] = { ...last, toEmu };
    else {
      const parts = { shortName: nameOf(from, shortFormat), largeName: nameOf(from, largeFormat) };
      const isOfMonth = !("problem" in format) && format.changesDaily && !format.showsMonth;
      const monthEndEmu = isOfMonth ? placeOf(Math.min(monthAfter(from), scale.toMin), scale, widthEmu) : null;
      const monthName = isOfMonth ? withMonth(from, name) : null;
      const fromEmu = placeOf(from, scale, widthEmu);
      stretches.push({ fromMin: from, fromEmu, toEmu, name, ...parts, monthEndEmu, monthName });
    }
  }
  return stretches;
}

/** The name of a day with the month that it is of. */
function withMonth(minute: number, name: string): string | null {
  const date = dateAt(minute);
  return date === null ? null : `${date.month}${name.endsWith("日") ? "月" : "/"}${name}`;
}

/** Free on either side of a name, in thousandths of its size. */
const NAME_INSET_THOUSANDTHS = 120;

function insetOf({ input, axis }: AxisPlace): Emu {
  return Math.round((styleOf(input.canvas, axis.headStyle).sizeEmu * NAME_INSET_THOUSANDTHS) / 1000);
}

/** What a name takes, with what is free on either side of it. */
function widthOfName(place: AxisPlace, name: string): Emu {
  return naturalTextWidth(place.input, name, place.axis.headStyle, true) + 2 * insetOf(place);
}

function needsOf(place: AxisPlace, stretches: readonly Stretch[]) {
  const widthOf = (name: string): Emu => widthOfName(place, name);
  return {
    needs: stretches.map(({ name }) => widthOf(name)),
    shortNeeds: stretches.map(({ shortName }) => (shortName === null ? Number.POSITIVE_INFINITY : widthOf(shortName))),
  };
}

function tiersOf(place: AxisPlace, plans: readonly TierPlan[], findings: Finding[]): readonly AxisTier[] {
  const leftOut: LeftOut[] = [];
  const tiers = plans.map(
    (plan): AxisTier => ({ isFinest: plan.isFinest, cells: tierCells(place, plan, leftOut, findings) }),
  );
  const above = tiers.at(-2)?.cells[0];
  const [plan, finest] = [plans.at(-1), tiers.at(-1)];
  // A month whose name has no room is said by its first day.
  const isMonthLost = above?.text === null && plans.at(-2)?.stretches[0]?.name !== "";
  const dated = isMonthLost && plan?.isFinest === true ? datedFirst(place, plan, finest?.cells[0], findings) : null;
  if (dated !== null && finest !== undefined) {
    tiers[tiers.length - 1] = { ...finest, cells: finest.cells.map((cell, at) => (at === 0 ? dated : cell)) };
  }
  // The first day says its month, and no year.
  const saidByDay = dated === null ? undefined : plans.at(-2)?.stretches[0];
  const missing = leftOut.flatMap(({ stretch, name, unsaid, roomEmu }): readonly Missing[] => {
    // A year that is missing from a short name needs the room of the whole name.
    const whole = unsaid === null || stretch === saidByDay ? name : stretch.name;
    const lacks = { needEmu: narrowest(place, whole), roomEmu };
    if (stretch !== saidByDay) return [{ name, ...lacks }];
    return unsaid === null ? [] : [{ name: unsaid, ...lacks }];
  });
  const byName = new Map(missing.map((one) => [one.name, one] as const).reverse());
  if (missing.length > 0) findings.push(namesLeftOut(place, [...byName.values()].reverse()));
  return tiers;
}

/** A name that a reader would look for, and that has no room. */
interface LeftOut {
  readonly stretch: Stretch;
  readonly name: string;
  /** What of it no other name says, as its year; null where others say it. */
  readonly unsaid: string | null;
  /** The width of its part of the axis. */
  readonly roomEmu: Emu;
}

/** How narrow the letters may be of a name that has no room otherwise (長体), in thousandths. */
const CONDENSED_THOUSANDTHS = 700;

/** The first day of an axis by its month and day, as far as the next name: `11/29`. Null where it has no room. */
function datedFirst(
  place: AxisPlace,
  { stretches, skip }: TierPlan,
  cell: AxisTier["cells"][number] | undefined,
  findings: Finding[],
): AxisTier["cells"][number] | null {
  const [first] = stretches;
  const unit = place.scale.unit;
  if (unit !== "day" || first?.monthName == null || cell?.text == null) return null;
  const inset = insetOf(place);
  const { needs } = needsOf(place, stretches);
  const rooms = skip === 1 ? null : roomsOfThinned(stretches, { needs, skip, unit, endEmu: place.widthEmu });
  const roomEmu = rooms?.get(0) ?? first.toEmu - first.fromEmu;
  const need = narrowest(place, first.monthName);
  if (need > roomEmu) return null;
  const align = skip > 1 ? "left" : "center";
  const text = setName(place, first.monthName, { widthEmu: roomEmu - 2 * inset, align }, findings);
  return { ...cell, text, inkEmu: [first.fromEmu, first.fromEmu + roomEmu] };
}

/** What a name takes in its narrowest letters, with what is free on either side of it. */
function narrowest(place: AxisPlace, name: string): Emu {
  const inset = 2 * insetOf(place);
  return Math.ceil(((widthOfName(place, name) - inset) * CONDENSED_THOUSANDTHS) / 1000) + inset;
}

/** @param leftOut takes the names that a reader would look for, and that have no room. */
function tierCells(
  place: AxisPlace,
  { stretches, isFinest, skip, isTold }: TierPlan,
  leftOut: LeftOut[],
  findings: Finding[],
): AxisTier["cells"] {
  const inset = insetOf(place);
  const { needs, shortNeeds } = needsOf(place, stretches);
  const unit = isFinest ? place.scale.unit : null;
  const rooms = skip === 1 ? null : roomsOfThinned(stretches, { needs, skip, unit, endEmu: place.widthEmu });
  // The name of a week is that of its first day.
  const align = skip > 1 || unit === "week" ? "left" : "center";
  // Names count on from two of them.
  const countsNothing = rooms !== null && [...rooms].filter(([at, room]) => (needs[at] ?? 0) <= room).length < 2;
  const isMissed = (at: number) => skip === 1 || (isTold === undefined && (countsNothing || rooms?.has(at) === true));
  const saidLarge = rooms === null ? saidOnce(stretches, needs) : new Set<string | null>();
  return stretches.map((stretch, at) => {
    const { fromEmu, toEmu, name, shortName, largeName, monthEndEmu, monthName } = stretch;
    // A line before a name that is left out would run through the one that takes its room.
    const isBound = rooms === null || rooms.has(at);
    const room = rooms === null ? toEmu - fromEmu : (rooms.get(at) ?? 0);
    // At the ends of the axis, where a month or year is cut off, its name may stand in narrow letters.
    const isEnd = !isFinest && skip === 1 && (at === 0 || at === stretches.length - 1);
    const isUnsaid = rooms === null && largeName !== null && !saidLarge.has(largeName);
    const isWhole = isEnd && isUnsaid && narrowest(place, name) <= room;
    const isShort = skip === 1 && (needs[at] ?? 0) > room && shortName !== null && !isWhole;
    const bareEmu = (isShort ? shortNeeds[at] : needs[at]) ?? 0;
    const isInMonth = unit !== "week" || monthEndEmu === null || fromEmu + bareEmu / 2 <= monthEndEmu;
    const said = !isInMonth ? (monthName ?? "") : isShort ? shortName : name;
    const wide = isInMonth ? bareEmu : widthOfName(place, said);
    const isTight = isEnd && wide > room && narrowest(place, said) <= room;
    const need = isTight ? room : wide;
    const shows = isBound && said !== "" && need <= room;
    const unsaid = isShort && isUnsaid ? largeName : null;
    const isLost = !shows && said !== "" && (isMissed(at) || (isBound && !isInMonth));
    if (isLost) leftOut.push({ stretch, name: unsaid === null ? said : name, unsaid, roomEmu: room });
    else if (shows && unsaid !== null) leftOut.push({ stretch, name: unsaid, unsaid, roomEmu: room });
    const text = shows ? setName(place, said, { widthEmu: Math.max(0, room - 2 * inset), align }, findings) : null;
    const start = fromEmu + (align === "left" ? 0 : Math.floor((room - need) / 2));
    return { fromEmu, insetEmu: inset, text, inkEmu: shows ? [start, start + need] : null, isBound };
  });
}

/** The years of month names, or the months of day names, that a whole name says. */
function saidOnce(stretches: readonly Stretch[], needs: readonly Emu[]): ReadonlySet<string | null> {
  const whole = stretches.filter(({ fromEmu, toEmu }, at) => (needs[at] ?? 0) <= toEmu - fromEmu);
  return new Set(whole.map(({ largeName }) => largeName));
}

function setName(
  { input, axis, scope }: AxisPlace,
  name: string,
  { widthEmu, align }: { readonly widthEmu: Emu; readonly align: TextStyle["align"] },
  findings: Finding[],
): TextBox {
  const { headStyle: style, span } = axis;
  const shown: ShownText = {
    text: name,
    sources: name === "" ? [] : [{ start: 0, end: name.length, path: null, role: null }],
    isStatic: false,
    path: null,
  };
  const isTight = naturalTextWidth(input, name, style, true) > widthEmu;
  const narrow = isTight ? ({ fit: "shrink", condenseThousandths: CONDENSED_THOUSANDTHS } as const) : {};
  const over = { align, valign: "middle", wrap: "none", ...narrow } as const;
  const room = { widthEmu, heightEmu: null, inCell: true };
  return setTextBox(restyled(input, style, over), { shown, style, scope, room, span }, findings);
}

/** RPT4003: a unit whose names would be left out, and the one that is drawn in its place. */
function tooFine(place: AxisPlace, unit: Unit): Finding {
  const { axis, input, scope, scale, widthEmu } = place;
  const stepEmu = Math.floor(widthEmu / Math.max(1, scale.stepsMin.length - 1));
  const { path } = input.evaluation.place(axis.to, scope);
  const narrow = `a step of ${withArticle(axis.unit)} is ${millimetres(stepEmu)} wide, too narrow for its name`;
  return {
    code: "RPT4003",
    severity: "warning",
    span: axis.span,
    message: `${narrow}: the axis has steps of ${withArticle(unit)}`,
    path,
    why: "where names of steps are left out, nobody can date the bars",
    repair: `take unit=${unit} with its headings, or ${widerAxis(place)}`,
  };
}

/** A name that is left out, the width that it needs in narrow letters, and the width of its part of the axis. */
interface Missing {
  readonly name: string;
  readonly needEmu: Emu;
  readonly roomEmu: Emu;
}

/** How many of the names that are left out a finding says. */
const LEFT_OUT_SHOWN = 3;

/** RPT4003: names at the ends of an axis, whose months or weeks are cut off by it, and years that no name says. */
function namesLeftOut(place: AxisPlace, names: readonly Missing[]): Finding {
  const { axis, input, scope } = place;
  const shown = names.slice(0, LEFT_OUT_SHOWN).map(({ name, needEmu, roomEmu }) => {
    const sizes =
      needEmu > roomEmu ? ` (it needs ${millimetresEnough(needEmu)} and has ${millimetresAtMost(roomEmu)})` : "";
    return `"${name}"${sizes}`;
  });
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  return {
    code: "RPT4003",
    severity: "info",
    span: axis.span,
    message: `the heading of the axis has no room for ${shown.join(", ")}${more}`,
    path: input.evaluation.place(axis.from, scope).path,
    why: "who reads the axis finds it out by the names beside it",
    repair: `begin and end the scale with whole steps, make its letters smaller, or ${widerAxis(place)}`,
  };
}

function tooNarrow(place: AxisPlace): Finding {
  const { axis, input, scope, widthEmu } = place;
  return {
    code: "RPT4003",
    severity: "warning",
    span: axis.span,
    message: `an axis of ${millimetres(widthEmu)} has no room for the names of its steps`,
    path: input.evaluation.place(axis.to, scope).path,
    why: "where names of steps are left out, nobody can date the bars",
    repair: `make its letters smaller, bring from and to nearer together, or ${widerAxis(place)}`,
  };
}
