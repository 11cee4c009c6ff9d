// Values as a reader finds them on paper: what is printed is what a sum is checked on.
import { Decimal, type Form, type FormValue } from "../../../../core/sdk/index.ts";

/** A number of the form. */
export interface Figure {
  /** `total`, `items[2].amount` */
  readonly path: string;
  readonly declared: string;
  readonly role: string | null;
  /** As it is printed, where it is printed to the yen or finer; else as it is computed. */
  readonly amount: Decimal;
}

/** The numbers of a form by path. A number that is not printed is as it is computed. */
export function figuresOf(form: Form): ReadonlyMap<string, Figure> {
  const printed = printedAmounts(form);
  const figures = new Map<string, Figure>();
  for (const value of form.values) {
    const computed = decimalOf(value.value);
    if (computed === null) continue;
    const { path, declared, role } = value;
    figures.set(path, { path, declared, role, amount: nearestOf(computed, printed.get(path) ?? []) });
  }
  return figures;
}

/** Numbers that are printed for each path, once for each place. */
function printedAmounts(form: Form): ReadonlyMap<string, readonly Decimal[]> {
  const amounts = new Map<string, Decimal[]>();
  for (const { runs } of form.pages) {
    for (const { path, text } of runs.flatMap(({ sources }) => sources)) {
      const amount = path === null ? null : printedAmount(text);
      if (path === null || amount === null) continue;
      const known = amounts.get(path);
      if (known === undefined) amounts.set(path, [amount]);
      else known.push(amount);
    }
  }
  return amounts;
}

/**
 * The printed figure that stands for a value: its own rounding to some place. A figure in thousands, or a piece of one
 * that is broken over two runs, stands for something else, and the value itself is taken.
 */
function nearestOf(computed: Decimal, printed: readonly Decimal[]): Decimal {
  const one = Decimal.one;
  return printed.find((amount) => amount.minus(computed).absolute().compare(one) < 0) ?? computed;
}

const NEGATIVE = /^[-−－▲△(（]/;

/** `¥1,234-`, `▲1,234`, `１，２３４円` → the number; null for text that is none. */
export function printedAmount(text: string): Decimal | null {
  const narrow = text.replaceAll(/[０-９．，]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0)).trim();
  const match = /^([-−－▲△(（]?)[¥￥]?([-−－▲△]?)(\d[\d,]*(?:\.\d+)?)/.exec(narrow.replace(/^[金¥￥\s]+/, ""));
  const digits = match?.[3]?.replaceAll(",", "");
  if (match === null || digits === undefined) return null;
  const amount = Decimal.of(digits);
  return NEGATIVE.test(`${match[1]}${match[2]}`) ? amount.negated() : amount;
}

/** The number of a value; null for everything that is none. */
export function decimalOf(value: FormValue["value"]): Decimal | null {
  return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Decimal.of(value) : null;
}

/** The sum of figures. */
export function sumOf(figures: readonly Figure[]): Decimal {
  return figures.reduce((sum, { amount }) => sum.plus(amount), Decimal.zero);
}

/** The figures with a role, in the order of the data. */
export function figuresWith(figures: ReadonlyMap<string, Figure>, role: string): readonly Figure[] {
  return [...figures.values()].filter((figure) => figure.role === role);
}

/** The first figure with a role; null where there is none. */
export function figureWith(figures: ReadonlyMap<string, Figure>, role: string): Figure | null {
  return figuresWith(figures, role)[0] ?? null;
}

/** `1,234`: an amount as messages print it. */
export function shown(amount: Decimal): string {
  const [whole = "", fraction] = amount.toString().split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The entry that a path lies in: `items[2]` of `items[2].amount`; empty for a value of the document. */
export function entryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("]") + 1));
}
