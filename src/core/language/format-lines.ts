// Syntax tree → lines in canonical writing, each with its depth, its comment and the blank line before it.
import type { SyntaxNode, Tree } from "@lezer/common";
import { keyOf, type Piece } from "./format-pieces.ts";
import { canonicalStrokes, type StrokeRules } from "./format-strokes.ts";
import { canonicalComment, textOfNode } from "./format-tokens.ts";
import { childrenOf } from "./read-expression.ts";

/** A line of the formatted source; a statement that its author broke inside brackets is one of them too. */
export interface FormatLine {
  readonly kind: "comment" | "statement" | "properties" | "dataset" | "close";
  /** How many blocks it stands in. */
  readonly depth: number;
  readonly blankBefore: boolean;
  /** Empty for comments and closing lines. */
  readonly pieces: readonly Piece[];
  /** The text of a comment line or a dataset. */
  readonly text: string;
  readonly opens: boolean;
  /** The comment at the end of the line, or empty. */
  readonly comment: string;
}

/** Properties whose numbers are names of versions: 2.0 is not 2. */
const VERSIONS: ReadonlySet<string> = new Set(["pdf", "ua"]);

interface Walk {
  readonly source: string;
  readonly rules: StrokeRules;
  readonly lines: FormatLine[];
  /** End of what the last line was read from. */
  end: number;
}

/** The lines of a source whose tree holds no errors. */
export function linesOf(source: string, tree: Tree, rules: StrokeRules): readonly FormatLine[] {
  const walk: Walk = { source, rules, lines: [], end: 0 };
  visitAll(walk, tree.topNode, 0);
  return walk.lines;
}

function visitAll(walk: Walk, container: SyntaxNode, depth: number): void {
  for (const child of childrenOf(container)) {
    if (child.name === "Comment") addComment(walk, child, depth);
    else if (child.name === "Statement" && child.firstChild !== null) addStatement(walk, child.firstChild, depth);
  }
}

function addComment(walk: Walk, node: SyntaxNode, depth: number): void {
  const text = canonicalComment(walk.source.slice(node.from, node.to));
  const last = walk.lines.at(-1);
  if (last !== undefined && !walk.source.slice(walk.end, node.from).includes("\n")) {
    walk.lines[walk.lines.length - 1] = { ...last, comment: text };
    walk.end = node.to;
    return;
  }
  addLine(walk, node.from, node.to, { kind: "comment", depth, pieces: [], text, opens: false });
}

function addLine(walk: Walk, from: number, to: number, line: Omit<FormatLine, "blankBefore" | "comment">): void {
  const blankBefore = walk.lines.length > 0 && /\n[^\S\n]*\n/.test(walk.source.slice(walk.end, from));
  walk.lines.push({ ...line, blankBefore, comment: "" });
  walk.end = to;
}

function addStatement(walk: Walk, node: SyntaxNode, depth: number): void {
  if (node.name === "Dataset") {
    addDataset(walk, node);
    return;
  }
  const children = childrenOf(node);
  const block = children.find((child) => child.name === "Block");
  const items = children.filter((child) => child.name !== "Block" && child.name !== "Comment" && child.name !== "\r");
  const context = { source: walk.source, inElement: node.name === "Element" || node.name === "PropLine" };
  const pieces = items.map((item): Piece => {
    const key = item.name === "Prop" ? keyOf(walk.source, item) : "";
    const written = VERSIONS.has(key) ? { ...context, inElement: false } : context;
    return { kind: item.name, key, text: textOfNode(written, item), node: item };
  });
  const kind = node.name === "PropLine" ? "properties" : "statement";
  const brace = block?.firstChild ?? null;
  const end = brace?.to ?? items.at(-1)?.to ?? node.to;
  const settled = context.inElement ? canonicalStrokes(context, walk.rules, node, pieces) : pieces;
  addLine(walk, node.from, end, { kind, depth, pieces: settled, text: "", opens: block !== undefined });
  if (block !== undefined) addBlock(walk, block, depth);
  for (const child of children) {
    if (child.name === "Comment" && child.from >= walk.end) addComment(walk, child, depth);
  }
}

function addBlock(walk: Walk, block: SyntaxNode, depth: number): void {
  visitAll(walk, block, depth + 1);
  const brace = block.lastChild;
  if (brace === null) return;
  addLine(walk, brace.from, brace.to, { kind: "close", depth, pieces: [], text: "}", opens: false });
}

/** The JSON of a dataset stays as its author laid it out; only line ends are settled. */
function addDataset(walk: Walk, node: SyntaxNode): void {
  const json = childrenOf(node).find((child) => child.name === "JObject") ?? node;
  const rows = walk.source.slice(json.from, json.to).split("\n");
  const text = rows.map((row) => row.trimEnd()).join("\n");
  addLine(walk, node.from, json.to, { kind: "dataset", depth: 0, pieces: [], text: `dataset ${text}`, opens: false });
  for (const child of childrenOf(node))
    if (child.name === "Comment" && child.from >= walk.end) addComment(walk, child, 0);
}
