// Questions about how values are computed, answered on the formula graph of a form.
import type { ExpressionTree } from "../expression/index.ts";
import type { Form, Formula, Rounding } from "./form.ts";

type Formulas = Pick<Form, "formulas">;

/** The formula of a let; null for a field, or where nothing declares the path. */
export function formulaOf(form: Formulas, path: string): Formula | null {
  return form.formulas.find((formula) => formula.path === path) ?? null;
}

/** All declared paths that a value is computed from, directly or by way of other lets; without itself. */
export function inputsBehind(form: Formulas, path: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const input of formulaOf(form, next)?.inputs ?? []) {
      if (reached.has(input)) continue;
      reached.add(input);
      waiting.push(input);
    }
  }
  return reached;
}

/** A rounding and the formula that it stands in. */
export interface PlacedRounding {
  readonly formula: Formula;
  readonly rounding: Rounding;
}

/** Every rounding that a value goes through: its own and those of all lets that it is computed from. */
export function roundingsBehind(form: Formulas, path: string): readonly PlacedRounding[] {
  const paths = new Set([path, ...inputsBehind(form, path)]);
  return form.formulas
    .filter((formula) => paths.has(formula.path))
    .flatMap((formula) => formula.roundings.map((rounding) => ({ formula, rounding })));
}

/** Rules of every record ask for the nodes of the same formulas. What is frozen stays as it is. */
const NODES = new WeakMap<ExpressionTree, readonly ExpressionTree[]>();

/** Every node of an expression, itself first. */
export function nodesOf(expression: ExpressionTree): readonly ExpressionTree[] {
  const known = NODES.get(expression);
  if (known !== undefined) return known;
  const nodes = Object.freeze([expression, ...partsOf(expression).flatMap(nodesOf)]);
  if (Object.isFrozen(expression)) NODES.set(expression, nodes);
  return nodes;
}

/** The declared paths that an expression reads, each once, in the order in which they are written. */
export function namesIn(expression: ExpressionTree): readonly string[] {
  return [...new Set(nodesOf(expression).flatMap((node) => (node.kind === "name" ? [node.path] : [])))];
}

/** What an expression is made of. */
export function partsOf(expression: ExpressionTree): readonly ExpressionTree[] {
  switch (expression.kind) {
    case "member":
      return [expression.of];
    case "filter":
      return [expression.list, expression.condition];
    case "call":
      return expression.args;
    case "format":
    case "label":
      return [expression.value];
    case "operation":
      return expression.operands;
    case "number":
    case "text":
    case "constant":
    case "name":
    case "record":
    case "index":
    case "ambient":
      return [];
  }
}
