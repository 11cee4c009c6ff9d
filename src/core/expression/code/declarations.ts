// What a template declares, as the compiled form keeps it: fields, lets, and texts with computed parts.
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { ExpressionCode } from "./code.ts";

/** A text: of one line, or of several. */
export interface TextFieldType {
  readonly kind: "string" | "text";
  /** Most characters. */
  readonly lengthMax: number;
  /** The source declares no length, and the usual one of the type holds. */
  readonly isLengthUsual?: true;
  /** Most lines of a `text` that declares them; left out, its length bounds them. */
  readonly linesMax?: number;
}

export type FieldType =
  | TextFieldType
  | { readonly kind: "int" }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly kind: "bool" }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | { readonly kind: "datetime" }
  | { readonly kind: "enum"; readonly members: readonly EnumMember[] }
  | { readonly kind: "image" }
  | { readonly kind: "array" };

/** Numeric members are decimals in expressions and numbers in payloads; digits as written. */
export interface EnumMember {
  readonly value: string;
  readonly numeric: boolean;
  readonly label: string | null;
}

export interface CanvasField {
  /** Canonical path: `customer.name`, `items[].price`; an array's own line ends in `[]`. */
  readonly path: string;
  readonly type: FieldType;
  readonly optional: boolean;
  readonly role: string | null;
  readonly label: string | null;
  readonly description: string | null;
  readonly pattern: string | null;
  /** Bounds of a number as digits, or of an array's entry count. */
  readonly min: string | null;
  readonly max: string | null;
  /** JSON text, digits as written; scalar, or (nested) lists under `[]`. */
  readonly example: string | null;
  readonly default: string | null;
  readonly span: SourceSpan;
}

export interface CanvasLet {
  /** `total`, `items[].amount`, `taxes[]` */
  readonly path: string;
  readonly role: string | null;
  readonly code: ExpressionCode;
  readonly span: SourceSpan;
}

/** Fixed and computed parts of a text in order. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: "fixed"; readonly text: string; readonly span: SourceSpan }
  | {
      readonly kind: "computed";
      readonly code: ExpressionCode;
      readonly span: SourceSpan;
      /** The role of the field or let that the part shows, where it shows exactly one. */
      readonly role: string | null;
    };
