// Words that have two definitions in one place: what is written at them, or in them, tells which is meant.
import type { ElementStatement } from "../../language/index.ts";
import {
  BAR_EACH,
  CELL_GRID,
  COLUMN_EACH,
  type ElementDefinition,
  elementIn,
  MILESTONE_EACH,
} from "../../schema/index.ts";

/** The definition of a statement in the block of `parent` (null: at the top level). */
export function definitionIn(
  statement: ElementStatement,
  parent: ElementDefinition | null,
): ElementDefinition | undefined {
  const found = elementIn(statement.keyword.text, parent);
  if (found?.name === "column" && isColumnEach(statement)) return COLUMN_EACH ?? found;
  // Only the mark of a list gives its entries a name. One without tells itself by what its first argument is.
  if (found?.name === "bar" && (hasAlias(statement) || statement.args[0]?.kind === "path")) return BAR_EACH ?? found;
  if (found?.name === "milestone" && hasAlias(statement)) return MILESTONE_EACH ?? found;
  return found?.name === "grid" && isRuled(statement) ? (CELL_GRID ?? found) : found;
}

/** `column each .months`, as against a column with the id `each`. */
export function isColumnEach(statement: ElementStatement): boolean {
  const [first, second] = statement.args;
  if (first?.kind !== "word" || first.text !== "each" || second === undefined) return false;
  // Only the column of a list gives its entries a name.
  return ["word", "path", "expression"].includes(second.kind) || hasAlias(statement);
}

function hasAlias({ properties }: ElementStatement): boolean {
  return properties.some(({ name }) => name.text === "as");
}

/** Words that only a grid of cells holds; some are those of HTML. */
const OF_CELLS: ReadonlySet<string> = new Set(["cell", "head", "newrow", "td", "th"]);
/** Properties that only a grid of cells has. */
const OF_RULED: ReadonlySet<string> = new Set(["rules", "row-h", "equal-rows", "head-fill", "head-style"]);

function isRuled({ block, properties }: ElementStatement): boolean {
  const holds = (block?.children ?? []).some((each) => each.kind === "element" && OF_CELLS.has(each.keyword.text));
  return holds || properties.some(({ name }) => OF_RULED.has(name.text));
}
