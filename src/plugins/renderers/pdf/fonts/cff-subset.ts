// Codes and glyph ids → a small CFF font program that holds just these glyphs (Adobe Technical Note 5176). It is
// CID-keyed, and a glyph's CID is its code, so that content streams need no map.
import { ByteArena } from "../byte-arena.ts";
import { type CffProgram, type DictEntry, type FontDict, OPERATORS } from "./cff-program.ts";
import { markSubrs, type UsedSubrs } from "./charstrings.ts";

/**
 * `Adobe Identity 0 ROS`: the file's first two own strings, which are counted from 391. In the short form of numbers,
 * since judges look for the operator among the first bytes.
 */
const IDENTITY_ROS = Uint8Array.of(248, 27, 248, 28, 139, 12, 30);

/** A subroutine that nothing calls: `return` alone. */
const EMPTY_SUBR = Uint8Array.of(11);

/** `coded` are codes and their original glyphs; glyph 0 is added. Answers the font program for `/FontFile3`. */
export function subsetCff(program: CffProgram, coded: ReadonlyMap<number, number>, name: string): Uint8Array {
  const entries = [...new Map([[0, 0], ...coded])].filter(([, glyph]) => glyph < program.charStrings.length);
  entries.sort(([left], [right]) => left - right);
  const glyphs = entries.map(([, glyph]) => glyph);
  const codes = entries.map(([code]) => code);
  const subrs = markSubrs(program, glyphs);
  const charStrings = index(glyphs.map((glyph) => program.charStrings[glyph] ?? new Uint8Array(0)));
  const charset = charsetOf(codes);
  const select = Uint8Array.from([0, ...glyphs.map((glyph) => program.dictOf(glyph))]);
  const head = joined([
    Uint8Array.of(1, 0, 4, 4),
    index([ascii(name)]),
    // The top DICT comes here; its length does not hang on the offsets in it.
  ]);
  const strings = index([ascii("Adobe"), ascii("Identity")]);
  const globals = index(keptSubrs(program.globalSubrs, subrs.global));
  const topLength = index([topDict(program, codes, { charset: 0, select: 0, charStrings: 0, dicts: 0 })]).length;
  const charsetAt = head.length + topLength + strings.length + globals.length;
  const selectAt = charsetAt + charset.length;
  const charStringsAt = selectAt + select.length;
  const privatesAt = charStringsAt + charStrings.length;
  const { privates, dicts, dictsAt } = writeFontDicts(program, subrs, privatesAt);
  const offsets = { charset: charsetAt, select: selectAt, charStrings: charStringsAt, dicts: dictsAt };
  const top = index([topDict(program, codes, offsets)]);
  return joined([head, top, strings, globals, charset, select, charStrings, ...privates, dicts]);
}

interface Offsets {
  readonly charset: number;
  readonly select: number;
  readonly charStrings: number;
  readonly dicts: number;
}

/** `ROS` must come first (§18). Every offset takes five bytes, whatever it is. */
function topDict(program: CffProgram, codes: readonly number[], offsets: Offsets): Uint8Array {
  const kept = (operator: number): Uint8Array =>
    program.top.find((entry) => entry.operator === operator)?.bytes ?? new Uint8Array(0);
  return joined([
    IDENTITY_ROS,
    kept(OPERATORS.fontMatrix),
    kept(OPERATORS.fontBBox),
    entry([(codes.at(-1) ?? 0) + 1], OPERATORS.cidCount),
    entry([offsets.charset], OPERATORS.charset),
    entry([offsets.select], OPERATORS.fdSelect),
    entry([offsets.charStrings], OPERATORS.charStrings),
    entry([offsets.dicts], OPERATORS.fdArray),
  ]);
}

function writeFontDicts(program: CffProgram, subrs: UsedSubrs, start: number) {
  const privates: Uint8Array[] = [];
  const dicts: Uint8Array[] = [];
  let at = start;
  program.fontDicts.forEach((dict, number) => {
    const { bytes, size } = privateDict(dict, subrs.local[number] ?? new Set());
    privates.push(bytes);
    // In a CID-keyed font each of its dicts may scale; a name-keyed one scales in its top DICT.
    const isOwn = dict.entries !== program.top;
    const matrix = isOwn ? dict.entries.find((each) => each.operator === OPERATORS.fontMatrix)?.bytes : undefined;
    dicts.push(joined([matrix ?? new Uint8Array(0), entry([size, at], OPERATORS.private)]));
    at += bytes.length;
  });
  return { privates, dicts: index(dicts), dictsAt: at };
}

/** The dict's entries as they stand, and its subroutines right behind it. */
function privateDict(dict: FontDict, used: ReadonlySet<number>): { readonly bytes: Uint8Array; readonly size: number } {
  const kept: readonly DictEntry[] = dict.privateEntries.filter((each) => each.operator !== OPERATORS.subrs);
  const entries = joined(kept.map((each) => each.bytes));
  if (dict.subrs.length === 0) return { bytes: entries, size: entries.length };
  const size = entries.length + entry([0], OPERATORS.subrs).length;
  const subrs = index(keptSubrs(dict.subrs, used));
  return { bytes: joined([entries, entry([size], OPERATORS.subrs), subrs]), size };
}

/** Subroutines are called by their place in the array, so what is not called leaves a gap. */
function keptSubrs(subrs: readonly Uint8Array[], used: ReadonlySet<number>): readonly Uint8Array[] {
  return subrs.map((subr, number) => (used.has(number) ? subr : EMPTY_SUBR));
}

/** Format 0: the CID of every glyph but the first. */
function charsetOf(codes: readonly number[]): Uint8Array {
  const charset = new Uint8Array(1 + (codes.length - 1) * 2);
  codes.slice(1).forEach((code, place) => {
    charset[1 + place * 2] = code >> 8;
    charset[2 + place * 2] = code & 0xff;
  });
  return charset;
}

function entry(operands: readonly number[], operator: number): Uint8Array {
  const bytes = operands.flatMap((value) => [
    29,
    (value >>> 24) & 0xff,
    (value >> 16) & 0xff,
    (value >> 8) & 0xff,
    value & 0xff,
  ]);
  return Uint8Array.from([...bytes, ...(operator >= 1200 ? [12, operator - 1200] : [operator])]);
}

/** §5, with offsets of four bytes: compression makes up for them. */
function index(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  const arena = new ByteArena(3 + (items.length + 1) * 4 + items.reduce((length, item) => length + item.length, 0));
  arena.byte(items.length >> 8);
  arena.byte(items.length & 0xff);
  arena.byte(4);
  let offset = 1;
  const writeOffset = (): void => {
    for (const shift of [24, 16, 8, 0]) arena.byte((offset >> shift) & 0xff);
  };
  writeOffset();
  for (const item of items) {
    offset += item.length;
    writeOffset();
  }
  for (const item of items) arena.append(item);
  return arena.toBytes();
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
