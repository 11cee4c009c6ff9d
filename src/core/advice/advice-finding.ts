import { CODES, type Diagnostic, type DiagnosticCode, type Repair, type SourceSpan } from "../diagnostics/index.ts";

/** A piece of advice: it never says that something is wrong, only what a designer would change. */
export function advised(
  code: DiagnosticCode,
  span: SourceSpan,
  words: { readonly message: string; readonly why: string },
  repair: string,
  change?: Repair["change"],
): Diagnostic {
  return {
    code,
    severity: CODES[code].severity,
    span: { start: span[0], end: span[1] },
    ...words,
    repair: { title: repair, applicability: "suggestion", edits: [], ...(change === undefined ? {} : { change }) },
  };
}
