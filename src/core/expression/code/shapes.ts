// Declared paths → the tree of records that names are looked up in.
import { FROM_ONE } from "./answers.ts";
import type { CanvasField } from "./declarations.ts";
import { type Member, numberType, plainType, type RecordShape, type Type, typeOfField, withAnswer } from "./types.ts";

/** One segment of a canonical path: `items[]` is `{name: "items", many: true}`. */
export interface Segment {
  readonly name: string;
  readonly many: boolean;
}

export function readSegments(path: string): Segment[] {
  return path.split(".").map((part) => {
    const many = part.endsWith("[]");
    return { name: many ? part.slice(0, -2) : part, many };
  });
}

/** Canonical path of a member of the record at `parent`. */
export function joinPath(parent: string, name: string, many: boolean): string {
  return (parent === "" ? "" : `${parent}.`) + name + (many ? "[]" : "");
}

export function newShape(path: string, open: boolean): RecordShape {
  return { path, members: new Map(), open };
}

export function recordOf(shape: RecordShape): Type {
  return { kind: "record", optional: false, shape };
}

/** `array` is filled in where a reference is checked: it depends on how the list is reached. */
export function listOf(element: Type): Type {
  return { kind: "list", optional: false, element, array: "" };
}

/** Builds the root record of all declared fields. Nothing declared: an open record. */
export function shapeOfFields(fields: readonly CanvasField[]): RecordShape {
  const root = newShape("", fields.length === 0);
  for (const field of fields) declare(root, field);
  return root;
}

function declare(root: RecordShape, field: CanvasField): void {
  const segments = readSegments(field.path);
  const last = segments.pop();
  if (last === undefined) return;
  let shape = root;
  for (const segment of segments) shape = childShape(shape, segment);
  const path = joinPath(shape.path, last.name, last.many);
  if (last.many && field.type.kind === "array") {
    const child = childShape(shape, last);
    const list = filled(listOf(recordOf(child)), field);
    setMember(shape, { name: last.name, path, role: field.role, ...typed(list) });
    return;
  }
  const optional = field.optional && field.default === null;
  const type = last.many ? filled(listOf(typeOfField(field.type, false)), field) : typeOfField(field.type, optional);
  setMember(shape, { name: last.name, path, role: field.role, ...typed(type) });
}

/** A list that declares an entry at least is never empty. */
function filled(type: Type, { min, optional }: CanvasField): Type {
  const hasEntry = min !== null && Number(min) >= 1 && !optional;
  return hasEntry && type.kind === "list" ? { ...type, isFilled: true } : type;
}

function setMember(shape: RecordShape, member: Member): void {
  shape.members.set(member.name, member);
}

/** The record that a segment leads to; made where it is not there yet. */
export function childShape(parent: RecordShape, segment: Segment): RecordShape {
  const existing = existingChild(parent, segment.name);
  if (existing !== null) return existing;
  const path = joinPath(parent.path, segment.name, segment.many);
  const shape = newShape(path, parent.open);
  const type = segment.many ? listOf(recordOf(shape)) : recordOf(shape);
  setMember(parent, { name: segment.name, path, role: null, ...typed(type) });
  return shape;
}

function existingChild(parent: RecordShape, name: string): RecordShape | null {
  const type = parent.members.get(name)?.type();
  if (type?.kind === "record") return type.shape;
  return type?.kind === "list" && type.element.kind === "record" ? type.element.shape : null;
}

/** A type that is known from the start. */
function typed(type: Type): Pick<Member, "type" | "typeSoFar"> {
  return { type: () => type, typeSoFar: () => type };
}

/** The records that `group` makes: `key` and `items`. */
export function groupShape(key: Type, items: Type): RecordShape {
  const shape = newShape("", false);
  setMember(shape, { name: "key", path: "key", role: null, ...typed(key) });
  setMember(shape, { name: "items", path: "items[]", role: null, ...typed(listOf(items)) });
  return shape;
}

const RANK = withAnswer(numberType(0), FROM_ONE);

/** Types of the names that are always there. */
export const AMBIENT_TYPES = {
  "page.n": RANK,
  "page.total": RANK,
  "record.n": RANK,
  "record.total": RANK,
  "copy.label": plainType("str"),
  "copy.index": numberType(0),
} as const satisfies Readonly<Record<string, Type>>;
