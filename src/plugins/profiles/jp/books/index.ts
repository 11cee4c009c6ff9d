// jp.dencho: what 電子帳簿保存法 has kept of electronic transactions be searched by.
import { defineProfile, type Rule } from "../../../../core/sdk/index.ts";
import { itemRule } from "../items/item-rule.ts";
import { electronicBooksAct } from "../laws.ts";

function searchKey(id: string, item: string, ...roles: readonly string[]): Rule {
  return itemRule({
    id,
    item,
    roles,
    basis: [
      electronicBooksAct("7条"),
      {
        law: "電子帳簿保存法施行規則",
        article: "4条1項, 2条6項5号",
        url: "https://laws.e-gov.go.jp/law/410M50000040043",
      },
    ],
    validFrom: "2024-01-01",
    unverified: "the number of the item of 規則2条6項",
  });
}

export const dencho = defineProfile({
  name: "jp.dencho",
  sdk: 1,
  title: "電子帳簿保存法",
  dateRoles: ["transaction.date", "document.issueDate", "receipt.date", "order.date", "delivery.date"],
  rules: [
    searchKey(
      "date-key",
      "the day of the transaction (取引年月日)",
      "transaction.date",
      "receipt.date",
      "order.date",
      "delivery.date",
      "document.issueDate",
    ),
    searchKey(
      "amount-key",
      "the amount of the transaction (取引金額)",
      "totals.due",
      "totals.gross",
      "receipt.amount",
      "order.amount",
      "totals.net",
    ),
    searchKey("partner-key", "the other party (取引先)", "recipient.name"),
  ],
});
