import type { Span } from "../../diagnostics/index.ts";
import type { Code, ExpressionCode } from "./code.ts";
import type { Type } from "./types.ts";

/** A typed expression, ready to be stored. */
export interface CheckedExpression {
  readonly code: ExpressionCode;
  readonly type: Type;
  /** Canonical declared path, where the expression is a plain reference to one field or let: `items[].price`. */
  readonly path: string | null;
  /** The role of that field or let. */
  readonly role: string | null;
  /** Canonical paths of all fields and lets that the expression reads. */
  readonly uses: readonly string[];
  readonly span: Span;
  /** Whether `[]` or a filter says that all entries are meant. */
  readonly spread: boolean;
}

/** What is known of one node while checking. */
export interface Checked {
  readonly code: Code;
  readonly type: Type;
  readonly path: string | null;
  readonly role: string | null;
  readonly span: Span;
  /** Whether `[]` or a filter says that all entries are meant. */
  readonly spread: boolean;
}

/** A node that is no plain reference. */
export function computed(span: Span, code: Code, type: Type): Checked {
  return { code, type, path: null, role: null, span, spread: false };
}
