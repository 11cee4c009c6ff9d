// The declared paths as a tree of members: what schema, field table and example payload walk over.
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";

/** A member of the payload: a value, an object, or an array of either. */
export interface ShapeNode {
  readonly name: string;
  /** Canonical path, `items[].price`; an array's ends in `[]`. */
  readonly path: string;
  readonly many: boolean;
  /** The declaration of the value, or of the array itself. */
  field: CanvasField | null;
  /** A scalar entry's declaration, for `holidays[] date`. */
  readonly members: Map<string, ShapeNode>;
}

/** The members of the root object in source order. */
export function contractShape(fields: readonly CanvasField[]): ReadonlyMap<string, ShapeNode> {
  const root = new Map<string, ShapeNode>();
  for (const field of fields) {
    let members = root;
    let node: ShapeNode | undefined;
    let path = "";
    for (const part of field.path.split(".")) {
      const many = part.endsWith("[]");
      const name = many ? part.slice(0, -2) : part;
      path = path === "" ? part : `${path}.${part}`;
      node = members.get(name) ?? { name, path, many, field: null, members: new Map() };
      members.set(name, node);
      members = node.members;
    }
    if (node !== undefined) node.field = field;
  }
  return root;
}

/** Whether a member may be absent: its own declaration says so, or nothing inside an object is required. */
export function isOptional(node: ShapeNode): boolean {
  if (node.field !== null) return node.field.optional;
  if (node.many) return false;
  return [...node.members.values()].every(isOptional);
}

/**
 * The path of the array that always has an entry: no document is made without a record of the source, so that the
 * outermost array of its path must have one.
 */
export function filledArray({ recordSource }: Canvas): string | null {
  const path = recordSource?.path ?? "";
  return path.includes("[]") ? path.slice(0, path.indexOf("[]") + "[]".length) : null;
}
