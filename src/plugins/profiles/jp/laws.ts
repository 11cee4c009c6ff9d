// The laws that rules cite, and where their texts are published (e-Gov 法令検索).
import type { LegalBasis } from "../../../core/sdk/index.ts";

function law(name: string, id: string): (article: string) => LegalBasis {
  return (article) => ({ law: name, article, url: `https://laws.e-gov.go.jp/law/${id}` });
}

export const consumptionTaxAct = law("消費税法", "363AC0000000108");
export const consumptionTaxOrder = law("消費税法施行令", "363CO0000000360");
/** 区分記載請求書等: what 30条9項1号 asked before qualified invoices, which the supplementary provisions keep. */
export const formerInvoiceAct = law("平成28年法律第15号", "428AC0000000015");
export const civilCode = law("民法", "129AC0000000089");
export const stampTaxAct = law("印紙税法", "342AC0000000023");
export const incomeTaxAct = law("所得税法", "340AC0000000033");
/** 復興特別所得税: 2.1 % of the income tax that is withheld. */
export const reconstructionFundingAct = law("復興財源確保法", "423AC0000000117");
export const incomeTaxRule = law("所得税法施行規則", "340M50000040011");
export const laborInsuranceCollectionAct = law("労働保険徴収法", "344AC0000000084");
export const healthInsuranceAct = law("健康保険法", "211AC0000000070");
export const pensionInsuranceAct = law("厚生年金保険法", "329AC0000000115");
export const laborStandardsAct = law("労働基準法", "322AC0000000049");
export const laborStandardsRule = law("労働基準法施行規則", "322M40002000023");
export const partTimeAct = law("短時間労働者及び有期雇用労働者の雇用管理の改善等に関する法律", "405AC0000000076");
export const partTimeRule = law(
  "短時間労働者及び有期雇用労働者の雇用管理の改善等に関する法律施行規則",
  "405M50002000034",
);
export const laborContractAct = law("労働契約法", "419AC0000000128");
export const minimumWageAct = law("最低賃金法", "334AC0000000137");
export const equalOpportunityAct = law("男女雇用機会均等法", "347AC0000000113");
export const olderPersonsAct = law("高年齢者等の雇用の安定等に関する法律", "346AC0000000068");
export const childcareLeaveAct = law("育児・介護休業法", "403AC0000000076");
export const laborUnionAct = law("労働組合法", "324AC0000000174");
/** 取適法: 製造委託等に係る中小受託事業者に対する代金の支払の遅延等の防止に関する法律, in force from 2026-01-01. */
export const subcontractAct = law("取適法", "331AC0000000120");
/** The same act under its name before 2026-01-01. */
export const formerSubcontractAct = law("下請法", "331AC0000000120");
export const freelanceAct = law("フリーランス法", "505AC0000000025");
/** 特定商取引法: 特定商取引に関する法律. */
export const commercialTransactionsAct = law("特定商取引法", "351AC0000000057");
export const commercialTransactionsRule = law("特定商取引法施行規則", "351M50000400089");
export const electronicBooksAct = law("電子帳簿保存法", "410AC0000000025");

/** Where the items of an invoice stand: 57条の4第1項1号 of the act, or 令49条4項2号 of the order. */
export function invoiceArticle(article: string): LegalBasis {
  if (article.startsWith("令")) return consumptionTaxOrder(article.slice(1));
  return article.startsWith("附則") ? formerInvoiceAct(article) : consumptionTaxAct(article);
}
