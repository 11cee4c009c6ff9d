// Days and hours of work that a month can have.
import { Decimal, defineRule } from "../../../../../core/sdk/index.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { shown } from "../../money/figures.ts";
import { isClock, payTables } from "../wage-table.ts";
import { type Month, monthsOf, OF_YEAR, placeOfFigure } from "./wage-figures.ts";

const MONTH_DAYS_MAX = Decimal.ofInteger(31);
const DAY_HOURS = Decimal.ofInteger(24);
const MINUTES = Decimal.ofInteger(60);
const HOURS = ["hours", "overtimeHours", "dayOffHours", "nightHours"] as const;

/** Nobody works on more days than a month has, nor for more hours than those days have. */
export const possibleWork = defineRule({
  meta: {
    id: "possible-work",
    summary: "A month has no more than 31 days of work, and a day no more than 24 hours.",
    severity: "error",
    basis: [laborStandardsAct("108条"), laborStandardsRule("54条1項4号〜6号")],
    messages: {
      days: { what: '"{label}" is {amount} in one month', why: "No month has more than 31 days." },
      hours: {
        what: '"{label}" is {amount} hours, and {days} days have {most}',
        why: "A day has 24 hours.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const table of payTables(form)) {
      // The last line may add up those before it, whatever it is called.
      const months = monthsOf(table).filter(({ label }) => !OF_YEAR.test(label));
      for (const month of months) {
        const [days] = month.of("days");
        const isMonth = days !== undefined && days.amount.compare(MONTH_DAYS_MAX) <= 0;
        if (days !== undefined && !isMonth && !addsUp(months, month)) {
          const values = { label: month.labelOf(days), amount: shown(days.amount) };
          report({ message: "days", ...placeOfFigure(form, days), values });
        }
        if (days !== undefined && !isMonth) continue;
        const count = days?.amount.round(0, "up") ?? MONTH_DAYS_MAX;
        const most = count.isZero() ? null : count.times(DAY_HOURS);
        const over = most === null ? undefined : hoursOver(month, most);
        if (over === undefined || most === null || addsUp(months, month)) continue;
        const values = {
          label: month.labelOf(over.figure),
          amount: shown(over.hours),
          days: shown(count),
          most: shown(most),
        };
        report({ message: "hours", ...placeOfFigure(form, over.figure), values });
      }
    }
  },
});

/** The first hours of a month that are more than its days have. */
function hoursOver(month: Month, most: Decimal) {
  return HOURS.flatMap((kind) => month.of(kind))
    .map((figure) => {
      const whole = isClock(figure.text.text) ? figure.amount.dividedBy(MINUTES) : figure.amount;
      return { figure, hours: (whole ?? Decimal.zero).round(2, "half_up") };
    })
    .find(({ hours }) => hours.compare(most) > 0);
}

/** Whether a line adds up those before it: one figure alone may come to that by chance. */
function addsUp(months: readonly Month[], month: Month): boolean {
  const before = months.slice(0, months.indexOf(month));
  const sums = (["earned", "net", "days", "hours"] as const).flatMap((kind) => {
    const [own] = month.of(kind);
    const others = before.flatMap((one) => one.of(kind));
    const sum = others.reduce((all, { amount }) => all.plus(amount), Decimal.zero);
    return own === undefined || others.length < 2 ? [] : [sum.compare(own.amount) === 0];
  });
  return sums.filter((isSum) => isSum).length >= 2;
}
