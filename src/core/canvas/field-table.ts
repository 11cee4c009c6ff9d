// Canvas → the table of what a caller sends: one row for each declared value.

import { describeField } from "../check/index.ts";
import { boundedEntries, counted } from "../diagnostics/index.ts";
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { describeCapacity } from "./capacity.ts";

export interface FieldRow {
  /** `customer.name`, `items[].price` */
  readonly path: string;
  /** As declared: `decimal(12,2)`, `enum(unpaid, paid)`, `array`. */
  readonly type: string;
  readonly required: boolean;
  /** JSON text of one example; null where there is none. */
  readonly example: string | null;
  /** What the tightest box of the field holds, in words; null where its room grows with it. */
  readonly capacity: string | null;
  /** What its declaration says beside its type, in words; null where it says nothing else. */
  readonly note: string | null;
}

/** The declared fields in source order. */
export function fieldTable(canvas: Pick<Canvas, "fields" | "capacities">): readonly FieldRow[] {
  return canvas.fields.map((field) => ({
    path: field.path,
    type: typeOf(field),
    required: !field.optional,
    example: firstText(field.example ?? field.default),
    capacity: capacityOf(canvas, field.path),
    note: noteOf(field, capacityOf(canvas, field.path)),
  }));
}

/** The length that a text has without saying so is no news beside a pattern. */
function typeOf({ type, pattern }: CanvasField): string {
  const isUsual = (type.kind === "string" || type.kind === "text") && type.isLengthUsual === true;
  return isUsual && pattern !== null ? type.kind : describeField(type);
}

function noteOf(field: CanvasField, capacity: string | null): string | null {
  const { type, pattern, description, label } = field;
  const labels = type.kind === "enum" ? type.members.filter(({ label }) => label !== null) : [];
  const parts = [
    label === "" ? null : label,
    description,
    pattern === null ? null : `pattern ${pattern}`,
    type.kind === "text" && type.linesMax !== undefined ? `at most ${counted(type.linesMax, "line")}` : null,
    boundsOf(field),
    labels.length === 0 ? null : labels.map(({ value, label }) => `${value} = ${label}`).join(", "),
    capacity === null ? null : `room for ${capacity}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("; ");
}

/** `from 0 to 100`; `1 to 200 entries` in the line of a list, also of single values, which have no bounds. */
function boundsOf({ path, min, max }: CanvasField): string | null {
  if (path.endsWith("[]")) return boundedEntries(min, max);
  if (min === null && max === null) return null;
  return min === null ? `at most ${max}` : max === null ? `at least ${min}` : `from ${min} to ${max}`;
}

function capacityOf({ capacities }: Pick<Canvas, "capacities">, path: string): string | null {
  const capacity = capacities !== undefined && Object.hasOwn(capacities, path) ? capacities[path] : undefined;
  return capacity === undefined ? null : describeCapacity(capacity);
}

/** The first scalar of an example, digits as written. */
function firstText(json: string | null): string | null {
  if (json === null) return null;
  return /^[\s[]*("(?:[^"\\]|\\.)*"|[^\s,[\]]+)/.exec(json)?.[1] ?? null;
}
