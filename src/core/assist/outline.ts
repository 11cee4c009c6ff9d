// The outline of a source, and the parts of it that an editor can fold away.
import type { Span } from "../diagnostics/index.ts";
import type { ElementStatement, Statement } from "../language/index.ts";
import { type Analysis, standings } from "./analysis.ts";

export type OutlineKind = "document" | "field" | "let" | "data" | "resource" | "page" | "container" | "content";

export interface OutlineEntry {
  /** `field items[].price`, `text "請求書"` */
  readonly name: string;
  /** What follows the name: a type, an array. */
  readonly detail: string;
  readonly kind: OutlineKind;
  readonly span: Span;
  /** The part that stands for the whole: the keyword, the path. */
  readonly selection: Span;
  readonly children: readonly OutlineEntry[];
}

/** The statements of a source as a tree; the version line is left out. */
export function outline({ tree, source }: Analysis): readonly OutlineEntry[] {
  return entries(tree.statements, source);
}

function entries(statements: readonly Statement[], source: string): readonly OutlineEntry[] {
  return statements.map((statement) => entryOf(statement, source)).filter((entry) => entry !== null);
}

function entryOf(statement: Statement, source: string): OutlineEntry | null {
  const { span } = statement;
  switch (statement.kind) {
    case "version":
      return null;
    case "field": {
      const { path, type, optional } = statement;
      const detail = type === null ? "array" : source.slice(type.span.start, type.span.end);
      const name = `${path.text}${optional ? "?" : ""}`;
      return { name, detail, kind: "field", span, selection: path.span, children: [] };
    }
    case "let": {
      const { path, value } = statement;
      const detail = `= ${source.slice(value.span.start, value.span.end)}`;
      return { name: path.text, detail, kind: "let", span, selection: path.span, children: [] };
    }
    case "dataset":
      return { name: "dataset", detail: "", kind: "data", span, selection: span, children: [] };
    case "element":
      return elementEntry(statement, source);
  }
}

const KINDS: Readonly<Record<string, OutlineKind>> = {
  document: "document",
  fonts: "resource",
  sizes: "resource",
  colors: "resource",
  style: "resource",
  page: "page",
};

function elementEntry(statement: ElementStatement, source: string): OutlineEntry {
  const { keyword, args, properties, span, block } = statement;
  const [first] = args;
  const kind = KINDS[keyword.text] ?? (block === null ? "content" : "container");
  const declared = kind === "resource" ? properties.map(({ name }) => name.text).join(", ") : "";
  const detail = first === undefined ? declared : source.slice(first.span.start, first.span.end);
  const children = entries(block?.children ?? [], source);
  return { name: keyword.text, detail, kind, span, selection: keyword.span, children };
}

/** A range of lines that can be folded, as offsets in its first and last line. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly kind: "block" | "comment";
}

/** Blocks, the dataset, and runs of comment lines. */
export function folds({ tree, source }: Analysis): readonly Fold[] {
  const blocks = standings(tree).flatMap(({ statement }): readonly Fold[] => {
    const span = statement.kind === "element" ? statement.block?.span : undefined;
    const json = statement.kind === "dataset" ? statement.jsonSpan : undefined;
    const whole = span ?? json;
    return whole === undefined ? [] : [{ start: statement.span.start, end: closingLine(source, whole), kind: "block" }];
  });
  const comments = [...source.matchAll(/^[ \t\u3000]*\/\/.*(?:\n[ \t\u3000]*\/\/.*)+/gm)].map(
    (match): Fold => ({ start: match.index, end: match.index + match[0].length, kind: "comment" }),
  );
  return [...blocks, ...comments].filter(({ start, end }) => source.slice(start, end).includes("\n"));
}

/** The end of the line before the closing brace, so that the brace stays in sight. */
function closingLine(source: string, span: Span): number {
  const brace = source.lastIndexOf("}", span.end - 1);
  return Math.max(span.start, source.lastIndexOf("\n", brace));
}
