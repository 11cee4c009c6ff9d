// A copy of the source in which broken places are replaced, with the way back from its offsets to the source's.
import type { Span, TextEdit } from "../diagnostics/index.ts";

/** A text to parse in place of the source. */
export interface WorkingText {
  readonly text: string;
  /** The source offset of an offset of `text`; inside replaced places, the start of what was replaced. */
  toSource(offset: number): number;
}

interface Piece {
  readonly from: number;
  readonly source: number;
  readonly kept: boolean;
}

/** The source with `edits` applied; of edits that overlap, the later one is left out. */
export function workingText(source: string, edits: readonly TextEdit[]): WorkingText {
  if (edits.length === 0) return { text: source, toSource: (offset) => offset };
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  let offset = 0;
  const push = (text: string, from: number, kept: boolean): void => {
    if (text === "") return;
    pieces.push({ from: length, source: from, kept });
    parts.push(text);
    length += text.length;
  };
  for (const edit of [...edits].sort(bySpan)) {
    if (edit.span.start < offset) continue;
    push(source.slice(offset, edit.span.start), offset, true);
    push(edit.text, edit.span.start, false);
    offset = edit.span.end;
  }
  push(source.slice(offset), offset, true);
  return { text: parts.join(""), toSource: (at) => locate(pieces, at, source.length) };
}

function bySpan(a: { readonly span: Span }, b: { readonly span: Span }): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
}

function locate(pieces: readonly Piece[], offset: number, limit: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.from ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined) return Math.min(offset, limit);
  return Math.min(limit, piece.kept ? piece.source + offset - piece.from : piece.source);
}
