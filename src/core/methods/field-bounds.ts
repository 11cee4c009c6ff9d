// What a request may hold beside its payload, by what the definition says of each field. A text is judged by its bytes
// before anything is made of it: whoever validates it would count the characters of 32 MiB first.
import { type DescField, type DescMessage, getOption } from "@bufbuild/protobuf";
import { type FieldRules, field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** Every field may have as many bytes, so that what is a little too long is refused by its own rule, in its words. */
const FIELD_BYTES_MAX = 64 * 1024;

/** The longest text there is: four times what a template's source may have. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024;

/** A character beyond U+FFFF as two escapes of JSON. */
const CHARACTER_BYTES_MAX = 12;

const boundsByField = new WeakMap<DescField, number>();

/** How many bytes a field of a request may take, in JSON or on the wire. */
export function bytesMaxOf(field: DescField): number {
  const known = boundsByField.get(field);
  if (known !== undefined) return known;
  const bytesMax = Math.max(FIELD_BYTES_MAX, bytesOf(field));
  boundsByField.set(field, bytesMax);
  return bytesMax;
}

/** How many bytes the fields of a message may take together. */
export function messageBytesMax(message: DescMessage): number {
  return message.fields.reduce((sum, field) => sum + bytesMaxOf(field), 0);
}

/**
 * Whether a field is a text that may be long, such as a source: its rule counts bytes (`min_bytes`), since to count
 * characters takes long.
 */
export function isLongText(field: DescField): boolean {
  const { type } = rulesOf(field);
  return field.fieldKind === "scalar" && type.case === "string" && type.value.minBytes > 0n;
}

/** What the rules of a field allow; zero where they say nothing of a length. */
function bytesOf(field: DescField): number {
  const rules = rulesOf(field);
  if (field.message !== undefined && !field.message.typeName.startsWith("google.protobuf.")) {
    const { case: kind, value } = rules.type;
    const items = kind === "repeated" && value.maxItems > 0n ? Number(value.maxItems) : 1;
    return items * messageBytesMax(field.message);
  }
  const { type } = rules;
  if (type.case === "bytes") return 2 * Number(type.value.maxLen);
  if (type.case !== "string") return 0;
  return isLongText(field) ? TEXT_BYTES_MAX : CHARACTER_BYTES_MAX * Number(type.value.maxLen);
}

function rulesOf(field: DescField): FieldRules {
  return getOption(field, fieldRules);
}
