// Turns a font file into a `Font`: checks what must be there, reads small tables, keeps the rest for those who ask.
import { readCharacterMap } from "./character-map.ts";
import type { Font } from "./font.ts";
import { type GlyphText, glyphTexts, otherGlyphTexts } from "./glyph-text.ts";
import { type LayoutTable, readLayoutTable } from "./layout-tables.ts";
import { readTables, viewOf } from "./sfnt.ts";

/** A font file as the composition root hands it in. */
export interface FontFile {
  /** The whole sfnt file (TrueType or OpenType, not a collection). */
  readonly bytes: Uint8Array;
  readonly family: string;
  readonly weight: "normal" | "bold";
  /** Hex digits of the file's SHA-256. */
  readonly sha256: string;
  /** Ends the font's own name, where several fonts are made of one file. */
  readonly nameSuffix?: string;
}

/** A font, or one sentence that says what is wrong with the file. */
export type ParsedFont = { readonly font: Font } | { readonly problem: string };

/** Tables without which no text can be set. */
const REQUIRED_TABLES = ["head", "hhea", "hmtx", "maxp", "cmap"] as const;

/** Digits of the hash that make a font's identity: 64 bits. */
const ID_HASH_DIGITS = 16;

/** Parses a font file once for the whole process. The bytes are kept, not copied, and must not change afterwards. */
export function parseFont(file: FontFile): ParsedFont {
  try {
    return parse(file);
  } catch (error) {
    if (error instanceof RangeError) return { problem: "The font is damaged: one of its tables ends too early." };
    throw error;
  }
}

function parse(file: FontFile): ParsedFont {
  const tables = readTables(file.bytes);
  if (typeof tables === "string") return { problem: tables };
  const missing = REQUIRED_TABLES.find((tag) => !tables.has(tag));
  if (missing !== undefined) return { problem: `The font has no table ${missing}.` };
  const outlines = tables.has("glyf") ? "truetype" : "cff";
  if (outlines === "cff" && !tables.has("CFF ")) {
    const isVariable = tables.has("CFF2");
    return {
      problem: isVariable
        ? "The font has outlines of version 2 (CFF2), which were to be made static before."
        : "The font has no outlines.",
    };
  }
  const table = (tag: string): Uint8Array | null => tables.get(tag) ?? null;
  const glyphCount = required(table, "maxp").getUint16(4);
  const map = readCharacterMap(table("cmap") ?? new Uint8Array(4), glyphCount);
  if (map === null) return { problem: "The font has no Unicode character map in format 4 or 12." };
  const metrics = readMetrics(table);
  if (metrics.unitsPerEm < 16 || metrics.unitsPerEm > 16384)
    return { problem: "The font's units per em are out of range." };
  const advances = readAdvances(required(table, "hhea").getUint16(34), required(table, "hmtx"), glyphCount);
  const ownName = readPostScriptName(table("name")) ?? file.family.replaceAll(" ", "");
  const postScriptName = `${ownName}${file.nameSuffix ?? ""}`;
  const substitutions = (): LayoutTable | null => readLayoutTable("GSUB", table("GSUB"));
  let texts: readonly string[] | null = null;
  let others: readonly GlyphText[] | null = null;
  const allTexts = (): readonly string[] => (texts ??= glyphTexts(glyphCount, map, substitutions()));
  const font: Font = {
    id: `${postScriptName}-${file.sha256.slice(0, ID_HASH_DIGITS)}`,
    family: file.family,
    postScriptName,
    weight: file.weight,
    glyphCount,
    ...metrics,
    outlines,
    bytes: file.bytes,
    table,
    glyphOf: map.glyphOf,
    variationGlyphOf: map.variationGlyphOf,
    advanceOf: (glyph) => advances[glyph] ?? 0,
    textOf: (glyph) => allTexts()[glyph] ?? "",
    otherTexts: () => (others ??= otherGlyphTexts(map, substitutions(), allTexts())),
  };
  return { font };
}

function required(table: (tag: string) => Uint8Array | null, tag: string): DataView {
  return viewOf(table(tag) ?? new Uint8Array(0));
}

type Metrics = Pick<Font, "unitsPerEm" | "ascent" | "descent" | "capHeight" | "italicAngle" | "boundingBox">;

/** From `head`, `hhea`, `OS/2` and `post`; the typographic ascent is preferred over hhea's. */
function readMetrics(table: (tag: string) => Uint8Array | null): Metrics {
  const head = required(table, "head");
  const hhea = required(table, "hhea");
  const os2Bytes = table("OS/2");
  const os2 = os2Bytes === null ? null : viewOf(os2Bytes);
  const post = table("post");
  const ascent = os2 !== null && os2.byteLength >= 72 ? os2.getInt16(68) : hhea.getInt16(4);
  const descent = os2 !== null && os2.byteLength >= 72 ? os2.getInt16(70) : hhea.getInt16(6);
  const hasCapHeight = os2 !== null && os2.getUint16(0) >= 2 && os2.byteLength >= 90;
  return {
    unitsPerEm: head.getUint16(18),
    ascent,
    descent,
    capHeight: hasCapHeight ? os2.getInt16(88) : Math.floor(ascent * 0.8),
    italicAngle: post === null ? 0 : viewOf(post).getInt32(4) / 0x10000,
    boundingBox: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
  };
}

/** One advance per glyph; glyphs beyond the last long metric repeat its advance. */
function readAdvances(longMetrics: number, hmtx: DataView, glyphCount: number): Uint16Array {
  const advances = new Uint16Array(glyphCount);
  let last = 0;
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    if (glyph < longMetrics) last = hmtx.getUint16(4 * glyph);
    advances[glyph] = last;
  }
  return advances;
}

/** Name id 6, which is ASCII by definition; null where the font has none. */
function readPostScriptName(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  const view = viewOf(bytes);
  const strings = view.getUint16(4);
  for (let index = 0; index < view.getUint16(2); index += 1) {
    const record = 6 + 12 * index;
    if (view.getUint16(record + 6) !== 6) continue;
    const length = view.getUint16(record + 8);
    const at = strings + view.getUint16(record + 10);
    const isWide = view.getUint16(record) !== 1;
    let name = "";
    for (let n = isWide ? 1 : 0; n < length; n += isWide ? 2 : 1) name += String.fromCharCode(view.getUint8(at + n));
    const safe = name.replace(/[^!-~]|[[\](){}<>/%]/g, "");
    if (safe !== "") return safe;
  }
  return null;
}
