// JSON in the bytes that it came in, for values that are long and are not looked into: one pass over them is a quarter
// of what decoding, parsing and cutting a text takes.
import { isUtf8 } from "node:buffer";

/** The text of a JSON object in which long members are cut out. */
export interface CutJson {
  /** JSON in which `{}` or `[]` stands for each value that was cut out. */
  readonly text: string;
  /** The bytes of those values, by where the stand-in begins in the text: views of the bytes that were cut. */
  readonly values: ReadonlyMap<number, Uint8Array>;
}

/**
 * Cuts the values of some members out of a JSON object: objects, and arrays of nothing but objects. Null where the
 * bytes are no JSON object with members (RFC 8259), or one to be cut out is another value: whoever reads the whole text
 * says what is wrong.
 */
export function cutJson(bytes: Uint8Array, names: ReadonlySet<string>): CutJson | null {
  const cuts: Cut[] = [];
  let position = skipSpace(bytes, 0);
  if (bytes[position] !== OPENING_BRACE || !isUtf8(bytes)) return null;
  for (;;) {
    const nameStart = skipSpace(bytes, position + 1);
    const start = memberStart(bytes, nameStart);
    if (start === NO_JSON) return null;
    const isCut = names.has(String(JSON.parse(textOf(bytes, nameStart, stringEnd(bytes, nameStart)))));
    const cut = isCut ? cutAt(bytes, start) : null;
    if (cut !== null) cuts.push(cut);
    const end = isCut ? (cut?.end ?? NO_JSON) : jsonEnd(bytes, start);
    if (end === NO_JSON) return null;
    position = skipSpace(bytes, end);
    if (bytes[position] === CLOSING_BRACE) break;
    if (bytes[position] !== COMMA) return null;
  }
  return skipSpace(bytes, position + 1) === bytes.length ? without(bytes, cuts) : null;
}

interface Cut {
  readonly start: number;
  readonly end: number;
  /** Of an array; null for an object. */
  readonly entries: number | null;
}

function without(bytes: Uint8Array, cuts: readonly Cut[]): CutJson {
  const values = new Map<number, Uint8Array>();
  let text = "";
  let from = 0;
  for (const { start, end, entries } of cuts) {
    text += textOf(bytes, from, start);
    const value = bytes.subarray(start, end);
    if (entries !== null) entriesByBytes.set(value, entries);
    values.set(text.length, value);
    text += bytes[start] === OPENING_BRACE ? "{}" : "[]";
    from = end;
  }
  return { text: text + textOf(bytes, from, bytes.length), values };
}

const DECODER = new TextDecoder();

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return DECODER.decode(bytes.subarray(start, end));
}

/** Entries of arrays that were cut out, for whoever asks how many there are: to count them takes another pass. */
const entriesByBytes = new WeakMap<Uint8Array, number>();

/** How many entries the array has that `cutJson` cut out as these bytes; null for all other bytes. */
export function entriesOf(bytes: Uint8Array): number | null {
  return entriesByBytes.get(bytes) ?? null;
}

/** The end of an object, or of an array of nothing but objects, which is one of so many entries. */
function cutAt(bytes: Uint8Array, start: number): Cut | null {
  if (bytes[start] === OPENING_BRACE) {
    const end = jsonEnd(bytes, start);
    return end === NO_JSON ? null : { start, end, entries: null };
  }
  if (bytes[start] !== OPENING_BRACKET) return null;
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === CLOSING_BRACKET) return { start, end: position + 1, entries: 0 };
  for (let entries = 1; ; entries += 1) {
    const end = bytes[position] === OPENING_BRACE ? jsonEnd(bytes, position) : NO_JSON;
    if (end === NO_JSON) return null;
    position = skipSpace(bytes, end);
    if (bytes[position] === CLOSING_BRACKET) return { start, end: position + 1, entries };
    if (bytes[position] !== COMMA) return null;
    position = skipSpace(bytes, position + 1);
  }
}

/** What the functions below answer of bytes that are no JSON. */
const NO_JSON = -1;

/** Whether the brackets around a value are an object's, from the outermost in; longer for whoever nests deeper. */
let isInObject = new Uint8Array(64);

function deeper(depth: number, isObject: boolean): void {
  if (depth === isInObject.length) {
    const longer = new Uint8Array(2 * depth);
    longer.set(isInObject);
    isInObject = longer;
  }
  isInObject[depth] = isObject ? 1 : 0;
}

/**
 * The position after the JSON value that starts at `at`, or `NO_JSON`. There is no recursion, because the depth is the
 * client's. Whether strings are UTF-8 is not looked at. Bytes are compared where they stand and strings left by two
 * comparisons a byte: tables and a list of open brackets took more than twice as long, a hundredth of a batch.
 */
function jsonEnd(bytes: Uint8Array, at: number): number {
  let position = at;
  let depth = 0;
  for (;;) {
    const first = bytes[position];
    if (first === QUOTE) position = stringEnd(bytes, position);
    else if (first === OPENING_BRACE || first === OPENING_BRACKET) {
      const isObject = first === OPENING_BRACE;
      position = skipSpace(bytes, position + 1);
      if (bytes[position] !== (isObject ? CLOSING_BRACE : CLOSING_BRACKET)) {
        deeper(depth, isObject);
        depth += 1;
        if (isObject) position = memberStart(bytes, position);
        if (position === NO_JSON) return NO_JSON;
        continue;
      }
      position += 1;
    } else position = wordEnd(bytes, position);
    if (position === NO_JSON) return NO_JSON;
    for (;;) {
      if (depth === 0) return position;
      const isObject = isInObject[depth - 1] === 1;
      position = skipSpace(bytes, position);
      const next = bytes[position];
      if (next === COMMA) {
        position = skipSpace(bytes, position + 1);
        if (isObject) position = memberStart(bytes, position);
        if (position === NO_JSON) return NO_JSON;
        break;
      }
      if (next !== (isObject ? CLOSING_BRACE : CLOSING_BRACKET)) return NO_JSON;
      depth -= 1;
      position += 1;
    }
  }
}

/** Where the value of the member starts whose name starts at `at`. */
function memberStart(bytes: Uint8Array, at: number): number {
  const end = bytes[at] === QUOTE ? stringEnd(bytes, at) : NO_JSON;
  if (end === NO_JSON) return NO_JSON;
  const colon = skipSpace(bytes, end);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : NO_JSON;
}

/** Past the last byte is a zero, which no string holds. */
function stringEnd(bytes: Uint8Array, at: number): number {
  let position = at + 1;
  for (;;) {
    let byte = bytes[position] ?? 0;
    while (byte > QUOTE && byte !== BACKSLASH) byte = bytes[++position] ?? 0;
    if (byte === QUOTE) return position + 1;
    if (byte === SPACE || byte === EXCLAMATION) position += 1;
    else if (byte === BACKSLASH) {
      position = escapeEnd(bytes, position);
      if (position === NO_JSON) return NO_JSON;
    } else return NO_JSON;
  }
}

function escapeEnd(bytes: Uint8Array, at: number): number {
  const escaped = bytes[at + 1] ?? 0;
  if (escaped !== LETTER_U) return ESCAPES.has(escaped) ? at + 2 : NO_JSON;
  for (let digit = at + 2; digit < at + 6; digit += 1) {
    if (!isHexDigit(bytes[digit])) return NO_JSON;
  }
  return at + 6;
}

/** Where a number, `true`, `false` or `null` ends. */
function wordEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  const word = first === 0x74 ? "true" : first === 0x66 ? "false" : first === 0x6e ? "null" : "";
  if (word === "") return numberEnd(bytes, at);
  for (let index = 1; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return NO_JSON;
  }
  return at + word.length;
}

function numberEnd(bytes: Uint8Array, at: number): number {
  let position = bytes[at] === MINUS ? at + 1 : at;
  if (!isDigit(bytes[position])) return NO_JSON;
  position = bytes[position] === ZERO ? position + 1 : digitsEnd(bytes, position);
  if (bytes[position] === POINT) {
    if (!isDigit(bytes[position + 1])) return NO_JSON;
    position = digitsEnd(bytes, position + 1);
  }
  if (bytes[position] === 0x65 || bytes[position] === 0x45) {
    position += 1;
    if (bytes[position] === PLUS || bytes[position] === MINUS) position += 1;
    if (!isDigit(bytes[position])) return NO_JSON;
    position = digitsEnd(bytes, position);
  }
  return position;
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  let position = at;
  while (isDigit(bytes[position])) position += 1;
  return position;
}

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= 0x39;
}

function isHexDigit(byte = 0): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function skipSpace(bytes: Uint8Array, at: number): number {
  let position = at;
  let byte = bytes[position] ?? 0;
  if (byte > SPACE) return position;
  while (byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++position] ?? 0;
  return position;
}

const SPACE = 0x20;
const EXCLAMATION = 0x21;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const LETTER_U = 0x75;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
