// Days of paid leave: five within a year from the day that they are counted from, and what is left of them.
import { Decimal, defineRule, type Form, readingOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { datesIn } from "../../items/period.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { shown } from "../../money/figures.ts";
import { BASE_DATE, CARRIED, DAYS_TAKEN, GRANTED, REMAINING, TAKEN } from "../labels.ts";
import { placeOf, type Told, toldAs, toldUnder } from "../told.ts";

interface Labelled {
  readonly roles: readonly string[];
  readonly labels: RegExp;
}

/** Days of one worker, as far as the form tells them. */
export interface LeaveOfWorker {
  readonly base: { readonly day: string; readonly of: Told };
  readonly granted: Decimal | null;
  readonly carried: Decimal | null;
  readonly taken: { readonly days: Decimal; readonly of: Told | null };
  /** What tells the days of leave, and what tells how many they are: each row and the total. */
  readonly leaves: readonly Told[];
  readonly counted: readonly Told[];
}

const DAYS = /^(?:合?計)?(\d{1,2}(?:\.\d{1,2})?)(?:日間?)?$/;

/** The number of days that a text tells; null where it tells none. */
export function daysOf(text: string): Decimal | null {
  const [, digits] = DAYS.exec(text.replaceAll(/\s/g, "")) ?? [];
  return digits === undefined ? null : Decimal.of(digits);
}

/** A content once, wherever else it is drawn. */
function distinct(told: readonly Told[]): readonly Told[] {
  const seen = new Set<string>();
  return told.filter(({ path, span, text }) => {
    const key = path ?? `${span.start} ${text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Of whom a content is: the entry of the outermost list that it stands in; empty for the form's one worker. */
function entryOf(path: string | null): string {
  return /^[^[\]]*\[\d+\]/.exec(path ?? "")?.[0] ?? "";
}

/** Whether the form prints a single 基準日, outside of the entries of a list. */
function isOfOne(bases: readonly Told[]): boolean {
  return bases.length === 1 && entryOf(bases[0]?.path ?? null) === "";
}

/** Days to count from: one that is read twice, as a value and as the rest of its line, is one. */
function basesOf(told: readonly Told[]): readonly Told[] {
  const seen = new Set<string>();
  return told.filter(({ path, text }) => {
    const key = path ?? datesIn(text)[0] ?? text;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The workers of a form with a day from which leave is counted. */
export function workersOf(form: Form): readonly LeaveOfWorker[] {
  const told = (item: Labelled) => distinct(toldAs(form, item.roles, item.labels));
  const bases = basesOf(told(BASE_DATE));
  const [granted, carried, taken, counted] = [told(GRANTED), told(CARRIED), told(TAKEN), told(DAYS_TAKEN)];
  return bases.flatMap((of): readonly LeaveOfWorker[] => {
    const [day] = datesIn(of.text);
    const entry = entryOf(of.path);
    // Of several workers without lists nobody can tell whose a figure is.
    if (day === undefined || (entry === "" && !isOfOne(bases))) return [];
    const isOwn = ({ path }: Told) => isOfOne(bases) || entryOf(path) === entry;
    const [own, before] = [granted, carried].map(
      (all) => all.filter(isOwn).flatMap(({ text }) => daysOf(text) ?? [])[0],
    );
    const [leaves, counts] = [taken.filter(isOwn), counted.filter(isOwn)];
    return [
      {
        ...{ base: { day, of }, granted: own ?? null, carried: before ?? null },
        ...{ taken: takenOf(leaves, counts), leaves, counted: counts },
      },
    ];
  });
}

/** The total of the days, else the sum of those of each leave, else the number of the days themselves. */
function takenOf(taken: readonly Told[], counted: readonly Told[]) {
  const figures = counted.flatMap((of) => {
    const days = daysOf(of.text);
    return days === null ? [] : [{ days, of }];
  });
  const depth = ({ of: { path } }: (typeof figures)[number]) => (path ?? "").split("[").length;
  const least = Math.min(...figures.map(depth));
  const outer = figures.filter((one) => depth(one) === least);
  const [total] = outer;
  if (total !== undefined && outer.length === 1) return total;
  if (total !== undefined) return { days: outer.reduce((sum, { days }) => sum.plus(days), Decimal.zero), of: total.of };
  const dates = new Set(taken.flatMap(({ text }) => dayWords(text)));
  return { days: Decimal.ofInteger(dates.size), of: taken[0] ?? null };
}

/** The days that a text names: 2026年5月1日, 5/1, 5月1日. */
function dayWords(text: string): readonly string[] {
  return [...narrow(text).matchAll(/(?:\d{1,2}\s*[月/.-]\s*)\d{1,2}(?:日|(?!\d))/g)].map(([day]) => day);
}

/** Nothing was taken yet, as far as the form tells. */
export function isNothingTaken(form: Form): boolean {
  const counted = toldAs(form, DAYS_TAKEN.roles, DAYS_TAKEN.labels).flatMap(({ text }) => daysOf(text) ?? []);
  const dates = toldAs(form, TAKEN.roles, TAKEN.labels).flatMap(({ text }) => dayWords(text));
  if (dates.length > 0 || counted.some((days) => !days.isZero())) return false;
  const isEmpty = [...TAKEN.roles, ...DAYS_TAKEN.roles].every((role) =>
    valuesOf(form, role).every(({ value }) => value === null || /^0*(?:\.0+)?$/.test(String(value))),
  );
  return isEmpty;
}

const GRANTED_MIN = Decimal.ofInteger(10);
const FIVE = Decimal.ofInteger(5);
export const OF_FORM = /^(?:作成|発行|印刷|出力|集計|確認|締切?)(?:年月)?日$|^(?:現在|時点)$/;

/** The day as of which the form tells: that of the request or of its data, else one that is printed. */
function dayOfForm(form: Form): string | null {
  if (form.asOf.from !== "newest-rule") return form.asOf.date;
  const [labelled] = toldUnder(form, OF_FORM).flatMap(({ text }) => datesIn(text));
  if (labelled !== undefined) return labelled;
  const texts = readingOf(form).texts.map(({ text }) => narrow(text).replaceAll(/\s/g, ""));
  return texts.flatMap((text) => (/日(?:現在|時点)/.test(text) ? datesIn(text) : []))[0] ?? null;
}

/** The same day a year later, by its letters: a 29th of February is followed by the 1st of March. */
export function yearLater(day: string): string {
  const [year = "", ...rest] = day.split("-");
  return `${String(Number(year) + 1).padStart(4, "0")}-${rest.join("-")}`;
}

/** 39条7項: five days within a year. */
export const fiveDays = defineRule({
  meta: {
    id: "five-days",
    summary: "Whoever is granted ten days or more takes five of them within a year from the day they are counted from.",
    severity: "warning",
    basis: [laborStandardsAct("39条7項")],
    validFrom: "2019-04-01",
    unverified: "leave of other ledgers, work that began anew and days carried over are not known to the form",
    messages: {
      fewer: {
        what: "{days} days were taken in the year from {base}, which was over on {day}",
        why: "The employer gives five days within that year, where ten or more were granted.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const day = dayOfForm(form);
    if (day === null) return;
    for (const { base, granted, taken } of workersOf(form)) {
      const isOver = yearLater(base.day) <= day;
      const isAsked = granted === null || granted.compare(GRANTED_MIN) >= 0;
      if (!isOver || !isAsked || taken.days.compare(FIVE) >= 0) continue;
      const values = { days: shown(taken.days), base: base.day, day };
      report({ message: "fewer", ...placeOf(base.of), values });
    }
  },
});

/** 残日数: what was granted and carried over, less what was taken. */
export const leaveLeft = defineRule({
  meta: {
    id: "leave-left",
    summary: "Days that are left are those granted and carried over, less those taken.",
    severity: "error",
    basis: [laborStandardsRule("24条の7")],
    messages: {
      differs: {
        what: "{left} days are left, but {granted} granted and {carried} carried over less {taken} taken make {sum}",
        why: "Whoever adds the printed days up arrives at another number.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const told = (item: Labelled) => distinct(toldAs(form, item.roles, item.labels));
    const [granted, carried, taken, left] = [GRANTED, CARRIED, DAYS_TAKEN, REMAINING].map((item) =>
      told(item).flatMap((of) => {
        const days = daysOf(of.text);
        return days === null ? [] : [{ days, of }];
      }),
    );
    if (granted === undefined || carried === undefined || taken === undefined || left === undefined) return;
    for (const own of granted) {
      const entry = entryOf(own.of.path);
      const ofEntry = (all: typeof granted) => all.filter(({ of }) => entry === "" || entryOf(of.path) === entry);
      // Days that are left after each leave are many: the last of them is what is left of all.
      const remaining = ofEntry(left).at(-1);
      if (remaining === undefined || (entry === "" && granted.length > 1)) continue;
      const days = takenOf(
        [],
        ofEntry(taken).map(({ of }) => of),
      ).days;
      const before = ofEntry(carried)[0]?.days ?? Decimal.zero;
      const sum = own.days.plus(before).minus(days);
      // What was carried over may be counted within what was granted.
      if ([sum, own.days.minus(days)].some((each) => each.compare(remaining.days) === 0)) continue;
      const values = {
        ...{ left: shown(remaining.days), granted: shown(own.days), carried: shown(before) },
        ...{ taken: shown(days), sum: shown(sum) },
      };
      report({ message: "differs", ...placeOf(remaining.of), values });
    }
  },
});
