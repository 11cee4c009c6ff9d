// A page's SVG → PNG by resvg, compiled to WebAssembly: one binary for every machine, so the same page gives the same
// pixels and the same bytes everywhere.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Resvg } from "@resvg/resvg-wasm";
import type { PageRenderer } from "../../../core/sdk/index.ts";
import { pngChunk } from "./png-chunk.ts";
import { pixelPage } from "./svg-renderer.ts";

/** The rasteriser takes 5 MB and 20 ms, so it is loaded where a PNG is asked for; once in a thread. */
let loading: Promise<void> | null = null;
let rasteriser: typeof Resvg | null = null;

/** An A3 page at 600 dpi has 70 million; the rasteriser's memory ends at a billion bytes, four for each pixel. */
const PIXELS_MAX = 100_000_000;

/** The `png` renderer. */
export const pngRenderer: PageRenderer = {
  id: "png",
  mediaType: "image/png",
  fileExtension: "png",
  pixelsMax: PIXELS_MAX,
  prepare() {
    loading ??= loadRasteriser();
    return loading;
  },
  renderPage(document, page, { dpi }) {
    if (rasteriser === null) throw new Error("`prepare` comes before the first page");
    const image = new rasteriser(pixelPage(document, page, dpi), { font: { loadSystemFonts: false } });
    const drawn = image.render();
    try {
      return withResolution(drawn.asPng(), dpi);
    } finally {
      drawn.free();
      image.free();
    }
  },
};

const INCHES_PER_METRE = 10_000 / 254;

/** The signature and the header chunk; what describes the image comes after them (W3C PNG, third edition, §5.6). */
const HEADER_BYTES = 33;

/** Says how large a pixel is (`pHYs`), so that the image has the page's size where it is placed in a document. */
function withResolution(png: Uint8Array, dpi: number): Uint8Array {
  const density = new Uint8Array(9);
  const view = new DataView(density.buffer);
  const perMetre = Math.round(dpi * INCHES_PER_METRE);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  density[8] = 1; // metres
  const chunk = pngChunk("pHYs", density);
  const described = new Uint8Array(png.length + chunk.length);
  described.set(png.subarray(0, HEADER_BYTES));
  described.set(chunk, HEADER_BYTES);
  described.set(png.subarray(HEADER_BYTES), HEADER_BYTES + chunk.length);
  return described;
}

async function loadRasteriser(): Promise<void> {
  const library = await import("@resvg/resvg-wasm");
  await library.initWasm(await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  rasteriser = library.Resvg;
}
