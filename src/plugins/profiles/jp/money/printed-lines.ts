// Lines of goods and services that stand on paper without a list of the data: rows of a ruled grid with a description
// and an amount.
import {
  Decimal,
  declarationsOf,
  type Form,
  type FormSource,
  type ReadText,
  readingOf,
} from "../../../../core/sdk/index.ts";
import { type PrintedAmount, printedAmounts } from "./printed-amounts.ts";

/** One of them. */
export interface PrintedLine {
  readonly amount: PrintedAmount;
  /** Everything that is printed in its row. */
  readonly texts: readonly ReadText[];
}

/** The lines of a form, and the amounts that stand among them without a description. */
export interface PrintedLines {
  readonly lines: readonly PrintedLine[];
  readonly nameless: readonly PrintedAmount[];
}

const DESCRIPTION = "line.description";
const NONE: PrintedLines = { lines: [], nameless: [] };

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly found: PrintedLines } | null = null;

/** The lines of a form that has no list of amounts among its data. */
export function printedLines(form: Form): PrintedLines {
  if (last?.form === form) return last.found;
  const found = mayPrintLines(form) ? findLines(form) : NONE;
  if (Object.isFrozen(form)) last = { form, found };
  return found;
}

/** Whether a form may have such lines, as its source is written. */
export function mayPrintLines(source: FormSource): boolean {
  if (declarationsOf(source, "line.amount").length > 0) return false;
  return [...source.elements, ...source.declarations].some(({ role }) => role === DESCRIPTION);
}

/** What all lines come to. */
export function sumOfLines(lines: readonly PrintedLine[]): Decimal {
  return lines.reduce((sum, { amount }) => sum.plus(amount.amount), Decimal.zero);
}

function findLines(form: Form): PrintedLines {
  const amounts = printedAmounts(form).filter(({ grid }) => grid !== null);
  const { texts } = readingOf(form);
  const descriptions = texts.filter((text) => isDescription(form, text));
  const lines = descriptions.flatMap((description) => {
    const own = amounts.filter(({ of }) => of !== description && areInRow(of, description));
    const beside = own.filter(({ of }) => of.bounds.leftEmu >= description.bounds.leftEmu);
    const amount = amountOfRow(beside);
    if (amount === null) return [];
    return [{ amount, texts: texts.filter((text) => areInRow(text, description)) }];
  });
  return { lines, nameless: namelessAmong(amounts, lines, { descriptions, texts }) };
}

function isDescription({ elements }: Form, { element, sources, text }: ReadText): boolean {
  if (element === null || text.trim() === "") return false;
  return elements[element]?.role === DESCRIPTION || sources.some(({ role }) => role === DESCRIPTION);
}

/** Whether two texts stand at one height of a page. */
function areInRow(one: ReadText, other: ReadText): boolean {
  const [middle, between] = [one, other].map(({ bounds }) => (bounds.topEmu + bounds.bottomEmu) / 2);
  const most = Math.max(one.sizeEmu, other.sizeEmu) * 0.8;
  return one.page === other.page && Math.abs((middle ?? 0) - (between ?? 0)) <= most;
}

const AMOUNT_HEAD = /金額|価額|価格|税[抜込]|小計|対価/;

/** The amount of a row: under its heading, else the last of the row. */
function amountOfRow(amounts: readonly PrintedAmount[]): PrintedAmount | null {
  const own = amounts.filter(({ column }) => !/単価|数量|税額|消費税/.test(column));
  const headed = own.filter(({ column }) => AMOUNT_HEAD.test(column));
  const [first, ...others] = headed.length > 0 ? headed : own;
  if (first === undefined) return null;
  return others.reduce((best, one) => (one.of.bounds.leftEmu > best.of.bounds.leftEmu ? one : best), first);
}

interface OfPage {
  readonly descriptions: readonly ReadText[];
  readonly texts: readonly ReadText[];
}

/** Amounts between the first and the last line, in the column of theirs, whose row names nothing. */
function namelessAmong(
  amounts: readonly PrintedAmount[],
  lines: readonly PrintedLine[],
  { descriptions, texts }: OfPage,
): readonly PrintedAmount[] {
  return amounts.filter((amount) => {
    const own = lines.filter(({ amount: of }) => of.grid === amount.grid && of.of.page === amount.of.page);
    const tops = own.map(({ amount: { of } }) => of.bounds.topEmu);
    const top = amount.of.bounds.topEmu;
    if (own.length < 2 || top <= Math.min(...tops) || top >= Math.max(...tops)) return false;
    if (!own.some(({ amount: { of } }) => overlaps(of, amount.of))) return false;
    const ofGrid = descriptions.filter((one) => own.some((line) => line.texts.includes(one)));
    const inRow = texts.filter((text) => text !== amount.of && areInRow(text, amount.of) && text.text.trim() !== "");
    return !inRow.some((text) => ofGrid.some((one) => text === one || overlaps(text, one)));
  });
}

/** Whether two texts stand over one another. */
function overlaps({ bounds: one }: ReadText, { bounds: other }: ReadText): boolean {
  return one.leftEmu < other.rightEmu && other.leftEmu < one.rightEmu;
}
