import { defineRule, type Form, presenceOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { isDrawn, isSentenceDrawn } from "../../items/drawn-words.ts";
import { laborStandardsRule } from "../../laws.ts";

/** 変更の範囲: since 2024-04-01 place and duties come with what they may change to. */
export const rangeOfChange = defineRule({
  meta: {
    id: "range-of-change",
    summary: "Place and duties are given with the range in which they may change (変更の範囲).",
    severity: "error",
    basis: [laborStandardsRule("5条1項1号の3")],
    validFrom: "2024-04-01",
    messages: {
      missing: { what: "nothing drawn says 変更の範囲", why: "A required item since 2024-04-01 was not found." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (isSentenceDrawn(form, /変更の範囲/)) return;
    const title = "print （雇入れ直後）… （変更の範囲）… for place and duties";
    report({ message: "missing", span: presenceOf(form, "labor.duties").span, repair: { title } });
  },
});

/** Whether the contract ends by itself, by what the form declares and shows. */
export function isFixedTerm(form: Form): boolean {
  const values = valuesOf(form, "labor.term").map(({ value }) => String(value));
  if (values.some((value) => /定めなし|無期|期間の定めのない/.test(value))) return false;
  return values.some((value) => /定めあり|有期|\d/.test(value)) || isDrawn(form, /期間の定めあり/);
}

/** Whether part-timers or contract workers are meant. */
export function isPartTime(form: Form): boolean {
  return isDrawn(form, /パートタイム|短時間労働者|有期雇用|アルバイト/) || isFixedTerm(form);
}
