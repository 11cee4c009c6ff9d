// 賃金台帳: what an employer writes down of each payment of wages (労働基準法108条).
import { defineProfile, type Form, type LegalBasis, valuesOf } from "../../../../core/sdk/index.ts";
import { noFines } from "../employment/rules/fines.ts";
import { netPay } from "../employment/rules/pay.ts";
import { payHeadings } from "../employment/rules/pay-headings.ts";
import { payTotals } from "../employment/rules/pay-totals.ts";
import { declares } from "../items/conditional.ts";
import { isSentenceDrawn } from "../items/drawn-words.ts";
import { type Condition, onlyIf } from "../items/only-if.ts";
import { titleRule } from "../items/title-rule.ts";
import { laborStandardsAct, laborStandardsRule } from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { bookItem, bookPlace } from "./book-item.ts";
import { NAME, SEX } from "./labels.ts";
import {
  BASIC_WAGE,
  DAY_OFF_HOURS,
  DEDUCTED,
  DEDUCTION,
  NET_PAY,
  NIGHT_HOURS,
  OVERTIME_HOURS,
  WORK_DAYS,
  WORK_HOURS,
} from "./pay-kinds.ts";
import { possibleWork } from "./rules/possible-work.ts";
import { premiumRates } from "./rules/premium-rates.ts";
import { hoursOfPremiums, monthTotals, yearTotals } from "./rules/wage-figures.ts";
import { hasPlace } from "./told.ts";
import { payTables } from "./wage-table.ts";

function ofRule(article: string): readonly LegalBasis[] {
  return [laborStandardsAct("108条"), laborStandardsRule(article)];
}

/** 54条4項: of who is hired day by day no period is written down. */
const isOfDayLabourer = (form: Form) => isSentenceDrawn(form, /日雇|日々雇い?入/);
/** 54条5項: hours of those whom 41条 leaves out, and of 高度プロフェッショナル制度. */
const isWithoutHours = (form: Form) =>
  isSentenceDrawn(
    form,
    /管理監督|監督若しくは管理|[4４四][1１十]?[一1１]条|監視(?:又は|・|、)?断続|高度プロ|機密の事務/,
  );

const DIGITS = /\d/;

/** Hours of a sort that 6号 names: they are written down where such work was done. */
function placeOfHours(id: string, item: string, role: string, labels: RegExp) {
  return bookPlace({
    id,
    item,
    roles: [role],
    labels,
    basis: ofRule("54条1項6号"),
    severity: "warning",
    unverified: "whether such work is ever done there is not known to the form",
    appliesTo: (form) => !isWithoutHours(form),
  });
}

/** A ledger of one payment; the rules of payslips add up all that is printed. */
const OF_ONE_PAYMENT: Condition = {
  applies: (form) =>
    valuesOf(form, "payslip.net").length <= 1 &&
    valuesOf(form, "payslip.period").length <= 1 &&
    payTables(form).every(({ months }) => months.length <= 1),
  spares: () => null,
};

export const wageLedger = defineProfile({
  name: "jp.wage-ledger",
  sdk: 1,
  title: "賃金台帳",
  documentKinds: ["wage-ledger"],
  papers: ["賃金台帳"],
  dateRoles: ["payslip.payDate", "document.issueDate"],
  rules: [
    titleRule(/(?:賃\s*金|給\s*与|給\s*料)\s*台\s*帳/, "賃金台帳"),
    bookItem({ id: "name", item: "the worker's name (氏名)", ...NAME, basis: ofRule("54条1項1号"), ofEachLine: true }),
    bookItem({ id: "sex", item: "the worker's sex (性別)", ...SEX, basis: ofRule("54条1項2号"), ofEachLine: true }),
    bookItem({
      id: "period",
      item: "the period that is paid (賃金計算期間)",
      notAsked: "of who is hired by the day, where the form says so",
      roles: ["payslip.period"],
      labels:
        /^(?:賃金|給与)?(?:計算|締切|算定|支給?対象|対象)(?:期間|月)$|^(?:月分|月別|年月分?|支給?対象期間|期間|対象年月)$|^\d{1,2}月分?$/,
      says: DIGITS,
      sentence: /\d{1,2}月分|\d{1,2}月\d{1,2}日(?:から|~|〜|～|-|–|―)(?:翌月|当月|\d{1,2}月)/,
      basis: ofRule("54条1項3号, 4項"),
      ofEachLine: true,
      appliesTo: (form) => !isOfDayLabourer(form),
    }),
    bookItem({
      id: "days",
      item: "the days of work (労働日数)",
      roles: ["work.days"],
      labels: WORK_DAYS,
      says: DIGITS,
      basis: ofRule("54条1項4号"),
    }),
    bookItem({
      id: "hours",
      item: "the hours of work (労働時間数)",
      notAsked: "of 管理監督者 and others of 41条, where the form says so",
      roles: ["work.hours"],
      labels: WORK_HOURS,
      says: DIGITS,
      basis: ofRule("54条1項5号, 5項"),
      appliesTo: (form) => !isWithoutHours(form),
    }),
    placeOfHours("overtime-hours", "the hours of overtime (延長時間数)", "work.overtimeHours", OVERTIME_HOURS),
    placeOfHours("day-off-hours", "the hours on days off (休日労働時間数)", "work.dayOffHours", DAY_OFF_HOURS),
    placeOfHours("night-hours", "the hours at night (深夜労働時間数)", "work.nightHours", NIGHT_HOURS),
    hoursOfPremiums,
    bookItem({
      id: "basic-wage",
      item: "the basic wage as a kind of its own (基本給)",
      roles: ["worker.wages"],
      labels: BASIC_WAGE,
      says: DIGITS,
      sentence: /(?:基本給|時給|日給|月給)[^。]{0,6}\d/,
      basis: ofRule("54条1項7号"),
    }),
    bookItem({
      id: "earnings",
      item: "each kind of wage with its amount (基本給、手当その他賃金の種類ごとの額)",
      label: "基本給",
      roles: ["payslip.earnings"],
      labels: BASIC_WAGE,
      says: DIGITS,
      ofEachValue: true,
      basis: ofRule("54条1項7号"),
    }),
    bookItem({
      id: "deductions",
      item: "each sum that is withheld (賃金の一部を控除した場合のその額)",
      label: "健康保険料",
      roles: ["payslip.deductions"],
      labels: DEDUCTION,
      says: DIGITS,
      ofEachValue: true,
      basis: ofRule("54条1項8号"),
      appliesTo: (form) => declares("payslip.deductions")(form) || hasPlace(form, NET_PAY) || hasPlace(form, DEDUCTED),
    }),
    premiumRates,
    monthTotals,
    yearTotals,
    ...[netPay, payTotals].map((rule) => onlyIf(OF_ONE_PAYMENT, rule)),
    ...[possibleWork, noFines, calendarDays(), payHeadings, labelOfValue],
  ],
});
