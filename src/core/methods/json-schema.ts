import { type DescField, type DescMessage, getOption, type JsonValue, ScalarType } from "@bufbuild/protobuf";
import {
  type FieldRules,
  field as fieldRules,
  type StringRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { facesOf, hasImplicitPresence, jsonFieldsOf } from "./catalogue.ts";

/** A JSON Schema (draft 2020-12) as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: JsonSchemaValue;
}

/** A value of a keyword. */
export type JsonSchemaValue = JsonValue | JsonSchema | readonly JsonSchemaValue[];

/** How schemas are made. */
export interface SchemaContext {
  readonly documentation: Readonly<Record<string, string>>;
  /** Requests name what must be sent, answers what is always there. */
  readonly direction: "request" | "response";
  /** What stands for a nested message; without it, nested messages are written out in place. */
  readonly reference?: (message: DescMessage) => JsonSchema;
  /** For hosts of models, some of which refuse schemas that count the entries of lists. */
  readonly isForModels?: boolean;
  /**
   * The keyword that closes an object. Generators of clients for Jackson make a map of a class that
   * `additionalProperties: false` closes, and send none of its members; they know nothing of `unevaluatedProperties`.
   */
  readonly closedBy?: "additionalProperties" | "unevaluatedProperties";
  /** Fields that are given elsewhere, by name. */
  readonly without?: ReadonlySet<string>;
}

/** The schema of a message's JSON form, as `decodeMessage` takes it and `encodeMessage` writes it. */
export function messageSchema(message: DescMessage, context: SchemaContext): JsonSchema {
  const known = wellKnownSchema(message);
  if (known !== undefined) return known;
  const fields = jsonFieldsOf(message).filter((field) => context.without?.has(field.name) !== true);
  const nested = { ...context, without: new Set<string>() };
  const required = fields.filter((field) => isRequired(field, context.direction)).map((field) => field.jsonName);
  return {
    type: "object",
    ...described(context.documentation[message.typeName]),
    properties: Object.fromEntries(fields.map((field) => [field.jsonName, fieldSchema(field, nested)])),
    ...(required.length > 0 ? { required } : {}),
    [context.closedBy ?? "additionalProperties"]: false,
  };
}

/** The schema of one field with its constraints, documentation and example. */
export function fieldSchema(field: DescField, context: SchemaContext): JsonSchema {
  const faces = facesOf(field);
  const rules = getOption(field, fieldRules);
  const about = {
    ...described(context.documentation[`${field.parent.typeName}.${field.name}`]),
    ...(faces.example === "" ? {} : { examples: [JSON.parse(faces.example) as JsonValue] }),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
  const schema = containerSchema(field, rules, context);
  // A reference keeps its own description beside it, which draft 2020-12 allows.
  return faces.nullable ? { ...schema, type: [schema["type"] ?? "string", "null"], ...about } : { ...schema, ...about };
}

/**
 * Whether the member must be there. Of a request: what the rules demand. Of an answer: what `encodeMessage` always
 * writes.
 */
export function isRequired(field: DescField, direction: SchemaContext["direction"]): boolean {
  const faces = facesOf(field);
  const rules = getOption(field, fieldRules);
  if (rules.required || faces.required) return true;
  if (field.oneof !== undefined) return false;
  if (direction === "response") {
    return faces.nullable || (!faces.omitEmpty && hasImplicitPresence(field));
  }
  if (!hasImplicitPresence(field)) return false;
  if (rules.type.case === "string") return isNeeded(rules.type.value);
  return rules.type.case === "repeated" && rules.type.value.minItems > 0n;
}

/** Whether an empty text breaks the rules. */
function isNeeded({ minLen, minBytes, in: members }: StringRules): boolean {
  return minLen > 0n || minBytes > 0n || members.length > 0;
}

function containerSchema(field: DescField, rules: FieldRules, context: SchemaContext): JsonSchema {
  if (field.fieldKind === "map") {
    return { type: "object", additionalProperties: valueSchema(field, undefined, context) };
  }
  if (field.fieldKind !== "list") return valueSchema(field, rules, context);
  const repeated = rules.type.case === "repeated" ? rules.type.value : undefined;
  const entriesMax = Math.max(Number(repeated?.maxItems ?? 0n), facesOf(field).entriesMax);
  const list = { type: "array", items: valueSchema(field, repeated?.items, context) };
  if (context.isForModels === true) return list;
  return {
    ...list,
    ...(repeated !== undefined && repeated.minItems > 0n ? { minItems: Number(repeated.minItems) } : {}),
    ...(entriesMax > 0 ? { maxItems: entriesMax } : {}),
  };
}

function valueSchema(field: DescField, rules: FieldRules | undefined, context: SchemaContext): JsonSchema {
  if (field.message !== undefined) {
    const known = wellKnownSchema(field.message);
    return known ?? context.reference?.(field.message) ?? messageSchema(field.message, context);
  }
  if (field.enum !== undefined) return { type: "string", enum: field.enum.values.map((value) => value.name) };
  const media = facesOf(field).mediaType;
  if (/[/+]json$/.test(media)) return { type: "object", additionalProperties: true };
  return { ...scalarSchema(field.scalar), ...(rules === undefined ? {} : constraints(rules)) };
}

function scalarSchema(scalar: ScalarType | undefined): JsonSchema {
  switch (scalar) {
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BYTES:
      return { type: "string", contentEncoding: "base64" };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: "number" };
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      // Protobuf's JSON writes 64 bits as text, because a double can't hold them.
      return { type: "string", pattern: "^-?[0-9]+$" };
    default:
      return { type: "integer" };
  }
}

/** The rules of buf.validate that JSON Schema can say. The others are still checked, by the services. */
function constraints(rules: FieldRules): JsonSchema {
  const type = rules.type;
  if (type.case === "string") {
    const { minLen, minBytes, maxLen, pattern, in: members } = type.value;
    // One byte is one character, and more than one is asked of no text.
    const lengthMin = Math.max(Number(minLen), Number(minBytes));
    return {
      ...(lengthMin > 0 ? { minLength: lengthMin } : {}),
      ...(maxLen > 0n ? { maxLength: Number(maxLen) } : {}),
      ...(pattern === "" ? {} : { pattern }),
      ...(members.length > 0 ? { enum: [...members] } : {}),
    };
  }
  if (type.case === "int32" || type.case === "uint32" || type.case === "double" || type.case === "float") {
    const { greaterThan, lessThan } = type.value;
    return {
      ...(greaterThan.case === "gte" ? { minimum: greaterThan.value } : {}),
      ...(greaterThan.case === "gt" ? { exclusiveMinimum: greaterThan.value } : {}),
      ...(lessThan.case === "lte" ? { maximum: lessThan.value } : {}),
      ...(lessThan.case === "lt" ? { exclusiveMaximum: lessThan.value } : {}),
    };
  }
  return {};
}

function wellKnownSchema(message: DescMessage): JsonSchema | undefined {
  switch (message.typeName) {
    case "google.protobuf.Timestamp":
      return { type: "string", format: "date-time" };
    case "google.protobuf.Duration":
      return { type: "string" };
    case "google.protobuf.Struct":
      return { type: "object", additionalProperties: true };
    case "google.protobuf.ListValue":
      return { type: "array", items: {} };
    case "google.protobuf.Value":
      return {};
    default:
      return undefined;
  }
}

function described(comment: string | undefined): JsonSchema {
  return comment === undefined ? {} : { description: comment.replaceAll(/([^\n])\n([^\n])/g, "$1 $2") };
}
