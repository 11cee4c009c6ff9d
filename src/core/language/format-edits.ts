// Two writings of one source → the edits between them, line by line, so that an editor keeps its cursor and its folds.
import type { TextEdit } from "../diagnostics/index.ts";

/** How far a line that both writings share is looked for; formatting moves lines no further without sorting. */
const LOOK_AHEAD_LINES = 12;

interface SourceLine {
  readonly text: string;
  readonly start: number;
}

/** Edits that turn `source` into `formatted`; lines that stay are not touched. */
export function formattingEdits(source: string, formatted: string): readonly TextEdit[] {
  const before = linesWithOffsets(source);
  const after = linesWithOffsets(formatted);
  const edits: TextEdit[] = [];
  let from = 0;
  let to = 0;
  while (from < before.length || to < after.length) {
    if (from < before.length && before[from]?.text === after[to]?.text) {
      from++;
      to++;
      continue;
    }
    const [taken, given] = distanceToShared(before, from, after, to);
    const start = before[from]?.start ?? source.length;
    const end = before[from + taken]?.start ?? source.length;
    const text = formatted.slice(after[to]?.start ?? formatted.length, after[to + given]?.start ?? formatted.length);
    push(edits, { span: { start, end }, text });
    from += taken;
    to += given;
  }
  return edits;
}

/** Lines with their line breaks. */
function linesWithOffsets(text: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found + 1;
    lines.push({ text: text.slice(start, end), start });
    start = end;
  }
  return lines;
}

/** How many lines of both writings lie before the next one that they share; one of each where none is near. */
function distanceToShared(
  before: readonly SourceLine[],
  from: number,
  after: readonly SourceLine[],
  to: number,
): readonly [taken: number, given: number] {
  if (from >= before.length || to >= after.length) return [before.length - from, after.length - to];
  for (let distance = 1; distance <= LOOK_AHEAD_LINES; distance++) {
    for (let taken = 0; taken <= distance; taken++) {
      const line = before[from + taken]?.text;
      if (line !== undefined && line.trim() !== "" && line === after[to + distance - taken]?.text) {
        return [taken, distance - taken];
      }
    }
  }
  return [1, 1];
}

/** Adjacent edits are one. */
function push(edits: TextEdit[], edit: TextEdit): void {
  const last = edits.at(-1);
  if (last !== undefined && last.span.end === edit.span.start) {
    edits[edits.length - 1] = { span: { start: last.span.start, end: edit.span.end }, text: last.text + edit.text };
  } else edits.push(edit);
}
