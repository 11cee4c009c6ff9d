// What the findings about properties of a field line share.
import type { TextEdit } from "../../diagnostics/index.ts";
import type { FieldType } from "../../expression/index.ts";
import type { Property } from "../../language/index.ts";
import type { CheckContext } from "../context/index.ts";
import { withSpaceBefore } from "../values/index.ts";

/** Reads a property as a whole number with at most `digitsMax` digits; null for anything else. */
export function wholeOf({ value }: Property, digitsMax = 6): number | null {
  if (value.kind !== "number" || value.unit !== "" || value.digits.length > digitsMax) return null;
  return /^\d+$/.test(value.digits) ? Number(value.digits) : null;
}

/** Deletes a property with the blank before it. */
export function deletion(context: CheckContext, property: Property): TextEdit {
  return { span: withSpaceBefore(context, property.span), text: "" };
}

/** `a field of type int`, as sentences name it. */
export function kindOf(type: FieldType): string {
  return type.kind === "array" ? "a list of records" : `a field of type ${type.kind}`;
}
