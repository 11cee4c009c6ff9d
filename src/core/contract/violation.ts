import type { PayloadValue } from "../expression/index.ts";

/**
 * The rules of the contract; `truncated` only counts violations that are not listed, and `computable` is said of data
 * that the contract allows and the form can't be computed from (a division by zero, a date without an era).
 */
export type ViolationRule =
  | "required"
  | "type"
  | "enum"
  | "format"
  | "pattern"
  | "minLength"
  | "maxLength"
  | "maxLines"
  | "minimum"
  | "maximum"
  | "minItems"
  | "maxItems"
  | "decimal"
  | "extra"
  | "truncated"
  | "computable";

export interface Violation {
  /** `items[0].price`; empty for the root. */
  readonly path: string;
  readonly rule: ViolationRule;
  readonly expected: string;
  /** What came, as JSON, shortened to 64 characters. */
  readonly received: string;
  /** JSON text of a valid value, null where none is known. */
  readonly example: string | null;
}

/** Longer values are cut: they are for recognizing, not for reading. */
const RECEIVED_MAX = 64;
/** More paths in one sentence nobody reads; the list has them. */
const NAMED_MAX = 10;

/** `2 values do not satisfy what the template declares: customer.name, items[0].price` */
export function violationMessage(violations: readonly Violation[]): string {
  const listed = violations.filter((violation) => violation.rule !== "truncated");
  const hidden = violations.find((violation) => violation.rule === "truncated");
  const count = listed.length + (hidden === undefined ? 0 : Number(hidden.received));
  const named = [...new Set(listed.map((violation) => (violation.path === "" ? "the data itself" : violation.path)))];
  const shown = named.slice(0, NAMED_MAX).join(", ");
  const more = count - listed.length + Math.max(0, named.length - NAMED_MAX);
  const rest = more > 0 ? `, and ${more} more` : "";
  const verb = count === 1 ? "value does" : "values do";
  return `${count} ${verb} not satisfy what the template declares: ${shown}${rest}`;
}

/** The entry that ends a list of violations and counts those that are not in it. */
export function truncatedViolation(count: number): Violation {
  const expected = `${count} more violations are not listed`;
  return { path: "", rule: "truncated", expected, received: String(count), example: null };
}

/** A value as short JSON. */
export function describeReceived(value: PayloadValue): string {
  const text = shortJson(value, RECEIVED_MAX + 1);
  const characters = [...text];
  return characters.length <= RECEIVED_MAX ? text : `${characters.slice(0, RECEIVED_MAX - 1).join("")}…`;
}

/** JSON of a value, or at least `enough` characters of it. */
function shortJson(value: PayloadValue, enough: number): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value.slice(0, enough));
  if (value instanceof Map) return shortObject(value, enough);
  if (!Array.isArray(value)) return (value as { readonly digits: string }).digits.slice(0, enough);
  let text = "[";
  for (const entry of value as readonly PayloadValue[]) {
    if (text.length > enough) return text;
    text += (text === "[" ? "" : ",") + shortJson(entry, enough);
  }
  return `${text}]`;
}

function shortObject(value: ReadonlyMap<string, PayloadValue>, enough: number): string {
  let text = "{";
  for (const [name, member] of value) {
    if (text.length > enough) return text;
    text += `${(text === "{" ? "" : ",") + JSON.stringify(name.slice(0, enough))}:${shortJson(member, enough)}`;
  }
  return `${text}}`;
}
