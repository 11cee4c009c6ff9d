// RPT1023 of `fit=clip`: what is to be cut stands in a box that grows with its text, so that nothing of it is.
// A vertical text is bounded by the width of its box, which cuts lines that it ends itself.
import type { ElementStatement } from "../../language/index.ts";
import { isIdle, type PropertyName } from "../../schema/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";

/** What bounds the lines of a horizontal text. */
const BOUNDS: readonly PropertyName[] = ["h", "max-h", "lines", "wrap", "writing"];
/** Containers whose height is not that of their texts: what they say of texts goes to those directly within. */
const CONTAINERS: ReadonlySet<string> = new Set(["stack", "box", "each", "row", "columns", "plate"]);
/** What hands its text properties on to all of its cells. */
const OF_CELLS: ReadonlySet<string> = new Set(["table", "gantt", "grid", "pairs"]);
/** What stands in them and takes over what they say. */
const CELLS: ReadonlySet<string> = new Set([
  ...["column", "group", "head", "foot", "row", "pagefoot", "carry", "cell", "pair"],
]);
/** Texts of their own. */
const TEXTS: ReadonlySet<string> = new Set(["text", "label", "rich", "check"]);

/** What the elements around say of a text. */
interface Around {
  /** Names of the properties that reach it. */
  readonly said: ReadonlySet<string>;
  /** It stands in a table, a schedule, a ruled grid or in pairs. */
  readonly isInCells: boolean;
}

const NOTHING_SAID: Around = { said: new Set(), isInCells: false };

/** Tells of each `fit` that changes nothing, in a page or a part. */
export function checkCuts(context: CheckContext, statement: ElementStatement): void {
  walk(context, statement, { ...NOTHING_SAID, said: saidBy(context, "base") });
}

function walk(context: CheckContext, statement: ElementStatement, around: Around): void {
  const { text: name } = statement.keyword;
  const isCell = around.isInCells && CELLS.has(name);
  const isHolder = CONTAINERS.has(name) || OF_CELLS.has(name);
  const reaching = isCell || !isHolder ? around.said : NOTHING_SAID.said;
  // The words of a check box stand beside it, and its height does not bound them.
  const own = boundsOf(context, statement, isHolder || isCell || name === "check");
  const said = new Set([...reaching, ...saidBy(context, "base"), ...own]);
  if (isHolder || isCell || TEXTS.has(name)) tellIdle(context, statement, said, isCell || OF_CELLS.has(name));
  for (const child of statement.block?.children ?? []) {
    if (child.kind !== "element") continue;
    const handsOn = isHolder || isCell;
    walk(context, child, { said: handsOn ? said : NOTHING_SAID.said, isInCells: isCell || OF_CELLS.has(name) });
  }
}

function tellIdle(
  context: CheckContext,
  statement: ElementStatement,
  said: ReadonlySet<string>,
  isOfCells: boolean,
): void {
  const { text: name } = statement.keyword;
  const fit = statement.properties.find((property) => property.name.text === "fit");
  if (fit === undefined || isIdle(name, "fit")) return;
  const value = context.textOf(fit.value.span);
  const within = (statement.block?.children ?? []).filter((child) => child.kind === "element");
  if (within.some((child) => isBoundedIn(context, child))) return;
  if (value !== "clip" || BOUNDS.some((property) => said.has(property))) return;
  const { end } = fit.span;
  context.report({
    code: "RPT1023",
    span: fit.span,
    message: `fit=clip has no effect without ${isOfCells || name === "check" ? "" : "h, max-h, "}lines or wrap=none`,
    why: "The box grows with its text, so that nothing of it is cut.",
    repair: rewrite({ start: end, end }, " lines=1", "add lines=1, or delete fit"),
  });
}

/** Whether a text within is bounded by what it says itself. */
function isBoundedIn(context: CheckContext, statement: ElementStatement): boolean {
  const { text: name } = statement.keyword;
  const isHolder = CONTAINERS.has(name) || OF_CELLS.has(name);
  if (boundsOf(context, statement, isHolder).size > 0) return true;
  return (statement.block?.children ?? []).some((child) => child.kind === "element" && isBoundedIn(context, child));
}

/** What the element and its style say that bounds texts; the height of a container is its own. */
function boundsOf(context: CheckContext, statement: ElementStatement, isHolder: boolean): ReadonlySet<string> {
  const style = statement.properties.find((property) => property.name.text === "style");
  const named = statement.properties.filter(({ name, value }) => {
    return name.text !== "wrap" || context.textOf(value.span) === "none";
  });
  const said = [
    ...named.map(({ name }) => name.text),
    ...(style === undefined ? [] : saidBy(context, context.textOf(style.value.span))),
  ];
  return new Set(
    said.filter((name) => BOUNDS.some((bound) => bound === name) && !(isHolder && /^(?:max-)?h$/.test(name))),
  );
}

function saidBy(context: CheckContext, style: string): ReadonlySet<string> {
  const said = context.declared.styled.get(style) ?? new Set<string>();
  return new Set([...said].filter((name) => BOUNDS.some((bound) => bound === name)));
}
