import type { Diagnostic } from "../diagnostics/index.ts";
import type { ExpressionCode } from "./code.ts";
import type { CanvasField, CanvasLet } from "./declarations.ts";
import type { PayloadValue, Value } from "./values.ts";

/** Everything of a template that computes, compiled once; holds no state between evaluations. */
export interface Program {
  evaluate(data: PayloadValue, options?: EvaluationOptions): Evaluation;
}

export interface EvaluationOptions {
  /** The document's record of the record source: array path and 0-based index. */
  readonly source?: { readonly path: string; readonly index: number };
  /** 1-based number of this record among all of the request. */
  readonly record?: { readonly n: number; readonly total: number };
  readonly copy?: { readonly label: string; readonly index: number };
}

/** Where an expression is evaluated: the opened records and the page. Made only by an `Evaluation`. */
export interface Scope {
  /** 1-based number of the innermost opened record; null outside records. */
  readonly index: number | null;
}

/** The expressions of one template over one record of data. Nothing throws: problems are diagnostics and null. */
export interface Evaluation {
  readonly root: Scope;
  value(code: ExpressionCode, scope: Scope): Value;
  /** Whether an element is drawn: no condition is true, null is false. */
  condition(code: ExpressionCode | null, scope: Scope): boolean;
  /** What is printed, and for plain references to data where it stands there: `items[0].name`. */
  text(code: ExpressionCode, scope: Scope): { readonly text: string; readonly path: string | null };
  /** Opens each record of a list in turn. */
  records(code: ExpressionCode, scope: Scope): readonly Scope[];
  withPage(scope: Scope, page: { readonly n: number; readonly total: number }): Scope;
  /** What was found so far while evaluating. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a template's lets; expressions are compiled on first use and remembered by their code's identity. */
export declare function compileProgram(template: {
  readonly fields: readonly CanvasField[];
  readonly lets: readonly CanvasLet[];
}): Program;
