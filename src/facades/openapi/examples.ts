import {
  type DescField,
  type DescMessage,
  getOption,
  type JsonObject,
  type JsonValue,
  ScalarType,
} from "@bufbuild/protobuf";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { facesOf, isRequired, jsonFieldsOf, type SchemaContext } from "../../core/methods/index.ts";

/** Messages inside of messages are shown so deep; deeper ones would hide what matters. */
const DEPTH_MAX = 4;

/**
 * An example of a message's JSON form: the fields' own examples, and for fields without one that must be there, the
 * plainest value that satisfies the field's rules.
 */
export function exampleOf(
  message: DescMessage,
  direction: SchemaContext["direction"],
  without: ReadonlySet<string> = new Set(),
  depth = 0,
): JsonObject {
  const members: JsonObject = {};
  for (const field of jsonFieldsOf(message)) {
    if (without.has(field.name)) continue;
    const value = fieldExample(field, direction, depth);
    if (value !== undefined) members[field.jsonName] = value;
  }
  return members;
}

/** An example of one field, or nothing where the field is better left out. */
export function fieldExample(
  field: DescField,
  direction: SchemaContext["direction"],
  depth = 0,
): JsonValue | undefined {
  const { example } = facesOf(field);
  if (example !== "") return JSON.parse(example);
  const required = isRequired(field, direction);
  const { message } = field;
  if (message !== undefined) {
    if (message.typeName === "google.protobuf.Timestamp") return required ? "2026-11-20T09:00:00Z" : undefined;
    if (message.typeName.startsWith("google.protobuf.") || depth >= DEPTH_MAX) return required ? {} : undefined;
    const shown = required || (direction === "request" && field.fieldKind === "message");
    const nested = shown ? exampleOf(message, direction, new Set(), depth + 1) : undefined;
    return nested === undefined ? undefined : field.fieldKind === "list" ? [nested] : nested;
  }
  if (!required) return undefined;
  return field.fieldKind === "list" ? [] : plainValue(field);
}

function plainValue(field: DescField): JsonValue {
  if (field.enum !== undefined) return field.enum.values[0]?.name ?? "";
  const { type } = getOption(field, fieldRules);
  switch (field.scalar) {
    case ScalarType.BOOL:
      return true;
    case ScalarType.STRING:
      return (type.case === "string" ? type.value.in[0] : undefined) ?? field.jsonName;
    case ScalarType.BYTES:
      return "";
    default:
      return type.case === "int32" && type.value.greaterThan.case === "gte" ? type.value.greaterThan.value : 1;
  }
}
