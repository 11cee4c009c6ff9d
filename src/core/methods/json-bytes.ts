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
    const end = isCut ? objectsEnd(bytes, start) : jsonEnd(bytes, start);
    if (end === NO_JSON) return null;
    if (isCut) cuts.push({ start, end });
    position = skipSpace(bytes, end);
    if (bytes[position] === CLOSING_BRACE) break;
    if (bytes[position] !== COMMA) return null;
  }
  return skipSpace(bytes, position + 1) === bytes.length ? without(bytes, cuts) : null;
}

interface Cut {
  readonly start: number;
  readonly end: number;
}

function without(bytes: Uint8Array, cuts: readonly Cut[]): CutJson {
  const values = new Map<number, Uint8Array>();
  let text = "";
  let from = 0;
  for (const { start, end } of cuts) {
    text += textOf(bytes, from, start);
    values.set(text.length, bytes.subarray(start, end));
    text += bytes[start] === OPENING_BRACE ? "{}" : "[]";
    from = end;
  }
  return { text: text + textOf(bytes, from, bytes.length), values };
}

const DECODER = new TextDecoder();

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return DECODER.decode(bytes.subarray(start, end));
}

/** Where an object ends, or an array of nothing but objects. */
function objectsEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] === OPENING_BRACE) return jsonEnd(bytes, start);
  if (bytes[start] !== OPENING_BRACKET) return NO_JSON;
  let position = skipSpace(bytes, start + 1);
  if (bytes[position] === CLOSING_BRACKET) return position + 1;
  for (;;) {
    const end = bytes[position] === OPENING_BRACE ? jsonEnd(bytes, position) : NO_JSON;
    if (end === NO_JSON) return NO_JSON;
    position = skipSpace(bytes, end);
    if (bytes[position] === CLOSING_BRACKET) return position + 1;
    if (bytes[position] !== COMMA) return NO_JSON;
    position = skipSpace(bytes, position + 1);
  }
}

/** What the functions below answer of bytes that are no JSON. */
const NO_JSON = -1;

/**
 * The position after the JSON value that starts at `at`, or `NO_JSON`. There is no recursion, because the depth is the
 * client's. Whether strings are UTF-8 is not looked at.
 */
function jsonEnd(bytes: Uint8Array, at: number): number {
  /** The brackets that are open. */
  const open: number[] = [];
  let position = at;
  for (;;) {
    const first = bytes[position];
    if (first === OPENING_BRACE || first === OPENING_BRACKET) {
      position = skipSpace(bytes, position + 1);
      if (bytes[position] !== closing(first)) {
        open.push(first);
        position = first === OPENING_BRACE ? memberStart(bytes, position) : position;
        if (position === NO_JSON) return NO_JSON;
        continue;
      }
      position += 1;
    } else {
      position = first === QUOTE ? stringEnd(bytes, position) : wordEnd(bytes, position);
      if (position === NO_JSON) return NO_JSON;
    }
    for (;;) {
      const inner = open[open.length - 1];
      if (inner === undefined) return position;
      position = skipSpace(bytes, position);
      if (bytes[position] === COMMA) {
        position = skipSpace(bytes, position + 1);
        position = inner === OPENING_BRACE ? memberStart(bytes, position) : position;
        if (position === NO_JSON) return NO_JSON;
        break;
      }
      if (bytes[position] !== closing(inner)) return NO_JSON;
      open.pop();
      position += 1;
    }
  }
}

function closing(opening: number): number {
  return opening === OPENING_BRACE ? CLOSING_BRACE : CLOSING_BRACKET;
}

/** Where the value of the member starts whose name starts at `at`. */
function memberStart(bytes: Uint8Array, at: number): number {
  const end = bytes[at] === QUOTE ? stringEnd(bytes, at) : NO_JSON;
  if (end === NO_JSON) return NO_JSON;
  const colon = skipSpace(bytes, end);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : NO_JSON;
}

function stringEnd(bytes: Uint8Array, at: number): number {
  let position = at + 1;
  for (;;) {
    let byte = bytes[position];
    while (byte !== undefined && IN_STRING[byte] === 1) byte = bytes[++position];
    if (byte === QUOTE) return position + 1;
    if (byte !== BACKSLASH) return NO_JSON;
    const escaped = bytes[position + 1];
    if (escaped === LETTER_U) {
      for (let digit = position + 2; digit < position + 6; digit += 1) {
        if (!isHexDigit(bytes[digit])) return NO_JSON;
      }
      position += 6;
    } else if (escaped !== undefined && ESCAPES.has(escaped)) position += 2;
    else return NO_JSON;
  }
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
  let byte = bytes[position];
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++position];
  return position;
}

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

/** 1 for each byte that stands for itself in a string: all but control characters, the quote and the backslash. */
const IN_STRING = new Uint8Array(256).fill(1, 0x20);
IN_STRING[QUOTE] = 0;
IN_STRING[BACKSLASH] = 0;

const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
