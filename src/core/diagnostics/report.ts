// Findings at the edge: sorted, capped, in the line form that people read and the form that machines apply.
import { CODES, type DiagnosticCode, type Severity } from "./codes.ts";
import type { Diagnostic, TextEdit } from "./diagnostic.ts";
import { LineIndex } from "./line-index.ts";
import type { LineRange } from "./span.ts";

/** More findings than this help nobody; the rest is counted in one line (language reference, "Diagnostics"). */
export const DIAGNOSTICS_MAX = 50;

/** A finding as every door hands it out: 1-based lines, columns in code points. */
export interface MachineDiagnostic extends LineRange {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly why: string;
  readonly repair: MachineRepair | null;
}

export interface MachineRepair {
  readonly title: string;
  readonly applicability: "safe" | "suggestion";
  readonly edits: readonly (LineRange & { readonly text: string })[];
}

/** In source order, each finding once, at most {@link DIAGNOSTICS_MAX} and then one that counts the rest. */
export function arrange(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...new Map(diagnostics.map((each) => [identity(each), each])).values()].sort(byPosition);
  if (sorted.length <= DIAGNOSTICS_MAX) return sorted;
  const shown = sorted.slice(0, DIAGNOSTICS_MAX);
  const last = shown[shown.length - 1];
  const rest = sorted.length - DIAGNOSTICS_MAX;
  const refuses = sorted.slice(DIAGNOSTICS_MAX).some((each) => each.severity === "error");
  return [
    ...shown,
    {
      code: "RPT9009",
      severity: refuses ? "error" : "info",
      span: last === undefined ? { start: 0, end: 0 } : last.span,
      message: `${rest} more ${rest === 1 ? "finding is" : "findings are"} not shown`,
      why: "Mending the first findings often mends later ones.",
      repair: { title: "repair these and check again", applicability: "suggestion", edits: [] },
    },
  ];
}

function identity(diagnostic: Diagnostic): string {
  return `${diagnostic.span.start}:${diagnostic.span.end}:${diagnostic.code}:${diagnostic.message}`;
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

/** `line:col<TAB>severity<TAB>code<TAB>message`, and `<TAB>→ repair` beneath where there is one. */
export function formatDiagnostics(source: string, diagnostics: readonly Diagnostic[]): string {
  const index = new LineIndex(source);
  return diagnostics.map((each) => formatOne(index, each)).join("");
}

function formatOne(index: LineIndex, diagnostic: Diagnostic): string {
  const { line, column } = index.position(diagnostic.span.start);
  const head = [`${line}:${column}`, diagnostic.severity, diagnostic.code, oneLine(diagnostic.message)].join("\t");
  return diagnostic.repair === null ? `${head}\n` : `${head}\n\t→ ${oneLine(diagnostic.repair.title)}\n`;
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ");
}

/** The machine form of findings, as commands and tools print it. */
export function machineDiagnostics(source: string, diagnostics: readonly Diagnostic[]): readonly MachineDiagnostic[] {
  const index = new LineIndex(source);
  return diagnostics.map((each) => ({
    ...index.range(each.span),
    severity: each.severity,
    code: each.code,
    message: each.message,
    why: each.why,
    repair:
      each.repair === null
        ? null
        : {
            title: each.repair.title,
            applicability: each.repair.applicability,
            edits: each.repair.edits.map((edit) => ({ ...index.range(edit.span), text: edit.text })),
          },
  }));
}

/** The text after `edits`; of edits that overlap, the later one is left out. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let offset = 0;
  for (const edit of sorted) {
    if (edit.span.start < offset) continue;
    result += source.slice(offset, edit.span.start) + edit.text;
    offset = edit.span.end;
  }
  return result + source.slice(offset);
}

/** What is needed to raise a finding of the catalogue; severity is the catalogue's unless told. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly span: Diagnostic["span"];
  readonly message: string;
  readonly why: string;
  readonly repair?: Diagnostic["repair"];
}

/** A finding with the catalogue's severity. */
export function diagnose(finding: Finding): Diagnostic {
  return { ...finding, severity: CODES[finding.code].severity, repair: finding.repair ?? null };
}
