// Values as a reader finds them on paper: what is printed is what a sum is checked on.
import { Decimal, type DrawnText, drawnOf, type Form, type FormValue, valuesOf } from "../../../../core/sdk/index.ts";

/** A number of the form. */
export interface Figure {
  /** `total`, `items[2].amount` */
  readonly path: string;
  readonly declared: string;
  readonly role: string;
  /** As it is printed, where it is printed to the yen or finer; else as it is computed. */
  readonly amount: Decimal;
}

/** The numbers of a form, read role by role as rules ask for them. */
export interface Figures {
  /** Those with a role, in the order of the data. A number that is not printed is as it is computed. */
  with(role: string): readonly Figure[];
}

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly figures: Figures } | null = null;

/** The numbers of a form. */
export function figuresOf(form: Form): Figures {
  if (last?.form === form) return last.figures;
  const byRole = new Map<string, readonly Figure[]>();
  const figures: Figures = {
    with(role) {
      const known = byRole.get(role);
      if (known !== undefined) return known;
      const found = findFigures(form, role);
      byRole.set(role, found);
      return found;
    },
  };
  if (Object.isFrozen(form)) last = { form, figures };
  return figures;
}

function findFigures(form: Form, role: string): readonly Figure[] {
  const values = valuesOf(form, role);
  // Of the roles that rules ask for most forms have half.
  if (values.length === 0) return NO_FIGURES;
  const texts = drawnOf(form, role);
  // Mostly each value is printed once, in the order of the data.
  const isInStep = texts.length === values.length && texts.every(({ source }, at) => source.path === values[at]?.path);
  const printed = isInStep ? null : printedTexts(texts);
  const found: Figure[] = [];
  for (const [at, { path, declared, value }] of values.entries()) {
    const computed = typeof value === "string" ? decimalOf(value) : null;
    if (typeof value !== "string" || computed === null) continue;
    let amount = computed;
    if (printed !== null) amount = nearestOf(computed, value, printed.get(path) ?? NOT_PRINTED);
    else amount = printedAs(computed, value, texts[at]?.source.text ?? value) ?? computed;
    found.push({ path, declared, role, amount });
  }
  return found;
}

const NO_FIGURES: readonly Figure[] = [];
const NOT_PRINTED: readonly string[] = [];

/** What is printed for each path, once for each place: what shows a value bears its role. */
function printedTexts(drawn: readonly DrawnText[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { source } of drawn) {
    const { path, text } = source;
    if (path === null) continue;
    const known = texts.get(path);
    if (known === undefined) texts.set(path, [text]);
    else known.push(text);
  }
  return texts;
}

/**
 * The printed figure that stands for a value: its own rounding to some place. A figure in thousands, or a piece of one
 * that is broken over two runs, stands for something else, and the value itself is taken.
 */
function nearestOf(computed: Decimal, written: string, printed: readonly string[]): Decimal {
  for (const text of printed) {
    const amount = printedAs(computed, written, text);
    if (amount !== null) return amount;
  }
  return computed;
}

/** The number that a text prints a value as; null where it is another one. */
function printedAs(computed: Decimal, written: string, text: string): Decimal | null {
  // Most numbers are printed digit by digit, and need not be read.
  if (text === written || (text.length > written.length && isGrouped(text, written))) return computed;
  const amount = printedAmount(text);
  return amount !== null && amount.minus(computed).absolute().compare(Decimal.one) < 0 ? amount : null;
}

const COMMA = 0x2c;

/** Whether a text is a number with commas among its digits. */
function isGrouped(text: string, written: string): boolean {
  let digit = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) continue;
    if (code !== written.charCodeAt(digit)) return false;
    digit += 1;
  }
  return digit === written.length;
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
export function figuresWith(figures: Figures, role: string): readonly Figure[] {
  return figures.with(role);
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

/** Paths whose entries are remembered: those of the lists of some forms. */
const PATHS_KEPT_MAX = 5_000;
const entries = new Map<string, string>();

/**
 * The entry that a path lies in: `items[2]` of `items[2].amount`; empty for a value of the document. Records have the
 * same few paths, and a text that was cut anew would be hashed anew wherever figures are looked up by it.
 */
export function entryOf(path: string): string {
  const known = entries.get(path);
  if (known !== undefined) return known;
  const entry = path.slice(0, Math.max(0, path.lastIndexOf("]") + 1));
  if (entries.size < PATHS_KEPT_MAX) entries.set(path, entry);
  return entry;
}
