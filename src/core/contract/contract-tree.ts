// Declared fields → the tree that a payload is walked along.
import { type CanvasField, compilePattern } from "../expression/index.ts";

export type ContractNode = ObjectNode | ArrayNode | LeafNode;

export interface ObjectNode {
  readonly kind: "object";
  readonly members: Map<string, ContractNode>;
  /** The members as a list, once the tree is whole: a map makes a pair anew for each step through it. */
  list: readonly (readonly [name: string, node: ContractNode])[] | null;
}

export interface ArrayNode {
  readonly kind: "array";
  entry: ContractNode;
  /** Its own line, or that of its scalar entries (`min`, `max` count entries); null where only members are declared. */
  field: CanvasField | null;
}

export interface LeafNode {
  readonly kind: "leaf";
  readonly field: CanvasField;
  /** Matches `pattern=`; null where there is none. */
  readonly matches: ((text: string) => boolean) | null;
}

/** Entries of an array that declares no `max` (language reference, "field"). */
export const ARRAY_MAX = 1_000;

export function buildContract(fields: readonly CanvasField[]): ObjectNode {
  const root = newObject();
  for (const field of fields) place(root, field);
  return root;
}

function newObject(): ObjectNode {
  return { kind: "object", members: new Map(), list: null };
}

function place(root: ObjectNode, field: CanvasField): void {
  let owner = root;
  const parts = field.path.split(".");
  for (const part of parts.slice(0, -1)) owner = enter(owner, part);
  const last = parts[parts.length - 1] ?? "";
  if (!last.endsWith("[]")) {
    owner.members.set(last, newLeaf(field));
    return;
  }
  const array = arrayAt(owner, last.slice(0, -2));
  array.field = field;
  if (field.type.kind !== "array") array.entry = newLeaf({ ...field, min: null, max: null });
}

function newLeaf(field: CanvasField): LeafNode {
  return { kind: "leaf", field, matches: field.pattern === null ? null : compilePattern(field.pattern) };
}

function enter(owner: ObjectNode, part: string): ObjectNode {
  if (part.endsWith("[]")) {
    const array = arrayAt(owner, part.slice(0, -2));
    if (array.entry.kind !== "object") array.entry = newObject();
    return array.entry;
  }
  const known = owner.members.get(part);
  if (known?.kind === "object") return known;
  const made = newObject();
  owner.members.set(part, made);
  return made;
}

function arrayAt(owner: ObjectNode, name: string): ArrayNode {
  const known = owner.members.get(name);
  if (known?.kind === "array") return known;
  const made: ArrayNode = { kind: "array", entry: newObject(), field: null };
  owner.members.set(name, made);
  return made;
}

/** Whether the member must be there: fields without `?` and `default`, arrays without `?`, objects that hold one. */
export function isRequired(node: ContractNode): boolean {
  switch (node.kind) {
    case "leaf":
      return !node.field.optional && node.field.default === null;
    case "array":
      return node.field?.optional !== true;
    case "object":
      return [...node.members.values()].some(isRequired);
  }
}
