// Checked code → a tree for readers outside of this room: declared paths, types in words, places of the source.
import type { Span } from "../../diagnostics/index.ts";
import {
  type Ambient,
  type Checked,
  type Code,
  type ExpressionCode,
  markOfType,
  readCode,
  type Type,
} from "../code/index.ts";
import type { NodeObserver } from "../names/index.ts";

/** What each node of an expression tree tells beside its kind. */
interface NodeBase {
  /** Where it is written; null for what the language adds by itself. */
  readonly span: Span | null;
  /** `num`, `str?`, `date`, `a list of records`; null where it is not known. */
  readonly type: string | null;
  /** The most decimals of a number; null where that is unknown, and for everything that is no number. */
  readonly scale: number | null;
}

/** One expression as a tree of plain values. */
export type ExpressionTree =
  | (NodeBase & { readonly kind: "number"; readonly digits: string })
  | (NodeBase & { readonly kind: "text"; readonly text: string })
  | (NodeBase & { readonly kind: "constant"; readonly value: true | false | null })
  /**
   * A field or let by its declared path: `total`, `items[].qty`. `all`: of every record of its arrays, as a list;
   * else of the record at hand.
   */
  | (NodeBase & { readonly kind: "name"; readonly path: string; readonly all: boolean })
  /** A member that nothing declares. */
  | (NodeBase & { readonly kind: "member"; readonly of: ExpressionTree; readonly name: string; readonly all: boolean })
  /** The record at hand (0), the one around it (1), and so on; the document's own record, or all of the data. */
  | (NodeBase & { readonly kind: "record"; readonly level: number | "document" | "data" })
  /** The number of the record at hand, from 1. */
  | (NodeBase & { readonly kind: "index"; readonly level: number })
  | (NodeBase & { readonly kind: "ambient"; readonly name: Ambient })
  | (NodeBase & { readonly kind: "filter"; readonly list: ExpressionTree; readonly condition: ExpressionTree })
  /** A function: `round`, `sum`, `group`. `if` is `case` here: condition, value, …, the value otherwise. */
  | (NodeBase & { readonly kind: "call"; readonly name: string; readonly args: readonly ExpressionTree[] })
  | (NodeBase & { readonly kind: "format"; readonly value: ExpressionTree; readonly pattern: string })
  | (NodeBase & { readonly kind: "label"; readonly value: ExpressionTree })
  | (NodeBase & {
      readonly kind: "operation";
      readonly operator: string;
      readonly operands: readonly ExpressionTree[];
    });

/** What is learned of nodes while a source is checked, by the code that they became. */
export type TypedCode = WeakMap<object, Pick<Checked, "path" | "type" | "span">>;

/** An observer of checks that remembers what each node is. */
export function typedCodeObserver(typed: TypedCode): NodeObserver {
  return (_, checked) => {
    if (checked !== null) typed.set(checked.code, checked);
  };
}

/** The tree of an expression that was checked under the observer of `typed`. */
export function expressionTree(code: ExpressionCode, typed: TypedCode): ExpressionTree {
  return treeOf(readCode(code), typed);
}

function treeOf(code: Code, typed: TypedCode): ExpressionTree {
  const known = typed.get(code);
  const base = baseOf(code, known);
  const of = (part: Code): ExpressionTree => treeOf(part, typed);
  switch (code.op) {
    case "number":
      return { ...base, kind: "number", digits: code.digits };
    case "text":
      return { ...base, kind: "text", text: code.text };
    case "constant":
      return { ...base, kind: "constant", value: code.value };
    case "root":
      return { ...base, kind: "record", level: "data" };
    case "source":
      return { ...base, kind: "record", level: "document" };
    case "record":
      return { ...base, kind: "record", level: code.level };
    case "index":
      return { ...base, kind: "index", level: code.level };
    case "ambient":
      return { ...base, kind: "ambient", name: code.name };
    case "member":
    case "each": {
      const all = code.op === "each";
      const path = known?.path ?? null;
      if (path !== null) return { ...base, kind: "name", path, all };
      return { ...base, kind: "member", of: of(code.base), name: code.name, all };
    }
    case "filter":
      return { ...base, kind: "filter", list: of(code.base), condition: of(code.condition) };
    case "call":
      return { ...base, kind: "call", name: code.name, args: code.args.map(of) };
    case "format":
      return { ...base, kind: "format", value: of(code.value), pattern: code.pattern };
    case "label":
      return { ...base, kind: "label", value: of(code.value) };
    default:
      return { ...base, kind: "operation", ...operationOf(code, of) };
  }
}

type OperationCode = Extract<Code, { op: "not" | "negate" | "and" | "or" | "coalesce" | "arithmetic" | "compare" }>;

function operationOf(code: OperationCode, of: (part: Code) => ExpressionTree) {
  switch (code.op) {
    case "not":
      return { operator: "not", operands: [of(code.operand)] };
    case "negate":
      return { operator: "-", operands: [of(code.operand)] };
    case "and":
    case "or":
      return { operator: code.op, operands: [of(code.left), of(code.right)] };
    case "coalesce":
      return { operator: "??", operands: [of(code.left), of(code.right)] };
    case "arithmetic":
    case "compare":
      return { operator: code.operator, operands: [of(code.left), of(code.right)] };
  }
}

function baseOf(code: Code, known: Pick<Checked, "type" | "span"> | undefined): NodeBase {
  const written = "span" in code ? { start: code.span[0], end: code.span[1] } : null;
  const type = known?.type ?? null;
  return {
    span: known?.span ?? written,
    type: type === null ? null : markOfType(type),
    scale: scaleOf(type),
  };
}

function scaleOf(type: Type | null): number | null {
  return type?.kind === "num" ? type.scale : null;
}
