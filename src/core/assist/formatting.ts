// The canonical writing of a source as edits of the lines that change, so that an editor keeps its carets and marks.
import type { TextEdit } from "../diagnostics/index.ts";
import { formatSource } from "../language/index.ts";

/** The edits that format a source; none for a source with syntax errors, which is left as it is. */
export function formatEdits(source: string): readonly TextEdit[] {
  const { value } = formatSource(source);
  if (value === null || value === source) return [];
  const before = source.split("\n");
  const after = value.split("\n");
  return before.length === after.length ? lineEdits(before, after) : [blockEdit(before, after)];
}

function lineEdits(before: readonly string[], after: readonly string[]): readonly TextEdit[] {
  let start = 0;
  return before.flatMap((line, at) => {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    const text = after[at] ?? "";
    return text === line ? [] : [{ span, text }];
  });
}

/** One edit from the first line that changes to the last. */
function blockEdit(before: readonly string[], after: readonly string[]): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  // Whole lines with their breaks, so that none is left over where a side has no line at all.
  const start = lengthOf(before.slice(0, head));
  const end = lengthOf(before.slice(0, before.length - tail)) - (tail === 0 ? 1 : 0);
  const lines = after.slice(head, after.length - tail).map((line) => `${line}\n`);
  const text = tail === 0 ? lines.join("").slice(0, -1) : lines.join("");
  return { span: { start: Math.min(start, end), end }, text };
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((length, line) => length + line.length + 1, 0);
}
