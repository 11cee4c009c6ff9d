// The canonical order of top-level statements (language reference, "Top-level statements"); comments travel along.
import type { FormatLine } from "./format-lines.ts";

const ORDER: readonly string[] = [
  "rpt",
  "document",
  "allow",
  "source",
  "encrypt",
  "field",
  "dataset",
  "let",
  "fonts",
  "gaiji",
  "sizes",
  "colors",
  "asset",
  "style",
  "copies",
  "part",
  "page",
];

/** A top-level statement with the comments before it and all that its block holds. */
interface Chunk {
  readonly lines: readonly FormatLine[];
  readonly rank: number;
  readonly position: number;
}

/** The lines in canonical order; statements of one kind keep theirs, comments at the end stay there. */
export function inCanonicalOrder(lines: readonly FormatLine[]): readonly FormatLine[] {
  const { chunks, tail } = chunksOf(lines);
  const sorted = chunks.toSorted((a, b) => a.rank - b.rank || a.position - b.position);
  const placed = sorted.flatMap((chunk, at) => placedAfter(sorted[at - 1], chunk));
  return [...placed, ...tail];
}

function chunksOf(lines: readonly FormatLine[]): {
  readonly chunks: readonly Chunk[];
  readonly tail: readonly FormatLine[];
} {
  const chunks: Chunk[] = [];
  let open: FormatLine[] = [];
  let rank = 0;
  for (const line of lines) {
    open.push(line);
    if (line.depth > 0 || line.kind === "comment") continue;
    if (line.kind !== "close") rank = rankOf(line, rank);
    if (line.opens) continue;
    chunks.push({ lines: open, rank, position: chunks.length });
    open = [];
  }
  return { chunks, tail: open };
}

/** A statement of an unknown kind stays with the one before it. */
function rankOf(line: FormatLine, before: number): number {
  const rank = ORDER.indexOf(line.kind === "dataset" ? "dataset" : (line.pieces[0]?.text ?? ""));
  return rank < 0 ? before : rank;
}

/** A chunk in its new place: a blank line parts kinds that did not stand together before. */
function placedAfter(before: Chunk | undefined, chunk: Chunk): readonly FormatLine[] {
  const [first, ...rest] = chunk.lines;
  if (first === undefined) return [];
  if (before === undefined) return [{ ...first, blankBefore: false }, ...rest];
  const moved = before.position + 1 !== chunk.position;
  return [{ ...first, blankBefore: first.blankBefore || (moved && before.rank !== chunk.rank) }, ...rest];
}
