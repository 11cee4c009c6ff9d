import { allOf, defineRule, drawnOf, oneOf, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { isOnEveryCopy } from "../../items/item-rule.ts";
import { seenItem, seenWords } from "../../items/settled-items.ts";
import { invoiceArticle } from "../../laws.ts";
import { entryOf, figuresOf, shown } from "../../money/figures.ts";
import { isLegend, isRatePrinted, printedRates } from "../../money/printed-rates.ts";
import { areAbsent } from "../../money/settled-figures.ts";
import { hasSeveralRates, type TaxGroup, taxGroupsOf } from "../../money/tax-groups.ts";

/** What may stand for the totals of rates on a form of one rate. */
const TOTALS = ["totals.net", "totals.gross"] as const;

/** Said where no total has a role. */
const NOTHING =
  "the total of each rate is missing: nothing has role tax.base (at one rate: or totals.net, totals.gross)";

const RATES = /(?:10|8|１０|８)\s*(?:[%％㌫]|パーセント|ﾊﾟｰｾﾝﾄ)/;

/** `the total 12,300`, as a reader finds it. */
function totalNamed({ base }: TaxGroup): string {
  return base === null ? "the total" : `the total ${shown(base.amount)}`;
}

/** 税率ごとに区分した対価の額の合計と適用税率: the total of each rate, and the rate beside it. */
export function totalsByRate(article: string): Rule {
  return defineRule({
    meta: {
      id: "totals-by-rate",
      summary: "The form shows the total of each tax rate and the rate (税率ごとの対価の額の合計額及び適用税率).",
      severity: "error",
      basis: [invoiceArticle(article)],
      messages: {
        undeclared: {
          what: NOTHING,
          why: "A required item was not found.",
        },
        notDrawn: { what: "the total {path} is not drawn", why: "A required item counts where it is printed." },
        noRate: {
          what: "no tax rate is printed with {total}",
          why: "A required item was not found: the rate that applies (適用税率), such as 10%対象 beside the total.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const figures = figuresOf(form);
      const groups = taxGroupsOf(form, figures);
      const listed = groups.filter(({ base }) => base?.role === "tax.base");
      if (listed.length === 0) {
        const roles = hasSeveralRates(form) ? ["tax.base"] : ["tax.base", ...TOTALS];
        const totals = roles.map((role) => presenceOf(form, role));
        if (totals.some(({ presence }) => presence === "drawn")) {
          if (!isRatePrinted(form, RATES)) {
            report({ message: "noRate", span: totals[0]?.span ?? form.document.span, values: { total: "the total" } });
          }
          return;
        }
        const declared = totals.find(({ presence }) => presence !== "undeclared");
        if (declared === undefined) report({ message: "undeclared", span: form.document.span });
        else report({ message: "notDrawn", span: declared.span, values: { path: "of the form" } });
        return;
      }
      const { span, drawn } = presenceOf(form, "tax.base");
      const onEvery = drawn.filter(({ run }) => isOnEveryCopy(form, run));
      const paths = new Set(onEvery.map(({ source }) => source.path));
      for (const group of listed) {
        const path = group.base?.path ?? "";
        if (!paths.has(path)) report({ message: "notDrawn", span, values: { path }, path });
        else if (!isRateDrawn(group)) report({ message: "noRate", span, values: { total: totalNamed(group) }, path });
      }

      function isRateDrawn({ entry, rate, base }: TaxGroup): boolean {
        const own = form.pages.some(({ runs }) =>
          runs.some((run) => !run.isOffPage && run.sources.some(({ path }) => path === `${entry}.key` && entry !== "")),
        );
        if (own || (base !== null && printedRates(form).has(base.path))) return true;
        if (drawnOf(form, "tax.rate").some(({ source }) => entryOf(source.path ?? "") === entry)) return true;
        return rate !== null && isRatePrinted(form, new RegExp(`(?<![\\d.])${shown(rate)}\\s*[%％]`));
      }
    },
    settle(source) {
      if (hasSeveralRates(source) || !areAbsent(source, ["tax.groups", "tax.base"])) return null;
      const total = oneOf(TOTALS.flatMap((role) => seenItem(source, role) ?? []));
      const hasLegend = source.elements.some(({ texts }) =>
        texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && isLegend(part.text))),
      );
      const rate = hasLegend ? null : seenWords(source, RATES);
      return total === null || rate === null ? null : allOf([total, rate]);
    },
  });
}
