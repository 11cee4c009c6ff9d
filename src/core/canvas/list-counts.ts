// Lists of a template, whose number of entries a check varies: none, one, and as many as begin another page.
import type { Canvas } from "./canvas.ts";
import { contractShape, type ShapeNode } from "./contract-shape.ts";
import { examplePayload } from "./example-payload.ts";

/** A list of the payload. */
export interface CountedList {
  readonly path: string;
  /** Its entries are records, not values. */
  readonly hasRecords: boolean;
  /** The fewest and the most entries that the template takes; null for no bound. */
  readonly least: number;
  readonly most: number | null;
  /** How many the examples have; null for a list in another list, which may have another number in each. */
  readonly usual: number | null;
}

/** All lists but the one that makes a document of each of its entries. */
export function countedLists(canvas: Canvas): readonly CountedList[] {
  const payload: unknown = JSON.parse(canvas.dataset ?? examplePayload(canvas));
  const lists: CountedList[] = [];
  const walk = (members: ReadonlyMap<string, ShapeNode>, value: unknown, isInList: boolean): void => {
    for (const node of members.values()) {
      const own = memberOf(value, node.name);
      if (node.many) noteList(canvas, node, isInList ? null : own, lists);
      walk(node.members, node.many ? undefined : own, isInList || node.many);
    }
  };
  walk(contractShape(canvas.fields), payload, false);
  return lists;
}

function noteList(canvas: Canvas, { field, path }: ShapeNode, value: unknown, lists: CountedList[]): void {
  if (canvas.recordSource?.path === path) return;
  // Of a plain list, min and max bound its entries too (its schema has them as minItems and maxItems).
  const bounds = field;
  lists.push({
    path,
    hasRecords: field === null || field.type.kind === "array",
    least: Number(bounds?.min ?? 0),
    most: bounds?.max == null ? null : Number(bounds.max),
    usual: Array.isArray(value) ? value.length : null,
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
