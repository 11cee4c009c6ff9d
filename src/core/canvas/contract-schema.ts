// Canvas → JSON Schema 2020-12 of its payload (language reference, "field: types, properties, JSON Schema").
import {
  type CanvasField,
  Decimal,
  type EnumMember,
  type FieldType,
  LINE_END_SIGNS,
  linesPattern,
  type TextFieldType,
} from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { capacityValue } from "./capacity.ts";
import { contractShape, filledArray, isOptional, type ShapeNode } from "./contract-shape.ts";
import { atLeastPattern, atMostPattern, digitsPattern } from "./decimal-pattern.ts";
import { exactJson, exactNumber } from "./exact-json.ts";
import { publishedPattern } from "./published-pattern.ts";

/**
 * Plain JSON of a schema, for `JSON.stringify`: numbers that no double holds are written in all of their digits.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Which published canvas the schema describes. */
export interface SchemaIdentity {
  readonly canvasId: string;
  readonly version: number;
}

/** Most entries of an array that declares no `max`. */
const ENTRIES_MAX = 1_000;

/** The schema of `data`. A template without declarations takes anything. */
export function contractSchema(canvas: Canvas, identity: SchemaIdentity): JsonSchema {
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:platen:canvas:${identity.canvasId}:${identity.version}`,
  };
  if (canvas.fields.length === 0) return { $schema: head.$schema };
  const closed = canvas.document.extra === "forbid";
  const form: Form = { closed, capacities: canvas.capacities ?? {}, filled: filledArray(canvas) };
  return {
    ...head,
    title: canvas.document.name ?? canvas.document.id,
    ...objectSchema(contractShape(canvas.fields), form),
    ...(canvas.recordSource === undefined
      ? {}
      : { "x-rpt-record-source": canvas.recordSource.path.replace(/\[\]$/, "") }),
  };
}

/** What of the template the schema of a member depends on beside the member itself. */
interface Form {
  readonly closed: boolean;
  readonly capacities: NonNullable<Canvas["capacities"]>;
  /** The path of an array that always has an entry. */
  readonly filled: string | null;
}

function objectSchema(members: ReadonlyMap<string, ShapeNode>, form: Form): JsonSchema {
  const nodes = [...members.values()];
  const required = nodes.filter((node) => !isOptional(node)).map((node) => node.name);
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(nodes.map((node) => [node.name, memberSchema(node, form)])),
    ...(form.closed ? { additionalProperties: false } : {}),
  };
}

function memberSchema(node: ShapeNode, form: Form): JsonSchema {
  const { field } = node;
  const schema = node.many
    ? arraySchema(node, form)
    : field === null
      ? objectSchema(node.members, form)
      : valueSchema(field, form);
  return isOptional(node) ? nullable(schema, field) : schema;
}

function nullable(schema: JsonSchema, field: CanvasField | null): JsonSchema {
  const { title, description, examples, default: fallback, ...rest } = schema;
  const notes = { title, description, examples, default: fallback };
  const given = Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined));
  return field === null ? { anyOf: [schema, { type: "null" }] } : { ...given, anyOf: [rest, { type: "null" }] };
}

function arraySchema(node: ShapeNode, form: Form): JsonSchema {
  const { field } = node;
  const scalars = field !== null && field.type.kind !== "array";
  const least = Math.max(Number(field?.min ?? 0), node.path === form.filled ? 1 : 0);
  return {
    ...notesOf(field, false),
    type: "array",
    ...(field?.min == null && least === 0 ? {} : { minItems: least }),
    maxItems: field?.max == null ? ENTRIES_MAX : Number(field.max),
    items: scalars
      ? valueSchema({ ...field, min: null, max: null, role: null, label: null, description: null }, form)
      : objectSchema(node.members, form),
  };
}

/** Titles, descriptions, roles and examples. */
function notesOf(field: CanvasField | null, withExamples: boolean): JsonSchema {
  if (field === null) return {};
  const example = withExamples ? firstExample(field) : undefined;
  return {
    ...(field.label === null ? {} : { title: field.label }),
    ...(field.description === null ? {} : { description: field.description }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(field.default === null ? {} : { default: exactJson(field.default) }),
    ...(field.role === null ? {} : { "x-rpt-role": field.role }),
  };
}

/** One example entry: the first that is no null. */
function firstExample(field: CanvasField): unknown {
  if (field.example === null) return undefined;
  const flat = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flatMap(flat) : [value]);
  return flat(exactJson(field.example)).find((value) => value !== null);
}

function valueSchema(field: CanvasField, { capacities }: Form): JsonSchema {
  const capacity = Object.hasOwn(capacities, field.path) ? capacities[field.path] : undefined;
  return {
    ...notesOf(field, true),
    ...typeSchema(field),
    ...(capacity === undefined ? {} : { "x-rpt-capacity": capacityValue(capacity) }),
  };
}

/** Characters that no page shows, wherever they stand. */
const NUL = "\\x00";
const NO_NUL = { not: { pattern: NUL } } as const;

/** No part of a line: line ends and NUL. */
const NO_LINE = `${LINE_END_SIGNS}${NUL}`;
const ONE_LINE = `^[^${NO_LINE}]*$`;
const NO_LINE_ENDS = { not: { pattern: `[${NO_LINE}]` } } as const;

const DATE =
  "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])";
const HOURS_AND_MINUTES = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
const OFFSET = `(?:[Zz]|[+-]${HOURS_AND_MINUTES})`;
const MOMENT = `^${DATE}[Tt]${HOURS_AND_MINUTES}:[0-5][0-9](?:\\.[0-9]{1,9})?${OFFSET}$`;

/** Base64 with or without its padding (RFC 4648, section 4), a data URI of it, or a file of the template. */
const BASE64 = "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)";
const IMAGE = `^(?:asset:[A-Za-z0-9._/-]{1,200}|(?:data:image/(?:png|jpeg|svg\\+xml);base64,)?${BASE64})$`;

function typeSchema(field: CanvasField): JsonSchema {
  const { type } = field;
  switch (type.kind) {
    case "string":
      return field.pattern === null
        ? { type: "string", maxLength: type.lengthMax, pattern: ONE_LINE }
        : { type: "string", maxLength: type.lengthMax, pattern: publishedPattern(field.pattern), ...NO_LINE_ENDS };
    case "text":
      return {
        type: "string",
        maxLength: type.lengthMax,
        ...patternsOf(field.pattern, type),
        ...NO_NUL,
      };
    case "int":
      return {
        type: "integer",
        ...(field.min === null ? {} : { minimum: exactNumber(field.min) }),
        ...(field.max === null ? {} : { maximum: exactNumber(field.max) }),
      };
    case "decimal":
      return decimalSchema(type, field);
    case "bool":
      return { type: "boolean" };
    case "date":
      return { type: "string", format: "date", pattern: `^${DATE}$` };
    case "datetime":
      return { type: "string", format: "date-time", pattern: MOMENT };
    case "time":
      return { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$" };
    case "enum":
      return enumSchema(type.members);
    case "image":
      return { type: "string", contentEncoding: "base64", pattern: IMAGE, "x-rpt-image": true };
    case "array":
      return {};
  }
}

/** The declared pattern, and that of the declared number of lines. */
function patternsOf(declared: string | null, { linesMax }: TextFieldType): JsonSchema {
  const lines = linesMax === undefined ? null : linesPattern(linesMax);
  const own = declared === null ? null : publishedPattern(declared);
  const both = own !== null && lines !== null ? { allOf: [{ pattern: lines }] } : {};
  const pattern = own ?? lines;
  return {
    ...(pattern === null ? {} : { pattern }),
    ...both,
    ...(linesMax === undefined ? {} : { "x-rpt-lines": linesMax }),
  };
}

/**
 * A whole number, a number in steps, or its digits as a text, each within the range that the digits and the bounds of
 * the field leave. `multipleOf` means the decimal that is written, as JSON Schema defines it. Validators that divide
 * doubles need a tolerance for numbers with a fraction (Ajv: `multipleOfPrecision`); whole numbers pass without.
 */
function decimalSchema(
  { precision, scale }: Extract<FieldType, { readonly kind: "decimal" }>,
  { min, max }: CanvasField,
): JsonSchema {
  const whole = precision - scale;
  const most = `${"9".repeat(Math.max(0, whole)) || "0"}.${"9".repeat(scale) || "0"}`;
  const range = {
    minimum: exactNumber(min === null || isLess(min, `-${most}`) ? `-${most}` : min),
    maximum: exactNumber(max === null || isLess(most, max) ? most : max),
  };
  const bounds = [
    ...(min === null ? [] : [{ pattern: atLeastPattern(min, whole, scale) }]),
    ...(max === null ? [] : [{ pattern: atMostPattern(max, whole, scale) }]),
  ];
  const steps = scale === 0 ? [] : [{ type: "number", ...range, multipleOf: Number(`1e-${scale}`) }];
  const digits = { type: "string", pattern: digitsPattern(whole, scale) };
  return {
    anyOf: [
      { type: "integer", ...range, ...(scale === 0 ? { multipleOf: 1 } : {}) },
      ...steps,
      bounds.length === 0 ? digits : { ...digits, allOf: bounds },
    ],
    "x-rpt-decimal": [precision, scale],
  };
}

function isLess(one: string, other: string): boolean {
  return Decimal.of(one).compare(Decimal.of(other)) < 0;
}

function enumSchema(members: readonly EnumMember[]): JsonSchema {
  const labels = members.map((member) => member.label);
  return {
    enum: members.map((member) => (member.numeric ? exactNumber(member.value) : member.value)),
    ...(labels.some((label) => label !== null)
      ? { "x-rpt-labels": members.map((member) => member.label ?? member.value) }
      : {}),
  };
}
