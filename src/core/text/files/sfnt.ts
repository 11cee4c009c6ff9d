// The table directory of an sfnt file, and the reverse: an sfnt file made of chosen tables.

/** TrueType outlines, CFF outlines, and Apple's TrueType tag. */
const SFNT_VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565]);

/** A font with more tables than this is not a font. */
const TABLES_MAX = 256;

/**
 * The tables of a font file by tag, or one sentence on why it is none.
 * @param start where the table directory begins: past the file's start for a face of a collection.
 */
export function readTables(bytes: Uint8Array, start = 0): ReadonlyMap<string, Uint8Array> | string {
  if (bytes.length < start + 12) return "The file is too short to be a font.";
  const view = viewOf(bytes);
  const version = view.getUint32(start);
  if (version === 0x74746366) return "The file is a font collection; hand in one face of it.";
  if (version === 0x774f4646 || version === 0x774f4632) return "The file is a web font (WOFF); hand in the TTF or OTF.";
  if (!SFNT_VERSIONS.has(version)) return "The file is not a TrueType or OpenType font.";
  const count = view.getUint16(start + 4);
  if (count > TABLES_MAX || bytes.length < start + 12 + 16 * count) return "The font's table directory is damaged.";
  const tables = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const entry = start + 12 + 16 * index;
    const tag = tagText(view.getUint32(entry));
    const offset = view.getUint32(entry + 8);
    const length = view.getUint32(entry + 12);
    if (offset + length > bytes.length) return `The font's table ${tag} reaches beyond the end of the file.`;
    tables.set(tag, bytes.subarray(offset, offset + length));
  }
  return tables;
}

/** An sfnt file of the given tables; checksums are zero, since shapers do not read them. */
export function writeTables(parts: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  // Readers search the directory by halves: it is in the order of tags.
  const tables = parts.toSorted(([a], [b]) => tagNumber(a) - tagNumber(b));
  const directory = 12 + 16 * tables.length;
  let size = directory;
  for (const [, bytes] of tables) size += (bytes.length + 3) & ~3;
  const file = new Uint8Array(size);
  const view = viewOf(file);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  let offset = directory;
  tables.forEach(([tag, bytes], index) => {
    const entry = 12 + 16 * index;
    view.setUint32(entry, tagNumber(tag));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, bytes.length);
    file.set(bytes, offset);
    offset += (bytes.length + 3) & ~3;
  });
  return file;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** `"kern"` as the number that OpenType stores. */
export function tagNumber(tag: string): number {
  let value = 0;
  for (let index = 0; index < 4; index += 1) value = value * 256 + (tag.charCodeAt(index) & 0xff);
  return value;
}

export function tagText(tag: number): string {
  return String.fromCharCode(tag >>> 24, (tag >>> 16) & 0xff, (tag >>> 8) & 0xff, tag & 0xff);
}
