// Which fields and lets an expression prints, and which ones its words tell. What only stands in a condition, or is
// computed with, is not shown by it.
import type { ExpressionTree } from "../expression/index.ts";

/** Functions that print their argument as it is, in letters of another width or without blanks around it. */
export const SAME_WORDS: ReadonlySet<string> = new Set(["wide", "narrow", "trim"]);

/** The declared paths of which an expression prints one as it is: `name` and `dept` of `if(has(dept), dept, name)`. */
export function namesPrinted(expression: ExpressionTree): readonly string[] {
  switch (expression.kind) {
    case "name":
      return [expression.path];
    case "format":
    case "label":
      return namesPrinted(expression.value);
    case "call":
      if (SAME_WORDS.has(expression.name)) return expression.args.slice(0, 1).flatMap(namesPrinted);
      if (expression.name === "coalesce") return expression.args.flatMap(namesPrinted);
      return expression.name === "case" ? valuesOfCase(expression.args).flatMap(namesPrinted) : [];
    case "operation":
      return expression.operator === "??" ? expression.operands.flatMap(namesPrinted) : [];
    default:
      return [];
  }
}

/** A name that chooses one of several words, as `pass` does in `if(.pass, '合', '否')`. */
export interface ToldName {
  readonly path: string;
  readonly words: readonly string[];
}

/** Roles that are told by a word, whatever type their values have. Money and names never are. */
const RESULTS: ReadonlySet<string> = new Set(["inspection.itemResult", "inspection.verdict"]);

/** The name that an expression tells by one word of several: one that is true or false, or a result by its role. */
export function nameTold(expression: ExpressionTree, roleOf: (path: string) => string | null): ToldName | null {
  if (expression.kind !== "call" || expression.name !== "case") return null;
  const words = valuesOfCase(expression.args).map((value) => (value.kind === "text" ? value.text : null));
  if (words.includes(null) || new Set(words).size < 2) return null;
  const asked = expression.args.filter((_, at) => at % 2 === 0 && at < expression.args.length - 1).map(nameAsked);
  const [name] = asked;
  if (name === undefined || name === null || asked.some((other) => other?.path !== name.path)) return null;
  const isTold = name.type === "bool" || name.type === "bool?" || RESULTS.has(roleOf(name.path) ?? "");
  return isTold ? { path: name.path, words: words.filter((word) => word !== null) } : null;
}

/** What a `case` may come to: what stands behind each condition, and what stands last. */
function valuesOfCase(args: readonly ExpressionTree[]): readonly ExpressionTree[] {
  return args.filter((_, at) => at % 2 === 1 || at === args.length - 1);
}

/** The name that a condition asks and nothing else: `.pass`, `not .pass`, `verdict == '合格'`. */
function nameAsked(condition: ExpressionTree): Extract<ExpressionTree, { kind: "name" }> | null {
  if (condition.kind === "name") return condition;
  if (condition.kind !== "operation") return null;
  const [one, other] = condition.operands;
  if (one === undefined) return null;
  if (condition.operator === "not") return nameAsked(one);
  const isConstant = other?.kind === "text" || other?.kind === "constant" || other?.kind === "number";
  return ["==", "!="].includes(condition.operator) && isConstant && one.kind === "name" ? one : null;
}
