// Source → the same source in canonical writing: what it says, its comments and its blank lines stay.
import type { Tree } from "@lezer/common";
import { type Diagnostic, diagnose, hasErrors, type Outcome } from "../diagnostics/index.ts";
import { alignedTexts, plainText } from "./format-alignment.ts";
import { type FormatLine, linesOf } from "./format-lines.ts";
import { inCanonicalOrder } from "./format-order.ts";
import { type Piece, propertiesAreMovable } from "./format-pieces.ts";
import { strokeRulesOf } from "./format-strokes.ts";
import { SOURCE_LENGTH_MAX } from "./limits.ts";
import { parseSource } from "./parse.ts";
import { parser } from "./rpt-parser.ts";
import { firstErrorAt } from "./syntax-errors.ts";
import type { SyntaxTree } from "./tree.ts";

/** Longest line in code points, as of every text that is read beside another; comments are not counted. */
const FORMATTED_LINE_MAX = 120;
/** Lines up to this length stay far from the limits of lines, nesting and operators. */
const UNCHECKED_LENGTH_MAX = 2_000;
const INDENT = "  ";
const READABLE_COLOR = /^#[0-9a-f]{3,8}$/i;

export interface FormatOptions {
  /** Puts top-level statements into canonical order. */
  readonly sort?: boolean;
}

/**
 * The canonical writing of a source (language reference, "Formatter"). It compiles to the same canvas apart from spans,
 * and formatting it again changes nothing. The value is null for a source with syntax errors, with the findings.
 */
export function formatSource(source: string, options: FormatOptions = {}): Outcome<string | null> {
  const parsed = parseSource(source);
  if (hasErrors(parsed.diagnostics)) return { value: null, diagnostics: parsed.diagnostics };
  const text = readableText(parsed.value);
  const tree = parser.parse(text);
  const errorAt = firstErrorAt(tree);
  if (errorAt >= 0) return { value: null, diagnostics: [unreadable(errorAt)] };
  const color = malformedColor(source, tree);
  if (color !== null) return { value: null, diagnostics: [color] };
  const lines = linesOf(source, tree, strokeRulesOf(source, tree));
  const formatted = write(options.sort === true ? inCanonicalOrder(lines) : lines);
  if (!isReadable(formatted)) return { value: null, diagnostics: [tooLong()] };
  return { value: formatted, diagnostics: [] };
}

/** The source as the grammar reads it, every offset kept: JSON of datasets and a byte order mark are blanked. */
function readableText({ source, statements }: SyntaxTree): string {
  let text = source.charCodeAt(0) === 0xfeff ? ` ${source.slice(1)}` : source;
  for (const statement of statements) {
    if (statement.kind !== "dataset") continue;
    const { start, end } = statement.jsonSpan;
    text = `${text.slice(0, start)}{${" ".repeat(Math.max(0, end - start - 2))}}${text.slice(end)}`;
  }
  return text;
}

function unreadable(offset: number): Diagnostic {
  return diagnose({
    code: "RPT0100",
    span: { start: offset, end: offset + 1 },
    message: "the line cannot be read here",
    why: "Only a source without syntax errors has a canonical writing.",
  });
}

/** `#12` is no colour, and behind a space it would even start a foreign comment. */
function malformedColor(source: string, tree: Tree): Diagnostic | null {
  let found: Diagnostic | null = null;
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name !== "Color" || found !== null || READABLE_COLOR.test(source.slice(from, to))) return;
      found = diagnose({
        code: "RPT1015",
        span: { start: from, end: to },
        message: `${source.slice(from, to)} is no colour`,
        why: "Colours are #rgb, #rrggbb or #rrggbbaa.",
      });
    },
  });
  return found;
}

function tooLong(): Diagnostic {
  return diagnose({
    code: "RPT9002",
    span: { start: 0, end: 0 },
    message: "the formatted source would pass a limit of the language",
    why: "Indentation and spaces between items add to a text that is near its limits already.",
    repair: {
      title: "nest fewer blocks, and name parts of long lines with let",
      applicability: "suggestion",
      edits: [],
    },
  });
}

/** Spaces of the canonical writing may carry a text over a limit of the language; only long lines come near one. */
function isReadable(formatted: string): boolean {
  if (formatted.length > SOURCE_LENGTH_MAX) return false;
  const isLongAnywhere = formatted.split("\n").some((line) => line.length > UNCHECKED_LENGTH_MAX);
  return !isLongAnywhere || !hasErrors(parseSource(formatted).diagnostics);
}

function write(lines: readonly FormatLine[]): string {
  const texts = alignedTexts(lines);
  let written = "";
  for (const [at, line] of lines.entries()) {
    if (line.blankBefore) written += "\n";
    const physical = line.pieces.length === 0 ? [line.text] : wrapped(line, texts[at] ?? "");
    for (const [row, text] of physical.entries()) {
      const comment = row === 0 && line.comment !== "" ? ` ${line.comment}` : "";
      const depth = row > 0 && line.kind === "statement" ? line.depth + 1 : line.depth;
      written += `${line.kind === "dataset" ? text : indented(text, depth)}${comment}\n`;
    }
  }
  return written;
}

function indented(text: string, depth: number): string {
  const indent = INDENT.repeat(depth);
  return indent + text.replaceAll("\n", `\n${indent}`);
}

/** A line, or the lines it falls into: properties of a long head move to the start of its block. */
function wrapped(line: FormatLine, text: string): readonly string[] {
  const whole = line.opens ? `${text} {` : text;
  if (!isLong(whole, line.depth)) return [whole];
  if (line.kind === "properties") return filled(line.pieces, line.depth);
  const properties = line.pieces.filter((piece) => piece.kind === "Prop");
  if (!line.opens || !propertiesAreMovable(line.pieces)) return [whole];
  const head = plainText(line.pieces.filter((piece) => piece.kind !== "Prop"));
  return [`${head} {`, ...filled(properties, line.depth + 1)];
}

function isLong(text: string, depth: number): boolean {
  return [...text].length + depth * INDENT.length > FORMATTED_LINE_MAX;
}

/** Properties on as few lines as hold them, in their order. */
function filled(pieces: readonly Piece[], depth: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const { text } of pieces) {
    const longer = row === "" ? text : `${row} ${text}`;
    if (row !== "" && isLong(longer, depth)) {
      rows.push(row);
      row = text;
    } else row = longer;
  }
  return row === "" ? rows : [...rows, row];
}
