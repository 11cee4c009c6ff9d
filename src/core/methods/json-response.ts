import {
  create,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { facesOf, jsonFieldsOf } from "./catalogue.ts";

/**
 * A message as JSON, as REST and tools answer it: lowerCamelCase, no header fields, lists always present unless marked
 * `omit_empty`, absent `nullable` fields as `null`, other absent fields left out.
 */
export function encodeMessage<Desc extends DescMessage>(descriptor: Desc, message: MessageShape<Desc>): JsonValue {
  return shaped(descriptor, toJson(descriptor, message, { alwaysEmitImplicit: true }) as JsonValue);
}

/** One field of a message as JSON, or nothing where it is absent. */
export function encodeField<Desc extends DescMessage>(
  descriptor: Desc,
  message: MessageShape<Desc>,
  field: DescField,
): JsonValue | undefined {
  const alone = create(descriptor);
  const source = reflect(descriptor, message);
  if (source.isSet(field)) reflect(descriptor, alone).set(field, source.get(field));
  const json = encodeMessage(descriptor, alone);
  return isObject(json) ? json[field.jsonName] : undefined;
}

function shaped(descriptor: DescMessage, json: JsonValue): JsonValue {
  // Google's well-known types have a JSON form of their own.
  if (descriptor.typeName.startsWith("google.protobuf.") || !isObject(json)) return json;
  const members: JsonObject = {};
  for (const field of jsonFieldsOf(descriptor)) {
    const value = json[field.jsonName];
    if (value === undefined) {
      if (facesOf(field).nullable) members[field.jsonName] = null;
    } else if (!(facesOf(field).omitEmpty && Array.isArray(value) && value.length === 0)) {
      members[field.jsonName] = shapedField(field, value);
    }
  }
  return members;
}

function shapedField(field: DescField, json: JsonValue): JsonValue {
  const message = field.message;
  if (message === undefined) return json;
  if (field.fieldKind === "list" && Array.isArray(json)) return json.map((item) => shaped(message, item));
  if (field.fieldKind === "map" && isObject(json)) {
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, shaped(message, value)]));
  }
  return shaped(message, json);
}

function isObject(json: JsonValue): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
