// Runs of adjacent declarations → the same lines with their items in columns.
import { cellsOf } from "./format-cells.ts";
import type { FormatLine } from "./format-lines.ts";
import type { Piece } from "./format-pieces.ts";

/** Wider items are not waited for: one long path would push a whole run off the screen. */
const ALIGNED_CELLS_MAX = 32;

const ALIGNED: ReadonlySet<string> = new Set(["field", "let", "column", "pair"]);

/** The text of every statement line, without indentation and comment; the others are empty. */
export function alignedTexts(lines: readonly FormatLine[]): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = runEnd(lines, at);
    const run = lines.slice(at, end);
    texts.push(...(end - at > 1 ? alignRun(run) : run.map((line) => plainText(line.pieces))));
    at = end;
  }
  return texts;
}

/** The end of the run of adjacent lines of one kind that starts at `start`. */
function runEnd(lines: readonly FormatLine[], start: number): number {
  const first = lines[start];
  let end = start + 1;
  if (first === undefined || !isAlignable(first)) return end;
  for (let line = lines[end]; line !== undefined; line = lines[++end]) {
    if (line.blankBefore || line.depth !== first.depth || !isAlignable(line)) break;
    if (line.pieces[0]?.text !== first.pieces[0]?.text) break;
  }
  return end;
}

function isAlignable(line: FormatLine): boolean {
  if (line.kind !== "statement" || line.opens || !ALIGNED.has(line.pieces[0]?.text ?? "")) return false;
  return !line.pieces.some((piece) => piece.text.includes("\n"));
}

/** Items with one space between them; the `?` of an optional path binds. */
export function plainText(pieces: readonly Piece[]): string {
  let text = "";
  for (const piece of pieces) text += text === "" || piece.kind === "Optional" ? piece.text : ` ${piece.text}`;
  return text;
}

function alignRun(lines: readonly FormatLine[]): readonly string[] {
  const rows = lines.map((line) => cellsOfLine(line.pieces));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.slice(0, -1).entries()) {
      const cells = cellsOf(cell);
      if (cells <= ALIGNED_CELLS_MAX) widths[column] = Math.max(widths[column] ?? 0, cells);
    }
  }
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : padded(cell, widths[column] ?? 0))).join(" "),
  );
}

function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - cellsOf(cell)));
}

/** The items of a declaration that stand in columns; the last cell holds the rest of the line. */
function cellsOfLine(pieces: readonly Piece[]): readonly string[] {
  const keyword = pieces[0]?.text ?? "";
  const heads = keyword === "column" || keyword === "pair" ? argumentsOf(pieces) : declarationOf(keyword, pieces);
  const rest = plainText(pieces.slice(heads.taken));
  const cells = [`${keyword} ${heads.cells[0] ?? ""}`.trimEnd(), ...heads.cells.slice(1)];
  return rest === "" ? cells : [...cells, rest];
}

interface HeadCells {
  readonly cells: readonly string[];
  /** How many pieces the cells hold. */
  readonly taken: number;
}

/** The arguments before the first property. */
function argumentsOf(pieces: readonly Piece[]): HeadCells {
  const property = pieces.findIndex((piece) => piece.kind === "Prop");
  const taken = property < 0 ? pieces.length : property;
  return { cells: pieces.slice(1, taken).map((piece) => piece.text), taken };
}

/** Path, type and role of a field; path and properties of a let. */
function declarationOf(keyword: string, pieces: readonly Piece[]): HeadCells {
  let taken = pieces[2]?.kind === "Optional" ? 3 : 2;
  const cells = [plainText(pieces.slice(1, taken))];
  if (keyword === "let") {
    const sign = pieces.findIndex((piece) => piece.kind === "Assign");
    if (sign > taken) cells.push(plainText(pieces.slice(taken, sign)));
    return { cells, taken: Math.max(taken, sign) };
  }
  if (pieces[taken]?.kind === "Type") cells.push(pieces[taken++]?.text ?? "");
  if (pieces[taken]?.key === "role") cells.push(pieces[taken++]?.text ?? "");
  return { cells, taken };
}
