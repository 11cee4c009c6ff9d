// The items that a line is made of.
import type { SyntaxNode } from "@lezer/common";

/** One item of a statement: the keyword, a path, a type, an argument or a property. */
export interface Piece {
  /** The node's name in the grammar. */
  readonly kind: string;
  /** The key of a property, else empty. */
  readonly key: string;
  /** Canonical; holds line breaks where the author broke the line inside brackets. */
  readonly text: string;
  readonly node: SyntaxNode;
}

/** The name before the `=` of a property. */
export function keyOf(source: string, property: SyntaxNode): string {
  const key = property.getChild("PropKey");
  return key === null ? "" : source.slice(key.from, key.to);
}

/**
 * Whether properties may leave their places: an argument behind one could otherwise join the argument before it, as
 * `[x]` behind `items` does.
 */
export function propertiesAreMovable(pieces: readonly Piece[]): boolean {
  const first = pieces.findIndex((piece) => piece.kind === "Prop");
  return first >= 0 && pieces.slice(first).every((piece) => piece.kind === "Prop");
}
