// Single days of leave: each once, within its year, no later than the form, and as many as their total says.
import { Decimal, defineRule, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { datesIn } from "../../items/period.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { shown } from "../../money/figures.ts";
import { placeOf, type Told, toldAs } from "../told.ts";
import { daysOf, type LeaveOfWorker, OF_FORM, workersOf, yearLater } from "./days-of-leave.ts";

/** A day of leave, and how much of it was taken as far as its row says. */
interface Entry {
  readonly day: string;
  readonly of: Told;
  readonly days: Decimal | null;
}

const ISO = /^\d{4}-\d{2}-\d{2}/;
const ONE = Decimal.ofInteger(1);

/** The row that a value of a list stands in; empty outside of lists. */
function rowOf(path: string | null): string {
  return /^.*\]/.exec(path ?? "")?.[0] ?? "";
}

/** The days of a worker that have a year. A row of several days tells its number for all of them. */
function entriesOf(form: Form, { leaves, counted }: LeaveOfWorker): readonly Entry[] {
  const values = new Map(form.values.map(({ path, value }) => [path, value]));
  return leaves.flatMap((of): readonly Entry[] => {
    const value = of.path === null ? null : values.get(of.path);
    const [day, ...more] = typeof value === "string" && ISO.test(value) ? [value.slice(0, 10)] : datesIn(of.text);
    if (day === undefined) return [];
    const row = rowOf(of.path);
    const own = row === "" ? [] : counted.filter(({ path }) => rowOf(path) === row);
    const days = own.length === 1 && more.length === 0 ? daysOf(own[0]?.text ?? "") : null;
    return [day, ...more].map((each) => ({ day: each, of, days }));
  });
}

/** The day as of which the form is printed; null where it prints none. */
function printedDay(form: Form): string | null {
  const [labelled] = toldAs(form, ["document.issueDate"], OF_FORM).flatMap(({ text }) => datesIn(text));
  if (labelled !== undefined) return labelled;
  const texts = readingOf(form).texts.map(({ text }) => narrow(text).replaceAll(/\s/g, ""));
  return texts.flatMap((text) => (/日(?:現在|時点)/.test(text) ? datesIn(text) : []))[0] ?? null;
}

/** Each day of leave is one that can have been taken. */
export const leaveEntries = defineRule({
  meta: {
    id: "leave-entries",
    summary: "Each day of leave is written down once, within its year and no later than the day of the form.",
    severity: "warning",
    basis: [laborStandardsRule("24条の7"), laborStandardsAct("39条7項")],
    validFrom: "2019-04-01",
    unverified: "whether leave was planned, lent or agreed on otherwise is not known to the form",
    messages: {
      before: {
        what: "{day} is before {base}, the day from which leave is counted (基準日)",
        why: "A ledger is of the leave within a year from that day.",
      },
      after: {
        what: "{day} is not within the year from {base} (基準日)",
        why: "A ledger is of the leave within a year from that day.",
      },
      later: {
        what: "{day} is after {printed}, the day of the form, and stands among the days that were taken",
        why: "A day that is to come was not taken yet.",
      },
      twice: {
        what: "{day} is written down {count} times, with {days} days in all",
        why: "On one day no more than one day of leave is taken.",
      },
      long: { what: "{days} days of leave are written down for {day} alone", why: "On one day one day is taken." },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const printed = printedDay(form);
    for (const worker of workersOf(form)) {
      const { day: base } = worker.base;
      const entries = entriesOf(form, worker);
      for (const { day, of, days } of entries) {
        const at = placeOf(of);
        if (day < base) report({ ...at, message: "before", values: { day, base } });
        else if (day >= yearLater(base)) report({ ...at, message: "after", values: { day, base } });
        if (printed !== null && day > printed) report({ ...at, message: "later", values: { day, printed } });
        if (days !== null && days.compare(ONE) > 0 && !/[〜~から、,]/.test(narrow(of.text)))
          report({ ...at, message: "long", values: { day, days: shown(days) } });
      }
      for (const [day, own] of Map.groupBy(entries, (one) => one.day)) {
        const days = own.reduce((sum, one) => sum.plus(one.days ?? ONE), Decimal.zero);
        const last = own.at(-1);
        if (own.length < 2 || last === undefined || days.compare(ONE) <= 0) continue;
        report({ ...placeOf(last.of), message: "twice", values: { day, count: own.length, days: shown(days) } });
      }
    }
  },
});

/** The total of the days is their sum, and no more than there were. */
export const leaveTotal = defineRule({
  meta: {
    id: "leave-total",
    summary: "The total of days taken is the sum of the rows, and no more than was granted and carried over.",
    severity: "error",
    basis: [laborStandardsRule("24条の7")],
    messages: {
      differs: {
        what: "{total} days are told as taken in all, and the rows make {sum}",
        why: "Whoever adds the printed days up arrives at another number.",
      },
      more: {
        what: "{total} days were taken, and {granted} granted and carried over",
        why: "No more leave can be taken than there is.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const worker of workersOf(form)) {
      const { granted, carried, taken, counted } = worker;
      const rows = counted.filter(({ path }) => rowOf(path) !== "" && rowOf(path) !== rowOf(taken.of?.path ?? null));
      const days = rows.flatMap(({ text }) => daysOf(text) ?? []);
      const sum = days.reduce((all, one) => all.plus(one), Decimal.zero);
      const isTotal = taken.of !== null && !rows.includes(taken.of) && counted.includes(taken.of);
      if (isTotal && taken.of !== null && days.length > 0 && days.length === rows.length) {
        const isSum = sum.compare(taken.days) === 0;
        const values = { total: shown(taken.days), sum: shown(sum) };
        if (!isSum) report({ ...placeOf(taken.of), message: "differs", values });
      }
      // What was carried over is not printed everywhere.
      const most = granted === null || carried === null ? null : granted.plus(carried);
      if (most === null || taken.days.compare(most) <= 0) continue;
      const values = { total: shown(taken.days), granted: shown(most) };
      report({ ...placeOf(taken.of ?? worker.base.of), message: "more", values });
    }
  },
});
