// Pages → page images: the `svg` renderer, and the `png` renderer, which rasterises its pages. They see
// `core/sdk` alone.
import type { Plugin } from "../../../core/sdk/index.ts";
import { pngRenderer } from "./png-renderer.ts";
import { svgRenderer } from "./svg-renderer.ts";

export { pngRenderer } from "./png-renderer.ts";
export { svgRenderer } from "./svg-renderer.ts";

export const plugin: Plugin = {
  name: "platen-renderer-svg",
  sdk: 1,
  register(host) {
    host.pageRenderer(svgRenderer);
    host.pageRenderer(pngRenderer);
  },
};
