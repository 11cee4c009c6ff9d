// What a font file says about itself: the names that a template may call it by, its weight, and whether its licence
// lets documents hold it. https://learn.microsoft.com/typography/opentype/spec/name

import { type FontAxis, readAxes } from "./font-axes.ts";
import { readTables, viewOf, writeTables } from "./sfnt.ts";

export interface FaceNames {
  /** The family's names in all languages of the file, the English one first; families of at most four styles. */
  readonly families: readonly string[];
  readonly weight: "normal" | "bold";
  readonly isItalic: boolean;
  /** What a variable font can vary; none where the font is static. */
  readonly axes: readonly FontAxis[];
  /** The font must be made static before it is read: it is variable, or has outlines that PDF 1.7 does not know. */
  readonly needsFixing: boolean;
}

/** Name records: the family in the model of four styles (regular, bold, italic, bold italic). */
const FAMILY_NAME = 1;
/** The family of all weights: what a variable font is called, whose four-style family is that of its default. */
const TYPOGRAPHIC_FAMILY_NAME = 16;
const PLATFORM_UNICODE = 0;
const PLATFORM_WINDOWS = 3;
const ENGLISH = 0x0409;

/** `fsType` of OS/2: may not be embedded at all, not as a subset, or as bitmaps only. */
const RESTRICTED = 0x0002;
const USAGE_MASK = 0x000f;
const NO_SUBSETTING = 0x0100;
const BITMAPS_ONLY = 0x0200;

/** Bits of `head`'s `macStyle`. */
const BOLD = 1;
const ITALIC = 2;

/** A face's names, or one sentence on why documents cannot use it. */
export function readFaceNames(bytes: Uint8Array): FaceNames | string {
  try {
    const tables = readTables(bytes);
    if (typeof tables === "string") return tables;
    const head = tables.get("head");
    const names = tables.get("name");
    if (head === undefined || names === undefined) return "The font has no table head or name.";
    if (!tables.has("glyf") && !tables.has("CFF ") && !tables.has("CFF2"))
      return "The font has no outlines that documents can hold.";
    const os2 = tables.get("OS/2");
    const usage = os2 === undefined ? 0 : viewOf(os2).getUint16(8);
    if ((usage & USAGE_MASK) === RESTRICTED) return "The font's licence forbids to embed it in documents (fsType 2).";
    if ((usage & NO_SUBSETTING) !== 0) return "The font's licence forbids to embed parts of it (fsType 0x100).";
    if ((usage & BITMAPS_ONLY) !== 0) return "The font's licence lets only bitmaps be embedded (fsType 0x200).";
    const axes = readAxes(tables.get("fvar"));
    const wide = axes.length > 0 ? readFamilies(names, TYPOGRAPHIC_FAMILY_NAME) : [];
    const families = [...new Set([...wide, ...readFamilies(names, FAMILY_NAME)])];
    if (families.length === 0) return "The font has no family name.";
    const style = viewOf(head).getUint16(44);
    const weight = (style & BOLD) === 0 ? "normal" : "bold";
    const needsFixing = axes.length > 0 || (tables.has("CFF2") && !tables.has("glyf") && !tables.has("CFF "));
    return { families, weight, isItalic: (style & ITALIC) !== 0, axes, needsFixing };
  } catch (error) {
    if (error instanceof RangeError) return "The font is damaged: one of its tables ends too early.";
    throw error;
  }
}

function readFamilies(bytes: Uint8Array, nameId: number): readonly string[] {
  const view = viewOf(bytes);
  const strings = view.getUint16(4);
  const found: { readonly name: string; readonly isEnglish: boolean }[] = [];
  for (let index = 0; index < view.getUint16(2); index += 1) {
    const record = 6 + 12 * index;
    const platform = view.getUint16(record);
    if (view.getUint16(record + 6) !== nameId) continue;
    if (platform !== PLATFORM_WINDOWS && platform !== PLATFORM_UNICODE) continue;
    const at = strings + view.getUint16(record + 10);
    let name = "";
    for (let n = 0; n < view.getUint16(record + 8); n += 2) name += String.fromCharCode(view.getUint16(at + n));
    found.push({ name, isEnglish: platform === PLATFORM_UNICODE || view.getUint16(record + 4) === ENGLISH });
  }
  const sorted = [...found.filter(({ isEnglish }) => isEnglish), ...found.filter(({ isEnglish }) => !isEnglish)];
  return [...new Set(sorted.map(({ name }) => name).filter((name) => name.trim() !== ""))];
}

const COLLECTION = 0x74746366;
const OPENTYPE_CFF = 0x4f54544f;
const TRUETYPE = 0x00010000;
/** A collection of more faces is none. */
const FACES_MAX = 64;

/** The faces of a font file, each as a file of its own: those of a collection (.ttc), or the file itself. */
export function splitCollection(bytes: Uint8Array): readonly Uint8Array[] {
  const view = viewOf(bytes);
  if (bytes.length < 12 || view.getUint32(0) !== COLLECTION) return [bytes];
  const count = view.getUint32(8);
  if (count > FACES_MAX || bytes.length < 12 + 4 * count) return [bytes];
  return Array.from({ length: count }, (_, face) => faceAt(bytes, view.getUint32(12 + 4 * face)));
}

/** One that cannot be read comes out as no bytes, which is no font. */
function faceAt(bytes: Uint8Array, offset: number): Uint8Array {
  const tables = readTables(bytes, offset);
  if (typeof tables === "string") return new Uint8Array(0);
  const file = writeTables([...tables]);
  viewOf(file).setUint32(0, CFF_TAGS.some((tag) => tables.has(tag)) ? OPENTYPE_CFF : TRUETYPE);
  return file;
}

const CFF_TAGS = ["CFF ", "CFF2"];
