// Canvas → the table of what a caller sends: one row for each declared value.
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";

export interface FieldRow {
  /** `customer.name`, `items[].price` */
  readonly path: string;
  /** As declared: `decimal(12,2)`, `enum(unpaid, paid)`, `array`. */
  readonly type: string;
  readonly required: boolean;
  /** JSON text of one example; null where there is none. */
  readonly example: string | null;
}

/** The declared fields in source order. */
export function fieldTable(canvas: Pick<Canvas, "fields">): readonly FieldRow[] {
  return canvas.fields.map((field) => ({
    path: field.path,
    type: typeName(field),
    required: !field.optional,
    example: firstText(field.example ?? field.default),
  }));
}

function typeName(field: CanvasField): string {
  const { type } = field;
  switch (type.kind) {
    case "string":
    case "text":
      return `${type.kind}(${type.lengthMax})`;
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "enum":
      return `enum(${type.members.map((member) => member.value).join(", ")})`;
    default:
      return type.kind;
  }
}

/** The first scalar of an example, digits as written. */
function firstText(json: string | null): string | null {
  if (json === null) return null;
  return /^[\s[]*("(?:[^"\\]|\\.)*"|[^\s,[\]]+)/.exec(json)?.[1] ?? null;
}
