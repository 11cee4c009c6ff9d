// The laws that rules cite, and where their texts are published (e-Gov 法令検索).
import type { LegalBasis } from "../../../core/sdk/index.ts";

function law(name: string, id: string): (article: string) => LegalBasis {
  return (article) => ({ law: name, article, url: `https://laws.e-gov.go.jp/law/${id}` });
}

export const consumptionTaxAct = law("消費税法", "363AC0000000108");
export const consumptionTaxOrder = law("消費税法施行令", "363CO0000000360");
