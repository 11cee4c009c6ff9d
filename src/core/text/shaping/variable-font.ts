// Variable fonts → static ones. Files that hold a whole range of weights are fixed at one place of it by HarfBuzz's
// subsetter, before anything else reads them: so shaping, metrics, outlines and embedding know static fonts alone.
import { type FontAxis, readTables, tagNumber, viewOf, writeTables } from "../files/index.ts";
import { advancesAt } from "./harfbuzz.ts";

/** A place in a variable font: values by axis; the axes that are left out stand at their defaults. */
export type FontPlace = Readonly<Record<string, number>>;

/** Fixes a font at a place; null where the font can't be read. `glyphsMax` is for whoever only wants to know that. */
export type FontFixer = (bytes: Uint8Array, place: FontPlace, glyphsMax?: number) => Uint8Array | null;

/** What a regular and a bold line ask of the weight axis, and from where on a font has the one or the other. */
const NORMAL_WEIGHT = 400;
const NORMAL_MIN_MAX = 500;
const BOLD_WEIGHT = 700;
const BOLD_MAX_MIN = 600;

/** The places of a font that templates can name: its regular and its bold weight, as far as it has them. */
export function placesOf(
  axes: readonly FontAxis[],
  weight: "normal" | "bold",
): readonly { readonly weight: "normal" | "bold"; readonly place: FontPlace }[] {
  const axis = axes.find(({ tag }) => tag === "wght");
  if (axis === undefined) return [{ weight, place: {} }];
  const { min, max } = axis;
  const at = (wanted: number): FontPlace => ({ wght: Math.min(max, Math.max(min, wanted)) });
  const normal = min <= NORMAL_MIN_MAX ? [{ weight: "normal", place: at(NORMAL_WEIGHT) } as const] : [];
  if (min > NORMAL_MIN_MAX && max < BOLD_MAX_MIN) return [{ weight, place: {} }];
  const bold = max >= BOLD_MAX_MIN ? [{ weight: "bold", place: at(BOLD_WEIGHT) } as const] : [];
  return [...normal, ...bold];
}

/** As a font's name ends at a place (Adobe Technical Note 5902): `_700wght`. */
export function placeSuffix(place: FontPlace): string {
  return Object.entries(place)
    .map(([tag, value]) => `_${Math.round(value)}${tag}`)
    .join("");
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** `HB_SUBSET_FLAGS_DOWNGRADE_CFF2`: outlines as PDF 1.7 knows them. */
const AS_CFF = 0x4000;
const WRITABLE = 2;

/** HarfBuzz's two WebAssembly modules; asked at the first variable font. */
export interface FixerModules {
  subsetter(): Uint8Array;
  shaper(): Uint8Array;
}

/** The subsetter is started for each font anew, since its memory never shrinks. */
export function createFontFixer(modules: FixerModules): FontFixer {
  const fix = createOutlineFixer(() => modules.subsetter());
  return (bytes, place, glyphsMax) => {
    const fixed = fix(bytes, place, glyphsMax);
    if (fixed === null || glyphsMax !== undefined) return fixed;
    return withAdvances(fixed, bytes, place, () => modules.shaper());
  };
}

const OPENTYPE_CFF = 0x4f54544f;
/** Places in `maxp` and `hhea`. */
const GLYPH_COUNT_AT = 4;
const METRICS_COUNT_AT = 34;

/**
 * The subsetter leaves the advances of fonts with CFF outlines as they are by default, so they are read from the
 * variable font (`HVAR`) and written again.
 */
function withAdvances(fixed: Uint8Array, source: Uint8Array, place: FontPlace, shaper: () => Uint8Array): Uint8Array {
  const tables = readTables(fixed);
  if (typeof tables === "string") return fixed;
  const [maxp, hhea, hmtx] = [tables.get("maxp"), tables.get("hhea"), tables.get("hmtx")];
  if (!tables.has("CFF ") || maxp === undefined || hhea === undefined || hmtx === undefined) return fixed;
  const glyphCount = viewOf(maxp).getUint16(GLYPH_COUNT_AT);
  const longCount = viewOf(hhea).getUint16(METRICS_COUNT_AT);
  const old = viewOf(hmtx);
  const metrics = new DataView(new ArrayBuffer(4 * glyphCount));
  for (const [glyph, advance] of advancesAt(shaper(), source, place, glyphCount).entries()) {
    const bearingAt = glyph < longCount ? 4 * glyph + 2 : 4 * longCount + 2 * (glyph - longCount);
    metrics.setUint16(4 * glyph, advance);
    metrics.setInt16(4 * glyph + 2, bearingAt + 2 <= old.byteLength ? old.getInt16(bearingAt) : 0);
  }
  const header = hhea.slice();
  viewOf(header).setUint16(METRICS_COUNT_AT, glyphCount);
  const whole = new Map([...tables, ["hhea", header], ["hmtx", new Uint8Array(metrics.buffer)]] as const);
  const file = writeTables([...whole]);
  viewOf(file).setUint32(0, OPENTYPE_CFF);
  return file;
}

function createOutlineFixer(wasm: () => Uint8Array): FontFixer {
  let module: object | null = null;
  return (bytes, place, glyphsMax) => {
    module ??= new WebAssembly.Module(wasm());
    const { exports } = new WebAssembly.Instance(module, {});
    const call = (name: string, ...parameters: readonly number[]): number => {
      const called = exports[name];
      if (typeof called !== "function") throw new Error(`HarfBuzz's subsetter does not offer ${name}`);
      return Number(called(...parameters));
    };
    call("_initialize");
    const address = call("malloc", bytes.length);
    memoryOf(exports).set(bytes, address);
    const face = call("hb_face_create", call("hb_blob_create", address, bytes.length, WRITABLE, 0, 0), 0);
    const input = call("hb_subset_input_create_or_fail");
    if (glyphsMax === undefined) call("hb_subset_input_keep_everything", input);
    else
      for (let glyph = 0; glyph < glyphsMax; glyph++)
        call("hb_set_add", call("hb_subset_input_glyph_set", input), glyph);
    call("hb_subset_input_set_flags", input, call("hb_subset_input_get_flags", input) | AS_CFF);
    call("hb_subset_input_pin_all_axes_to_default", input, face);
    for (const [tag, value] of Object.entries(place)) {
      call("hb_subset_input_pin_axis_location", input, face, tagNumber(tag) | 0, value);
    }
    const fixed = call("hb_subset_or_fail", face, input);
    if (fixed === 0) return null;
    const blob = call("hb_face_reference_blob", fixed);
    const start = call("hb_blob_get_data", blob, 0);
    return memoryOf(exports).slice(start, start + call("hb_blob_get_length", blob));
  };
}

/** The memory as it is now: it moves when it grows. */
function memoryOf(exports: Readonly<Record<string, unknown>>): Uint8Array {
  const { memory } = exports;
  if (
    typeof memory !== "object" ||
    memory === null ||
    !("buffer" in memory) ||
    !(memory.buffer instanceof ArrayBuffer)
  ) {
    throw new Error("HarfBuzz's subsetter has no memory");
  }
  return new Uint8Array(memory.buffer);
}
