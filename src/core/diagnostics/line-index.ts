import type { LineRange, Span } from "./span.ts";

const NEWLINE = 10;

/** A place as people read it: both numbers count from 1, columns in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Turns UTF-16 offsets of one source into lines and columns and back. */
export class LineIndex {
  readonly source: string;
  readonly #starts: readonly number[];

  constructor(source: string) {
    this.source = source;
    const starts = [0];
    for (let offset = source.indexOf("\n"); offset >= 0; offset = source.indexOf("\n", offset + 1)) {
      starts.push(offset + 1);
    }
    this.#starts = starts;
  }

  position(offset: number): Position {
    const bounded = Math.min(Math.max(offset, 0), this.source.length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= bounded) low = middle;
      else high = middle - 1;
    }
    const start = this.#starts[low] ?? 0;
    return { line: low + 1, column: codePoints(this.source, start, bounded) + 1 };
  }

  range(span: Span): LineRange {
    const from = this.position(span.start);
    const to = this.position(Math.max(span.start, span.end));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** The offset of a place; places beyond a line's end answer its end. */
  offset(position: Position): number {
    const start = this.#starts[position.line - 1];
    if (start === undefined) return this.source.length;
    let offset = start;
    for (let column = 1; column < position.column && offset < this.source.length; column++) {
      if (this.source.charCodeAt(offset) === NEWLINE) break;
      offset += isPair(this.source, offset) ? 2 : 1;
    }
    return offset;
  }
}

function isPair(source: string, offset: number): boolean {
  const high = source.charCodeAt(offset);
  const low = source.charCodeAt(offset + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

function codePoints(source: string, start: number, end: number): number {
  let count = 0;
  for (let offset = start; offset < end; offset++) {
    if (isPair(source, offset)) offset++;
    count++;
  }
  return count;
}
