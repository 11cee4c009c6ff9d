// What is paid for overtime, work on days off and at night, against the least that its hours come to.
import { Decimal, defineRule, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { isPaidOtherwise } from "../../employment/rules/unpaid-overtime.ts";
import { narrow } from "../../items/narrow.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { shown } from "../../money/figures.ts";
import { BASIC_WAGE, DAY_OFF_PAY, isPremiumPay, NIGHT_PAY, OVERTIME_PAY } from "../pay-kinds.ts";
import { isClock, payTables } from "../wage-table.ts";
import { type Month, monthsOf, OF_YEAR, placeOfFigure, sumOf } from "./wage-figures.ts";

/** Least pay of an hour, in hundredths of an ordinary one; night work is paid beside its hours. */
const PREMIUMS = [
  { hours: "overtimeHours", pay: OVERTIME_PAY, percent: 125 },
  { hours: "dayOffHours", pay: DAY_OFF_PAY, percent: 135 },
  { hours: "nightHours", pay: NIGHT_PAY, percent: 25 },
] as const;

/** Forty hours a week come to no more hours a month: an hour of a monthly wage is worth this part of it at least. */
const MONTH_HOURS_MAX = Decimal.of("173.8");
const MINUTES = Decimal.ofInteger(60);
const HUNDRED = Decimal.ofInteger(100);
/** What rounding to whole yen or quarters of an hour may take. */
const ROUNDING = Decimal.of("0.95");

/** 37条: an hour of overtime is paid at 125 %, of a day off at 135 %, at night with 25 % more. */
export const premiumRates = defineRule({
  meta: {
    id: "premium-rates",
    summary: "Overtime, work on days off and at night are paid what their hours come to at least (割増賃金).",
    severity: "warning",
    basis: [laborStandardsAct("37条1項・4項"), laborStandardsRule("19条")],
    unverified: "where the form prints no hours of an ordinary month, 173.8 are taken, the most that the law allows",
    messages: {
      low: {
        what: '"{label}" prints {amount} for {hours} hours; at {percent} % of the hourly wage they come to {least}',
        why:
          "The hourly wage is {wage} yen a month by {month} hours. Overtime is paid at 125 %, days off at 135 %, " +
          "and night work with 25 % more.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const isElsewhere = isPaidOtherwise(form);
    const ofMonth = monthHoursOf(form);
    for (const low of monthsIn(form).flatMap((month) => lowPremiums(month, ofMonth))) {
      if (low.isNothing && isElsewhere) continue;
      const { figure, label, hours, least, percent, wage } = low;
      const amounts = { amount: shown(figure.amount), hours: shown(hours), least: shown(least), wage: shown(wage) };
      const values = { label, ...amounts, percent, month: shown(ofMonth) };
      report({ message: "low", ...placeOfFigure(form, figure), values });
    }
  },
});

/** The months of all tables, without their sums. */
function monthsIn(form: Form): readonly Month[] {
  return payTables(form)
    .flatMap(monthsOf)
    .filter(({ label }) => !OF_YEAR.test(label));
}

/** 1か月平均所定労働時間数 160時間, 月平均所定労働時間：162.5h */
const MONTH_HOURS = /(?:月|月間)の?(?:平均)?の?所定(?:労働)?時間(?:数)?[^0-9。]{0,8}([0-9]{2,3}(?:\.[0-9]+)?)/;

/** The hours of an ordinary month that the form prints, else the most that the law allows. */
function monthHoursOf(form: Form): Decimal {
  const digits = readingOf(form).sentences.flatMap(
    ({ label, text }) => MONTH_HOURS.exec(narrow(`${label} ${text}`))?.[1] ?? [],
  );
  const hours = digits[0] === undefined ? null : Decimal.of(digits[0]);
  return hours === null || hours.isZero() || hours.compare(MONTH_HOURS_MAX) > 0 ? MONTH_HOURS_MAX : hours;
}

function lowPremiums(month: Month, ofMonth: Decimal) {
  const [wage, ...others] = month.of("earning").filter((one) => BASIC_WAGE.test(month.labelOf(one)));
  // 時給 and 日給 are no wages of a month, and of several nobody knows which one counts.
  if (wage === undefined || others.length > 0 || /[時日年週]|歩合|能率|出来高|請負/.test(month.labelOf(wage)))
    return [];
  return PREMIUMS.flatMap(({ hours: kind, pay, percent }) => {
    const [own, ...more] = month.of(kind);
    const paid = month.of("earning").filter((one) => isPremiumPay(month.labelOf(one), pay));
    const [figure] = paid;
    if (own === undefined || more.length > 0 || figure === undefined) return [];
    const hours = isClock(own.text.text) ? parted(own.amount, MINUTES) : own.amount;
    const whole = hours.times(wage.amount).times(Decimal.ofInteger(percent));
    const least = parted(whole, HUNDRED.times(ofMonth)).round(0, "down");
    if (least.isZero() || sumOf(paid).compare(least.times(ROUNDING)) >= 0) return [];
    const isNothing = sumOf(paid).isZero();
    const told = { figure, label: month.labelOf(figure), hours: hours.round(2, "half_up"), percent };
    return [{ ...told, least, wage: wage.amount, isNothing }];
  });
}

/** @param by Is not zero. */
function parted(amount: Decimal, by: Decimal): Decimal {
  return amount.dividedBy(by) ?? Decimal.zero;
}
