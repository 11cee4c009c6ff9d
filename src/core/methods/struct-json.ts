// A google.protobuf.Struct in its binary form as JSON text, without a message in between: a payload of a hundred bytes,
// packed, would become a gigabyte of messages.
import { isUtf8 } from "node:buffer";
import { platenError } from "./errors.ts";
import type { Sliced } from "./slices.ts";
import { WireReader } from "./wire-reader.ts";

/** What the JSON of a payload may be. */
export interface StructLimits {
  /** How a refusal speaks of the payload, such as "data". */
  readonly member: string;
  /** The bytes that the plan allows, which count the JSON of a payload at every door. */
  readonly bytesMax: number;
}

/** No form's data lies deeper. */
const DEPTH_MAX = 100;

/** Values between two looks at the clock. */
const STEP_VALUES = 500;

/** Bytes of texts between two looks at the clock. */
const STEP_BYTES = 64 * 1024;

/** Field numbers of google/protobuf/struct.proto. */
const NULL_VALUE = 1;
const NUMBER_VALUE = 2;
const STRING_VALUE = 3;
const BOOL_VALUE = 4;
const STRUCT_VALUE = 5;
const LIST_VALUE = 6;

/** A Struct or a list whose end has not come yet. */
interface Open {
  readonly isStruct: boolean;
  readonly end: number;
  /** How many members or items were written. */
  written: number;
}

/** Writes Structs as JSON. What was written of several is joined. */
export class StructWriter {
  readonly #limits: StructLimits;
  readonly #full: Uint8Array[] = [];
  #part = new Uint8Array(4 * 1024);
  #used = 0;
  #size = 0;
  #work = 0;

  constructor(limits: StructLimits) {
    this.#limits = limits;
  }

  /** Adds text between Structs, such as the brackets of a list. */
  literal(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#byte(text.charCodeAt(at));
  }

  /** The JSON that was written, in memory that threads share. */
  joined(): Uint8Array {
    const bytes = new Uint8Array(new SharedArrayBuffer(this.#size));
    let at = 0;
    for (const part of [...this.#full, this.#part.subarray(0, this.#used)]) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  /** Writes a Struct. Throws an Error that says what is no Struct, and a refusal of what JSON can't say. */
  *write(bytes: Uint8Array): Sliced<void> {
    const reader = new WireReader(bytes);
    const open: Open[] = [];
    this.#open(open, true, bytes.length);
    let name = "";
    for (;;) {
      const top = open.at(-1);
      if (top === undefined) return;
      if (reader.position >= top.end) {
        open.pop();
        this.literal(top.isStruct ? "}" : "]");
        continue;
      }
      this.#work += 1;
      if (this.#work >= STEP_VALUES) {
        this.#work = 0;
        yield;
      }
      const { number, start, end } = reader.field(top.end);
      if (number !== 1 || start < 0) continue;
      if (top.written > 0) this.literal(",");
      top.written += 1;
      let value = { start, end };
      if (top.isStruct) {
        const entry = entryOf(reader, start, end);
        name = yield* this.#text(bytes, entry.key.start, entry.key.end);
        this.literal(":");
        value = entry.value;
      } else name = String(top.written - 1);
      yield* this.#value(bytes, reader, open, value, name);
    }
  }

  *#value(
    bytes: Uint8Array,
    reader: WireReader,
    open: Open[],
    { start, end }: { readonly start: number; readonly end: number },
    name: string,
  ): Sliced<void> {
    // Of several kinds the last one is the value's.
    let kind = 0;
    let from = 0;
    let to = 0;
    let bits = 0;
    reader.position = start;
    while (reader.position < end) {
      const field = reader.field(end);
      if (field.number < NULL_VALUE || field.number > LIST_VALUE) continue;
      kind = field.number;
      [from, to, bits] = [field.start, field.end, field.bits];
    }
    const isOfBytes = kind === STRING_VALUE || kind >= STRUCT_VALUE;
    if (kind === 0) throw new Error("google.protobuf.Value must have a value");
    if (isOfBytes !== from >= 0 && kind !== NUMBER_VALUE)
      throw new Error("a google.protobuf.Value has another wire type");
    switch (kind) {
      case NULL_VALUE:
        return this.literal("null");
      case NUMBER_VALUE:
        return this.literal(this.#number(bytes, to, name));
      case STRING_VALUE:
        yield* this.#text(bytes, from, to);
        return;
      case BOOL_VALUE:
        return this.literal(bits === 0 ? "false" : "true");
      default:
        this.#open(open, kind === STRUCT_VALUE, to);
        reader.position = from;
    }
  }

  #open(open: Open[], isStruct: boolean, end: number): void {
    if (open.length === DEPTH_MAX) throw new Error(`values are nested more than ${DEPTH_MAX} levels deep`);
    open.push({ isStruct, end, written: 0 });
    this.literal(isStruct ? "{" : "[");
  }

  #number(bytes: Uint8Array, end: number, name: string): string {
    const value = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(end - 8, true);
    if (Number.isFinite(value)) return String(value);
    const sentence = `${this.#limits.member}: '${name.slice(0, 60)}' is ${value}, which JSON can't say.`;
    throw platenError("invalid_argument", `${sentence} Send a finite number, or leave it out.`);
  }

  /** Writes a string with its quotes, and answers it where it is short, for those who speak of it. */
  *#text(bytes: Uint8Array, start: number, end: number): Sliced<string> {
    let isPlain = true;
    this.#byte(QUOTE);
    for (let from = start; from < end; from += STEP_BYTES) {
      const to = Math.min(end, from + STEP_BYTES);
      for (let at = from; at < to; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte >= 0x80) isPlain = false;
        if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) this.#byte(byte);
        else this.literal(JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
      }
      if (end - start > STEP_BYTES) yield;
    }
    this.#byte(QUOTE);
    const text = bytes.subarray(start, end);
    if (!isPlain && !isUtf8(text)) throw new Error("a string is not valid UTF-8");
    return text.length > 1_000 ? "" : new TextDecoder().decode(text);
  }

  #byte(byte: number): void {
    if (this.#used === this.#part.length) this.#next();
    this.#part[this.#used] = byte;
    this.#used += 1;
    this.#size += 1;
  }

  #next(): void {
    const { bytesMax } = this.#limits;
    if (this.#size > bytesMax) {
      const sentence = `As JSON, the request is larger than the ${bytesMax} bytes that the plan allows.`;
      throw platenError("too_large", `${sentence} Send less data.`);
    }
    this.#full.push(this.#part);
    this.#part = new Uint8Array(Math.min(1024 * 1024, 2 * this.#part.length));
    this.#used = 0;
  }
}

/** Key and value of a map's entry; what is not there is empty. */
function entryOf(reader: WireReader, start: number, end: number) {
  const nothing = { start: end, end };
  const entry = { key: nothing, value: nothing };
  reader.position = start;
  while (reader.position < end) {
    const field = reader.field(end);
    if (field.start < 0) continue;
    if (field.number === 1) entry.key = { start: field.start, end: field.end };
    else if (field.number === 2) entry.value = { start: field.start, end: field.end };
  }
  return entry;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
