// 給与明細, 労働条件通知書: what is told to whoever works.
import { defineProfile, type LegalBasis, type Rule } from "../../../../core/sdk/index.ts";
import { isDrawn } from "../items/drawn-words.ts";
import { itemRule } from "../items/item-rule.ts";
import { titleRule } from "../items/title-rule.ts";
import {
  healthInsuranceAct,
  incomeTaxAct,
  incomeTaxRule,
  laborInsuranceCollectionAct,
  laborStandardsAct,
  laborStandardsRule,
  partTimeAct,
  partTimeRule,
  pensionInsuranceAct,
} from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import { contentsOfTerms } from "./rules/contents.ts";
import { everyCopy } from "./rules/every-copy.ts";
import { noFines } from "./rules/fines.ts";
import { isFixedTerm, isPartTime, mayPassFiveYears, saysConversion } from "./rules/labor-terms.ts";
import { netPay } from "./rules/pay.ts";
import { payHeadings } from "./rules/pay-headings.ts";
import { insurancePremiums, payTotals } from "./rules/pay-totals.ts";
import { premiumPay } from "./rules/premium-pay.ts";
import { rangeOfChange } from "./rules/range-of-change.ts";
import { unlawfulTerms } from "./rules/unlawful-terms.ts";
import { unpaidOvertime } from "./rules/unpaid-overtime.ts";
import { breakLength, termEnds, workingHours } from "./rules/working-time.ts";

const TRANSFER_NOTICE: LegalBasis = { law: "厚生労働省通達", article: "基発1128第4号", url: "https://www.mhlw.go.jp/" };

/** Nothing goes to a bank. */
const PAID_IN_CASH = /現金(?:支給|払|にて|で(?:支給|支払|お?渡))|手渡し/;

export const payslip = defineProfile({
  name: "jp.payslip",
  sdk: 1,
  title: "給与明細",
  documentKinds: ["payslip"],
  papers: ["給与明細", "給与明細書", "給与支払明細書", "賞与明細書"],
  dateRoles: ["payslip.payDate", "document.issueDate"],
  rules: [
    // 賃金台帳 is another book, which stays with the employer.
    titleRule(
      /手\s*当\s*明\s*細|(?:給\s*[与料]|賞\s*与|賃\s*金|俸\s*給).*明\s*細|^(?!.*台\s*帳).*(?:給\s*[与料]|賞\s*与|支給\s*明細|賃\s*金|俸\s*給)/,
      "給与明細書",
    ),
    itemRule({
      id: "employee",
      item: "who is paid (受給者)",
      roles: ["payslip.employee", "recipient.name"],
      basis: [incomeTaxAct("231条")],
    }),
    itemRule({ id: "employer", item: "who pays (支払者)", roles: ["issuer.name"], basis: [incomeTaxAct("231条")] }),
    itemRule({
      id: "period",
      item: "the period that is paid (給与計算期間)",
      roles: ["payslip.period"],
      basis: [],
      severity: "warning",
    }),
    itemRule({
      id: "pay-date",
      item: "the day of payment (支給日)",
      roles: ["payslip.payDate"],
      basis: [],
      severity: "warning",
    }),
    itemRule({
      id: "earnings",
      item: "each sum that is paid (支給額)",
      roles: ["payslip.earnings"],
      ofEachValue: true,
      basis: [incomeTaxAct("231条"), incomeTaxRule("100条"), TRANSFER_NOTICE],
    }),
    itemRule({
      id: "deductions",
      item: "each sum that is withheld (控除額)",
      roles: ["payslip.deductions"],
      ofEachValue: true,
      basis: [
        ...[incomeTaxAct("231条"), incomeTaxRule("100条"), healthInsuranceAct("167条3項")],
        ...[pensionInsuranceAct("84条3項"), laborInsuranceCollectionAct("32条1項")],
      ],
    }),
    itemRule({ id: "net", item: "what is left (差引支給額)", roles: ["payslip.net"], basis: [incomeTaxAct("231条")] }),
    itemRule({
      id: "transferred",
      item: "what goes to the bank (振込額)",
      roles: ["payslip.transferred"],
      basis: [TRANSFER_NOTICE],
      severity: "warning",
      appliesTo: (form) => !isDrawn(form, PAID_IN_CASH),
      unverified: "the address of the circular",
    }),
    netPay,
    payTotals,
    insurancePremiums,
    ...[noFines, unpaidOvertime, calendarDays()],
    payHeadings,
    labelOfValue,
    partiesInPlace,
  ],
});

function told(id: string, item: string, role: string, article: string): Rule {
  return itemRule({
    id,
    item,
    roles: [role],
    basis: [laborStandardsAct("15条1項"), laborStandardsRule(article)],
  });
}

export const laborTerms = defineProfile({
  name: "jp.labor-terms",
  sdk: 1,
  title: "労働条件通知書",
  documentKinds: ["labor-terms"],
  papers: ["労働条件通知書"],
  rules: [
    titleRule(/労\s*働\s*条\s*件|雇\s*用\s*契\s*約|雇\s*入\s*れ?\s*通\s*知/, "労働条件通知書, 雇用契約書"),
    itemRule({
      id: "employer",
      item: "the employer (使用者)",
      roles: ["issuer.name"],
      basis: [laborStandardsAct("15条1項")],
    }),
    itemRule({
      id: "employee",
      item: "the employee (労働者)",
      roles: ["recipient.name"],
      basis: [laborStandardsAct("15条1項")],
    }),
    told("term", "how long the contract runs (労働契約の期間)", "labor.term", "5条1項1号"),
    itemRule({
      id: "renewal",
      item: "when it is renewed, and how often at most (更新の基準・更新上限)",
      roles: ["labor.renewal"],
      basis: [laborStandardsRule("5条1項1号の2")],
      appliesTo: isFixedTerm,
    }),
    told("place", "where the work is done (就業の場所)", "labor.place", "5条1項1号の3"),
    told("duties", "what the work is (従事すべき業務)", "labor.duties", "5条1項1号の3"),
    rangeOfChange,
    told("hours", "hours, breaks and overtime (始業・終業・休憩・所定外労働)", "labor.hours", "5条1項2号"),
    told("holidays", "days off (休日・休暇)", "labor.holidays", "5条1項2号"),
    told("wages", "wages, and how and when they are paid (賃金)", "labor.wages", "5条1項3号"),
    told("retirement", "how the work ends (退職・解雇の事由)", "labor.retirement", "5条1項4号"),
    itemRule({
      id: "conversion",
      item: "the chance of a contract without end (無期転換申込機会)",
      roles: ["labor.conversion"],
      basis: [laborStandardsRule("5条5項・6項")],
      validFrom: "2024-04-01",
      severity: "warning",
      appliesTo: mayPassFiveYears,
      isDrawnOtherwise: saysConversion,
      unverified: "whether the right arises within this contract is not known to the form",
    }),
    itemRule({
      id: "part-time",
      item: "raises, bonuses, retirement pay and whom to ask (昇給・賞与・退職手当の有無, 相談窓口)",
      roles: ["labor.partTime"],
      basis: [partTimeAct("6条1項"), partTimeRule("2条1項")],
      appliesTo: isPartTime,
    }),
    ...contentsOfTerms,
    breakLength,
    workingHours,
    everyCopy,
    premiumPay,
    ...unlawfulTerms,
    termEnds,
    calendarDays(),
    labelOfValue,
    partiesInPlace,
  ],
});
