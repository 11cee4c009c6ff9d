// Offsets of the core ↔ positions of the protocol. Both count UTF-16 code units, so no character is ever split; the
// code-point columns that people read in terminals have no part in it.
import type { Position, TextEdit as ProtocolEdit, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span, TextEdit } from "../../core/diagnostics/index.ts";

export function rangeOf(document: TextDocument, span: Span): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(Math.max(span.start, span.end)) };
}

export function spanOf(document: TextDocument, range: Range): Span {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}

export function offsetOf(document: TextDocument, position: Position): number {
  return document.offsetAt(position);
}

/** Edits as the protocol takes them: of edits that overlap, the later one is left out. */
export function protocolEdits(document: TextDocument, edits: readonly TextEdit[]): ProtocolEdit[] {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const kept: TextEdit[] = [];
  for (const edit of sorted) {
    if (edit.span.start >= (kept.at(-1)?.span.end ?? 0)) kept.push(edit);
  }
  return kept.map(({ span, text }) => ({ range: rangeOf(document, span), newText: text }));
}
