// Values as a reader finds them on paper: what is printed is what a sum is checked on.
import { Decimal, type Form, type FormValue } from "../../../../core/sdk/index.ts";

/** A number of the form. */
export interface Figure {
  /** `total`, `items[2].amount` */
  readonly path: string;
  readonly declared: string;
  readonly role: string;
  /** As it is printed, where it is printed to the yen or finer; else as it is computed. */
  readonly amount: Decimal;
}

/** The numbers of a form by their roles, each in the order of the data. */
export interface Figures {
  readonly byRole: ReadonlyMap<string, readonly Figure[]>;
}

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly figures: Figures } | null = null;

/** The numbers of a form. A number that is not printed is as it is computed. */
export function figuresOf(form: Form): Figures {
  if (last?.form === form) return last.figures;
  const figures = findFigures(form);
  if (Object.isFrozen(form)) last = { form, figures };
  return figures;
}

function findFigures(form: Form): Figures {
  const printed = printedTexts(form);
  const byRole = new Map<string, Figure[]>();
  for (const { path, declared, role, value } of form.values) {
    if (role === null || typeof value !== "string") continue;
    const computed = decimalOf(value);
    if (computed === null) continue;
    const figure = { path, declared, role, amount: nearestOf(computed, value, printed.get(path) ?? NOT_PRINTED) };
    const known = byRole.get(role);
    if (known === undefined) byRole.set(role, [figure]);
    else known.push(figure);
  }
  return { byRole };
}

const NOT_PRINTED: readonly string[] = [];

/** What is printed for each path, once for each place. */
function printedTexts(form: Form): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { runs } of form.pages) {
    for (const { sources } of runs) {
      for (const { path, text, role } of sources) {
        // Figures have a role, and so has what shows them.
        if (path === null || role === null) continue;
        const known = texts.get(path);
        if (known === undefined) texts.set(path, [text]);
        else known.push(text);
      }
    }
  }
  return texts;
}

/**
 * The printed figure that stands for a value: its own rounding to some place. A figure in thousands, or a piece of one
 * that is broken over two runs, stands for something else, and the value itself is taken.
 */
function nearestOf(computed: Decimal, written: string, printed: readonly string[]): Decimal {
  for (const text of printed) {
    // Most numbers are printed digit by digit, and need not be read.
    if (text === written || (text.length > written.length && text.replaceAll(",", "") === written)) return computed;
    const amount = printedAmount(text);
    if (amount !== null && amount.minus(computed).absolute().compare(Decimal.one) < 0) return amount;
  }
  return computed;
}

const NEGATIVE = /^[-−－▲△(（]/;

const WIDE = /[０-９．，]/;

function narrowed(text: string): string {
  return text.replaceAll(/[０-９．，]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
}

/** `¥1,234-`, `▲1,234`, `１，２３４円` → the number; null for text that is none. */
export function printedAmount(text: string): Decimal | null {
  const narrow = WIDE.test(text) ? narrowed(text).trim() : text.trim();
  const match = /^([-−－▲△(（]?)[¥￥]?([-−－▲△]?)(\d[\d,]*(?:\.\d+)?)/.exec(narrow.replace(/^[金¥￥\s]+/, ""));
  const digits = match?.[3]?.replaceAll(",", "");
  if (match === null || digits === undefined) return null;
  const amount = Decimal.of(digits);
  return NEGATIVE.test(`${match[1]}${match[2]}`) ? amount.negated() : amount;
}

/** The number of a value; null for everything that is none. */
export function decimalOf(value: FormValue["value"]): Decimal | null {
  return typeof value === "string" && isNumber(value) ? Decimal.of(value) : null;
}

const DIGITS = /^-?\d+(?:\.\d+)?$/;

/** Most values are words, which their first letter tells sooner than a match does. */
function isNumber(value: string): boolean {
  const first = value.charCodeAt(0);
  return (first === 0x2d || (first >= 0x30 && first <= 0x39)) && DIGITS.test(value);
}

/** The sum of figures. */
export function sumOf(figures: readonly Figure[]): Decimal {
  return figures.reduce((sum, { amount }) => sum.plus(amount), Decimal.zero);
}

/** The figures with a role, in the order of the data. */
export function figuresWith({ byRole }: Figures, role: string): readonly Figure[] {
  return byRole.get(role) ?? [];
}

/** Figures by the entry that each lies in, the first of each: lines are asked for theirs one by one. */
export function byEntry(figures: readonly Figure[]): ReadonlyMap<string, Figure> {
  const found = new Map<string, Figure>();
  for (const figure of figures) {
    const entry = entryOf(figure.path);
    if (!found.has(entry)) found.set(entry, figure);
  }
  return found;
}

/** The first figure with a role; null where there is none. */
export function figureWith(figures: Figures, role: string): Figure | null {
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
