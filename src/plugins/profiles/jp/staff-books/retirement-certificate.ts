// 退職証明書, 解雇理由証明書: what a worker who leaves may ask to have written down (労働基準法22条).
import { defineProfile, type LegalBasis } from "../../../../core/sdk/index.ts";
import { titleRule } from "../items/title-rule.ts";
import { laborStandardsAct } from "../laws.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import { bookItem } from "./book-item.ts";
import { EMPLOYER, ISSUED, NAME } from "./labels.ts";
import { askedItems, notAsked, secretSigns } from "./rules/asked-items.ts";
import { askedValues } from "./rules/asked-values.ts";
import { certifiedDismissal, reasonOfDismissal, vagueReason } from "./rules/reason-of-dismissal.ts";

const BASIS: readonly LegalBasis[] = [laborStandardsAct("22条1項・2項")];

export const retirementCertificate = defineProfile({
  name: "jp.retirement-certificate",
  sdk: 1,
  title: "退職証明書・解雇理由証明書",
  documentKinds: ["certificate"],
  papers: ["退職証明書", "解雇理由証明書"],
  rules: [
    titleRule(
      /(?:退\s*職|離\s*職|解\s*雇\s*理\s*由)\s*(?:等)?\s*(?:に関する)?\s*証\s*明/,
      "退職証明書, 解雇理由証明書",
    ),
    bookItem({
      ...NAME,
      id: "worker",
      item: "the worker's name (労働者の氏名)",
      basis: BASIS,
      sentence: /[一-龠ぁ-んァ-ヶー]{2,}(?:殿|様|さん|氏)(?:は|が|に|[（(]|、|$)/,
    }),
    bookItem({ ...EMPLOYER, id: "employer", item: "the employer (使用者の氏名又は名称)", basis: BASIS }),
    bookItem({
      ...ISSUED,
      id: "date",
      item: "the day it is issued (交付の年月日)",
      basis: [],
      severity: "warning",
    }),
    ...[askedItems, askedValues, certifiedDismissal, reasonOfDismissal, vagueReason, notAsked, secretSigns],
    ...[labelOfValue, partiesInPlace],
  ],
});
