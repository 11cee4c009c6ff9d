// The array that the argument of `source` names, or that it computes its list from.
import type { Span } from "../../diagnostics/index.ts";
import type { ElementStatement, Expression, LetStatement, PropertyValue } from "../../language/index.ts";
import { expressionOf } from "../values/index.ts";

/** What stands where `source` takes an array. */
export interface SourceArgument {
  readonly span: Span;
  /** The path as fields write it, without `[]` at its end; null where a list is computed, or anything else written. */
  readonly path: string | null;
  /** The paths that it is computed from, the list itself first. */
  readonly from: readonly string[];
}

/** Null where nothing is written that could be a list: the check of arguments tells that. */
export function sourceArgument(
  { args }: Pick<ElementStatement, "args">,
  lets: readonly LetStatement[],
): SourceArgument | null {
  const [first, second] = args;
  const expression = first === undefined ? null : expressionOf(first);
  if (first === undefined || expression === null) return null;
  // `first(customers)`: a word, and an expression right behind it.
  const called = second !== undefined && isCalled(first, second) ? expressionOf(second) : null;
  if (called !== null && second !== undefined) {
    return { span: { start: first.span.start, end: second.span.end }, path: null, from: listsIn(called, lets) };
  }
  return { span: first.span, path: pathOf(expression), from: listsIn(expression, lets) };
}

function isCalled(name: PropertyValue, args: PropertyValue): boolean {
  return name.kind === "word" && args.kind === "expression" && name.span.end === args.span.start;
}

/** `customers`, `order.slips[]`, `a[].b`; null for everything else. */
function pathOf(node: Expression): string | null {
  if (node.kind === "all") return pathOf(node.base);
  return node.kind === "name" || node.kind === "member" ? chainOf(node, false) : null;
}

/** A path as it is written, with the `[]` between its names; filters are passed over where that is asked for. */
function chainOf(node: Expression, overFilters: boolean): string | null {
  switch (node.kind) {
    case "name":
      return node.name;
    case "member": {
      const base = chainOf(node.base, overFilters);
      return base === null ? null : `${base}.${node.name.text}`;
    }
    case "all": {
      const base = chainOf(node.base, overFilters);
      return base === null ? null : `${base.replace(/\[\]$/, "")}[]`;
    }
    case "filter": {
      const base = overFilters ? chainOf(node.base, overFilters) : null;
      return base === null ? null : `${base.replace(/\[\]$/, "")}[]`;
    }
    default:
      return null;
  }
}

/** Every path in the order in which it is written; names of computed lists also as what computes those. */
function listsIn(node: Expression, lets: readonly LetStatement[], depth = 0): readonly string[] {
  const chain = chainOf(node, true);
  if (chain !== null) return throughLets(chain.replace(/\[\]$/, ""), lets, depth);
  const parts = Object.values(node).flatMap((part: unknown) => (Array.isArray(part) ? part : [part]));
  return parts.filter(isExpression).flatMap((part) => listsIn(part, lets, depth));
}

/** More lets than this in one another are not followed; two that name each other would never end. */
const LETS_MAX = 16;

function throughLets(path: string, lets: readonly LetStatement[], depth: number): readonly string[] {
  const computed = depth === LETS_MAX ? undefined : lets.find((each) => each.path.text.replace(/\[\]$/, "") === path);
  return computed === undefined ? [path] : [path, ...listsIn(computed.value, lets, depth + 1)];
}

function isExpression(part: unknown): part is Expression {
  return typeof part === "object" && part !== null && "kind" in part && "span" in part;
}
