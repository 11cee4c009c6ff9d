// Hours of overtime on a payslip whose pay is nothing.
import { Decimal, defineRule, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { isDrawn } from "../../items/drawn-words.ts";
import { laborStandardsAct } from "../../laws.ts";
import { printedAmounts } from "../../money/printed-amounts.ts";
import {
  BASIC_WAGE,
  DAY_OFF_HOURS,
  DAY_OFF_PAY,
  EARNING,
  isPremiumPay,
  NIGHT_HOURS,
  NIGHT_PAY,
  OVERTIME_HOURS,
  OVERTIME_PAY,
} from "../../staff-books/pay-kinds.ts";
import { bareLabel, placeOf, type Told, toldUnder } from "../../staff-books/told.ts";
import { figureOf, isClock } from "../../staff-books/wage-table.ts";
import { headOver } from "./pay-groups.ts";

const SORTS = [
  { sort: "時間外労働", hours: OVERTIME_HOURS, pay: OVERTIME_PAY },
  { sort: "休日労働", hours: DAY_OFF_HOURS, pay: DAY_OFF_PAY },
  { sort: "深夜労働", hours: NIGHT_HOURS, pay: NIGHT_PAY },
] as const;
/** Pay that covers such hours in another place, at another time, or that they are made up for by time off. */
const OTHERWISE =
  /固定|定額|みなし|見なし|翌月|前月|次月|管理監督|裁量|代休|振替|代替休|(?:時間外|残業|割増)[^。]{0,12}(?:含|込)|年俸|賞与/;
/** Hours of a month that are no sum of money. */
const HOURS_MAX = Decimal.ofInteger(300);

/** Whether the form says how such hours are paid otherwise. */
export function isPaidOtherwise(form: Form): boolean {
  return isDrawn(form, OTHERWISE);
}

/** 37条: hours of overtime stand on the slip, and their pay is 0. */
export const unpaidOvertime = defineRule({
  meta: {
    id: "unpaid-overtime",
    summary: "Hours of overtime, of days off and at night that are printed are paid (割増賃金).",
    severity: "warning",
    basis: [laborStandardsAct("37条1項・4項")],
    unverified: "whether the hours are paid in another month or made up for by time off is not known to the form",
    messages: {
      unpaid: {
        what: "the form prints {hours} hours of {sort}, and 0 yen of pay for them",
        why: "An hour of overtime is paid at 125 %, on a day off at 135 %, and at night with 25 % more.",
      },
      noPay: {
        what: "the form prints {hours} hours of {sort}, and no pay for them among what is paid",
        why: "An hour of overtime is paid at 125 %, on a day off at 135 %, and at night with 25 % more.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    if (isPaidOtherwise(form)) return;
    for (const { sort, hours, pay } of SORTS) {
      const worked = workedUnder(form, hours);
      const paid = printedAmounts(form).filter(({ own, column, row }) =>
        [own, column, row].some((label) => isPremiumPay(bareLabel(label), pay)),
      );
      if (worked === undefined || paid.some(({ amount }) => !amount.isZero())) continue;
      const values = { hours: worked.text.replace(/(?:時間|[hH])$/, ""), sort };
      if (paid.length > 0) report({ message: "unpaid", ...placeOf(worked), values });
      else if (sort === "時間外労働" && hasNoPayFor(form, hours, pay)) {
        report({ message: "noPay", ...placeOf(worked), values });
      }
    }
  },
});

/** What may hold the pay for such hours under a name of its own. */
const MAY_HOLD = /割増|諸手当|各種手当|その他|シフト|夜勤|当直|宿直|日直|休日|深夜|歩合|時給|日給|請負/;

/** Whether a form names what is paid, and nothing of it is for such hours. */
function hasNoPayFor(form: Form, hours: RegExp, pay: RegExp): boolean {
  const { texts } = readingOf(form);
  const named = texts.map(({ text }) => bareLabel(text)).filter((label) => label !== "");
  // 残業 names the hours once; a second time it names their pay.
  const isNamedTwice = named.filter((label) => hours.test(label)).length > 1;
  const isPaid = named.some((label) => isPremiumPay(label, pay) || MAY_HOLD.test(label));
  return !isNamedTwice && !isPaid && named.filter((label) => EARNING.test(label) || BASIC_WAGE.test(label)).length > 1;
}

/** Hours that are not zero under a label, beside it or in a grid. */
function workedUnder(form: Form, labels: RegExp): Told | undefined {
  const told = toldUnder(form, labels).find(({ text }) => isHours(text));
  if (told !== undefined) return told;
  const inGrid = readingOf(form).texts.find(
    (text) => isHours(text.text) && labels.test(bareLabel(headOver(form, text) ?? "")),
  );
  if (inGrid === undefined) return undefined;
  const span = (inGrid.element === null ? undefined : form.elements[inGrid.element]?.span) ?? form.document.span;
  return { text: inGrid.text.trim(), span, path: inGrid.sources.find(({ path }) => path !== null)?.path ?? null };
}

function isHours(text: string): boolean {
  const amount = figureOf(text);
  if (amount === null || amount.isZero()) return false;
  return isClock(text) || amount.compare(HOURS_MAX) < 0;
}
