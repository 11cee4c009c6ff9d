// Reads and writes the sfnt wrapper and the outlines' table of a TrueType font (OpenType §"Organization of an OpenType
// Font"): as much as copying glyphs needs.
import type { Font } from "../../../../core/sdk/index.ts";

/** A face's tables as the subsetter wants them: views on the font's own bytes, nothing copied. */
export interface TrueTypeProgram {
  readonly font: Font;
  readonly head: Uint8Array;
  readonly hhea: Uint8Array;
  readonly maxp: Uint8Array;
  readonly glyf: Uint8Array;
  /** Where each glyph starts in `glyf`; one more entry than there are glyphs. */
  readonly offsets: Uint32Array;
  /** Left side bearing of a glyph. */
  leftSideBearing(glyph: number): number;
  /** Tables of the instruction machine, copied as they stand; null where the font has none. */
  readonly instructions: readonly { readonly tag: string; readonly bytes: Uint8Array }[];
}

const programs = new WeakMap<Font, TrueTypeProgram>();

/** The parsed program of a font; made once per font, and the same whatever was rendered before. */
export function trueTypeProgram(font: Font): TrueTypeProgram {
  const known = programs.get(font);
  if (known !== undefined) return known;
  const program = readProgram(font);
  programs.set(font, program);
  return program;
}

function readProgram(font: Font): TrueTypeProgram {
  const head = requireTable(font, "head");
  const hhea = requireTable(font, "hhea");
  const hmtx = requireTable(font, "hmtx");
  const longMetrics = u16(hhea, 34);
  return {
    font,
    head,
    hhea,
    maxp: requireTable(font, "maxp"),
    glyf: requireTable(font, "glyf"),
    offsets: readOffsets(font, head),
    leftSideBearing(glyph) {
      return glyph < longMetrics ? i16(hmtx, glyph * 4 + 2) : i16(hmtx, longMetrics * 4 + (glyph - longMetrics) * 2);
    },
    instructions: ["cvt ", "fpgm", "prep"].flatMap((tag) => {
      const bytes = font.table(tag);
      return bytes === null ? [] : [{ tag, bytes }];
    }),
  };
}

function readOffsets(font: Font, head: Uint8Array): Uint32Array {
  const loca = requireTable(font, "loca");
  const isLong = u16(head, 50) === 1;
  const offsets = new Uint32Array(font.glyphCount + 1);
  for (let glyph = 0; glyph <= font.glyphCount; glyph++) {
    offsets[glyph] = isLong ? u32(loca, glyph * 4) : u16(loca, glyph * 2) * 2;
  }
  return offsets;
}

function requireTable(font: Font, tag: string): Uint8Array {
  const table = font.table(tag);
  if (table === null) throw new Error(`The font ${font.postScriptName} has no '${tag}' table and can't be embedded`);
  return table;
}

/** A complete sfnt file from its tables: directory in the order of tags, 4-byte padding, both kinds of checksum. */
export function writeSfnt(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].sort(byCodeUnit);
  const headerLength = 12 + tags.length * 16;
  let length = headerLength;
  for (const tag of tags) length += padded((tables.get(tag) as Uint8Array).length);

  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  const entrySelector = 31 - Math.clz32(tags.length);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tags.length);
  view.setUint16(6, 16 << entrySelector);
  view.setUint16(8, entrySelector);
  view.setUint16(10, tags.length * 16 - (16 << entrySelector));

  let offset = headerLength;
  let headOffset = -1;
  tags.forEach((tag, index) => {
    const table = tables.get(tag) as Uint8Array;
    file.set(table, offset);
    if (tag === "head") {
      headOffset = offset;
      view.setUint32(offset + 8, 0);
    }
    const entry = 12 + index * 16;
    for (let char = 0; char < 4; char++) file[entry + char] = tag.charCodeAt(char);
    view.setUint32(entry + 4, checksum(view, offset, padded(table.length)));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.length);
    offset += padded(table.length);
  });
  // checkSumAdjustment makes the whole file sum up to this constant (OpenType, 'head').
  if (headOffset >= 0) view.setUint32(headOffset + 8, (0xb1b0afba - checksum(view, 0, length)) >>> 0);
  return file;
}

function checksum(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) | 0;
  return sum >>> 0;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Big-endian reads; 0 past the end, so that a short table can't make them answer `undefined`. */
export function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function i16(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) << 16) >> 16;
}

export function u32(bytes: Uint8Array, at: number): number {
  return u16(bytes, at) * 0x10000 + u16(bytes, at + 2);
}
