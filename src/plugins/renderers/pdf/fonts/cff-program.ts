// Reads the CFF table of an OpenType font (Adobe Technical Note 5176): as much as copying its glyphs needs.
import type { Font } from "../../../../core/sdk/index.ts";
import { u16 } from "./sfnt.ts";

/** One operator of a DICT with its operands; escaped operators count from 1200. */
export interface DictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  /** The entry as it stands, operator included. */
  readonly bytes: Uint8Array;
}

export const OPERATORS = {
  charset: 15,
  charStrings: 17,
  private: 18,
  subrs: 19,
  fontBBox: 5,
  fontMatrix: 1207,
  ros: 1230,
  cidCount: 1234,
  fdArray: 1236,
  fdSelect: 1237,
} as const;

/** What glyphs of one kind share: hint values, widths, subroutines. */
export interface FontDict {
  readonly entries: readonly DictEntry[];
  readonly privateEntries: readonly DictEntry[];
  readonly subrs: readonly Uint8Array[];
}

export interface CffProgram {
  readonly top: readonly DictEntry[];
  readonly globalSubrs: readonly Uint8Array[];
  readonly charStrings: readonly Uint8Array[];
  readonly fontDicts: readonly FontDict[];
  /** The font dict of each glyph. */
  dictOf(glyph: number): number;
}

const programs = new WeakMap<Font, CffProgram>();

/** The parsed program of a font; made once per font, and the same whatever was rendered before. */
export function cffProgram(font: Font): CffProgram {
  const known = programs.get(font);
  if (known !== undefined) return known;
  const table = font.table("CFF ");
  if (table === null) {
    // Fonts are the installation's, not the user's: a face of another kind is a wrong set-up, not bad input.
    throw new Error(`The font ${font.postScriptName} has CFF2 outlines; install a static instance of it`);
  }
  const program = readProgram(table);
  programs.set(font, program);
  return program;
}

function readProgram(table: Uint8Array): CffProgram {
  const names = readIndex(table, table[2] ?? 4);
  const tops = readIndex(table, names.end);
  const strings = readIndex(table, tops.end);
  const globals = readIndex(table, strings.end);
  const top = readDict(tops.items[0] ?? new Uint8Array(0));
  const charStrings = readIndex(table, offsetOf(top, OPERATORS.charStrings)).items;
  if (operandsOf(top, OPERATORS.ros) === null) {
    const fontDicts = [readFontDict(table, top)];
    return { top, globalSubrs: globals.items, charStrings, fontDicts, dictOf: () => 0 };
  }
  const dicts = readIndex(table, offsetOf(top, OPERATORS.fdArray)).items;
  const fontDicts = dicts.map((dict) => readFontDict(table, readDict(dict)));
  const dictOf = readSelect(table, offsetOf(top, OPERATORS.fdSelect));
  return { top, globalSubrs: globals.items, charStrings, fontDicts, dictOf };
}

function readFontDict(table: Uint8Array, entries: readonly DictEntry[]): FontDict {
  const [size = 0, offset = 0] = operandsOf(entries, OPERATORS.private) ?? [];
  const privateEntries = readDict(table.subarray(offset, offset + size));
  const [subrsAt] = operandsOf(privateEntries, OPERATORS.subrs) ?? [];
  const subrs = subrsAt === undefined ? [] : readIndex(table, offset + subrsAt).items;
  return { entries, privateEntries, subrs };
}

export function operandsOf(entries: readonly DictEntry[], operator: number): readonly number[] | null {
  return entries.find((entry) => entry.operator === operator)?.operands ?? null;
}

function offsetOf(entries: readonly DictEntry[], operator: number): number {
  return operandsOf(entries, operator)?.[0] ?? 0;
}

/** §5: an array of byte strings. */
function readIndex(table: Uint8Array, at: number): { readonly items: readonly Uint8Array[]; readonly end: number } {
  const count = u16(table, at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = table[at + 2] ?? 1;
  const offsetAt = (index: number): number => {
    let offset = 0;
    for (let byte = 0; byte < size; byte++) offset = offset * 256 + (table[at + 3 + index * size + byte] ?? 0);
    return offset;
  };
  // Offsets count from the byte before the data.
  const data = at + 2 + (count + 1) * size;
  const items: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    items.push(table.subarray(data + offsetAt(index), data + offsetAt(index + 1)));
  }
  return { items, end: data + offsetAt(count) };
}

/** §4: operands come before their operator. */
function readDict(dict: Uint8Array): readonly DictEntry[] {
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = 0;
  for (let at = 0; at < dict.length; ) {
    const first = dict[at] ?? 0;
    if (first <= 21) {
      const escaped = first === 12;
      const operator = escaped ? 1200 + (dict[at + 1] ?? 0) : first;
      at += escaped ? 2 : 1;
      entries.push({ operator, operands, bytes: dict.subarray(start, at) });
      operands = [];
      start = at;
      continue;
    }
    const number = readNumber(dict, at);
    operands.push(number.value);
    at = number.end;
  }
  return entries;
}

function readNumber(dict: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  const first = dict[at] ?? 0;
  const byte = (offset: number): number => dict[at + offset] ?? 0;
  if (first === 28) return { value: ((byte(1) << 24) >> 16) | byte(2), end: at + 3 };
  if (first === 29) return { value: (byte(1) << 24) | (byte(2) << 16) | (byte(3) << 8) | byte(4), end: at + 5 };
  if (first === 30) {
    // A real number in half bytes, of which none is ever an offset: only its end is wanted.
    let end = at + 1;
    while (end < dict.length && ((dict[end] ?? 0) & 0xf) !== 0xf) end += 1;
    return { value: Number.NaN, end: end + 1 };
  }
  if (first <= 246) return { value: first - 139, end: at + 1 };
  if (first <= 250) return { value: (first - 247) * 256 + byte(1) + 108, end: at + 2 };
  return { value: -(first - 251) * 256 - byte(1) - 108, end: at + 2 };
}

/** §19: which font dict each glyph belongs to. */
function readSelect(table: Uint8Array, at: number): (glyph: number) => number {
  if (table[at] === 0) return (glyph) => table[at + 1 + glyph] ?? 0;
  const ranges: { readonly first: number; readonly dict: number }[] = [];
  const count = u16(table, at + 1);
  for (let range = 0; range < count; range++) {
    ranges.push({ first: u16(table, at + 3 + range * 3), dict: table[at + 5 + range * 3] ?? 0 });
  }
  return (glyph) => ranges.findLast((range) => range.first <= glyph)?.dict ?? 0;
}
