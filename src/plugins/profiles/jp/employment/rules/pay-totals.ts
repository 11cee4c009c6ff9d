import { Decimal, defineRule, type Form, presenceOf, type ReadText, readingOf } from "../../../../../core/sdk/index.ts";
import { pensionInsuranceAct } from "../../laws.ts";
import { figuresOf, figuresWith, printedAmount, shown } from "../../money/figures.ts";
import { type PrintedAmount, printedAmounts } from "../../money/printed-amounts.ts";

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
    waivable: false,
    basis: [],
    messages: {
      differs: {
        what: '"{label}" is {amount}, but the sums of its kind make {sum}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
      transferred: {
        what: '"{label}" is {amount}, of {net} that is left, and nothing says how the rest is paid',
        why: "What is left goes to the bank, unless the form says that some of it is paid in cash.",
      },
      more: {
        what: '"{label}" is {amount}, more than the {net} that is left',
        why: "What goes to the bank is the net pay, or a part of it.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const seen = new Set<string>();
    const amounts = printedAmounts(form);
    const parts = new Map(PARTS.map((role) => [role, amountsWith(form, amounts, role)] as const));
    const sums = new Map([...parts].map(([role, own]) => [role, totalOf(own)] as const));
    const at = (one: Labelled) => ({
      span: (one.of.element === null ? undefined : form.elements[one.of.element]?.span) ?? form.document.span,
      ...(one.path === null ? {} : { path: one.path }),
    });
    const all = labelledAmounts(form, amounts);
    for (const one of all) {
      const { bare, amount, role } = one;
      const total = TOTALS.find(({ label }) => label.test(bare));
      // A figure of the kind itself is judged as such.
      if (total === undefined || seen.has(bare)) continue;
      const isOwn = role === total.role && total.role !== "payslip.net" && !isPartToo(all, one);
      const [earned, withheld] = PARTS.map((each) => ({ sum: sums.get(each), count: parts.get(each)?.length ?? 0 }));
      const isNet = total.role === "payslip.net";
      const own = isNet && (withheld?.count ?? 0) > 0 ? withheld : earned;
      const counted = total.role === "payslip.deductions" ? withheld : own;
      if (isOwn || (counted?.count ?? 0) === 0 || earned?.sum === undefined || withheld?.sum === undefined) continue;
      if (isNet && earned.count === 0) continue;
      seen.add(bare);
      const sum = isNet ? earned.sum.minus(withheld.sum) : (counted?.sum ?? Decimal.zero);
      const further = furtherAmounts(form, amount);
      if (sumsWith(sum, further).some((each) => each.compare(amount) === 0)) continue;
      if (
        isNet &&
        sumsWith(
          sum,
          further.map((each) => each.negated()),
        ).some((each) => each.compare(amount) === 0)
      )
        continue;
      report({ ...at(one), message: "differs", values: { label: bare, amount: shown(amount), sum: shown(sum) } });
    }
    const net = all.find(({ bare, role }) => role === "payslip.net" || NET.test(bare));
    const sent = all.find(({ bare, role }) => role === "payslip.transferred" || TRANSFERRED.test(bare));
    if (net === undefined || sent === undefined) return;
    // Where more is withheld than is earned nothing is left, and nothing is sent.
    const left = net.amount.compare(Decimal.zero) < 0 ? Decimal.zero : net.amount;
    if (sent.amount.compare(left) === 0) return;
    if (readingOf(form).texts.some(({ text }) => OTHERWISE_PAID.test(text))) return;
    const values = { label: sent.bare || "振込額", amount: shown(sent.amount), net: shown(net.amount) };
    report({ ...at(sent), message: sent.amount.compare(left) > 0 ? "more" : "transferred", values });
  },
});

/** Whether a value stands beside a label of its own as well, so that it is one of the parts and no total. */
function isPartToo(all: readonly Labelled[], { path, bare }: Labelled): boolean {
  return all.some(
    (other) =>
      path !== null &&
      other.path === path &&
      other.bare !== "" &&
      other.bare !== bare &&
      !TOTALS.some(({ label }) => label.test(other.bare)),
  );
}

const PARTS = ["payslip.earnings", "payslip.deductions"] as const;
const NET = /^(?:差引支給(?:額|金額)?|差引支払額|手取り?額)$/;
const TRANSFERRED = /^(?:銀行)?(?:口座)?振込(?:支給)?額$/;
const OTHERWISE_PAID = /現金|手渡|現物|振込[0-9０-９①②１２]|第[2２二]口座|財形|前払/;

interface Labelled {
  readonly bare: string;
  readonly amount: Decimal;
  readonly role: string | null;
  readonly path: string | null;
  readonly of: ReadText;
}

/** Amounts with the label that is nearest to each: of a ruled grid, the head over it. */
function labelledAmounts(form: Form, amounts: readonly PrintedAmount[]): readonly Labelled[] {
  // 支給額の計 says what 支給額計 does.
  const bareOf = (label: string) => label.replaceAll(/[\s　：:（(].*$/g, "").replaceAll(/の|^[おご御]/g, "");
  const printed = amounts.map(({ own, row, column, amount, role, path, of }) => {
    const label = own.trim() !== "" ? own.trim() : column !== "" ? column : row;
    return { bare: bareOf(label), amount, role, path, of };
  });
  const known = new Set(printed.map(({ of, bare }) => (bare === "" ? null : of)));
  const pairs = readingOf(form).pairs.flatMap(({ label, value, sources, of }): readonly Labelled[] => {
    const amount = known.has(of) ? null : printedAmount(value);
    const source = sources.find(({ path }) => path !== null) ?? sources[0];
    if (amount === null) return [];
    return [{ bare: bareOf(label), amount, role: source?.role ?? null, path: source?.path ?? null, of }];
  });
  return [...printed, ...pairs];
}

/** Figures with a role: those of the data, else as they are written. */
function amountsWith(form: Form, amounts: readonly PrintedAmount[], role: string): readonly Decimal[] {
  const figures = figuresWith(figuresOf(form), role);
  if (figures.length > 0) return figures.map(({ amount }) => amount);
  return amounts.flatMap((one) => (one.role === role ? [one.amount] : []));
}

function totalOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, one) => sum.plus(one), Decimal.zero);
}

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
    const pay = totalOf(amountsWith(form, printedAmounts(form), "payslip.earnings"));
    if (health === undefined || pension === undefined || health === null || pension === null) return;
    if (pension.isZero() || pension.compare(health) >= 0 || pay.compare(CAPPED) > 0) return;
    const { span } = presenceOf(form, "payslip.deductions");
    const path = form.values.find(({ value }) => value === pension.toString())?.path;
    const values = { health: shown(health), pension: shown(pension) };
    report({ message: "lower", span, values, ...(path === undefined ? {} : { path }) });
  },
});

/** The amount at the right of a name in a row of a table. */
function amountInRow(form: Form, label: RegExp): Decimal | null {
  const { columns } = readingOf(form);
  const cells = columns.flatMap((column) => column.cells);
  const name = cells.find(({ text }) => label.test(text.replaceAll(/[\s　]/g, "")));
  if (name === undefined) return null;
  const row = cells.filter(({ page, bounds }) => {
    const isBeside = bounds.topEmu < name.bounds.bottomEmu && name.bounds.topEmu < bounds.bottomEmu;
    return page === name.page && isBeside && bounds.leftEmu >= name.bounds.rightEmu;
  });
  const nearest = row.toSorted((one, other) => one.bounds.leftEmu - other.bounds.leftEmu)[0];
  return nearest === undefined ? null : printedAmount(nearest.text);
}

function amountOf(form: Form, label: RegExp): Decimal | null {
  const inGrid = printedAmounts(form).find(({ column, own }) => own.trim() === "" && label.test(column));
  if (inGrid !== undefined) return inGrid.amount;
  const inRow = amountInRow(form, label);
  if (inRow !== null) return inRow;
  for (const pair of readingOf(form).pairs) {
    if (!label.test(pair.label.replaceAll(/[\s　：:]/g, ""))) continue;
    const amount = printedAmount(pair.value);
    if (amount !== null) return amount;
  }
  return null;
}
