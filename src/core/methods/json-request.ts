import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonValue,
  type MessageShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { exactFormOf, facesOf, jsonFieldsOf } from "./catalogue.ts";
import { platenError } from "./errors.ts";
import { bytesMaxOf, isLongText, messageBytesMax } from "./field-bounds.ts";
import { type CutValue, cutJson, entriesOf, type MemberUse, ReadBudget } from "./json-bytes.ts";
import { forMembersAt, skipSpace, valueEnd } from "./json-text.ts";
import { inSlices } from "./slices.ts";

/** Which fields of a message are members of its JSON. */
export interface Reading {
  /** Fields that are given elsewhere (by the path or a header) and are no members. */
  readonly without?: ReadonlySet<string>;
  /**
   * `json`, where left out: the fields of the JSON form, which REST and tools take. `every`: also those that travel as
   * headers, and the exact forms of others, which clients generated from the definition send.
   */
  readonly fields?: "json" | "every";
}

/** What a request is read from. */
interface Source {
  readonly text: string;
  /** Members that are cut out of the text, by where their stand-ins begin in it. */
  readonly cut: ReadonlyMap<number, CutValue>;
  /** Long texts, likewise. */
  readonly texts: ReadonlyMap<number, string>;
  readonly fields: NonNullable<Reading["fields"]>;
}

/** A request under construction: what is read as JSON, and the slices that stay as they were written. */
interface Draft {
  readonly json: JsonObject;
  readonly exact: Map<DescField, Uint8Array>;
  readonly nested: Map<DescField, Draft>;
}

/**
 * Reads the JSON object of a request, at every door that takes JSON. Stricter than Protobuf's own JSON: unknown and
 * doubled members, and values of another type are refused with a sentence that names the member. As in Protobuf's JSON,
 * a member may have the field's name in the definition (`data_list`), and null or an empty list is as good as none.
 * `exact_json_of` members are handed on as views of the body: they are neither decoded nor copied.
 *
 * A long body is read in slices. Of one that is no JSON nothing is read behind the first mistake.
 */
export async function decodeBody<Desc extends DescMessage>(
  descriptor: Desc,
  body: Uint8Array,
  { without, fields = "json" }: Reading = {},
): Promise<MessageShape<Desc>> {
  const all = fields === "json" ? jsonFieldsOf(descriptor) : descriptor.fields;
  const uses = new Map<string, MemberUse>();
  for (const field of all) {
    if (without?.has(field.name) === true) continue;
    const isLong = exactFormOf(field) !== undefined || isBytes(field);
    const use = isLong ? "bytes" : { bytesMax: bytesMaxOf(field), isText: isLongText(field) };
    for (const name of [field.jsonName, field.name]) uses.set(name, use);
  }
  const budget = new ReadBudget(messageBytesMax(descriptor));
  const { text, values, texts } = await inSlices(cutJson(body, (name) => uses.get(name) ?? "none", budget));
  const source: Source = { text, cut: values, texts, fields };
  return messageOf(descriptor, draftOf(descriptor, source, 0, "", without));
}

/**
 * A part of a request that came as text (a path variable, a query member, a header), as the JSON that it stands for.
 *
 * @param subject how a refusal speaks of it, such as "The header x-count"
 */
export function jsonOfText(field: DescField, text: string, subject: string): JsonValue {
  const kind = field.fieldKind === "list" ? field.listKind : field.fieldKind;
  if (kind !== "scalar") return text;
  switch (field.scalar) {
    case ScalarType.BOOL:
      if (text !== "true" && text !== "false") throw invalid(`${subject} must be true or false`);
      return text === "true";
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return text;
    default:
      if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) || !fits(field, isWide(field) ? text : Number(text))) {
        throw invalid(`${subject} must be ${wordOf(field)}`);
      }
      return isWide(field) ? text : Number(text);
  }
}

/** A message of JSON that was put together from texts by `jsonOfText`; checked like a body. */
export function decodeParts<Desc extends DescMessage>(descriptor: Desc, parts: JsonObject): MessageShape<Desc> {
  return parsed(descriptor, parts);
}

function draftOf(
  descriptor: DescMessage,
  source: Source,
  at: number,
  path: string,
  without: ReadonlySet<string> = new Set(),
): Draft {
  if (source.text[at] !== "{") throw invalid(`${path === "" ? "the body" : `'${path}'`} must be an object`);
  const all = source.fields === "json" ? jsonFieldsOf(descriptor) : descriptor.fields;
  const fields = all.filter((field) => !without.has(field.name));
  const draft: Draft = { json: {}, exact: new Map(), nested: new Map() };
  const names = new Set<string>();
  const filled = new Map<DescField, string>();
  forMembersAt(source.text, at, (member, start) => {
    const name = path === "" ? member : `${path}.${member}`;
    const field = fields.find((candidate) => candidate.jsonName === member || candidate.name === member);
    if (field === undefined) throw invalid(`there is no member '${shortened(name)}' here; ${knownMembers(fields)}`);
    const target = exactFormOf(field) ?? field;
    if (names.has(name)) throw invalid(`'${name}' stands twice`);
    names.add(name);
    // What is as good as absent is so beside the member's other name too.
    const end = endOfNothing(field, source, start);
    if (end !== null) return end;
    const before = filled.get(target);
    if (before !== undefined) throw invalid(`'${before}' and '${name}' are the same member; send one of the two`);
    filled.set(target, name);
    return place(draft, field, source, start, name);
  });
  for (const field of fields) {
    const isMissing = !filled.has(exactFormOf(field) ?? field);
    if (facesOf(field).required && isMissing) throw invalid(`'${field.jsonName}' is required`);
  }
  return draft;
}

/**
 * Where a value ends that says no more than an absent member: null, or a list without items, unless the field is one
 * that must be there and may be empty. Null for any other value.
 */
function endOfNothing(field: DescField, { text, cut }: Source, start: number): number | null {
  if (text.startsWith("null", start)) return start + "null".length;
  if (field.fieldKind !== "list" || facesOf(field).required || text[start] !== "[") return null;
  const value = cut.get(start);
  if (value !== undefined && entriesOf(value.bytes) !== 0) return null;
  const end = skipSpace(text, start + 1);
  return text[end] === "]" ? end + 1 : null;
}

/** Reads the value of a member, and answers where it ends. */
function place(draft: Draft, field: DescField, source: Source, start: number, name: string): number {
  const { text, cut } = source;
  const end = valueEnd(text, start);
  const exact = exactFormOf(field);
  const value = cut.get(start);
  if (exact !== undefined) {
    checkShape(field, text, start, name);
    const misfit = value?.misfit ?? null;
    if (misfit !== null && field.fieldKind === "list") throw invalid(`'${name}[${misfit}]' must be an object`);
    draft.exact.set(exact, value?.bytes ?? new TextEncoder().encode(text.slice(start, end)));
  } else if (value !== undefined) {
    if (text[start] !== '"') throw invalid(`'${name}' must be ${wordOf(field)}`);
    draft.exact.set(field, bytesOfBase64(value.bytes, name));
  } else if (field.fieldKind === "message" && !isWellKnown(field.message)) {
    draft.nested.set(field, draftOf(field.message, source, start, name));
  } else {
    const read: JsonValue = source.texts.get(start) ?? JSON.parse(text.slice(start, end));
    checkValue(field, read, name);
    draft.json[field.jsonName] = read;
  }
  return end;
}

/** The members of an exact form are for whoever reads the bytes; only the outermost shape is the envelope's. */
function checkShape(field: DescField, text: string, start: number, name: string): void {
  const isList = field.fieldKind === "list";
  if (text[start] !== (isList ? "[" : "{")) throw invalid(`'${name}' must be ${isList ? "an array" : "an object"}`);
}

/** A string of base64 may be as long as a body: it is decoded from the bytes that it came in. */
function isBytes(field: DescField): boolean {
  return field.fieldKind === "scalar" && field.scalar === ScalarType.BYTES;
}

/** Bytes of a JSON string with its quotes; both alphabets of base64 are good, with padding or without. */
function bytesOfBase64(json: Uint8Array, name: string): Uint8Array {
  const quoted = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("latin1");
  const text = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  const digits = text.endsWith("==") ? text.length - 2 : text.endsWith("=") ? text.length - 1 : text.length;
  const bytes = Buffer.from(text, "base64");
  // What is no digit of base64 is passed over, and leaves fewer bytes than there are digits for.
  if (digits % 4 === 1 || bytes.length !== Math.floor((digits * 3) / 4)) {
    throw invalid(`'${name}' is no base64 string; encode its bytes so`);
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function checkValue(field: DescField, value: JsonValue, name: string): void {
  if (field.fieldKind === "list") {
    if (!Array.isArray(value)) throw invalid(`'${name}' must be an array`);
    for (const [index, item] of value.entries()) checkOne(field, item, `${name}[${index}]`);
  } else if (field.fieldKind !== "map") {
    checkOne(field, value, name);
  }
}

function checkOne(field: DescField, value: JsonValue, name: string): void {
  if (!fits(field, value)) throw invalid(`'${name}' must be ${wordOf(field)}`);
  // JSON can write it, UTF-8 can't (RFC 8259 §8.2).
  if (typeof value === "string" && !value.isWellFormed()) {
    throw invalid(`'${name}' holds half of a character (\\ud800 to \\udfff alone); write the whole one`);
  }
}

function fits(field: DescField, value: JsonValue): boolean {
  if (field.enum !== undefined) return typeof value === "string" && enumNames(field.enum).includes(value);
  if (field.message !== undefined) return value !== null;
  switch (field.scalar) {
    case ScalarType.BOOL:
      return typeof value === "boolean";
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return typeof value === "string";
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return typeof value === "number";
    default:
      return isWide(field) ? /^-?\d+$/.test(String(value)) : isNarrowInteger(field, value);
  }
}

function wordOf(field: DescField): string {
  if (field.enum !== undefined) return `one of ${enumNames(field.enum).join(", ")}`;
  if (field.message !== undefined) return "a value";
  switch (field.scalar) {
    case ScalarType.BOOL:
      return "true or false";
    case ScalarType.STRING:
      return "a string";
    case ScalarType.BYTES:
      return "a base64 string";
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return "a number";
    default:
      return "an integer";
  }
}

/** Whether a value fits into 32 bits, signed or not as the field is. */
function isNarrowInteger(field: DescField, value: JsonValue): boolean {
  if (!Number.isInteger(value)) return false;
  const unsigned = field.scalar === ScalarType.UINT32 || field.scalar === ScalarType.FIXED32;
  return unsigned ? Number(value) >>> 0 === value : (Number(value) | 0) === value;
}

function messageOf<Desc extends DescMessage>(descriptor: Desc, draft: Draft): MessageShape<Desc> {
  const message = parsed(descriptor, draft.json);
  const reflected = reflect(descriptor, message);
  for (const [field, bytes] of draft.exact) reflected.set(field, bytes);
  for (const [field, nested] of draft.nested) {
    if (field.fieldKind === "message") reflected.set(field, reflect(field.message, messageOf(field.message, nested)));
  }
  return message;
}

/** The last word is Protobuf's own reader: number ranges, base64, time stamps. */
function parsed<Desc extends DescMessage>(descriptor: Desc, json: JsonObject): MessageShape<Desc> {
  if (Object.keys(json).length === 0) return create(descriptor);
  try {
    return fromJson(descriptor, json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw platenError("invalid_argument", `The request can't be read: ${reason}.`, { cause: error });
  }
}

function isWide(field: DescField): boolean {
  const wide: readonly (ScalarType | undefined)[] = [
    ScalarType.INT64,
    ScalarType.UINT64,
    ScalarType.SINT64,
    ScalarType.FIXED64,
    ScalarType.SFIXED64,
  ];
  return wide.includes(field.scalar);
}

function enumNames(type: DescEnum): readonly string[] {
  return type.values.map((value) => value.name);
}

function isWellKnown(message: DescMessage): boolean {
  return message.typeName.startsWith("google.protobuf.");
}

function knownMembers(fields: readonly DescField[]): string {
  return fields.length === 0 ? "it takes none" : `it takes ${fields.map((field) => field.jsonName).join(", ")}`;
}

/** A name that the client made up is repeated only so far. */
function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

function invalid(clause: string): Error {
  return platenError("invalid_argument", `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`);
}
