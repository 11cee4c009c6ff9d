// Pages → PDF: the `pdf` renderer as a plugin. It sees `core/sdk` alone, and nothing outside this folder knows pdfkit.
import type { Plugin } from "../../../core/sdk/index.ts";
import { pdfRenderer } from "./renderer.ts";

export { pdfRenderer } from "./renderer.ts";

export const plugin: Plugin = {
  name: "platen-renderer-pdf",
  sdk: 1,
  register(host) {
    host.renderer(pdfRenderer);
  },
};
