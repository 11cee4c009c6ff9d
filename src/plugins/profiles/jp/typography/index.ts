// jp.typography: what a Japanese reader stumbles over in the words of a form, whatever its kind.
import { defineProfile } from "../../../../core/sdk/index.ts";
import { halfWidthKana } from "./rules/half-width-kana.ts";
import { companyInFull, oneCalendar, oneHonorific, printedEra, waveDash } from "./rules/words.ts";

export const typography = defineProfile({
  name: "jp.typography",
  sdk: 1,
  title: "日本語組版",
  rules: [halfWidthKana, companyInFull, waveDash, printedEra, oneHonorific, oneCalendar],
});
