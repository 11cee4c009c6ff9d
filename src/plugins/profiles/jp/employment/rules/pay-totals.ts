import { Decimal, defineRule, type Form, presenceOf, readingOf } from "../../../../../core/sdk/index.ts";
import { pensionInsuranceAct } from "../../laws.ts";
import { figuresOf, figuresWith, printedAmount, shown, sumOf } from "../../money/figures.ts";

const TOTALS = [
  { role: "payslip.earnings", label: /^(?:総支給額?|支給(?:額)?(?:合計|総額|計)(?:額)?|総支給金額|支給金額合計)$/ },
  { role: "payslip.deductions", label: /^(?:総控除額?|控除(?:額)?(?:合計|総額|計)(?:額)?|控除金額合計)$/ },
  { role: "payslip.net", label: /^(?:差引支給(?:額|金額)?|差引支払額|手取り?額)$/ },
] as const;

/** 支給合計 and 控除合計 are the sums of what is printed above them, whatever fields they come from. */
export const payTotals = defineRule({
  meta: {
    id: "pay-totals",
    summary: "The totals of what is paid and of what is withheld are the sums of the printed figures.",
    severity: "error",
    basis: [],
    messages: {
      differs: {
        what: '"{label}" is {amount}, but the sums of its kind make {sum}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const seen = new Set<string>();
    for (const { label, value, sources, of } of readingOf(form).pairs) {
      const bare = label.replaceAll(/[\s　：:（(].*$/g, "");
      const total = TOTALS.find((one) => one.label.test(bare));
      const amount = total === undefined ? null : printedAmount(value);
      // A figure of the kind itself is judged as such.
      if (total === undefined || amount === null || seen.has(bare)) continue;
      const isOwn = sources.some(({ role }) => role === total.role) && total.role !== "payslip.net";
      const parts = figuresWith(figures, total.role);
      if (isOwn || parts.length === 0) continue;
      seen.add(bare);
      const sum = sumOf(parts);
      const further = furtherAmounts(form, amount);
      if (sumsWith(sum, further).some((one) => one.compare(amount) === 0)) continue;
      const span = (of.element === null ? undefined : form.elements[of.element]?.span) ?? form.document.span;
      const path = sources.find((source) => source.path !== null)?.path ?? null;
      const told = { label: bare, amount: shown(amount), sum: shown(sum) };
      report({ message: "differs", span, values: told, ...(path === null ? {} : { path }) });
    }
  },
});

const FURTHER_MAX = 3;
const SMALL = Decimal.ofInteger(100);

/** Printed amounts without a role, which may be sums of the same kind; hours and days are small. */
function furtherAmounts(form: Form, total: Decimal): readonly Decimal[] {
  const others = readingOf(form).phrases.flatMap(({ source, before }) => {
    if (source.role !== null || TOTAL_WORDS.test(before)) return [];
    const amount = printedAmount(source.text);
    const isOther = amount !== null && amount.compare(SMALL) > 0 && amount.compare(total) < 0;
    return isOther && !isLabelledTotal(form, source.text) ? [amount] : [];
  });
  return others.length > FURTHER_MAX ? [] : others;
}

const TOTAL_WORDS = /合計|総額|支給額|控除額|計[\s　：:]*$/;

function isLabelledTotal(form: Form, value: string): boolean {
  return readingOf(form).pairs.some((pair) => pair.value.trim() === value.trim() && TOTAL_WORDS.test(pair.label));
}

function sumsWith(sum: Decimal, further: readonly Decimal[]): readonly Decimal[] {
  return further.reduce<readonly Decimal[]>((sums, one) => sums.flatMap((each) => [each, each.plus(one)]), [sum]);
}

const HEALTH = /^健(?:康)?保(?:険)?(?:料)?$/;
const PENSION = /^厚(?:生)?年(?:金)?(?:保険)?(?:料)?$/;
/** Above this pay the premium of the pension is capped sooner than that of health insurance. */
const CAPPED = Decimal.ofInteger(900_000);

/** 厚生年金保険法81条4項: 18.3 %, half of it withheld, which is more than health insurance is anywhere. */
export const insurancePremiums = defineRule({
  meta: {
    id: "insurance-premiums",
    summary: "The premium of the pension is higher than that of health insurance.",
    severity: "warning",
    basis: [pensionInsuranceAct("81条4項")],
    messages: {
      lower: {
        what: "the premium of the pension is {pension}, less than that of health insurance, {health}",
        why: "9.15 % are withheld for the pension and about 5 % for health: the two labels may be exchanged.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const [health, pension] = [HEALTH, PENSION].map((label) => amountOf(form, label));
    const pay = sumOf(figuresWith(figuresOf(form), "payslip.earnings"));
    if (health === undefined || pension === undefined || health === null || pension === null) return;
    if (pension.isZero() || pension.compare(health) >= 0 || pay.compare(CAPPED) > 0) return;
    const { span } = presenceOf(form, "payslip.deductions");
    const path = form.values.find(({ value }) => value === pension.toString())?.path;
    const values = { health: shown(health), pension: shown(pension) };
    report({ message: "lower", span, values, ...(path === undefined ? {} : { path }) });
  },
});

function amountOf(form: Form, label: RegExp): Decimal | null {
  for (const pair of readingOf(form).pairs) {
    if (!label.test(pair.label.replaceAll(/[\s　：:]/g, ""))) continue;
    const amount = printedAmount(pair.value);
    if (amount !== null) return amount;
  }
  return null;
}
