// 訪問販売の申込書面・契約書面: what 特定商取引法 has a seller write for whoever buys at the door.
import { defineProfile, type LegalBasis, type Rule } from "../../../../core/sdk/index.ts";
import { printedFigures } from "../invoices/rules/printed-figures.ts";
import { printedRate } from "../invoices/rules/printed-rate.ts";
import { rowAmounts } from "../invoices/rules/rows.ts";
import { sumsAgree } from "../invoices/rules/sums.ts";
import { declares } from "../items/conditional.ts";
import { itemRule, type LegalItem } from "../items/item-rule.ts";
import { titleRule } from "../items/title-rule.ts";
import { commercialTransactionsAct, commercialTransactionsRule } from "../laws.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import { contentsOfCoolingOff, coolingOffKept, lateInterest } from "./rules/cooling-off.ts";
import { inRedFrame, lettersOf8Points } from "./rules/letters.ts";
import { isOfCompany, isOfGoods } from "./said.ts";

/** 4条1項 for the application, 5条1項 for the contract; the rule adds items to 4条1項6号. */
function written(number: string): readonly LegalBasis[] {
  const own = [commercialTransactionsAct(`4条1項${number}号`), commercialTransactionsAct("5条1項")];
  return number === "6" ? [...own, commercialTransactionsRule("")] : own;
}

function demanded(
  id: string,
  number: string,
  item: string,
  roles: readonly string[],
  more: Partial<LegalItem> = {},
): Rule {
  const unverified = number === "6" ? { unverified: "the number of the article of the rule" } : {};
  return itemRule({ id, item, roles, basis: written(number), ...unverified, ...more });
}

export const directSale = defineProfile({
  name: "jp.direct-sale",
  sdk: 1,
  title: "訪問販売の申込書面・契約書面",
  documentKinds: ["contract"],
  papers: ["訪問販売契約書", "訪問販売申込書"],
  dateRoles: ["sale.contractDate", "document.issueDate"],
  rules: [
    titleRule(/契\s*約|申\s*込|注\s*文|購\s*入|お\s*買\s*上/, "契約書, 申込書"),
    demanded("goods", "1", "what is sold (商品・権利・役務の種類)", ["line.description"], { ofEachLine: true }),
    demanded("price", "2", "the price (販売価格・役務の対価)", ["totals.gross", "totals.due"]),
    demanded("payment-time", "3", "when it is paid (代金の支払の時期)", ["payment.dueDate"]),
    demanded("payment-method", "3", "how it is paid (代金の支払の方法)", ["payment.method"]),
    demanded("delivery", "4", "when it is delivered (商品の引渡時期・役務の提供時期)", [
      "order.deliveryDate",
      "delivery.date",
    ]),
    ...contentsOfCoolingOff,
    coolingOffKept,
    inRedFrame,
    lettersOf8Points,
    demanded("seller", "6", "the seller's name (販売業者の氏名又は名称)", ["issuer.name"]),
    demanded("seller-address", "6", "the seller's address (販売業者の住所)", ["issuer.address"]),
    demanded("seller-tel", "6", "the seller's telephone (販売業者の電話番号)", ["issuer.tel"], { says: /\d{2,}/ }),
    demanded("representative", "6", "who represents the company (代表者の氏名)", ["issuer.representative"], {
      appliesTo: isOfCompany,
    }),
    demanded("salesperson", "6", "who took the order (申込み・契約の締結を担当した者の氏名)", ["issuer.person"]),
    demanded("contract-date", "6", "the day of the application or contract (申込み・契約の締結の年月日)", [
      "sale.contractDate",
    ]),
    demanded("maker", "6", "the brand or maker of the goods (商標又は製造者名)", ["line.maker"], {
      appliesTo: isOfGoods,
    }),
    demanded("model", "6", "the model of the goods (型式)", ["line.model"], { appliesTo: declares("line.model") }),
    demanded("quantity", "6", "how many are sold (商品の数量)", ["line.quantity"], { appliesTo: isOfGoods }),
    itemRule({
      id: "buyer",
      item: "who buys (購入者の氏名)",
      roles: ["recipient.name"],
      basis: [],
      severity: "warning",
    }),
    lateInterest,
    ...[sumsAgree, rowAmounts, printedRate, printedFigures, labelOfValue, partiesInPlace],
  ],
});
