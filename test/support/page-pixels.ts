// Pages as pixels, drawn by another library than the one that writes the PDF: what the gate says of a page is compared
// with what is seen of it.
import { Resvg } from "@resvg/resvg-wasm";
import { bundledFonts, createEngine, type Engine, renderersAt } from "../../src/core/engine/index.ts";
import { pngRenderer } from "../../src/plugins/renderers/svg/index.ts";

const SVG_PLUGIN = new URL("../../src/plugins/renderers/svg/index.ts", import.meta.url).href;

export interface Pixels {
  readonly width: number;
  /** Red, green, blue and alpha of each, row by row. */
  readonly bytes: Uint8Array;
}

/** An engine whose pages can be drawn as pixels. The library starts once in a process, which test files share. */
export async function engineWithPixels(): Promise<Engine> {
  await pngRenderer.prepare?.();
  return createEngine({ fonts: bundledFonts(), renderers: renderersAt([SVG_PLUGIN]) });
}

/** The first page of a form with its data, at so many dots per inch. */
export async function drawnPage(
  engine: Engine,
  source: string,
  dpi: number,
  data: Uint8Array | null = null,
): Promise<Pixels> {
  const answer = await engine.pageImages({ source, data, renderer: "svg", page: 1, dpi });
  if (answer.kind !== "preview" || answer.drawing.kind !== "drawn") throw new Error(JSON.stringify(answer));
  const [image] = [...answer.drawing.images];
  const picture = new Resvg(new TextDecoder().decode(image?.bytes), { fitTo: { mode: "zoom", value: dpi / 96 } });
  const rendered = picture.render();
  try {
    return { width: rendered.width, bytes: rendered.pixels };
  } finally {
    // Each picture takes some 80 MB of the library's own memory, which no collector frees.
    rendered.free();
    picture.free();
  }
}
