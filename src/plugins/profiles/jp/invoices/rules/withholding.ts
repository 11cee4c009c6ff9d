import { Decimal, defineRule, SETTLED } from "../../../../../core/sdk/index.ts";
import { incomeTaxAct } from "../../laws.ts";
import { type Figure, figuresOf, figuresWith, figureWith, shown } from "../../money/figures.ts";
import { areAbsent } from "../../money/settled-figures.ts";

const [RATE, HIGHER_RATE] = [Decimal.of("0.1021"), Decimal.of("0.2042")];
const LIMIT = Decimal.ofInteger(1_000_000);
/** What is taken off before the rate, by kinds of work: 司法書士 10,000, 診療報酬 200,000, 外交員 120,000, 賞金 500,000. */
const FREE_OF_TAX = [0, 10_000, 50_000, 120_000, 200_000, 500_000].map(Decimal.ofInteger);

/** 所得税法204条, 205条 with 復興特別所得税: 10.21 % up to a million, 20.42 % of what is above. */
export const withholdingRate = defineRule({
  meta: {
    id: "withholding",
    summary: "The income tax that is withheld is 10.21 % of the fee, and 20.42 % of what is above a million yen.",
    severity: "warning",
    basis: [incomeTaxAct("204条, 205条")],
    unverified: "whether the payee is no resident, whose rate is another one, is not known to the form",
    messages: {
      differs: {
        what: "{path} is {withheld}, but 10.21 % of {base} is {exact}",
        why: "Whoever pays has to withhold the tax of the law, and is liable for what is missing.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const withheld = figureWith(figures, "totals.withholding");
    const bases = ["totals.net", "totals.gross", "tax.base", "line.amount"].flatMap((role) =>
      figuresWith(figures, role),
    );
    const [base] = bases;
    if (withheld === null || base === undefined || withheld.amount.isZero()) return;
    const amount = withheld.amount.absolute();
    const mayBe = [...bases.map((figure) => figure.amount), sum(figuresWith(figures, "tax.base"))];
    if (mayBe.some((one) => FREE_OF_TAX.some((free) => isTaxOn(amount, one.minus(free))))) return;
    const exact = shown(taxOn(base.amount).round(0, "floor"));
    const span = form.declarations.find(({ path }) => path === withheld.declared)?.span ?? form.document.span;
    const values = { path: withheld.path, withheld: shown(amount), base: shown(base.amount), exact };
    report({ message: "differs", span, values, path: withheld.path });
  },
  settle: (source) => (areAbsent(source, ["totals.withholding"]) ? SETTLED : null),
});

function sum(figures: readonly Figure[]): Decimal {
  return figures.reduce((total, { amount }) => total.plus(amount), Decimal.zero);
}

function taxOn(base: Decimal): Decimal {
  const above = base.minus(LIMIT);
  return above.compare(Decimal.zero) > 0 ? LIMIT.times(RATE).plus(above.times(HIGHER_RATE)) : base.times(RATE);
}

function isTaxOn(amount: Decimal, base: Decimal): boolean {
  const exact = taxOn(base);
  return amount.compare(exact.round(0, "floor")) >= 0 && amount.compare(exact.round(0, "ceil")) <= 0;
}
