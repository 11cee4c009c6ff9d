// RPT1030: a page's sum where pages have columns: each of them has its own. What is carried goes on beside it there.
import type { ElementStatement, PropertyValue } from "../../language/index.ts";
import { advise, type CheckContext } from "../context/index.ts";

/** Words by which a reader sees that the sum is that of a column: 段計, "column total". */
const OF_A_COLUMN = /[段欄]|column/iu;
/** Words by which a carried sum goes on at the next page. */
const OF_A_PAGE = /頁|ページ|page/iu;

/** Tells of sums in what has columns for texts (`body columns=2`, `columns`), and in the parts that are used there. */
export function checkPageSums(context: CheckContext, elements: readonly ElementStatement[]): void {
  const parts = new Map(
    elements.flatMap((each) => (each.keyword.text === "part" ? [[nameOf(each), each] as const] : [])),
  );
  const seen = new Set<ElementStatement>();
  const walk = (statement: ElementStatement, isHeld: boolean): void => {
    const isWithin = isHeld || hasColumns(statement);
    if (isWithin) {
      if (seen.has(statement)) return;
      seen.add(statement);
      tell(context, statement);
    }
    for (const child of statement.block?.children ?? []) if (child.kind === "element") walk(child, isWithin);
    const used = isWithin && statement.keyword.text === "use" ? parts.get(nameOf(statement)) : undefined;
    if (used !== undefined) walk(used, true);
  };
  for (const element of elements) walk(element, false);
}

function nameOf({ args }: ElementStatement): string | null {
  const [name] = args;
  return name?.kind === "word" ? name.text : null;
}

function tell(context: CheckContext, statement: ElementStatement): void {
  const { keyword } = statement;
  const texts = textsOf(statement);
  if (texts.some((text) => OF_A_COLUMN.test(text))) return;
  if (keyword.text === "pagefoot") {
    context.report({
      code: "RPT1030",
      span: keyword.span,
      message: "the table stands in columns, and pagefoot sums the rows of each column, not those of the page",
      why: "A table that goes on in the next column of a page has a pagefoot in both.",
      repair: advise(`name it as what it is, such as cell "段計", or let the table stand across the page`),
    });
  }
  if (keyword.text !== "carry" || !(texts.some((text) => OF_A_PAGE.test(text)) || !writesBoth(statement))) return;
  context.report({
    code: "RPT1030",
    span: keyword.span,
    message:
      "the table stands in columns, and what is carried goes on in the next column, which may be on the same page",
    why: "Words that name the next page send the reader there, though the rows go on beside them.",
    repair: advise('write out="次段へ繰越" in="前段より繰越", or let the table stand across the page'),
  });
}

/** Whether the words at both ends are the form's own: those that a carry has by itself name the page. */
function writesBoth({ properties }: ElementStatement): boolean {
  return ["out", "in"].every((name) => properties.some((property) => property.name.text === name));
}

function hasColumns({ keyword, properties }: ElementStatement): boolean {
  const name = { body: "columns", columns: "n" }[keyword.text];
  if (name === undefined) return false;
  const count = properties.find((property) => property.name.text === name)?.value;
  return count === undefined ? keyword.text === "columns" : count.kind === "number" && Number(count.digits) > 1;
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
