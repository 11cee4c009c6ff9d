/** A half-open range of a source text in UTF-16 code units, as every stage hands it on. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range as people read it: 1-based lines, and columns counted in code points from 1 (reference, "Lexical"). */
export interface LineRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where a part of a compiled canvas comes from: UTF-16 offsets into the published source. */
export type SourceSpan = readonly [start: number, end: number];
