import type { Diagnostic, Outcome, Span } from "../diagnostics/index.ts";
import type { Expression } from "../language/tree.ts";
import type { ExpressionCode } from "./code.ts";
import type { NameScope } from "./names.ts";
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
}

/** Types one expression against the scope; null where an error leaves no type. User text never throws. */
export declare function checkExpression(expression: Expression, scope: NameScope): Outcome<CheckedExpression | null>;

/** Wraps a checked value in a format pattern (`format=`); null where type and pattern do not fit. */
export declare function formatCode(checked: CheckedExpression, pattern: string, span: Span): Outcome<CheckedExpression | null>;

/** Findings of showing a value as text: an unrounded quotient (RPT2130), a list or record (RPT2114). */
export declare function checkShown(checked: CheckedExpression): readonly Diagnostic[];
