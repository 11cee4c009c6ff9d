// RPT1030: a page's sum where pages have columns: each of them has its own.
import type { ElementStatement, PropertyValue } from "../language/index.ts";
import { advise, type CheckContext } from "./context.ts";

/** Words by which a reader sees that the sum is that of a column: 段計, "column total". */
const OF_A_COLUMN = /[段欄]|column/iu;

/** Asks what has columns for texts: `body columns=2`, `columns`. */
export function checkPageSums(context: CheckContext, statement: ElementStatement): void {
  if (!hasColumns(statement)) return;
  for (const sum of sumsIn(statement).filter((each) => !textsOf(each).some((text) => OF_A_COLUMN.test(text)))) {
    context.report({
      code: "RPT1030",
      span: sum.keyword.span,
      message: "the table stands in columns, and pagefoot sums the rows of each column, not those of the page",
      why: "A table that goes on in the next column of a page has a pagefoot in both.",
      repair: advise(`name it as what it is, such as cell "段計", or let the table stand across the page`),
    });
  }
}

function hasColumns({ keyword, properties }: ElementStatement): boolean {
  const name = { body: "columns", columns: "n" }[keyword.text];
  if (name === undefined) return false;
  const count = properties.find((property) => property.name.text === name)?.value;
  return count === undefined ? keyword.text === "columns" : count.kind === "number" && Number(count.digits) > 1;
}

/** But for those that columns within these have told. */
function sumsIn({ block }: ElementStatement): readonly ElementStatement[] {
  return (block?.children ?? []).flatMap((child) => {
    if (child.kind !== "element" || hasColumns(child)) return [];
    return child.keyword.text === "pagefoot" ? [child] : sumsIn(child);
  });
}

/** The texts that a statement and those within it are written with. */
function textsOf({ args, properties, block }: ElementStatement): readonly string[] {
  const own = [...args, ...properties.map(({ value }) => value)].flatMap(textsOfValue);
  return [...own, ...(block?.children ?? []).flatMap((child) => (child.kind === "element" ? textsOf(child) : []))];
}

function textsOfValue(value: PropertyValue): readonly string[] {
  if (value.kind === "literal") return [value.text];
  if (value.kind !== "template") return [];
  return value.parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : []));
}
