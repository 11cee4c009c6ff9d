// Repairs of findings → quick fixes, and all safe ones at once.
import { type CodeAction, CodeActionKind, type CodeActionParams, type WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic, TextEdit } from "../../core/diagnostics/index.ts";
import { type Findings, protocolDiagnostic } from "./findings.ts";
import { protocolEdits, spanOf } from "./ranges.ts";

/** The kind of "apply all safe repairs"; editors run it on save where `source.fixAll` is asked for. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.platen`;

/** What can be done about the findings that a range touches. */
export function codeActions(
  document: TextDocument,
  { version, findings }: Findings,
  { range, context }: CodeActionParams,
): readonly CodeAction[] {
  const wants = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const touched = spanOf(document, range);
  const inRange = findings.filter(({ span }) => span.start <= touched.end && span.end >= touched.start);
  const fixes = wants(CodeActionKind.QuickFix) ? inRange.flatMap((each) => quickFix(document, version, each)) : [];
  const all = wants(FIX_ALL) ? fixAll(document, version, findings) : [];
  return [...fixes, ...all];
}

function quickFix(document: TextDocument, version: number, finding: Diagnostic): readonly CodeAction[] {
  const { repair } = finding;
  if (repair === null || repair.edits.length === 0) return [];
  return [
    {
      title: repair.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [protocolDiagnostic(document, finding)],
      isPreferred: repair.applicability === "safe",
      edit: workspaceEdit(document, version, repair.edits),
    },
  ];
}

function fixAll(document: TextDocument, version: number, findings: readonly Diagnostic[]): readonly CodeAction[] {
  const safe: Diagnostic[] = [];
  const edits: TextEdit[] = [];
  for (const finding of findings) {
    const own = finding.repair?.applicability === "safe" ? finding.repair.edits : [];
    // A repair is applied whole or, where it meets another one, left for the next time.
    if (own.length === 0 || own.some((edit) => edits.some((other) => overlap(edit, other)))) continue;
    safe.push(finding);
    edits.push(...own);
  }
  if (safe.length === 0) return [];
  const title = safe.length === 1 ? "Apply the safe repair" : `Apply all ${safe.length} safe repairs`;
  return [
    {
      title,
      kind: FIX_ALL,
      diagnostics: safe.map((finding) => protocolDiagnostic(document, finding)),
      edit: workspaceEdit(document, version, edits),
    },
  ];
}

function overlap({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return (a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end);
}

/** An edit of one version of one document: a client refuses it where the text has moved on. */
export function workspaceEdit(document: TextDocument, version: number, edits: readonly TextEdit[]): WorkspaceEdit {
  const textDocument = { uri: document.uri, version };
  return { documentChanges: [{ textDocument, edits: protocolEdits(document, edits) }] };
}
