// 見積書, 納品書, 発注書: what trade expects of them, and what 取適法 and フリーランス法 demand of orders.
import { defineProfile, type LegalBasis, type Rule } from "../../../../core/sdk/index.ts";
import { headlineIsPayable } from "../invoices/rules/headline.ts";
import { printedFigures } from "../invoices/rules/printed-figures.ts";
import { printedRate } from "../invoices/rules/printed-rate.ts";
import { rowAmounts } from "../invoices/rules/rows.ts";
import { sumsAgree } from "../invoices/rules/sums.ts";
import { taxOfOffer } from "../invoices/rules/tax-amount.ts";
import { taxWithinPrice } from "../invoices/rules/tax-within.ts";
import { declares } from "../items/conditional.ts";
import { itemRule, type LegalItem } from "../items/item-rule.ts";
import { titleRule } from "../items/title-rule.ts";
import { formerSubcontractAct, freelanceAct, subcontractAct } from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import { forbiddenTerms } from "./rules/forbidden-terms.ts";
import { taxLeftToInvoice, validAfterIssue } from "./rules/offers.ts";
import { openTerms, saysWhatIsOpen, suppliedMaterials } from "./rules/open-terms.ts";
import { daysOfOrder } from "./rules/order-days.ts";
import { noBills, noDeductions, paymentWithin60Days, priceBasis } from "./rules/payment-terms.ts";

const FIGURES: readonly Rule[] = [
  taxOfOffer,
  sumsAgree,
  rowAmounts,
  printedRate,
  printedFigures,
  taxWithinPrice,
  calendarDays(),
  labelOfValue,
  partiesInPlace,
];

/** What no law fixes and every reader looks for. */
function usual(id: string, item: string, ...roles: readonly string[]): Rule {
  return itemRule({ id, item, roles, basis: [], severity: "warning" });
}

/** The same of a list whose every line has one. */
function usualOfLines(id: string, item: string, role: string): Rule {
  return itemRule({ id, item, roles: [role], basis: [], severity: "warning", ofEachLine: true });
}

export const quotation = defineProfile({
  name: "jp.quotation",
  sdk: 1,
  title: "見積書",
  documentKinds: ["quotation"],
  papers: ["見積書"],
  rules: [
    titleRule(/見\s*積/, "見積書"),
    usual("number", "the quotation's number (見積番号)", "document.number"),
    usual("issue-date", "the day of the quotation (見積日)", "document.issueDate"),
    usual("valid-until", "how long the quotation holds (有効期限)", "document.validUntil"),
    usual("issuer-name", "the issuer's name (見積者)", "issuer.name"),
    usual("recipient-name", "the recipient's name (宛名)", "recipient.name"),
    usualOfLines("description", "what is offered (品名・内容)", "line.description"),
    usual("total", "the total (見積金額)", "totals.gross", "totals.due", "totals.net"),
    validAfterIssue,
    headlineIsPayable,
    ...FIGURES,
  ],
});

export const deliveryNote = defineProfile({
  name: "jp.delivery-note",
  sdk: 1,
  title: "納品書",
  documentKinds: ["delivery-note"],
  papers: ["納品書"],
  dateRoles: ["delivery.date", "document.issueDate"],
  rules: [
    titleRule(/納\s*品|受\s*領\s*書|検\s*収\s*書/, "納品書"),
    usual("number", "the note's number (納品書番号)", "delivery.number", "document.number"),
    usual("delivery-date", "the day of delivery (納品日)", "delivery.date", "transaction.date", "document.issueDate"),
    usual("issuer-name", "who delivers (納品者)", "issuer.name"),
    usual("recipient-name", "the recipient's name (納品先)", "recipient.name"),
    usualOfLines("description", "what is delivered (品名)", "line.description"),
    usual("quantity", "how much of it (数量)", "line.quantity"),
    taxLeftToInvoice,
    ...FIGURES,
  ],
});

/** 取適法4条 since 2026-01-01, before it 下請法3条; フリーランス法3条 since 2024-11-01. */
const WRITTEN: readonly LegalBasis[] = [
  { ...formerSubcontractAct("3条"), validTo: "2025-12-31" },
  { ...subcontractAct("4条"), validFrom: "2026-01-01" },
  freelanceAct("3条"),
];

/** What the acts demand of an order. */
function demanded(id: string, item: string, roles: readonly string[], more: Partial<LegalItem> = {}): Rule {
  const own = { basis: WRITTEN, validFrom: "2024-11-01", unverified: UNVERIFIED, mayBeOpen: saysWhatIsOpen };
  return itemRule({ id, item, roles, ...own, ...more });
}

const UNVERIFIED = "the wording of 令和7年公正取引委員会規則第8号 from its third item on";
/** Matches what may name a place: a day by which something is delivered does not. */
const NAMES_PLACE = new RegExp(
  "^(?!\\s*(?:[^。]{0,16}[はを]、?)?(?:(?:令和|平成|R)?[0-9元]{1,4}[年/.-]?)?" +
    "(?:[0-9]{1,2}[月/.-][0-9]{1,2}日?|(?:納|期)日)?(?:まで)?(?:に|、)*" +
    "(?:お?納め|納品|納入|提出|お?届け|引き?渡)[^。]{0,8}。?\\s*$)",
);
/** A number and the label alone say nothing: 一　業務の内容　 */
const SAYS_CONTENT =
  /^(?!\s*(?:[0-9一二三四五六七八九十①-⑳]{0,3}[.．、)）\s]*)?(?:業務|給付|委託|発注|注文|依頼)の?内容[\s：:]*$)/;
/** Names and days that an order has at any rate. */
const NEVER_OPEN: Partial<LegalItem> = { mayBeOpen: () => false };

export const order = defineProfile({
  name: "jp.order",
  sdk: 1,
  title: "発注書",
  documentKinds: ["order"],
  papers: ["発注書", "注文書"],
  dateRoles: ["order.date", "document.issueDate"],
  rules: [
    titleRule(/発\s*注|注\s*文|(?<!見\s*積\s*(?:の\s*)?ご?\s*)依\s*頼|業\s*務\s*委\s*託/, "発注書, 注文書"),
    demanded("issuer-name", "who orders (委託事業者の名称)", ["issuer.name"], NEVER_OPEN),
    demanded(
      "recipient-name",
      "who is to deliver (中小受託事業者・特定受託事業者の名称)",
      ["recipient.name"],
      NEVER_OPEN,
    ),
    demanded("order-date", "the day of the order (委託をした日)", ["order.date"], NEVER_OPEN),
    demanded("content", "what is ordered (給付の内容)", ["order.content", "line.description"], {
      ofEachLine: true,
      says: SAYS_CONTENT,
    }),
    demanded("delivery-date", "the day of delivery (受領期日)", ["order.deliveryDate"]),
    demanded("delivery-place", "the place of delivery (受領場所)", ["order.deliveryPlace"], { says: NAMES_PLACE }),
    demanded("price", "the price, or how it is found (代金の額)", ["order.amount", "totals.gross", "totals.net"]),
    demanded("due-date", "the day of payment (支払期日)", ["payment.dueDate"], { says: /\d|末/ }),
    demanded("inspection-date", "the day inspection ends (検査完了期日)", ["order.inspectionDate"], {
      appliesTo: declares("order.inspectionDate"),
    }),
    demanded("payment-method", "how it is paid (支払方法)", ["payment.method"], {
      appliesTo: declares("payment.method"),
    }),
    demanded("materials", "materials supplied for money (有償支給原材料)", ["order.materials"], {
      appliesTo: declares("order.materials"),
      mayBeOpen: () => true,
    }),
    demanded("undecided", "what is undecided, and until when (未定事項)", ["order.undecided"], {
      appliesTo: declares("order.undecided"),
      mayBeOpen: () => true,
    }),
    openTerms(WRITTEN),
    suppliedMaterials(WRITTEN),
    daysOfOrder(WRITTEN),
    paymentWithin60Days,
    noBills,
    noDeductions,
    ...forbiddenTerms,
    priceBasis,
    ...FIGURES,
  ],
});
