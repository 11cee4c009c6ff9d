// Lines and borders in one writing: `[width, colour, dash]`, and the older single properties folded into it where that
// changes nothing.
import type { SyntaxNode, Tree } from "@lezer/common";
import { keyOf, type Piece, propertiesAreMovable } from "./format-pieces.ts";
import { type TokenContext, textOfNode } from "./format-tokens.ts";
import { childrenOf } from "./read-expression.ts";

/** What a whole source allows. */
export interface StrokeRules {
  /** A colour bears the name of a dash, so words in a list can't be told apart. */
  readonly ambiguous: boolean;
  /** A style draws single sides, which take their colour and dash from properties of their own. */
  readonly stylesHaveSides: boolean;
  /** How often each element has each property, by the offset of the element; filled while lines are read. */
  readonly counts: Map<number, KeyCounts>;
}

type KeyCounts = ReadonlyMap<string, number>;

const STROKES: ReadonlySet<string> = new Set([
  "border",
  "border-top",
  "border-right",
  "border-bottom",
  "border-left",
  "stroke",
]);
const SIDES: ReadonlySet<string> = new Set(["border-top", "border-right", "border-bottom", "border-left"]);
const DASHES: ReadonlySet<string> = new Set(["solid", "dash", "dot", "double"]);
const NOTHING: ReadonlySet<string> = new Set(["none", "transparent"]);
const DRAWN: ReadonlySet<string> = new Set(["line", "rect"]);

/** Reads from the declarations of a source what may be rewritten in it. */
export function strokeRulesOf(source: string, tree: Tree): StrokeRules {
  let ambiguous = false;
  let stylesHaveSides = false;
  for (const statement of tree.topNode.getChildren("Statement")) {
    const element = statement.getChild("Element");
    const keyword = element === null ? "" : keywordOf(source, element);
    if (element === null || (keyword !== "colors" && keyword !== "style")) continue;
    const keys = propertiesOf(element).map((property) => keyOf(source, property));
    if (keyword === "colors") ambiguous ||= keys.some((key) => DASHES.has(key));
    else stylesHaveSides ||= keys.some((key) => SIDES.has(key));
  }
  return { ambiguous, stylesHaveSides, counts: new Map() };
}

function keywordOf(source: string, element: SyntaxNode): string {
  const keyword = element.getChild("Keyword");
  return keyword === null ? "" : source.slice(keyword.from, keyword.to);
}

/** The properties of an element, those on its property lines included. */
function propertiesOf(element: SyntaxNode): readonly SyntaxNode[] {
  const lines = element.getChild("Block")?.getChildren("Statement") ?? [];
  return [
    ...element.getChildren("Prop"),
    ...lines.flatMap((line) => line.getChild("PropLine")?.getChildren("Prop") ?? []),
  ];
}

function countsOf(source: string, rules: StrokeRules, element: SyntaxNode): KeyCounts {
  const known = rules.counts.get(element.from);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const property of propertiesOf(element)) {
    const key = keyOf(source, property);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  rules.counts.set(element.from, counts);
  return counts;
}

/** The parts of a stroke as written; empty where a part is left to its default. */
interface StrokeParts {
  readonly width: string;
  readonly color: string;
  readonly dash: string;
}

/** The pieces of one line of an element with their strokes in canonical writing. */
export function canonicalStrokes(
  context: TokenContext,
  rules: StrokeRules,
  node: SyntaxNode,
  pieces: readonly Piece[],
): readonly Piece[] {
  const owner = node.name === "Element" ? node : ownerOf(node);
  if (
    rules.ambiguous ||
    owner === null ||
    !pieces.some((piece) => STROKES.has(piece.key) || piece.key === "stroke-width")
  ) {
    return pieces;
  }
  const keyword = keywordOf(context.source, owner);
  const counts = countsOf(context.source, rules, owner);
  const ordered = pieces.map((piece) => (STROKES.has(piece.key) ? inOrder(context, piece) : piece));
  if (!propertiesAreMovable(pieces)) return ordered;
  if (DRAWN.has(keyword)) return foldWidth(context, counts, ordered);
  const foldable = keyword !== "style" && !rules.stylesHaveSides && ![...SIDES].some((key) => counts.has(key));
  return foldable ? foldBorder(context, counts, ordered) : ordered;
}

/** The element that a property line belongs to: PropLine, Statement, Block, Element. */
function ownerOf(line: SyntaxNode): SyntaxNode | null {
  const owner = line.parent?.parent?.parent ?? null;
  return owner?.name === "Element" ? owner : null;
}

function inOrder(context: TokenContext, piece: Piece): Piece {
  if (piece.node.lastChild?.name !== "List") return piece;
  const parts = partsOf(context, piece);
  return parts === null ? piece : { ...piece, text: writeStroke(piece.key, parts) };
}

function writeStroke(key: string, { width, color, dash }: StrokeParts): string {
  const written = [width, color, dash].filter((part) => part !== "");
  return written.length === 1 ? `${key}=${written[0]}` : `${key}=[${written.join(", ")}]`;
}

/** The parts of a stroke that stands on one line and gives each part once; null for every other. */
function partsOf(context: TokenContext, piece: Piece): StrokeParts | null {
  const value = piece.node.lastChild;
  if (value === null || piece.text.includes("\n")) return null;
  const nodes = value.name === "List" ? childrenOf(value).filter((child) => !/^[[\],]$/.test(child.name)) : [value];
  const parts = { width: "", color: "", dash: "" };
  for (const node of nodes) {
    const part = partNamed(context.source, node);
    if (part === null || parts[part] !== "") return null;
    parts[part] = textOfNode(context, node);
  }
  return nodes.length === 0 ? null : parts;
}

function partNamed(source: string, node: SyntaxNode): keyof StrokeParts | null {
  if (node.name === "Number") return "width";
  if (node.name === "Color" || node.name === "Paren") return "color";
  if (node.name !== "WordValue") return null;
  const word = source.slice(node.from, node.to);
  if (NOTHING.has(word)) return null;
  return DASHES.has(word) ? "dash" : "color";
}

/** A property that the element has once and that stands on the line in question. */
function onlyOne(counts: KeyCounts, pieces: readonly Piece[], key: string): Piece | null {
  if (counts.get(key) !== 1) return null;
  return pieces.find((piece) => piece.key === key) ?? null;
}

/** Takes `border-color` and `border-style` into the `border` on the same line. */
function foldBorder(context: TokenContext, counts: KeyCounts, pieces: readonly Piece[]): readonly Piece[] {
  const border = onlyOne(counts, pieces, "border");
  const parts = border === null ? null : partsOf(context, border);
  if (border === null || parts === null) return pieces;
  const color = parts.color === "" ? folded(context, onlyOne(counts, pieces, "border-color"), "color") : null;
  const dash = parts.dash === "" ? folded(context, onlyOne(counts, pieces, "border-style"), "dash") : null;
  if (color === null && dash === null) return pieces;
  const text = writeStroke("border", { ...parts, color: color?.text ?? parts.color, dash: dash?.text ?? parts.dash });
  return pieces.flatMap((piece) => {
    if (piece === color?.piece || piece === dash?.piece) return [];
    return [piece === border ? { ...piece, text } : piece];
  });
}

interface FoldedPart {
  readonly piece: Piece;
  readonly text: string;
}

function folded(context: TokenContext, piece: Piece | null, part: keyof StrokeParts): FoldedPart | null {
  const parts = piece === null || piece.node.lastChild?.name === "List" ? null : partsOf(context, piece);
  return piece === null || parts === null || parts[part] === "" ? null : { piece, text: parts[part] };
}

/** Takes the `stroke-width` of a line or rectangle into its `stroke`; a width of zero stays where it is. */
function foldWidth(context: TokenContext, counts: KeyCounts, pieces: readonly Piece[]): readonly Piece[] {
  const width = folded(context, onlyOne(counts, pieces, "stroke-width"), "width");
  if (width === null || !/[1-9]/.test(width.text)) return pieces;
  if (!counts.has("stroke")) {
    return pieces.map((each) =>
      each === width.piece ? { ...each, key: "stroke", text: `stroke=${width.text}` } : each,
    );
  }
  const stroke = onlyOne(counts, pieces, "stroke");
  const parts = stroke === null ? null : partsOf(context, stroke);
  if (parts === null || parts.width !== "") return pieces;
  const text = writeStroke("stroke", { ...parts, width: width.text });
  return pieces.flatMap((each) => (each === width.piece ? [] : [each === stroke ? { ...each, text } : each]));
}
