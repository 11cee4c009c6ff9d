// What the printed amounts of a form say of one another, by their labels alone: taxes of their totals, totals of their
// parts, one sum in two places. It holds for fields, fixed words and computed text alike.
import { Decimal, defineRule, type Form, type FormSource, SETTLED } from "../../../../../core/sdk/index.ts";
import { shown } from "../../money/figures.ts";
import { kanjiAmounts, type PrintedAmount, printedAmounts } from "../../money/printed-amounts.ts";
import { mayPrintLines, printedLines, sumOfLines } from "../../money/printed-lines.ts";
import {
  bareOf,
  byRate,
  distinct,
  isSame,
  type OfRate,
  type ReadAmount,
  readAmounts,
  TAX,
  TOTAL_ROW,
  taxesBehindBases,
} from "../../money/read-amounts.ts";
import { areSumsByFormula } from "../../money/settled-sums.ts";
import { ratesOnAny, taxDaysOf } from "../../money/tax-days.ts";
import { exactTax, isRoundedFrom } from "../../money/tax-groups.ts";
import { isRateOfFormula } from "./printed-rate.ts";

export const printedFigures = defineRule({
  meta: {
    id: "printed-figures",
    summary: "Printed amounts agree with one another, by the labels that they stand beside.",
    severity: "error",
    waivable: false,
    basis: [],
    messages: {
      tax: {
        what: '"{label}" prints {tax} as the tax at {rate} %, which is {due}',
        why: "Tax is the total of its rate times the rate, rounded to the yen; 税込 and 税抜 say which total it is.",
      },
      exchanged: {
        what: '"{label}" prints {tax} as the tax at {rate} % of {base}: the amounts, or their labels, are exchanged',
        why: "Tax is a small part of its total. A reader books the amounts by their labels.",
      },
      sum: {
        what: '"{label}" is {amount}, and the amounts over it make {sum}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
      total: {
        what: '"{label}" is {amount}, and the totals of the rates make {sum}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
      rate: {
        what: '"{label}" is at {rate} %, which is no rate of the tax on the day of the supply',
        why: "A reader books it at the rate that is printed.",
      },
      lines: {
        what: 'the printed lines come to {sum}, and "{label}" is {amount}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
      other: {
        what: '"{label}" is {amount}, and "{other}" is {another}',
        why: "Both say what is to be paid.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const amounts = printedAmounts(form);
    if (amounts.length < 2) return;
    const read = readAmounts(form);
    const path = read.find(({ of }) => of.path !== null)?.of.path ?? null;
    const placed = path === null ? {} : { path };
    const at = (one: PrintedAmount) => ({
      span: (one.of.element === null ? undefined : form.elements[one.of.element]?.span) ?? form.document.span,
      // Of words of the source, the place of what they are compared with.
      ...(one.path === null ? placed : { path: one.path }),
    });
    for (const { tax, bases, rate } of falseTaxes(form, read)) {
      const values = { label: nameOf(tax), rate: shown(rate), tax: shown(tax.amount) };
      const other = bases.find((base) => isTaxOf({ ...base, of: base.of }, { ...base, of: tax }, rate));
      if (other !== undefined)
        report({ ...at(tax), message: "exchanged", values: { ...values, base: shown(other.of.amount) } });
      else report({ ...at(tax), message: "tax", values: { ...values, due: dueOf(bases, rate) } });
    }
    for (const { of, rate } of basesAtNoRate(form, read)) {
      report({ ...at(of), message: "rate", values: { label: nameOf(of), rate: shown(rate) } });
    }
    const lines = falseLines(form, amounts, read);
    if (lines !== null) {
      const { total, sum } = lines;
      const values = { label: nameOf(total), amount: shown(total.amount), sum: shown(sum) };
      report({ ...at(total), message: "lines", values });
    }
    for (const { total, sum } of falseSums(amounts)) {
      report({
        ...at(total),
        message: "sum",
        values: { label: nameOf(total), amount: shown(total.amount), sum: shown(sum) },
      });
    }
    const wrong = falseTotal(form, amounts, read);
    if (wrong === null) return;
    const { total } = wrong;
    const values = { label: nameOf(total), amount: shown(total.amount) };
    if (wrong.other === null) report({ ...at(total), message: "total", values: { ...values, sum: shown(wrong.sum) } });
    else
      report({
        ...at(total),
        message: "other",
        values: { ...values, other: nameOf(wrong.other), another: shown(wrong.sum) },
      });
  },
  settle: (source) =>
    hasNoFixedAmounts(source) && !mayPrintLines(source) && areSumsByFormula(source) && isRateOfFormula(source)
      ? SETTLED
      : null,
});

/** Amounts that are words of the source are none that a formula makes. */
function hasNoFixedAmounts({ elements }: FormSource): boolean {
  return elements.every(
    ({ keyword, texts }) =>
      keyword === "column" ||
      texts.every(({ parts }) => parts.every((part) => part.kind !== "fixed" || !/\d,\d{3}|\d円/.test(part.text))),
  );
}

function nameOf({ own, row, column }: PrintedAmount): string {
  return (own.trim() || [row, column].filter((one) => one !== "").join(" ")).replace(/[\s：:]+$/, "").slice(-24) || "—";
}

const APART_FROM_TOTAL = new RegExp(
  [
    "前回|繰越|入金|残高|相殺|源泉|所得税|値引|割引|返品|返還|調整|送料|運賃|手数料|立替|非課税|不課税|対象外|免税|内金|着手",
    "手付|前受|前払|ポイント|クーポン|保証金|年間|月額|出精|控除",
  ].join("|"),
);
/** The tax of a rate that none of the totals at that rate comes to. */
function falseTaxes(form: Form, read: readonly ReadAmount[]) {
  const known = ratesOnAny(taxDaysOf(form)).map(({ amount }) => amount);
  const rates = byRate(read);
  // Two totals at one rate, each with its tax: one of the rates may be the other.
  const twice = taxesBehindBases(read).filter(({ rate }) => {
    const own = rates.find((one) => isSame(one.rate, rate));
    return (own?.bases.length ?? 0) > 1 && (own?.taxes.length ?? 0) > 1;
  });
  const ofTwice = twice.flatMap(({ base, tax, rate }) => (isTaxOf(tax, base, rate) ? [] : [{ base, tax, rate }]));
  const single = rates.flatMap(({ rate, bases, taxes }) => {
    const [tax, ...others] = taxes;
    // The totals of a form with one rate are totals of that rate.
    const totals =
      rates.length === 1 && bases.length === 0 ? distinct(read.filter(({ kind }) => kind === "total")) : [];
    const all = [...bases, ...totals];
    if (tax === undefined || others.length > 0 || all.length === 0 || !known.some((one) => isSame(one, rate)))
      return [];
    return all.some((base) => isTaxOf(tax, base, rate)) ? [] : [{ tax: tax.of, bases: all, rate }];
  });
  return [...single, ...ofTwice.map(({ base, tax, rate }) => ({ tax: tax.of, bases: [base], rate }))];
}

/** The tax of each total, both ways where its label does not say how it counts: `5,400 of 59,400 with tax (税込)`. */
function dueOf(bases: readonly ReadAmount[], rate: Decimal): string {
  return bases
    .flatMap(({ of, tax: kind }) => {
      const kinds = kind === null ? (["net", "gross"] as const) : [kind];
      return kinds.map((one) => {
        const due = exactTax(of.amount.absolute(), rate, one).round(0, "floor");
        return `${shown(due)} of ${shown(of.amount)} ${one === "net" ? "without tax (税抜)" : "with tax (税込)"}`;
      });
    })
    .join(" or ");
}

/** Whether a tax is that of a total, whichever way it counts where its label does not say. */
function isTaxOf({ of: { amount } }: ReadAmount, { of, tax: kind }: ReadAmount, rate: Decimal): boolean {
  const kinds = kind === null ? (["net", "gross"] as const) : [kind];
  return kinds.some((one) => isRoundedFrom(amount.absolute(), exactTax(of.amount.absolute(), rate, one)));
}

/** Totals that stand beside a rate which the tax does not have on the days of the supply. */
function basesAtNoRate(form: Form, read: readonly ReadAmount[]) {
  const known = ratesOnAny(taxDaysOf(form)).map(({ amount }) => amount);
  if (known.length === 0) return [];
  return read.flatMap(({ kind, rate, of }) =>
    kind !== "base" || rate === null || rate.isZero() || known.some((one) => isSame(one, rate)) ? [] : [{ rate, of }],
  );
}

/** Copies of the lines that one form may show. */
const COPIES_MAX = 3;
const WITHHELD = /源泉|所得税/;

/** Lines of a ruled grid that come to none of the totals under them, with or without their tax. */
function falseLines(form: Form, amounts: readonly PrintedAmount[], read: readonly ReadAmount[]) {
  const { lines } = printedLines(form);
  const own = new Set(lines.map(({ amount }) => amount));
  const isReturn = form.document.profiles.every((name) => name === "jp.return-invoice");
  const isApart = (one: PrintedAmount) => {
    const words = `${one.own} ${one.row} ${one.column}`;
    const plain = isReturn ? words.replaceAll(/返品|返還|値引き?|割戻し?/g, "") : words;
    return !own.has(one) && APART_FROM_TOTAL.test(plain) && !WITHHELD.test(words);
  };
  if (lines.length < 2 || amounts.some(isApart)) return null;
  const rates = byRate(read).filter(({ bases }) => bases.length > 0);
  const totals = read.filter(({ kind, of }) => kind === "total" && !own.has(of));
  const whole = rates.every(({ bases }) => bases.length === 1) ? rates.flatMap(({ bases }) => bases) : [];
  const taxes = distinct(read.filter(({ kind }) => kind === "tax")).reduce(
    (sum, { of }) => sum.plus(of.amount.absolute()),
    Decimal.zero,
  );
  const sumOfBases = whole.reduce((sum, { of }) => sum.plus(of.amount.absolute()), Decimal.zero);
  const known = [...(whole.length > 0 ? [sumOfBases] : []), ...totals.map(({ of }) => of.amount.absolute())];
  const [told] = [...whole, ...totals];
  if (told === undefined) return null;
  const targets = known.flatMap((one) => [one, one.minus(taxes), one.plus(taxes)]);
  const sum = sumOfLines(lines).absolute();
  const isMet = (target: Decimal) =>
    Array.from({ length: COPIES_MAX }, (_, at) => target.times(Decimal.ofInteger(at + 1))).some((one) =>
      isSame(one, sum),
    ) ||
    ratesOnAny(taxDaysOf(form)).some(({ amount }) => isRoundedFrom(target.minus(sum), exactTax(sum, amount, "net")));
  return targets.some(isMet) ? null : { total: told.of, sum: sumOfLines(lines) };
}

/** The total of a column of a grid, or what is left of a row, that is not the sum of its cells. */
function falseSums(amounts: readonly PrintedAmount[]) {
  const inGrid = amounts.filter(({ grid, column, own }) => grid !== null && column !== "" && own.trim() === "");
  const columns = Map.groupBy(inGrid, ({ grid, column, of }) => `${grid} ${of.page} ${column}`);
  const rows = Map.groupBy(inGrid, ({ grid, row, of }) => `${grid} ${of.page} ${row}`);
  return [...[...columns.values()].flatMap(falseColumn), ...[...rows.values()].flatMap(falseRow)];
}

function falseColumn(cells: readonly PrintedAmount[]) {
  const own = [...cells].sort((one, other) => one.of.bounds.topEmu - other.of.bounds.topEmu);
  const total = own.at(-1);
  const parts = own.slice(0, -1);
  if (total === undefined || parts.length < 2 || !TOTAL_ROW.test(total.row.replaceAll(/[\s　]/g, ""))) return [];
  if (parts.some(({ row }) => /計/.test(row) || !/\d\s*%|課税|対象/.test(row))) return [];
  const sum = parts.reduce((all, { amount }) => all.plus(amount), Decimal.zero);
  return isSame(sum, total.amount) ? [] : [{ total, sum }];
}

/** 差引対象額 is what was bought less what came back, whether ▲ stands before that or not. */
function falseRow(cells: readonly PrintedAmount[]) {
  const left = cells.filter(({ column }) => /差し?引/.test(column));
  const back = cells.filter(({ column }) => /返品|返還|値引|割戻/.test(column) && !/差し?引/.test(column));
  const sold = cells.filter((one) => !left.includes(one) && !back.includes(one) && !TAX.test(bareOf(one.column)));
  const [total, ...more] = left;
  const [bought, ...others] = sold;
  if (total === undefined || bought === undefined || more.length + others.length > 0 || back.length === 0) return [];
  const sum = back.reduce((all, { amount }) => all.minus(amount.absolute()), bought.amount);
  return isSame(sum, total.amount) ? [] : [{ total, sum }];
}

interface FalseTotal {
  readonly total: PrintedAmount;
  readonly sum: Decimal;
  /** The other amount that says the same; null where the sum is of totals of rates. */
  readonly other: PrintedAmount | null;
}

/** A total that is another one than the totals of all rates come to, or than another total with tax. */
function falseTotal(form: Form, amounts: readonly PrintedAmount[], read: readonly ReadAmount[]): FalseTotal | null {
  const netted = new Set(amounts.flatMap(({ grid, column }) => (/差し?引/.test(column) ? [grid] : [])));
  const isApart = ({ own, row, column, grid }: PrintedAmount) =>
    APART_FROM_TOTAL.test(`${own} ${row} ${column}`) && !(grid !== null && netted.has(grid));
  if (amounts.some(isApart)) return null;
  const totals = read.filter(
    ({ kind, tax, of }) => kind === "total" && (of.grid === null ? tax !== "net" : tax === "gross"),
  );
  const rates = byRate(read);
  const sums = sumsOfRates(rates) ?? sumsOfNet(read);
  const wrong = sums === null ? undefined : totals.find(({ of }) => sums.every((one) => !isSame(one, of.amount)));
  if (sums !== null && wrong !== undefined) return { total: wrong.of, sum: sums.at(-1) ?? Decimal.zero, other: null };
  const inKanji = kanjiAmounts(form).map(({ amount, of }) => ({ amount, printed: asPrinted(amount, of) }));
  const odd = inKanji.find(({ amount }) => sums?.every((one) => !isSame(one, amount)) === true);
  if (sums !== null && odd !== undefined) return { total: odd.printed, sum: sums.at(-1) ?? Decimal.zero, other: null };
  const gross = totals.filter(({ tax }) => tax === "gross");
  const [first] = gross;
  if (first === undefined) return null;
  const other = gross.find(({ of }) => !isSame(of.amount, first.of.amount));
  if (other !== undefined) return { total: first.of, sum: other.of.amount, other: other.of };
  const kanji = inKanji.find(({ amount }) => !isSame(amount, first.of.amount));
  return kanji === undefined ? null : { total: first.of, sum: kanji.amount, other: kanji.printed };
}

/** An amount in kanji, as one in figures. */
function asPrinted(amount: Decimal, of: PrintedAmount["of"]): PrintedAmount {
  const words = { own: of.text, before: "", behind: "", row: "", column: "" };
  return { ...words, amount, of, isMinus: false, path: null, role: null, grid: null };
}

/** What all rates come to with tax, each way in which the labels allow it; null where a rate has no one total. */
function sumsOfRates(rates: readonly OfRate[]): readonly Decimal[] | null {
  const own = rates.filter(({ bases }) => bases.length > 0);
  if (own.length === 0 || own.length < rates.length) return null;
  let sums: readonly Decimal[] = [Decimal.zero];
  for (const { bases, taxes } of own) {
    const left = bases.filter(({ of }) => /差し?引/.test(of.column));
    const [base, ...others] = left.length > 0 ? left : bases;
    const [tax] = taxes;
    if (base === undefined || others.length > 0 || taxes.length > 1) return null;
    if (base.tax !== "gross" && tax === undefined) return null;
    const mayBe =
      base.tax === "gross" || tax === undefined
        ? [base.of.amount]
        : [base.of.amount.plus(tax.of.amount), ...(base.tax === null ? [base.of.amount] : [])];
    sums = sums.flatMap((sum) => mayBe.map((one) => sum.plus(one)));
  }
  return sums;
}

/** The subtotal with its tax, where a form has one of each. */
function sumsOfNet(read: readonly ReadAmount[]): readonly Decimal[] | null {
  const [net, ...otherNets] = distinct(read.filter(({ kind, tax }) => kind === "total" && tax === "net"));
  const [tax, ...otherTaxes] = distinct(read.filter(({ kind }) => kind === "tax"));
  if (net === undefined || tax === undefined || otherNets.length + otherTaxes.length > 0) return null;
  return [net.of.amount.plus(tax.of.amount)];
}
