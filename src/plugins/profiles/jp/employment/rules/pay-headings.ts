import { defineRule, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { incomeTaxAct } from "../../laws.ts";

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
      const values = { name: cell.text.trim().slice(0, 30), heading: heading.trim() };
      const repair = { title: "exchange the headings" };
      report({ message: "other", span, values, repair, ...(path === null ? {} : { path }) });
    }
  },
});
