// Requests in Protobuf's binary form. They are looked through on the wire before any message is made: what the
// definition does not have is left out, payloads become JSON as they do at the other doors, and the rest is counted.
import { type DescField, type DescMessage, fromBinary, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { ConnectError } from "@connectrpc/connect";
import { exactFormOf, facesOf } from "./catalogue.ts";
import { platenError } from "./errors.ts";
import { bytesMaxOf, messageBytesMax } from "./field-bounds.ts";
import { knowEntries, scannedEntries } from "./json-bytes.ts";
import { inSlices, type Sliced } from "./slices.ts";
import { StructWriter } from "./struct-json.ts";
import { type WireField, WireReader } from "./wire-reader.ts";

/** More fields than this are no request; payloads do not count. */
const FIELDS_MAX = 10_000;

/** Fields between two looks at the clock. */
const STEP_FIELDS = 2_000;

/** No message of the definition lies deeper. */
const DEPTH_MAX = 16;

/** A request as the wire has it, without its payload. */
interface Taken {
  /** What the definition has, in the order of the wire. */
  readonly rest: Uint8Array;
  /** The JSON of payloads, by their exact forms. */
  readonly exact: ReadonlyMap<DescField, Uint8Array>;
}

/**
 * Reads a request, in slices where it is long. Its Structs are handed on as the JSON of their exact forms. Throws
 * `invalid_argument` for what is no such message, and `too_large` where it holds more than any request does.
 *
 * @param bytesMax the bytes that the caller's plan allows
 */
export async function decodeBinary<Desc extends DescMessage>(
  descriptor: Desc,
  bytes: Uint8Array,
  bytesMax: number,
): Promise<MessageShape<Desc>> {
  try {
    const { rest, exact } = await inSlices(taken(descriptor, bytes, bytesMax));
    const message = fromBinary(descriptor, rest, { readUnknownFields: false });
    const reflected = reflect(descriptor, message);
    for (const [field, json] of exact) reflected.set(field, json);
    for (const list of descriptor.fields) {
      const form = list.fieldKind === "list" ? exactFormOf(list) : undefined;
      const json: unknown = form === undefined || exact.has(form) ? null : reflected.get(form);
      if (json instanceof Uint8Array) await inSlices(scannedEntries(json));
    }
    return message;
  } catch (cause) {
    if (cause instanceof ConnectError) throw cause;
    throw platenError("invalid_argument", sentenceOf(descriptor, cause), { cause });
  }
}

/** What the reader says, in a sentence that names the message. */
function sentenceOf(descriptor: DescMessage, cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason = said.replace(/^cannot decode (?:message )?[\w.]+ from binary: /, "");
  return `The request is not a ${descriptor.typeName}: ${reason}. Compare it with the service's definition.`;
}

function* taken(descriptor: DescMessage, bytes: Uint8Array, bytesMax: number): Sliced<Taken> {
  const fields = new Map(descriptor.fields.map((field) => [field.number, field]));
  const reader = new WireReader(bytes);
  const kept: Uint8Array[] = [];
  const payloads = new Map<DescField, Payload>();
  /** The last field of each oneof: it is the one that counts. */
  const lasts = new Map<string, DescField>();
  const seen = new Set<DescField>();
  const counted: Counted = { fields: 0, textBytes: 0, textBytesMax: messageBytesMax(descriptor) };
  for (let steps = 1; reader.position < bytes.length; steps += 1) {
    if (steps % STEP_FIELDS === 0) yield;
    const read = reader.field(bytes.length);
    const field = fields.get(read.number);
    if (field === undefined) continue;
    checkWireType(field, read);
    seen.add(field);
    if (field.oneof !== undefined) lasts.set(field.oneof.name, field);
    if (exactFormOf(field) === undefined || read.start < 0) {
      countFields(field, bytes, read, counted, 1);
      kept.push(bytes.subarray(read.tagStart, read.end));
    } else {
      const payload = payloads.get(field) ?? new Payload(field, bytesMax);
      payloads.set(field, payload);
      yield* payload.add(bytes.subarray(read.start, read.end));
    }
  }
  const exact = new Map<DescField, Uint8Array>();
  for (const [field, payload] of payloads) {
    const form = exactFormOf(field) ?? field;
    if (field.oneof !== undefined && lasts.get(field.oneof.name) !== field) continue;
    if (field.oneof === undefined && seen.has(form)) {
      const sentence = `'${field.jsonName}' and '${form.jsonName}' are the same member; send one of the two.`;
      throw platenError("invalid_argument", sentence);
    }
    exact.set(form, yield* payload.json());
  }
  return { rest: Buffer.concat(kept), exact };
}

/** A payload that comes as one Struct, whose parts merge, or as many. */
class Payload {
  readonly #field: DescField;
  readonly #writer: StructWriter;
  #parts: Uint8Array[] = [];
  #entries = 0;

  constructor(field: DescField, bytesMax: number) {
    this.#field = field;
    this.#writer = new StructWriter({ member: field.jsonName, bytesMax });
  }

  *add(struct: Uint8Array): Sliced<void> {
    if (this.#field.fieldKind !== "list") {
      if (this.#parts.length === FIELDS_MAX) throw tooMany();
      this.#parts.push(struct);
      return;
    }
    // Whoever judges the list learns that there are more entries than it may have, and no more.
    const { entriesMax } = facesOf(this.#field);
    if (entriesMax > 0 && this.#entries > entriesMax) return;
    this.#writer.literal(this.#entries === 0 ? "[" : ",");
    this.#entries += 1;
    yield* this.#writer.write(struct);
  }

  *json(): Sliced<Uint8Array> {
    const [first = new Uint8Array(), ...more] = this.#parts;
    if (this.#field.fieldKind === "list") this.#writer.literal("]");
    else yield* this.#writer.write(more.length === 0 ? first : Buffer.concat(this.#parts));
    this.#parts = [];
    const bytes = this.#writer.joined();
    if (this.#field.fieldKind === "list") knowEntries(bytes, this.#entries);
    return bytes;
  }
}

/** What was counted of a request beside its payload. */
interface Counted {
  fields: number;
  textBytes: number;
  readonly textBytesMax: number;
}

/** Counts a field and those within it, by the definition: what it does not have is skipped by whoever reads it. */
function countFields(
  field: DescField,
  bytes: Uint8Array,
  { start, end }: WireField,
  counted: Counted,
  depth: number,
): void {
  counted.fields += 1;
  const isPacked = start >= 0 && field.fieldKind === "list" && field.listKind !== "message";
  if (isPacked && field.scalar !== ScalarType.STRING && field.scalar !== ScalarType.BYTES)
    counted.fields += end - start;
  if (counted.fields > FIELDS_MAX) throw tooMany();
  if (start >= 0 && field.scalar === ScalarType.STRING) countText(field, end - start, counted);
  if (start < 0 || field.message === undefined) return;
  if (depth === DEPTH_MAX) throw platenError("invalid_argument", `Messages are nested more than ${DEPTH_MAX} deep.`);
  const inner = new Map(field.message.fields.map((one) => [one.number, one]));
  const reader = new WireReader(bytes);
  reader.position = start;
  while (reader.position < end) {
    const read = reader.field(end);
    const known = inner.get(read.number);
    if (known !== undefined) {
      checkWireType(known, read);
      countFields(known, bytes, read, counted, depth + 1);
    } else if (++counted.fields > FIELDS_MAX) throw tooMany();
  }
}

/** How each scalar is written (Protocol Buffers, "Encoding", "Message Structure"). */
const WIRE_TYPES = {
  [ScalarType.DOUBLE]: 1,
  [ScalarType.FLOAT]: 5,
  [ScalarType.INT64]: 0,
  [ScalarType.UINT64]: 0,
  [ScalarType.INT32]: 0,
  [ScalarType.FIXED64]: 1,
  [ScalarType.FIXED32]: 5,
  [ScalarType.BOOL]: 0,
  [ScalarType.STRING]: 2,
  [ScalarType.BYTES]: 2,
  [ScalarType.UINT32]: 0,
  [ScalarType.SFIXED32]: 5,
  [ScalarType.SFIXED64]: 1,
  [ScalarType.SINT32]: 0,
  [ScalarType.SINT64]: 0,
} as const satisfies Record<ScalarType, number>;

/** As enums and most numbers are written. */
const VARINT = 0;

/** A length and its bytes, as texts, messages and packed lists of numbers are written. */
const LENGTH_DELIMITED = 2;

/**
 * Refuses a field that is written in another way than its type is. The library would read on in the middle of its
 * content, and take each of its bytes for a field.
 */
function checkWireType(field: DescField, { wireType }: WireField): void {
  const own = ownWireType(field);
  // A list may be packed: all its numbers behind one length.
  if (wireType === own || (field.fieldKind === "list" && wireType === LENGTH_DELIMITED)) return;
  throw new Error(`'${field.jsonName}' has wire type ${wireType}, where its type is written as wire type ${own}`);
}

function ownWireType(field: DescField): number {
  if (field.message !== undefined || field.fieldKind === "map") return LENGTH_DELIMITED;
  return field.scalar === undefined ? VARINT : WIRE_TYPES[field.scalar];
}

/** Texts are judged before they are decoded, and all of them together: of many the last one counts. */
function countText(field: DescField, bytes: number, counted: Counted): void {
  const bytesMax = bytesMaxOf(field);
  counted.textBytes += bytes;
  if (bytes <= bytesMax && counted.textBytes <= counted.textBytesMax) return;
  throw platenError("too_large", `'${field.jsonName}' is longer than ${bytesMax} bytes. Send less.`);
}

function tooMany(): Error {
  return platenError("too_large", `The request has more than ${FIELDS_MAX} fields beside its payload. Send fewer.`);
}
