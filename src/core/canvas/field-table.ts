// Canvas → the table of what a caller sends: one row for each declared value.
import { describeField } from "../check/index.ts";
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
}

/** The declared fields in source order. */
export function fieldTable(canvas: Pick<Canvas, "fields" | "capacities">): readonly FieldRow[] {
  return canvas.fields.map((field) => ({
    path: field.path,
    type: describeField(field.type),
    required: !field.optional,
    example: firstText(field.example ?? field.default),
    capacity: capacityOf(canvas, field.path),
  }));
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
