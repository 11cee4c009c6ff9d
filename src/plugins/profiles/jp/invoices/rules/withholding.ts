import { Decimal, defineRule, type Form, type FormSource, SETTLED, type Span } from "../../../../../core/sdk/index.ts";
import { isDrawn } from "../../items/drawn-words.ts";
import { incomeTaxAct, reconstructionFundingAct } from "../../laws.ts";
import { type Figure, figuresOf, figuresWith, figureWith, shown } from "../../money/figures.ts";
import { printedAmounts } from "../../money/printed-amounts.ts";
import { printedLines, sumOfLines } from "../../money/printed-lines.ts";
import { readAmounts } from "../../money/read-amounts.ts";
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
    basis: [incomeTaxAct("204条, 205条"), reconstructionFundingAct("28条")],
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
    const withheld = withheldAsFigure(form) ?? withheldOnPaper(form);
    const roles = ["totals.net", "totals.gross", "tax.base", "line.amount"];
    const bases = roles.flatMap((role) => figuresWith(figures, role)).map(({ amount }) => amount);
    const printed = basesOnPaper(form);
    const [base] = bases.length > 0 ? bases : printed;
    if (withheld === null || base === undefined || withheld.amount.isZero()) return;
    if (isDrawn(form, NO_RESIDENT)) return;
    const amount = withheld.amount.absolute();
    const mayBe = [...bases, sum(figuresWith(figures, "tax.base")), ...printed];
    if (mayBe.some((one) => FREE_OF_TAX.some((free) => isTaxOn(amount, one.minus(free))))) return;
    const exact = shown(taxOn(base).round(0, "floor"));
    const { path } = withheld;
    const values = { path: path ?? "源泉徴収税額", withheld: shown(amount), base: shown(base), exact };
    report({ message: "differs", span: withheld.span, values, ...(path === null ? {} : { path }) });
  },
  settle: (source) => (areAbsent(source, ["totals.withholding"]) && !writesWithheld(source) ? SETTLED : null),
});

interface Withheld {
  readonly amount: Decimal;
  readonly path: string | null;
  readonly span: Span;
}

/** The value of the data, where there is one. */
function withheldAsFigure(form: Form): Withheld | null {
  const figure = figureWith(figuresOf(form), "totals.withholding");
  if (figure === null) return null;
  const span = form.declarations.find(({ path }) => path === figure.declared)?.span ?? form.document.span;
  return { amount: figure.amount, path: figure.path, span };
}

const LABEL = /源泉|所得税/;
/** Words that make it another amount: what it is computed from, or what is left. */
const OTHER = /対象|差し?引|控除後|徴収後|徴収前|前の|込/;
const NO_RESIDENT = /非居住者|租税条約/;

/** Whether fixed words of a source speak of what is withheld. */
function writesWithheld({ elements }: FormSource): boolean {
  return elements.some(({ texts }) =>
    texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && LABEL.test(part.text))),
  );
}

/** What stands beside 源泉徴収税額. */
function withheldOnPaper(form: Form): Withheld | null {
  const found = printedAmounts(form).find(({ own, row, column, role }) => {
    const words = own.trim() === "" ? `${row} ${column}` : own;
    return role === "totals.withholding" || (LABEL.test(words) && !OTHER.test(words));
  });
  if (found === undefined) return null;
  const { amount, path, of } = found;
  const span = (of.element === null ? undefined : form.elements[of.element]?.span) ?? form.document.span;
  return { amount, path, span };
}

/** Whatever is printed may be what the tax is on; totals without tax come first, and are named. */
function basesOnPaper(form: Form): readonly Decimal[] {
  const read = readAmounts(form).filter(({ kind }) => kind !== "tax");
  const net = read.filter(({ tax }) => tax === "net");
  const amounts = [...net, ...read].map(({ of }) => of.amount);
  const { lines } = printedLines(form);
  const ofLines = lines.length === 0 ? [] : [sumOfLines(lines), ...lines.map(({ amount }) => amount.amount)];
  const all = [...amounts, ...ofLines, ...printedAmounts(form).map(({ amount }) => amount)];
  return all.map((amount) => amount.absolute());
}

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
