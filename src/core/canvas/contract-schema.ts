// Canvas → JSON Schema 2020-12 of its payload (language reference, "field: types, properties, JSON Schema").
import type { CanvasField, EnumMember, FieldType } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { capacityValue } from "./capacity.ts";
import { contractShape, isOptional, type ShapeNode } from "./contract-shape.ts";

/** Plain JSON of a schema. */
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
  const form: Form = { closed, capacities: canvas.capacities ?? {} };
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
  return {
    ...notesOf(field, false),
    type: "array",
    ...(field?.min == null ? {} : { minItems: Number(field.min) }),
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
    ...(field.default === null ? {} : { default: JSON.parse(field.default) as unknown }),
    ...(field.role === null ? {} : { "x-rpt-role": field.role }),
  };
}

/** One example entry: the first that is no null. */
function firstExample(field: CanvasField): unknown {
  if (field.example === null) return undefined;
  const flat = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flatMap(flat) : [value]);
  return flat(JSON.parse(field.example)).find((value) => value !== null);
}

function valueSchema(field: CanvasField, { capacities }: Form): JsonSchema {
  const capacity = Object.hasOwn(capacities, field.path) ? capacities[field.path] : undefined;
  return {
    ...notesOf(field, true),
    ...typeSchema(field),
    ...(capacity === undefined ? {} : { "x-rpt-capacity": capacityValue(capacity) }),
  };
}

function typeSchema(field: CanvasField): JsonSchema {
  const { type } = field;
  const bounds = {
    ...(field.min === null ? {} : { minimum: Number(field.min) }),
    ...(field.max === null ? {} : { maximum: Number(field.max) }),
  };
  switch (type.kind) {
    case "string":
      return { type: "string", maxLength: type.lengthMax, pattern: field.pattern ?? "^[^\\r\\n]*$" };
    case "text":
      return {
        type: "string",
        maxLength: type.lengthMax,
        ...(field.pattern === null ? {} : { pattern: field.pattern }),
      };
    case "int":
      return { type: "integer", ...bounds };
    case "decimal":
      return decimalSchema(type, bounds);
    case "bool":
      return { type: "boolean" };
    case "date":
      return { type: "string", format: "date" };
    case "datetime":
      return { type: "string", format: "date-time" };
    case "time":
      return { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$" };
    case "enum":
      return enumSchema(type.members);
    case "image":
      return { type: "string", contentEncoding: "base64", "x-rpt-image": true };
    case "array":
      return {};
  }
}

function decimalSchema(type: Extract<FieldType, { readonly kind: "decimal" }>, bounds: JsonSchema): JsonSchema {
  const whole = Math.max(1, type.precision - type.scale);
  const fraction = type.scale === 0 ? "" : `(\\.[0-9]{1,${type.scale}})?`;
  return {
    anyOf: [
      { type: "number", ...bounds },
      { type: "string", pattern: `^-?[0-9]{1,${whole}}${fraction}$` },
    ],
    "x-rpt-decimal": [type.precision, type.scale],
  };
}

function enumSchema(members: readonly EnumMember[]): JsonSchema {
  const labels = members.map((member) => member.label);
  return {
    enum: members.map((member) => (member.numeric ? Number(member.value) : member.value)),
    ...(labels.some((label) => label !== null)
      ? { "x-rpt-labels": members.map((member) => member.label ?? member.value) }
      : {}),
  };
}
