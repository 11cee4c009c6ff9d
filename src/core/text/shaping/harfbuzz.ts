// HarfBuzz, from the WebAssembly bytes of the harfbuzzjs package. The package's own wrapper loads its file by
// itself and answers an object per glyph; this binding takes the bytes handed in and reads the glyph arrays where
// they lie.
import { type Font, tagNumber, verticalAdvances, verticalOrigins, writeTables } from "../files/index.ts";

/** The part of the host's WebAssembly that is used; the language's own library does not declare it. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** Tables that shaping reads. Outlines stay out: the WebAssembly heap holds a copy of what it is given (PDF 1). */
const SHAPING_TABLES = [
  "BASE",
  "GDEF",
  "GPOS",
  "GSUB",
  "OS/2",
  "cmap",
  "head",
  "hhea",
  "hmtx",
  "kern",
  "maxp",
  "vhea",
  "vmtx",
] as const;

/** `hb_direction_t`. */
const DIRECTIONS = { horizontal: 4, vertical: 6 } as const;

/** Sizes of `hb_glyph_info_t`, `hb_glyph_position_t` and `hb_feature_t`, and 32-bit words per glyph record. */
const GLYPH_WORDS = 5;
const FEATURE_BYTES = 16;
/** `hb_font_extents_t`: ascender, descender, line gap and nine reserved words. */
const FONT_EXTENTS_BYTES = 48;
const UNSAFE_TO_BREAK = 1;
const MEMORY_MODE_WRITABLE = 2;
const WASM_PAGE_BYTES = 65536;
const WASM_PAGES_MAX = 32768;

export interface HarfBuzzFeature {
  readonly tag: string;
  readonly value: number;
}

/** A font inside HarfBuzz, with a script, language, direction and features settled once. */
export interface HarfBuzzShaper {
  shape(text: string): ShapedGlyphs;
}

/** Shaped glyphs in font units. */
export interface ShapedGlyphs {
  readonly glyphs: readonly number[];
  readonly advances: readonly number[];
  readonly offsets: Int32Array | null;
  readonly clusters: Uint32Array;
  readonly unsafeToBreak: Uint8Array | null;
}

export interface HarfBuzz {
  /** Loads a font's shaping tables into the heap; once per font. */
  load(font: Font): HarfBuzzFont;
}

export interface HarfBuzzFont {
  shaper(
    script: string,
    language: string,
    direction: "horizontal" | "vertical",
    features: readonly HarfBuzzFeature[],
  ): HarfBuzzShaper;
  /** The ink of a glyph: xMin, yMin, xMax, yMax in font units; null where it has none. Loads the outlines. */
  inkOf(glyph: number): readonly [number, number, number, number] | null;
}

/** The functions of the module that are called; all take and give 32-bit integers. */
interface Exports {
  call(name: string, ...parameters: readonly number[]): number;
  memory(): ArrayBuffer;
}

/** Compiles and starts HarfBuzz. Synchronous, so that a process has it before its first document. */
export function startHarfBuzz(wasm: Uint8Array): HarfBuzz {
  const exports = instantiate(wasm);
  exports.call("__wasm_call_ctors");
  const buffer = exports.call("hb_buffer_create");
  return { load: (font) => loadFont(exports, buffer, font) };
}

/** The advances of a variable font's glyphs at a place, by glyph id; the font is a whole file. */
export function advancesAt(
  wasm: Uint8Array,
  bytes: Uint8Array,
  place: Readonly<Record<string, number>>,
  glyphCount: number,
): readonly number[] {
  const exports = instantiate(wasm);
  exports.call("__wasm_call_ctors");
  const address = exports.call("malloc", bytes.length);
  new Uint8Array(exports.memory(), address, bytes.length).set(bytes);
  const blob = exports.call("hb_blob_create", address, bytes.length, MEMORY_MODE_WRITABLE, 0, 0);
  const font = exports.call("hb_font_create", exports.call("hb_face_create", blob, 0));
  const axes = Object.entries(place);
  // `hb_variation_t`: a tag and a float.
  const list = exports.call("malloc", 8 * axes.length + 8);
  const view = new DataView(exports.memory(), list);
  for (const [index, [tag, value]] of axes.entries()) {
    view.setUint32(8 * index, tagNumber(tag), true);
    view.setFloat32(8 * index + 4, value, true);
  }
  exports.call("hb_font_set_variations", font, list, axes.length);
  return Array.from({ length: glyphCount }, (_, glyph) => exports.call("hb_font_get_glyph_h_advance", font, glyph));
}

function instantiate(wasm: Uint8Array): Exports {
  let memory: WasmMemory | null = null;
  const fail = (what: string) => (): never => {
    throw new Error(`HarfBuzz ${what}`);
  };
  const grow = (bytes: number): number => {
    if (memory === null) return 0;
    const pages = Math.ceil((bytes >>> 0) / WASM_PAGE_BYTES);
    if (pages > WASM_PAGES_MAX) return 0;
    memory.grow(Math.max(0, pages - memory.buffer.byteLength / WASM_PAGE_BYTES));
    return 1;
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
    wasi_snapshot_preview1: { proc_exit: fail("left its process") },
    env: {
      _abort_js: fail("aborted"),
      _emscripten_runtime_keepalive_clear: () => undefined,
      _setitimer_js: () => 0,
      emscripten_resize_heap: grow,
    },
  });
  const exported = instance.exports["memory"];
  if (!(exported instanceof WebAssembly.Memory)) throw new Error("HarfBuzz has no memory");
  const started = exported;
  memory = started;
  const functions = new Map<string, (...parameters: number[]) => number>();
  return {
    call(name, ...parameters) {
      let known = functions.get(name);
      if (known === undefined) {
        known = exportedFunction(instance.exports[name], name);
        functions.set(name, known);
      }
      return known(...parameters);
    },
    memory: () => started.buffer,
  };
}

function exportedFunction(value: unknown, name: string): (...parameters: number[]) => number {
  if (typeof value !== "function") throw new Error(`HarfBuzz does not offer ${name}`);
  return (...parameters) => Number(value(...parameters));
}

function loadFont(exports: Exports, buffer: number, font: Font): HarfBuzzFont {
  const tables: [string, Uint8Array][] = [];
  for (const tag of SHAPING_TABLES) {
    const bytes = font.table(tag);
    if (bytes !== null) tables.push([tag, bytes]);
  }
  const loaded = newFont(exports, writeTables(tables));
  let outlined: number | null = null;
  return {
    inkOf(glyph) {
      outlined ??= newFont(exports, font.bytes);
      return inkIn(exports, outlined, glyph);
    },
    shaper(script, language, direction, features) {
      const scriptTag = tagNumber(script) | 0;
      const languageHandle = languageOf(exports, language);
      const featureList = writeFeatures(exports, features);
      const hanging = direction === "vertical" ? hangingOf(exports, loaded, font) : null;
      return {
        shape(text) {
          addText(exports, buffer, text);
          exports.call("hb_buffer_set_direction", buffer, DIRECTIONS[direction]);
          exports.call("hb_buffer_set_script", buffer, scriptTag);
          exports.call("hb_buffer_set_language", buffer, languageHandle);
          exports.call("hb_shape", loaded, buffer, featureList, features.length);
          return readGlyphs(exports, buffer, hanging);
        },
      };
    },
  };
}

function newFont(exports: Exports, file: Uint8Array): number {
  const address = exports.call("malloc", file.length);
  new Uint8Array(exports.memory(), address, file.length).set(file);
  const blob = exports.call("hb_blob_create", address, file.length, MEMORY_MODE_WRITABLE, 0, 0);
  return exports.call("hb_font_create", exports.call("hb_face_create", blob, 0));
}

/** `hb_glyph_extents_t`: the upper left corner, then width and height, which counts downwards. */
const GLYPH_EXTENTS_BYTES = 16;

function inkIn(exports: Exports, font: number, glyph: number): readonly [number, number, number, number] | null {
  const address = exports.call("malloc", GLYPH_EXTENTS_BYTES);
  const isKnown = exports.call("hb_font_get_glyph_extents", font, glyph, address) !== 0;
  const view = new DataView(exports.memory(), address, GLYPH_EXTENTS_BYTES);
  const [left, top, width, height] = [0, 4, 8, 12].map((at) => view.getInt32(at, true));
  exports.call("free", address);
  if (!isKnown || width === undefined || height === undefined || width === 0 || height === 0) return null;
  return [left ?? 0, (top ?? 0) + height, (left ?? 0) + width, top ?? 0];
}

/** What HarfBuzz's answer lacks of a vertical glyph: how much farther up it hangs, and how much longer its cell is. */
interface Hanging {
  rise(glyph: number): number;
  stretch(glyph: number): number;
}

/** Without outlines HarfBuzz hangs all glyphs from the ascender; built for the web, it gives all cells one length. */
function hangingOf(exports: Exports, loaded: number, font: Font): Hanging {
  const address = exports.call("malloc", FONT_EXTENTS_BYTES);
  exports.call("hb_font_get_h_extents", loaded, address);
  const assumed = new DataView(exports.memory(), address, FONT_EXTENTS_BYTES).getInt32(0, true);
  exports.call("free", address);
  const originOf = verticalOrigins(font);
  const advanceOf = verticalAdvances(font);
  return {
    rise: (glyph) => assumed - originOf(glyph),
    stretch: (glyph) => advanceOf(glyph) + exports.call("hb_font_get_glyph_v_advance", loaded, glyph),
  };
}

function languageOf(exports: Exports, language: string): number {
  const address = exports.call("malloc", language.length + 1);
  const bytes = new Uint8Array(exports.memory(), address, language.length + 1);
  for (let index = 0; index < language.length; index += 1) bytes[index] = language.charCodeAt(index) & 0x7f;
  bytes[language.length] = 0;
  const handle = exports.call("hb_language_from_string", address, language.length);
  exports.call("free", address);
  return handle;
}

/** `hb_feature_t` records that live as long as the process: there is one list per plan. */
function writeFeatures(exports: Exports, features: readonly HarfBuzzFeature[]): number {
  if (features.length === 0) return 0;
  const address = exports.call("malloc", FEATURE_BYTES * features.length);
  const view = new DataView(exports.memory(), address, FEATURE_BYTES * features.length);
  features.forEach(({ tag, value }, index) => {
    view.setUint32(FEATURE_BYTES * index, tagNumber(tag), true);
    view.setUint32(FEATURE_BYTES * index + 4, value, true);
    view.setUint32(FEATURE_BYTES * index + 8, 0, true);
    view.setUint32(FEATURE_BYTES * index + 12, 0xffffffff, true);
  });
  return address;
}

function addText(exports: Exports, buffer: number, text: string): void {
  const address = exports.call("malloc", 2 * text.length + 2);
  const units = new Uint16Array(exports.memory(), address, text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  exports.call("hb_buffer_clear_contents", buffer);
  exports.call("hb_buffer_add_utf16", buffer, address, text.length, 0, text.length);
  exports.call("free", address);
}

/** @param hanging null for a horizontal line. */
function readGlyphs(exports: Exports, buffer: number, hanging: Hanging | null): ShapedGlyphs {
  const count = exports.call("hb_buffer_get_length", buffer);
  const infosAt = exports.call("hb_buffer_get_glyph_infos", buffer, 0);
  const positionsAt = exports.call("hb_buffer_get_glyph_positions", buffer, 0);
  const infos = new Uint32Array(exports.memory(), infosAt, count * GLYPH_WORDS);
  const positions = new Int32Array(exports.memory(), positionsAt, count * GLYPH_WORDS);
  const glyphs = new Array<number>(count);
  const advances = new Array<number>(count);
  const offsets = new Int32Array(2 * count);
  const clusters = new Uint32Array(count);
  const unsafe = new Uint8Array(count);
  let hasOffsets = false;
  let hasUnsafe = false;
  for (let index = 0; index < count; index += 1) {
    const at = index * GLYPH_WORDS;
    const glyph = infos[at] ?? 0;
    glyphs[index] = glyph;
    unsafe[index] = (infos[at + 1] ?? 0) & UNSAFE_TO_BREAK;
    clusters[index] = infos[at + 2] ?? 0;
    advances[index] = hanging === null ? (positions[at] ?? 0) : hanging.stretch(glyph) - (positions[at + 1] ?? 0);
    offsets[2 * index] = positions[at + 2] ?? 0;
    offsets[2 * index + 1] = (positions[at + 3] ?? 0) + (hanging?.rise(glyph) ?? 0);
    hasOffsets ||= offsets[2 * index] !== 0 || offsets[2 * index + 1] !== 0;
    hasUnsafe ||= unsafe[index] !== 0;
  }
  return {
    glyphs,
    advances,
    offsets: hasOffsets ? offsets : null,
    clusters,
    unsafeToBreak: hasUnsafe ? unsafe : null,
  };
}
