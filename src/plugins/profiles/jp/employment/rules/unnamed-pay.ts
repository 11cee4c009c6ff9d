// Sums of a payslip that nothing names: under an empty heading of a ruled grid, or in a row whose name is empty.
import { type Form, type ReadText, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { printedAmount } from "../../money/figures.ts";
import { type Group, gridOf, groupNamed, groupOf } from "./pay-groups.ts";

/** A sum that is not zero, and that no words name. */
export interface UnnamedPay {
  readonly text: ReadText;
  readonly path: string | null;
  readonly group: Group;
  /** As it is printed. */
  readonly amount: string;
}

/** Every sum with a role of pay whose place on paper has no name. */
export function unnamedPay(form: Form): readonly UnnamedPay[] {
  const { texts } = readingOf(form);
  const sums = texts.flatMap((text) => sumIn(text) ?? []);
  const inGrids = [...Map.groupBy(sums, ({ text }) => gridOf(form, text.element))].flatMap(([grid, own]) => {
    if (grid === null) return [];
    const cells = texts.filter((text) => gridOf(form, text.element) === grid);
    return own.filter((sum) => !isNamedInGrid(sum.text, cells));
  });
  const inTables = sums.filter(({ text }) => isUnnamedInTable(form, text));
  return [...inGrids, ...inTables];
}

/** A cell that shows a sum of pay and no words of its own. */
function sumIn(text: ReadText): UnnamedPay | null {
  const source = text.sources.find(({ role }) => groupOf(role) !== null);
  const group = groupOf(source?.role ?? null);
  const amount = printedAmount(text.text);
  if (source === undefined || group === null || amount === null || amount.isZero() || isName(text)) return null;
  return { text, path: source.path, group, amount: text.text.trim() };
}

/** Anything but digits, signs and the yen. */
const LETTERS = /[^\d\s,.:¥円()▲△−+*※-]/;
/** What stands over every sum of a column: 金額, 控除額. */
const OF_ANY_SUM = /^(?:支給|控除|支払)?(?:金額|額)$/;

function isName({ text }: ReadText): boolean {
  return LETTERS.test(narrow(text));
}

/** Words that name a sum: neither 金額 nor the heading of a group such as 控除. */
function isOwnName(text: ReadText): boolean {
  const plain = narrow(text.text)
    .replaceAll(/[(][^()]*[)]/g, "")
    .replaceAll(/\s/g, "");
  return isName(text) && !OF_ANY_SUM.test(plain) && groupNamed(text.text) === null;
}

/** Whether two texts stand at one height of a page. */
function areInRow(one: ReadText, other: ReadText): boolean {
  return (
    one.page === other.page && one.bounds.topEmu < other.bounds.bottomEmu && other.bounds.topEmu < one.bounds.bottomEmu
  );
}

/** Whether words stand right before a sum in its row, or over it as the heading of its column alone. */
function isNamedInGrid(sum: ReadText, cells: readonly ReadText[]): boolean {
  const row = cells.filter((cell) => areInRow(cell, sum));
  const before = row.filter(({ bounds }) => bounds.rightEmu <= sum.bounds.leftEmu);
  const nearest = lastBy(before, ({ bounds }) => bounds.rightEmu);
  if (nearest !== undefined && isOwnName(nearest)) return true;
  const heads = headsOver(sum, cells);
  // Nothing at all stands over it: what names it stands elsewhere.
  if (heads.length === 0) return before.some(isName) || row.some((cell) => cell !== sum && isName(cell));
  // Where there are as many names as amounts, each has one, however both are aligned.
  const amounts = row.filter((cell) => !isName(cell));
  if (heads.filter(isOwnName).length >= amounts.length) return true;
  const own = headOf(sum, heads);
  if (own === undefined || !isOwnName(own)) return false;
  // A heading that another sum stands under already is not that of the sum behind it.
  return !row.some((cell) => cell !== sum && isBefore(cell, sum) && headOf(cell, heads) === own);
}

/** The nearest line of headings over a sum: a line of words alone. */
function headsOver(sum: ReadText, cells: readonly ReadText[]): readonly ReadText[] {
  const above = cells.filter(({ page, bounds }) => page === sum.page && bounds.bottomEmu <= sum.bounds.topEmu);
  for (let rest = above; rest.length > 0; ) {
    const lowest = lastBy(rest, ({ bounds }) => bounds.bottomEmu);
    const line = rest.filter((cell) => lowest !== undefined && areInRow(cell, lowest));
    if (line.length > 1 && line.every(isName)) return line;
    rest = rest.filter((cell) => !line.includes(cell));
  }
  return [];
}

/** The last heading that begins before a sum ends. */
function headOf({ bounds }: ReadText, heads: readonly ReadText[]): ReadText | undefined {
  return lastBy(
    heads.filter((head) => head.bounds.leftEmu < bounds.rightEmu),
    (head) => head.bounds.leftEmu,
  );
}

function isBefore(one: ReadText, other: ReadText): boolean {
  return one.bounds.rightEmu <= other.bounds.leftEmu;
}

function lastBy(texts: readonly ReadText[], of: (text: ReadText) => number): ReadText | undefined {
  return texts.toSorted((one, other) => of(one) - of(other)).at(-1);
}

/** Whether a sum of a table has neither a heading of its own nor a name in its row, where other rows have one. */
function isUnnamedInTable(form: Form, sum: ReadText): boolean {
  const { columns } = readingOf(form);
  const column = columns.find(({ cells }) => cells.includes(sum));
  if (column === undefined) return false;
  const parentOf = (element: number) => form.elements[element]?.parent ?? null;
  const cells = columns
    .filter(({ element }) => parentOf(element) === parentOf(column.element))
    .flatMap((one) => one.cells);
  const heading = narrow(column.heading).replaceAll(/[(][^()]*[)]|\s/g, "");
  const isHeaded = LETTERS.test(heading) && !OF_ANY_SUM.test(heading) && groupNamed(column.heading) === null;
  if (isHeaded) return false;
  return cells.some(isName) && !cells.some((cell) => cell !== sum && isName(cell) && areInRow(cell, sum));
}
