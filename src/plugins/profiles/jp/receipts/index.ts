// 領収書: what a receipt shows, and its stamp duty.
import { defineProfile } from "../../../../core/sdk/index.ts";
import { NAMED } from "../invoices/items.ts";
import { changeGiven } from "../invoices/rules/cash.ts";
import { printedFigures } from "../invoices/rules/printed-figures.ts";
import { printedRate } from "../invoices/rules/printed-rate.ts";
import { registrationNumber } from "../invoices/rules/registration-number.ts";
import { sumsAgree } from "../invoices/rules/sums.ts";
import { taxOfOffer } from "../invoices/rules/tax-amount.ts";
import { taxWithinPrice } from "../invoices/rules/tax-within.ts";
import { purposeSays } from "../invoices/rules/wording.ts";
import { itemRule } from "../items/item-rule.ts";
import { titleRule } from "../items/title-rule.ts";
import { civilCode } from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import { receivedAmount } from "./rules/amount.ts";
import { stampBase, stampBox } from "./rules/stamp.ts";

/** 民法486条 is about whoever pays: he may ask for a receipt. */
const RIGHT_ALONE = "the article gives the right to a receipt and does not list what it says";

export const receipt = defineProfile({
  name: "jp.receipt",
  sdk: 1,
  title: "領収書",
  documentKinds: ["receipt"],
  papers: ["領収書", "領収証"],
  dateRoles: ["receipt.date", "document.issueDate"],
  rules: [
    titleRule(/領\s*収\s*[書証]|受\s*[取領]\s*[書証]|レシート/, "領収書"),
    itemRule({
      id: "receipt-date",
      item: "the day the money was received (領収日)",
      roles: ["receipt.date"],
      says: /[0-9元一二三四五六七八九十]/,
      basis: [civilCode("486条")],
      unverified: RIGHT_ALONE,
    }),
    itemRule({
      id: "receipt-amount",
      item: "the sum received (領収金額)",
      roles: ["receipt.amount"],
      basis: [civilCode("486条")],
      unverified: RIGHT_ALONE,
    }),
    itemRule({
      id: "recipient-name",
      item: "who paid (宛名)",
      roles: ["recipient.name"],
      basis: [],
      severity: "warning",
    }),
    itemRule({
      id: "purpose",
      item: "what was paid for (但書)",
      roles: ["receipt.purpose", "line.description"],
      basis: [],
      severity: "warning",
    }),
    purposeSays([]),
    // What registered businesses show is asked for by jp.simplified-invoice.
    itemRule({
      id: "issuer-name",
      item: "who received the money (発行者の氏名又は名称)",
      roles: ["issuer.name"],
      says: NAMED,
      basis: [civilCode("486条")],
      unverified: RIGHT_ALONE,
    }),
    itemRule({
      id: "issuer-address",
      item: "the issuer's address (発行者の所在地)",
      roles: ["issuer.address"],
      basis: [],
      severity: "warning",
    }),
    registrationNumber("issuer.registrationNumber", "57条の4第2項1号"),
    receivedAmount,
    stampBox,
    stampBase,
    taxOfOffer,
    sumsAgree,
    changeGiven,
    printedRate,
    printedFigures,
    taxWithinPrice,
    calendarDays(),
    labelOfValue,
    partiesInPlace,
  ],
});
