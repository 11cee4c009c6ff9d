import type { CanvasField, PayloadValue } from "../expression/index.ts";

export type ViolationRule =
  | "required" | "type" | "enum" | "format" | "pattern" | "minLength" | "maxLength" | "minimum" | "maximum"
  | "minItems" | "maxItems" | "decimal" | "extra" | "truncated";

export interface Violation {
  /** `items[0].price`; empty for the root. */
  readonly path: string;
  readonly rule: ViolationRule;
  readonly expected: string;
  /** What came, shortened to 64 characters. */
  readonly received: string;
  /** JSON text of a valid value, null where none is known. */
  readonly example: string | null;
}

export interface PayloadReading {
  /** Null where anything is wrong. */
  readonly value: PayloadValue | null;
  readonly violations: readonly Violation[];
  /** A sentence with line and column where the bytes are no JSON at all. */
  readonly malformed: { readonly line: number; readonly column: number; readonly message: string } | null;
}

/** Reads the JSON of `data` and judges it by the declared fields. No fields: everything passes. */
export declare function readPayload(
  bytes: Uint8Array,
  fields: readonly CanvasField[],
  options: { readonly extra: "ignore" | "forbid" },
): PayloadReading;

/** `2 values do not satisfy what the template declares: items[0].price, customer.name.` */
export declare function violationMessage(violations: readonly Violation[]): string;

/** Why `pattern=` can not be matched (a sentence), or null. */
export declare function checkPattern(pattern: string): string | null;
