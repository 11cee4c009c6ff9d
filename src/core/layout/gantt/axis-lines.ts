// The lines between the steps of a time axis: one for each, or only so many that they do not run into a grey area.

import type { Emu, GanttAxis } from "../../canvas/index.ts";
import { millimetres } from "../../diagnostics/index.ts";
import { dateOfDayNumber } from "../../expression/index.ts";
import type { AxisBlock } from "../blocks/index.ts";
import type { Finding } from "../words/index.ts";
import { type AxisPlace, scaleIn, widerAxis } from "./axis-place.ts";
import { placeOf } from "./time-scale.ts";

type Unit = GanttAxis["unit"];

/** Lines that are nearer to one another than 0.7 mm are seen as a grey area. */
const APART_EMU = 25_200;

const MINUTES_PER_DAY = 1_440;

/** Which of the steps a line stands before, where not all have one: those where this number changes. */
type Grouping = (minute: number, step: number) => number;

const hours =
  (each: number): Grouping =>
  (minute) =>
    Math.floor(minute / (60 * each));

/** Counted from January of the year 0, so that years begin with a line. */
const months =
  (each: number): Grouping =>
  (minute) => {
    const date = dateOfDayNumber(Math.floor(minute / MINUTES_PER_DAY));
    return date === null ? 0 : Math.floor((date.year * 12 + date.month - 1) / each);
  };

/** Parts of a month of so many days; the last has what is left. */
const partsOfMonth =
  (days: number): Grouping =>
  (minute) => {
    const date = dateOfDayNumber(Math.floor(minute / MINUTES_PER_DAY));
    if (date === null) return 0;
    const parts = Math.floor(30 / days);
    return (date.year * 12 + date.month) * parts + Math.min(parts - 1, Math.floor((date.day - 1) / days));
  };

const steps =
  (each: number): Grouping =>
  (_, step) =>
    Math.floor(step / each);

/** From months to a thousand years, each a multiple of one before it or begun with a year. */
const LARGER = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 2_400, 12_000].map(months);

const GROUPINGS = {
  hour: [...[2, 3, 6, 12, 24].map(hours), ...LARGER],
  day: [...[5, 10].map(partsOfMonth), ...LARGER],
  week: [...[2, 4].map(steps), ...LARGER],
  month: LARGER,
} as const satisfies Record<Unit, readonly Grouping[]>;

const COARSER = {
  hour: ["day", "week", "month"],
  day: ["week", "month"],
  week: ["month"],
  month: [],
} as const satisfies Record<Unit, readonly Unit[]>;

/** Where larger steps begin: all that have a line, and those whose line is strong. */
interface Borders {
  readonly all: ReadonlySet<Emu>;
  readonly strong: ReadonlySet<Emu>;
}

/**
 * Where the lines stand, from the left; fewer than there are steps are told. The borders of larger steps have a line
 * too where they lie within a step.
 */
export function stepLines(place: AxisPlace, borders: Borders, findings: Finding[] | null): AxisBlock["lines"] {
  const { axis, scale, widthEmu } = place;
  const between = scale.stepsMin.slice(1, -1);
  const all = between.map((minute) => placeOf(minute, scale, widthEmu));
  const drawn = areApart(all) ? all : (thinned(place, GROUPINGS[axis.unit]) ?? []);
  if (drawn.length < all.length) findings?.push(tooNear(place, all.length, drawn.length));
  const steps = new Set(all);
  // Where a mark keeps an end free, the first step begins and the last one ends with a line of its own.
  const ends = [scale.fromMin, scale.toMin].map((minute) => placeOf(minute, scale, widthEmu));
  const free = ends.filter((xEmu) => xEmu > 0 && xEmu < widthEmu);
  const within = [...free, ...borders.all].filter((xEmu) => !steps.has(xEmu));
  const places = within.length === 0 ? drawn : [...drawn, ...within].toSorted((one, other) => one - other);
  return places.map((xEmu) => ({ xEmu, isStrong: borders.strong.has(xEmu) }));
}

function areApart(lines: readonly Emu[]): boolean {
  return lines.every((xEmu, at) => at === 0 || xEmu - (lines[at - 1] ?? 0) >= APART_EMU);
}

function thinned({ scale, widthEmu }: AxisPlace, groupings: readonly Grouping[]): readonly Emu[] | null {
  for (const groupOf of groupings) {
    const groups = scale.stepsMin.map(groupOf);
    const lines = scale.stepsMin.flatMap((minute, at) => {
      const isInner = at > 0 && at < scale.stepsMin.length - 1;
      return isInner && groups[at] !== groups[at - 1] ? [placeOf(minute, scale, widthEmu)] : [];
    });
    if (areApart(lines)) return lines;
  }
  return null;
}

/** RPT4003: steps that are too narrow for a line each. */
function tooNear(place: AxisPlace, steps: number, lines: number): Finding {
  const { axis, input, scope, widthEmu } = place;
  const unit = COARSER[axis.unit].find((larger) => hasRoom(place, larger));
  const nearer = `bring from and to nearer together, or ${widerAxis(place)}`;
  return {
    code: "RPT4003",
    severity: "warning",
    span: axis.span,
    message: `${steps - lines} of ${steps} lines between steps are left out on an axis of ${millimetres(widthEmu)}`,
    path: input.evaluation.place(axis.to, scope).path,
    why: "lines so near to one another would be a grey area, in which no bar is seen",
    repair: unit === undefined ? nearer : `take unit=${unit} with its headings, ${nearer}`,
  };
}

function hasRoom(place: AxisPlace, unit: Unit): boolean {
  const scale = scaleIn(place, unit);
  if (scale === null) return false;
  return areApart(scale.stepsMin.slice(1, -1).map((minute) => placeOf(minute, scale, place.widthEmu)));
}
