// The tables and grids of a wage ledger as a reader finds them: figures in rows and columns, each with what its label
// says it is. Months may be rows or columns.
import { Decimal, type Form, type ReadText, readingOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { type PayKind, payKindOf } from "./pay-kinds.ts";
import { bareLabel } from "./told.ts";

/** A figure of a table. */
export interface PayFigure {
  readonly amount: Decimal;
  readonly text: ReadText;
  /** The value of the data that it shows; null for what is computed where it is drawn. */
  readonly path: string | null;
  readonly row: number;
  readonly column: number;
}

/** A row or a column of figures. */
export interface PayLine {
  readonly label: string;
  readonly kind: PayKind | null;
  readonly figures: readonly PayFigure[];
}

/** A table: its lines of kinds of pay, and the lines of months across them. */
export interface PayTable {
  readonly kinds: readonly PayLine[];
  readonly months: readonly PayLine[];
  /** Where a figure stands among the months, and among the kinds. */
  readonly monthOf: (figure: PayFigure) => number;
}

const NUMBER = /^[¥￥]?\s*([-−▲△]?)\s*[¥￥]?(\d[\d,]*(?:\.\d+)?)\s*(?:円|日|時間|h|H)?$/;
const CLOCK = /^(\d{1,4})(?::|時間)(\d{2})分?$/;
const MINUTES = Decimal.ofInteger(60);

/** A figure of money, days or hours; those of a clock (168:30) in minutes. */
export function figureOf(text: string): Decimal | null {
  const plain = narrow(text).trim();
  const [, hours, minutes] = CLOCK.exec(plain) ?? [];
  if (hours !== undefined && minutes !== undefined) return Decimal.of(hours).times(MINUTES).plus(Decimal.of(minutes));
  const [, sign, digits] = NUMBER.exec(plain) ?? [];
  if (digits === undefined) return null;
  const amount = Decimal.of(digits.replaceAll(",", ""));
  return sign === "" || sign === undefined ? amount : amount.negated();
}

/** Whether a figure is one of a clock, so that it is told in minutes. */
export function isClock(text: string): boolean {
  return CLOCK.test(narrow(text).trim());
}

/** Rules of one form ask one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly tables: readonly PayTable[] } | null = null;

/** Every table or grid that tells kinds of pay. */
export function payTables(form: Form): readonly PayTable[] {
  if (last?.form === form) return last.tables;
  const { texts } = readingOf(form);
  const grids = Map.groupBy(texts, ({ element }) => gridOf(form, element));
  const tables = [...grids].flatMap(([grid, own]) => (grid === null ? [] : (tableOf(form, own) ?? [])));
  if (Object.isFrozen(form)) last = { form, tables };
  return tables;
}

function gridOf({ elements }: Form, element: number | null): number | null {
  for (let at = element; at !== null; at = elements[at]?.parent ?? null) {
    const keyword = elements[at]?.keyword;
    if (keyword === "grid" || keyword === "table") return at;
  }
  return null;
}

/** Kinds of pay that a table has at least, so that it is one. */
const KINDS_MIN = 2;

function tableOf(form: Form, texts: readonly ReadText[]): PayTable | null {
  const words = texts.filter(({ text }) => figureOf(text) === null);
  const figures = figuresIn(texts);
  const pairs = pairsOf(words, figures);
  if (pairs !== null) return tableOfPairs(pairs);
  const rows = linesOf(figures, "row", (own) => rowLabel(words, own));
  const columns = linesOf(figures, "column", (own) => columnLabel(form, { words, all: figures }, own));
  const [ofRows, ofColumns] = [rows, columns].map((lines) => lines.filter(({ kind }) => kind !== null).length);
  if (Math.max(ofRows ?? 0, ofColumns ?? 0) < KINDS_MIN) return null;
  const areRowsMonths = (ofColumns ?? 0) >= (ofRows ?? 0);
  return areRowsMonths
    ? { kinds: columns, months: rows, monthOf: ({ row }) => row }
    : { kinds: rows, months: columns, monthOf: ({ column }) => column };
}

/** A figure with the words at its left. */
interface PayPair {
  readonly figure: PayFigure;
  readonly label: string;
  readonly kind: PayKind | null;
}

/** Figures each of which stands right behind its label, in reading order; null where rows or columns hold them. */
function pairsOf(words: readonly ReadText[], figures: readonly PayFigure[]): readonly PayPair[] | null {
  const pairs = figures.map((figure): PayPair => {
    const before = nearestBefore(words, figures, figure);
    const label = before === null ? "" : bareLabel(before.text);
    const roles = new Set(figure.text.sources.flatMap(({ role }) => role ?? []));
    return { figure, label, kind: label === "" ? null : payKindOf(label, roles) };
  });
  const known = pairs.filter(({ kind }) => kind !== null);
  if (known.length < KINDS_MIN || pairs.some(({ label }) => label === "")) return null;
  const rows = new Set(known.map(({ figure }) => figure.row));
  const labels = new Set(known.map(({ label }) => label));
  const isPaired = rows.size < known.length || labels.size < known.length;
  return isPaired ? pairs.toSorted((one, other) => one.figure.row - other.figure.row) : null;
}

/** The words right before a figure on its line; null where another figure or nothing stands there. */
function nearestBefore(words: readonly ReadText[], figures: readonly PayFigure[], { text: of }: PayFigure) {
  const isBefore = (text: ReadText) =>
    text.page === of.page &&
    Math.abs(middleOf(text) - middleOf(of)) < of.sizeEmu * 0.6 &&
    text.bounds.rightEmu <= of.bounds.leftEmu;
  const right = ({ bounds }: ReadText) => bounds.rightEmu;
  const word = words.filter(isBefore).toSorted((one, other) => right(other) - right(one))[0];
  const others = figures.filter(({ text }) => text !== of && isBefore(text));
  if (word === undefined || others.some(({ text }) => right(text) > right(word))) return null;
  return word;
}

/** One month after another: a label that stands there a second time begins the next one. */
function tableOfPairs(pairs: readonly PayPair[]): PayTable {
  const seen = new Set<string>();
  const months = new Map<PayFigure, number>();
  let month = 0;
  for (const { figure, label, kind } of pairs) {
    if (kind !== null && seen.has(label)) {
      month += 1;
      seen.clear();
    }
    if (kind !== null) seen.add(label);
    months.set(figure, month);
  }
  const monthOf = (figure: PayFigure) => months.get(figure) ?? 0;
  const kinds = [...Map.groupBy(pairs, ({ label }) => label)].map(([label, own]) => {
    return { label, kind: own[0]?.kind ?? null, figures: own.map(({ figure }) => figure) };
  });
  const byMonth = [...Map.groupBy(pairs, ({ figure }) => monthOf(figure)).values()];
  return {
    kinds,
    months: byMonth.map((own) => ({ label: "", kind: null, figures: own.map((one) => one.figure) })),
    monthOf,
  };
}

function middleOf({ bounds }: ReadText): number {
  return (bounds.topEmu + bounds.bottomEmu) / 2;
}

/** Figures with their row and column: those of one height, and those that lie over one another. */
function figuresIn(texts: readonly ReadText[]): readonly PayFigure[] {
  const found = texts.flatMap((text) => {
    const amount = figureOf(text.text);
    const path = text.sources.find((source) => source.path !== null)?.path ?? null;
    return amount === null ? [] : [{ amount, text, path }];
  });
  const byHeight = found.toSorted(
    ({ text: one }, { text: other }) => one.page - other.page || middleOf(one) - middleOf(other),
  );
  const rows = numbered(byHeight, (before, { text }) => {
    return before.text.page === text.page && middleOf(text) - middleOf(before.text) < text.sizeEmu * 0.6;
  });
  const byLeft = found.toSorted(({ text: one }, { text: other }) => one.bounds.leftEmu - other.bounds.leftEmu);
  let rightEmu = Number.NEGATIVE_INFINITY;
  const columns = numbered(byLeft, (_, { text: { bounds } }) => {
    const isSame = bounds.leftEmu < rightEmu;
    rightEmu = Math.max(rightEmu, bounds.rightEmu);
    return isSame;
  });
  return found.map((one) => ({ ...one, row: rows.get(one) ?? 0, column: columns.get(one) ?? 0 }));
}

/** Things in their order, counted up wherever one does not go on the one before. */
function numbered<Thing>(things: readonly Thing[], goesOn: (before: Thing, one: Thing) => boolean) {
  const numbers = new Map<Thing, number>();
  let number = -1;
  things.forEach((one, at) => {
    const before = things[at - 1];
    // It is asked of the first as well, since it may remember.
    const isSame = goesOn(before ?? one, one);
    if (before === undefined || !isSame) number += 1;
    numbers.set(one, number);
  });
  return numbers;
}

function linesOf(
  figures: readonly PayFigure[],
  direction: "row" | "column",
  labelOf: (own: readonly PayFigure[]) => string,
): readonly PayLine[] {
  return [...Map.groupBy(figures, (figure) => figure[direction]).values()].map((own) => {
    const label = labelOf(own);
    const roles = new Set(own.flatMap(({ text }) => text.sources.flatMap(({ role }) => role ?? [])));
    return { label, kind: payKindOf(label, direction === "column" ? roles : new Set()), figures: own };
  });
}

/** The words at the left of a row. */
function rowLabel(words: readonly ReadText[], [first]: readonly PayFigure[]): string {
  if (first === undefined) return "";
  const { text: of } = first;
  const own = words.filter(
    (word) => word.page === of.page && Math.abs(middleOf(word) - middleOf(of)) < of.sizeEmu * 0.6,
  );
  const known = own.map(({ text }) => bareLabel(text)).find((label) => payKindOf(label, new Set()) !== null);
  const left = own.toSorted((one, other) => one.bounds.leftEmu - other.bounds.leftEmu)[0];
  return known ?? (left === undefined ? "" : bareLabel(left.text));
}

interface PartsOfTable {
  readonly words: readonly ReadText[];
  readonly all: readonly PayFigure[];
}

/** The heading of a column, else the nearest words over it. */
function columnLabel(form: Form, { words, all }: PartsOfTable, own: readonly PayFigure[]): string {
  const elements = new Set(own.map(({ text }) => text.element));
  const heading = readingOf(form).columns.find(({ element }) => elements.has(element))?.heading;
  if (heading !== undefined) return bareLabel(heading);
  // Heads stand in a line over all figures; a figure stands under the last one that begins before it ends.
  const [first] = all.toSorted(
    ({ text: one }, { text: other }) => one.page - other.page || middleOf(one) - middleOf(other),
  );
  if (first === undefined) return "";
  const right = Math.max(...own.map(({ text }) => text.bounds.rightEmu));
  const above = words.filter(
    ({ page, bounds }) =>
      page === first.text.page && bounds.bottomEmu <= middleOf(first.text) && bounds.leftEmu < right,
  );
  const head = above.toSorted((one, other) => {
    const down = middleOf(other) - middleOf(one);
    return Math.abs(down) > one.sizeEmu * 0.6 ? down : other.bounds.leftEmu - one.bounds.leftEmu;
  })[0];
  return head === undefined ? "" : bareLabel(head.text);
}
