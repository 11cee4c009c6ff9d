// RPT1023 of columns whose headings a `head` replaces, and says nowhere.
import type { Repair } from "../../diagnostics/index.ts";
import type { ElementStatement, PropertyValue } from "../../language/index.ts";
import { advise, type CheckContext, isColumnEach, rewrite } from "../context/index.ts";
import { childrenOf, columnsOfCells } from "./cells.ts";

/** A column whose heading is printed nowhere. */
interface Unsaid {
  readonly id: string;
  /** The heading as it is written, with its quotes. */
  readonly heading: string;
}

/**
 * RPT1023: a `head` of a table or a schedule stands in the place of all headings of the columns. It says a heading
 * where a cell has its words, or where one stands over the column alone: those are the author's other words.
 */
export function checkReplacedHeadings(context: CheckContext, table: ElementStatement): void {
  const children = childrenOf(table);
  const head = children.find(({ keyword }) => keyword.text === "head");
  if (head === undefined || isNeverPrinted(context, table)) return;
  // What is refused in it is mended first, and may hold cells.
  if (childrenOf(head).some(({ keyword }) => keyword.text !== "cell" && keyword.text !== "newrow")) return;
  const columns = children.filter((child) => child.keyword.text === "column" && !isColumnEach(child));
  const ids = columns.flatMap(({ args: [id] }) => (id?.kind === "word" ? [id.text] : []));
  const cells = [head, ...childrenOf(head)];
  const words = cells.flatMap(({ args: [text] }) => (text === undefined ? [] : [wordsOf(context, text)]));
  const alone = new Set(
    columnsOfCells(context, head, ids, (cell) => {
      const [text] = cell.args;
      const within = { ...head, block: head.block === null ? null : { ...head.block, children: [cell] } };
      return text !== undefined && wordsOf(context, text) !== "" && columnsOfCells(context, within, ids).length === 1;
    }),
  );
  const unsaid = columns.flatMap(({ args: [id, heading] }): readonly Unsaid[] => {
    if (id?.kind !== "word" || (heading?.kind !== "template" && heading?.kind !== "literal")) return [];
    const own = wordsOf(context, heading);
    const isSaid = own === "" || alone.has(id.text) || words.some((each) => each.includes(own));
    return isSaid ? [] : [{ id: id.text, heading: context.textOf(heading.span) }];
  });
  if (unsaid.length > 0) reportUnsaid(context, head, unsaid);
}

function reportUnsaid(context: CheckContext, head: ElementStatement, unsaid: readonly Unsaid[]): void {
  const [first, ...more] = unsaid;
  const { start, end } = head.keyword.span;
  const ids = unsaid.map(({ id }) => id).join(", ");
  const message =
    more.length === 0
      ? `the heading of column ${first?.id} has no effect: head does not say it`
      : `the headings of columns ${ids} have no effect: head says none of them`;
  context.report({
    code: "RPT1023",
    span: { start, end },
    message,
    why: "head { … } stands in the place of all headings of the columns, and prints its own cells alone.",
    repair: repairOf(context, head, unsaid),
  });
}

/** A further row of the head with the headings; a head that is one text has no rows. */
function repairOf(context: CheckContext, head: ElementStatement, unsaid: readonly Unsaid[]): Repair {
  const last = childrenOf(head).at(-1);
  const otherwise = 'or write "" in place of the headings';
  if (last === undefined) {
    return advise(
      `write head { … } with a cell for each, such as cell ${unsaid[0]?.heading} col=${unsaid[0]?.id}, ${otherwise}`,
    );
  }
  const { start, end } = last.span;
  const [first] = unsaid;
  const line = `\n${" ".repeat(start - (context.source.lastIndexOf("\n", start) + 1))}`;
  const cells = unsaid.map(({ id, heading }) => `cell ${heading} col=${id}`);
  const row = `cell ${first?.heading} col=${first?.id}${unsaid.length > 1 ? " …" : ""}`;
  const title = `add newrow and a row with ${row}, ${otherwise}`;
  return rewrite({ start: end, end }, ["", "newrow", ...cells].join(line), title);
}

function isNeverPrinted(context: CheckContext, { properties }: ElementStatement): boolean {
  return properties.some(({ name, value }) => name.text === "header" && context.textOf(value.span) === "none");
}

/** What a text says, without its quotes, blanks and line ends. */
function wordsOf(context: CheckContext, text: PropertyValue): string {
  return context
    .textOf(text.span)
    .replace(/^["']|["']$/g, "")
    .replaceAll(/\\n|\s/gu, "");
}
