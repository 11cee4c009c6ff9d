import type { EnumMember, FieldType } from "./declarations.ts";

/**
 * The static type of an expression. `optional`: the value may be null. `mixed` is what `if` yields for branches of
 * different kinds: it can be shown, but not computed with. `any` is data that nothing declares.
 */
export type Type =
  | NumberType
  | { readonly kind: "str" | "bool" | "date" | "time" | "datetime" | "image"; readonly optional: boolean }
  | { readonly kind: "null" | "mixed" | "any"; readonly optional: boolean }
  | EnumType
  | ListType
  | RecordType;

export interface NumberType {
  readonly kind: "num";
  readonly optional: boolean;
  /** The most decimals the value can have; null where that is unknown. */
  readonly scale: number | null;
  /** Whether an inexact division reaches this value unrounded. */
  readonly quotient: boolean;
  /** What the value lies between, whatever the data are; left out where that is unknown. */
  readonly answer?: Answer;
}

/** The least and the greatest that a function can answer; null for one without a bound. */
export interface Answer {
  readonly least: number;
  readonly greatest: number | null;
}

export interface EnumType {
  readonly kind: "enum";
  readonly optional: boolean;
  readonly members: readonly EnumMember[];
}

export interface ListType {
  readonly kind: "list";
  readonly optional: boolean;
  readonly element: Type;
  /** Identity of the array whose entries the list follows; lists of one array can be combined entry by entry. */
  readonly array: string;
  /** Its array declares an entry at least (`min=1`), and all of them are in it. */
  readonly isFilled?: true;
}

export interface RecordType {
  readonly kind: "record";
  readonly optional: boolean;
  readonly shape: RecordShape;
}

/** A field or let of a record. */
export interface Member {
  readonly name: string;
  /** Canonical declared path, `items[].price`. */
  readonly path: string;
  readonly role: string | null;
  /** Set for lets. */
  readonly isComputed?: true;
  /** Types of lets are found on first use, so that the order of lines is free. */
  readonly type: () => Type;
  /** The type where it is known by now, else null: for advice, which must not set off typing. */
  readonly typeSoFar: () => Type | null;
}

/** The members that a record is known to have. */
export interface RecordShape {
  /** Canonical path, `items[]`; empty for the root. */
  readonly path: string;
  readonly members: Map<string, Member>;
  /** Undeclared members are there too, of type `any`. */
  readonly open: boolean;
}

export function numberType(scale: number | null, optional = false, quotient = false): NumberType {
  return { kind: "num", optional, scale, quotient };
}

/** A number that is known to lie between two others. */
export function withAnswer(type: NumberType, answer: Answer): NumberType {
  return { ...type, answer };
}

export function plainType(
  kind: "str" | "bool" | "date" | "time" | "datetime" | "any" | "mixed",
  optional = false,
): Type {
  return { kind, optional };
}

/** The type of a declared value; `array` fields only shape their path and have no type of their own. */
export function typeOfField(type: FieldType, optional: boolean): Type {
  switch (type.kind) {
    case "string":
    case "text":
      return { kind: "str", optional };
    case "int":
      return numberType(0, optional);
    case "decimal":
      return numberType(type.scale, optional);
    case "enum":
      return { kind: "enum", optional, members: type.members };
    case "array":
      return { kind: "any", optional };
    default:
      return { kind: type.kind, optional };
  }
}

export function withOptional(type: Type, optional: boolean): Type {
  return type.optional === optional ? type : { ...type, optional };
}

/** Enum members written as numbers compute as numbers. */
export function isNumeric(type: Type): boolean {
  return type.kind === "num" || type.kind === "any" || isNumericEnum(type);
}

export function isNumericEnum(type: Type): type is EnumType {
  return type.kind === "enum" && type.members.length > 0 && type.members.every((member) => member.numeric);
}

export function isTextual(type: Type): boolean {
  return type.kind === "str" || type.kind === "any" || (type.kind === "enum" && !isNumericEnum(type));
}

/** Most decimals of a numeric type, and whether it is an unrounded quotient. */
export function numberFacts(type: Type): { scale: number | null; quotient: boolean } {
  if (type.kind === "num") return { scale: type.scale, quotient: type.quotient };
  if (!isNumericEnum(type)) return { scale: null, quotient: false };
  const decimals = type.members.map((member) => member.value.split(".")[1]?.length ?? 0);
  return { scale: Math.max(...decimals), quotient: false };
}

/** The short mark of a type in an expression's tree: `num`, `str?`, `a list of records`. */
export function markOfType(type: Type): string {
  const mark = type.optional && type.kind !== "null" ? "?" : "";
  if (type.kind === "list") return `a list of ${type.element.kind === "record" ? "records" : markOfType(type.element)}`;
  if (type.kind === "record") return "a record";
  if (type.kind === "mixed") return "of different kinds";
  return `${type.kind}${mark}`;
}

/** How messages name a type, after "is": `a number`, `text, which may be absent`, `a list of dates`. */
export function describeType(type: Type): string {
  if (type.kind === "list") return `a list of ${describeEntries(type.element)}`;
  const { one } = TYPE_WORDS[type.kind];
  return type.optional && type.kind !== "null" ? `${one}, which may be absent` : one;
}

/** How messages name several values of a type: `numbers`, `records`. */
export function describeEntries(element: Type): string {
  return TYPE_WORDS[element.kind].many;
}

const TYPE_WORDS = {
  num: { one: "a number", many: "numbers" },
  str: { one: "text", many: "texts" },
  bool: { one: "true or false", many: "true or false" },
  date: { one: "a date", many: "dates" },
  time: { one: "a time", many: "times" },
  datetime: { one: "a datetime", many: "datetimes" },
  image: { one: "an image", many: "images" },
  null: { one: "null", many: "null" },
  mixed: { one: "of different kinds", many: "different kinds" },
  any: { one: "not declared", many: "values that are not declared" },
  enum: { one: "an enum", many: "enums" },
  list: { one: "a list", many: "lists" },
  record: { one: "a record", many: "records" },
} as const satisfies Record<Type["kind"], { readonly one: string; readonly many: string }>;

/** The type that holds values of both; `mixed` where they have nothing in common. */
export function unify(a: Type, b: Type): Type {
  const optional = a.optional || b.optional;
  if (a.kind === "null") return withOptional(b, true);
  if (b.kind === "null") return withOptional(a, true);
  if (a.kind === "any" || b.kind === "any") return { kind: "any", optional };
  if (isNumeric(a) && isNumeric(b)) {
    if (a.kind === "enum" && b.kind === "enum" && a.members === b.members) return withOptional(a, optional);
    const left = numberFacts(a);
    const right = numberFacts(b);
    return numberType(widerScale(left.scale, right.scale), optional, left.quotient || right.quotient);
  }
  if (isTextual(a) && isTextual(b)) {
    if (a.kind === "enum" && b.kind === "enum" && a.members === b.members) return withOptional(a, optional);
    return { kind: "str", optional };
  }
  if (a.kind === "list" && b.kind === "list") return unifyLists(a, b, optional);
  if (a.kind === "record" && b.kind === "record" && a.shape === b.shape) return withOptional(a, optional);
  if (a.kind === b.kind && a.kind !== "record" && a.kind !== "list") return withOptional(a, optional);
  return { kind: "mixed", optional };
}

export function widerScale(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

function unifyLists(a: ListType, b: ListType, optional: boolean): Type {
  const array = a.array === b.array ? a.array : `either(${a.array}|${b.array})`;
  return { kind: "list", optional, element: unify(a.element, b.element), array };
}
