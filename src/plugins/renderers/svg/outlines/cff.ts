// `CFF ` outlines (Adobe Technical Note 5176) → path data, by way of the Type 2 charstring interpreter.
import { type CharstringSet, runCharstring } from "./charstring.ts";
import { i16, type OutlineReader, type Tables, u8, u16 } from "./sfnt-bytes.ts";

// Operators of the dictionaries; two-byte ones are 1200 and the second byte.
const CHARSTRINGS = 17;
const PRIVATE = 18;
const LOCAL_SUBROUTINES = 19;
const FONT_DICTIONARIES = 1236;
const FONT_SELECTION = 1237;

type Dictionary = ReadonlyMap<number, readonly number[]>;

interface Index {
  readonly entries: readonly Uint8Array[];
  /** Where the next structure starts. */
  readonly end: number;
}

/** Answers a reader of a face's glyphs. */
export function readCff(tables: Tables): OutlineReader {
  const bytes = tables("CFF ");
  const names = readIndex(bytes, u8(bytes, 2));
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const globalSubroutines = readIndex(bytes, strings.end).entries;
  const top = readDictionary(tops.entries[0] ?? new Uint8Array(0));
  const charstrings = readIndex(bytes, operand(top, CHARSTRINGS)).entries;
  const dictionaries = top.has(FONT_DICTIONARIES)
    ? readIndex(bytes, operand(top, FONT_DICTIONARIES)).entries.map(readDictionary)
    : [top];
  const locals = dictionaries.map((dictionary) => localSubroutines(bytes, dictionary));
  const choose = top.has(FONT_SELECTION) ? fontSelection(bytes, operand(top, FONT_SELECTION)) : () => 0;
  return (glyph) => {
    const set: CharstringSet = { globalSubroutines, localSubroutines: locals[choose(glyph)] ?? [] };
    return runCharstring(charstrings[glyph] ?? new Uint8Array(0), set);
  };
}

function operand(dictionary: Dictionary, operator: number, index = 0): number {
  return dictionary.get(operator)?.[index] ?? 0;
}

function localSubroutines(bytes: Uint8Array, dictionary: Dictionary): readonly Uint8Array[] {
  const [length, start] = [operand(dictionary, PRIVATE, 0), operand(dictionary, PRIVATE, 1)];
  const offset = operand(readDictionary(bytes.subarray(start, start + length)), LOCAL_SUBROUTINES);
  return offset === 0 ? [] : readIndex(bytes, start + offset).entries;
}

function readIndex(bytes: Uint8Array, at: number): Index {
  const count = u16(bytes, at);
  if (count === 0) return { entries: [], end: at + 2 };
  const size = u8(bytes, at + 2);
  const offset = (index: number): number => {
    let value = 0;
    for (let byte = 0; byte < size; byte++) value = value * 256 + u8(bytes, at + 3 + index * size + byte);
    return value;
  };
  // Offsets count from the byte before the data.
  const base = at + 2 + (count + 1) * size;
  const entries = Array.from({ length: count }, (_, index) =>
    bytes.subarray(base + offset(index), base + offset(index + 1)),
  );
  return { entries, end: base + offset(count) };
}

function readDictionary(bytes: Uint8Array): Dictionary {
  const dictionary = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const byte = u8(bytes, at);
    if (byte <= 21) {
      const isLong = byte === 12;
      dictionary.set(isLong ? 1200 + u8(bytes, at + 1) : byte, operands);
      operands = [];
      at += isLong ? 2 : 1;
      continue;
    }
    const [value, length] = readNumber(bytes, at, byte);
    operands.push(value);
    at += length;
  }
  return dictionary;
}

/** A number of a dictionary and how many bytes it takes. Real numbers are skipped: nothing that is read here is one. */
function readNumber(bytes: Uint8Array, at: number, byte: number): readonly [number, number] {
  if (byte === 28) return [i16(bytes, at + 1), 3];
  if (byte === 29) return [(u16(bytes, at + 1) << 16) | u16(bytes, at + 3), 5];
  if (byte === 30) {
    let end = at + 1;
    while (end < bytes.length && (u8(bytes, end) & 0x0f) !== 0x0f) end += 1;
    return [0, end + 1 - at];
  }
  if (byte >= 32 && byte <= 246) return [byte - 139, 1];
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + u8(bytes, at + 1) + 108, 2];
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - u8(bytes, at + 1) - 108, 2];
  return [0, 1];
}

/** Which font dictionary a glyph of a CID-keyed face belongs to. */
function fontSelection(bytes: Uint8Array, at: number): (glyph: number) => number {
  if (u8(bytes, at) === 0) return (glyph) => u8(bytes, at + 1 + glyph);
  const count = u16(bytes, at + 1);
  const first = (range: number): number => u16(bytes, at + 3 + range * 3);
  return (glyph) => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (first(middle) <= glyph) low = middle;
      else high = middle - 1;
    }
    return u8(bytes, at + 3 + low * 3 + 2);
  };
}
