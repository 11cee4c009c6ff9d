import {
  CODES,
  type Diagnostic,
  type DiagnosticCode,
  type Repair,
  type Span,
  type TextEdit,
} from "../../diagnostics/index.ts";

/** Collects what checking finds and which declared paths it reads. */
export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly uses: Set<string>;
}

export function newFindings(): Findings {
  return { diagnostics: [], uses: new Set() };
}

/** A finding with the catalogue's severity. */
export function finding(
  code: DiagnosticCode,
  span: Span,
  message: string,
  why: string,
  repair: Repair | null = null,
): Diagnostic {
  return { code, severity: CODES[code].severity, span, message, why, repair };
}

/** Advice in words. */
export function advice(title: string): Repair {
  return { title, applicability: "suggestion", edits: [] };
}

export function suggestion(title: string, ...edits: readonly TextEdit[]): Repair {
  return { title, applicability: "suggestion", edits };
}

/** Edits that keep the author's meaning. */
export function safe(title: string, ...edits: readonly TextEdit[]): Repair {
  return { title, applicability: "safe", edits };
}

export function insert(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

export function replace(span: Span, text: string): TextEdit {
  return { span, text };
}

/** `before` and `after` put around a part of the source. */
export function around(span: Span, before: string, after: string): readonly TextEdit[] {
  return [insert(span.start, before), insert(span.end, after)];
}
