// Profiles of invoices: what 消費税法 demands of each sort, and that its figures agree.
import { defineProfile, type Rule } from "../../../../core/sdk/index.ts";
import { itemRule } from "../items/item-rule.ts";
import { type Condition, onlyIf } from "../items/only-if.ts";
import { consumptionTaxOrder, invoiceArticle } from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import {
  description,
  isRegistered,
  issuerName,
  recipientName,
  registrationNumberShown,
  settledIssuer,
  taxByRate,
} from "./items.ts";
import { baseKindNamed } from "./rules/base-kind.ts";
import { changeGiven } from "./rules/cash.ts";
import { headlineIsPayable } from "./rules/headline.ts";
import { noLookAlike } from "./rules/look-alike.ts";
import { printedFigures } from "./rules/printed-figures.ts";
import { printedRate } from "./rules/printed-rate.ts";
import { markedLines, taxOfEachRate } from "./rules/printed-rates-and-marks.ts";
import { totalsByRate } from "./rules/rate-of-total.ts";
import { reducedRateMark } from "./rules/reduced-rate.ts";
import { registrationNumber } from "./rules/registration-number.ts";
import { rowAmounts } from "./rules/rows.ts";
import { confirmation, FORMER, returnDates, taxOrRate, totalOfEachRate, totalWithTax } from "./rules/sorts.ts";
import { sumsAgree } from "./rules/sums.ts";
import { taxAmount, taxOfOffer } from "./rules/tax-amount.ts";
import { taxRoundedOnce } from "./rules/tax-rounding.ts";
import { transactionDate } from "./rules/transaction-date.ts";
import { withholdingRate } from "./rules/withholding.ts";
import { descriptionSays, purposeSays, recipientNamed } from "./rules/wording.ts";

/** Of every invoice: figures that agree, under labels that say what they are. */
const AGREEING: readonly Rule[] = [
  ...[sumsAgree, rowAmounts, changeGiven, withholdingRate, printedRate, headlineIsPayable, printedFigures],
  // Days of the supply are judged by transaction-date.
  ...[calendarDays(["transaction.date", "transaction.period", "line.date"]), labelOfValue, partiesInPlace],
];
/** What 施行令70条の10 has rounded once, by the article that asks for the tax. */
function figures(article: string): readonly Rule[] {
  return [taxRoundedOnce, taxAmount(article), ...AGREEING];
}

/** What registered and other issuers have to show alike; the articles of the one, or of both. */
function shared({ name, date, description: what, recipient }: ItemArticles): readonly Rule[] {
  return [
    ...[issuerName(name), transactionDate(date), description(what), reducedRateMark(what), markedLines(what)],
    recipientName(recipient),
  ];
}

interface ItemArticles {
  readonly name: string;
  readonly date: string;
  readonly description: string;
  readonly recipient: string;
}

/** 57条の4第1項, and 30条9項 as it was before qualified invoices (区分記載請求書等). */
const REGISTERED_ARTICLES: ItemArticles = {
  name: "57条の4第1項1号",
  date: "57条の4第1項2号",
  description: "57条の4第1項3号",
  recipient: "57条の4第1項6号",
};
const OTHER_ARTICLES: ItemArticles = {
  name: FORMER,
  date: FORMER,
  description: FORMER,
  recipient: FORMER,
};
const BOTH_ARTICLES: ItemArticles = {
  name: "57条の4第1項1号, 30条9項1号",
  date: "57条の4第1項2号, 30条9項1号",
  description: "57条の4第1項3号, 30条9項1号",
  recipient: "57条の4第1項6号, 30条9項1号",
};

const QUALIFIED: readonly Rule[] = [
  registrationNumberShown("57条の4第1項1号", "issuer.registrationNumber"),
  registrationNumber("issuer.registrationNumber", "57条の4第1項1号"),
  descriptionSays("57条の4第1項3号"),
  totalsByRate("57条の4第1項4号"),
  baseKindNamed("57条の4第1項4号"),
  taxByRate("57条の4第1項5号"),
  taxOfEachRate("57条の4第1項5号"),
  recipientNamed,
];

/** 区分記載請求書等, and 57条の5. */
const NON_REGISTERED: readonly Rule[] = [totalWithTax, totalOfEachRate, noLookAlike];

/** What the law asks of a supply it asks by the day of the supply, where a form says it. */
const DATE_ROLES: readonly string[] = ["transaction.date", "document.issueDate"];

const REGISTERED: Condition = { applies: isRegistered, spares: (source) => settledIssuer(source, false) };
const NOT_REGISTERED: Condition = {
  applies: (form) => !isRegistered(form),
  spares: (source) => settledIssuer(source, true),
};

export const qualifiedInvoice = defineProfile({
  name: "jp.qualified-invoice",
  sdk: 1,
  title: "適格請求書",
  documentKinds: ["invoice"],
  papers: ["適格請求書"],
  dateRoles: DATE_ROLES,
  rules: [...shared(REGISTERED_ARTICLES), ...QUALIFIED, ...figures("57条の4第1項5号")],
});

export const nonregisteredInvoice = defineProfile({
  name: "jp.nonregistered-invoice",
  sdk: 1,
  title: "請求書（適格請求書発行事業者以外）",
  documentKinds: ["invoice"],
  dateRoles: DATE_ROLES,
  rules: [...shared(OTHER_ARTICLES), ...NON_REGISTERED, taxOfOffer, ...AGREEING],
});

/** Runs the items of registered issuers where the form has a registration number, else those of all others. */
export const invoice = defineProfile({
  name: "jp.invoice",
  sdk: 1,
  title: "請求書",
  documentKinds: ["invoice"],
  papers: ["請求書"],
  dateRoles: DATE_ROLES,
  rules: [
    ...shared(BOTH_ARTICLES),
    ...QUALIFIED.map((rule) => onlyIf(REGISTERED, rule)),
    ...NON_REGISTERED.map((rule) => onlyIf(NOT_REGISTERED, rule)),
    onlyIf(REGISTERED, taxRoundedOnce),
    taxAmount("57条の4第1項5号"),
    ...AGREEING,
  ],
});

/** 57条の4第2項: retail, restaurants, taxis and the like. Who may issue one, only the issuer knows. */
export const simplifiedInvoice = defineProfile({
  name: "jp.simplified-invoice",
  sdk: 1,
  title: "適格簡易請求書",
  documentKinds: ["invoice", "receipt"],
  papers: ["適格簡易請求書"],
  dateRoles: ["transaction.date", "document.issueDate", "receipt.date"],
  rules: [
    issuerName("57条の4第2項1号"),
    registrationNumberShown("57条の4第2項1号", "issuer.registrationNumber"),
    registrationNumber("issuer.registrationNumber", "57条の4第2項1号"),
    // On a receipt the day of payment and the words on what was paid for say them.
    transactionDate("57条の4第2項2号", ["receipt.date"]),
    description("57条の4第2項3号", ["receipt.purpose"]),
    descriptionSays("57条の4第2項3号"),
    purposeSays([invoiceArticle("57条の4第2項3号")]),
    reducedRateMark("57条の4第2項3号"),
    markedLines("57条の4第2項3号"),
    baseKindNamed("57条の4第2項4号"),
    taxOrRate("57条の4第2項4号", "57条の4第2項5号"),
    ...figures("57条の4第2項5号"),
  ],
});

/** 57条の4第3項: what is given back or taken off afterwards. */
export const returnInvoice = defineProfile({
  name: "jp.return-invoice",
  sdk: 1,
  title: "適格返還請求書",
  documentKinds: ["invoice"],
  papers: ["適格返還請求書", "返還請求書"],
  rules: [
    issuerName("57条の4第3項1号"),
    registrationNumberShown("57条の4第3項1号", "issuer.registrationNumber"),
    registrationNumber("issuer.registrationNumber", "57条の4第3項1号"),
    ...returnDates,
    description("57条の4第3項3号"),
    descriptionSays("57条の4第3項3号"),
    reducedRateMark("57条の4第3項3号"),
    markedLines("57条の4第3項3号"),
    baseKindNamed("57条の4第3項4号"),
    taxOrRate("57条の4第3項4号", "57条の4第3項5号"),
    ...figures("57条の4第3項5号"),
  ],
});

/** 30条9項3号: the buyer writes, the supplier agrees; the number is the supplier's. */
export const selfBilling = defineProfile({
  name: "jp.self-billing",
  sdk: 1,
  title: "仕入明細書",
  documentKinds: ["invoice"],
  papers: ["仕入明細書"],
  dateRoles: DATE_ROLES,
  rules: [
    issuerName("令49条4項1号"),
    itemRule({
      id: "supplier-name",
      item: "the supplier's name (課税仕入れの相手方の氏名又は名称)",
      roles: ["recipient.name"],
      basis: [consumptionTaxOrder("49条4項2号")],
    }),
    registrationNumberShown("令49条4項2号", "recipient.registrationNumber"),
    registrationNumber("recipient.registrationNumber", "令49条4項2号"),
    transactionDate("令49条4項3号"),
    description("令49条4項4号"),
    reducedRateMark("令49条4項4号"),
    markedLines("令49条4項4号"),
    totalsByRate("令49条4項5号"),
    baseKindNamed("令49条4項5号"),
    taxByRate("令49条4項6号"),
    taxOfEachRate("令49条4項6号"),
    confirmation,
    ...figures("令49条4項6号"),
  ],
});
