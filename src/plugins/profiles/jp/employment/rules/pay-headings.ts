import { defineRule, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { quoted } from "../../items/quote.ts";
import { incomeTaxAct } from "../../laws.ts";
import { type Group, type GroupedPay, groupedPay, isUnheaded, ruledPay } from "./pay-groups.ts";
import { unnamedPay } from "./unnamed-pay.ts";

const PAID = /支給|支払/;
const WITHHELD = /控除|天引/;
/** What is never paid, and what is never withheld. */
const OF_WITHHELD =
  /^(?:健康保険|健保|介護保険|厚生年金|厚年|雇用保険|雇保|社会保険|(?:源泉)?所得税|源泉徴収|住民税|市町?村?民税|組合費)(?:保険)?(?:料|税|額)?$/;
const OF_PAID =
  /^(?:基本給|本給|月給|俸給|(?:残業|時間外|通勤|役職|住宅|家族|扶養|資格|深夜|休日|皆勤|職務|調整)手当|通勤費)$/;

/** 支給 over what is paid, 控除 over what is withheld: the other way round a reader adds what was taken away. */
export const payHeadings = defineRule({
  meta: {
    id: "pay-headings",
    summary: "What is paid stands under a heading that says so (支給), and what is withheld under 控除.",
    severity: "error",
    basis: [incomeTaxAct("231条")],
    messages: {
      other: {
        what: '"{name}" stands under the heading "{heading}"',
        why: "A reader goes by the heading, and takes what was withheld for paid or what was paid for withheld.",
      },
      none: {
        what: '"{name}" stands under no heading that says {word}, and other sums stand under one that says {other}',
        why: "A reader takes what has no heading of its own for a part of the group beside it.",
      },
      unnamed: {
        what: "{amount} is {done}, and nothing printed over it or beside it names it",
        why: "Each sum that is paid or withheld is told with its name: the worker cannot tell what it is for.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { heading, cells, element } of readingOf(form).columns) {
      if (PAID.test(heading) === WITHHELD.test(heading)) continue;
      const others = PAID.test(heading) ? OF_WITHHELD : OF_PAID;
      const cell = cells.find(({ text }) => others.test(narrow(text).replaceAll(/[\s　]/g, "")));
      if (cell === undefined) continue;
      const path = cell.sources.find((source) => source.path !== null)?.path ?? null;
      const span = form.elements[element]?.span ?? form.document.span;
      const values = { name: quoted(cell.text), heading: heading.trim() };
      const repair = { title: "exchange the headings" };
      report({ message: "other", span, values, repair, ...(path === null ? {} : { path }) });
    }
    for (const { pay, heading } of wronglyGrouped(form)) {
      const { element } = pay.text;
      const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
      const at = { span, ...(pay.path === null ? {} : { path: pay.path }) };
      const name = quoted(pay.name);
      if (heading !== null) report({ ...at, message: "other", values: { name, heading } });
      else report({ ...at, message: "none", values: { name, word: WORD[pay.group], other: WORD[OTHER[pay.group]] } });
    }
    for (const { text, path, group, amount } of unnamedPay(form)) {
      const span = (text.element === null ? undefined : form.elements[text.element]?.span) ?? form.document.span;
      const values = { amount, done: group === "paid" ? "paid (支給)" : "withheld (控除)" };
      const repair = { title: "print the name of the sum over it" };
      report({ message: "unnamed", span, values, repair, ...(path === null ? {} : { path }) });
    }
  },
});

const WORD: Readonly<Record<Group, string>> = { paid: "支給", withheld: "控除" };
const OTHER: Readonly<Record<Group, Group>> = { paid: "withheld", withheld: "paid" };

/** The first sum of each group under a heading of the other one, or under none where the other one has its own. */
function wronglyGrouped(form: Form): readonly { readonly pay: GroupedPay; readonly heading: string | null }[] {
  const all = groupedPay(form);
  return (["paid", "withheld"] as const).flatMap((group) => {
    const own = all.filter((pay) => pay.group === group);
    const inGrid = ruledPay(form).filter((pay) => pay.group === group);
    const wrong = [...own, ...inGrid].find(({ heading }) => heading?.group === OTHER[group]);
    if (wrong !== undefined) return [{ pay: wrong, heading: wrong.heading?.text ?? null }];
    const [first] = own;
    const isOtherHeaded = all.some((pay) => pay.group !== group && pay.heading?.group === pay.group);
    return first !== undefined && isOtherHeaded && own.every((pay) => isUnheaded(form, pay))
      ? [{ pay: first, heading: null }]
      : [];
  });
}
