// Pages → a PDF 1.7 file. The same pages and options give the same bytes: nothing here reads a clock, randomness or
// anything a document before it left behind.
// What is kept between documents is kept by what it is made from (`compressed-cache.ts`, `fonts/glyph-facts.ts`,
// `fonts/font-resources.ts`).
import type { PageDocument, Renderer, RenderOptions } from "../../../core/sdk/index.ts";
import { assembleFile } from "./file-of-parts.ts";
import { beginPart } from "./part-stream.ts";

/** The `pdf` renderer. */
export const pdfRenderer: Renderer = {
  id: "pdf",
  mediaType: "application/pdf",
  fileExtension: "pdf",
  givesMemory: true,
  render: renderPdf,
  parts: { begin: beginPart, assemble: assembleFile },
};

/**
 * Writing one page of 640 characters (240 distinct, two weights) takes 1.8 ms and 50 KB, more than half of it for
 * deflating the fonts' outlines; with the glyphs of a file before it a fifth of that. Of 100 collated ones each takes
 * 0.08 ms and 2.6 KB, a page of a long table 0.18 ms and 4.1 KB: drawing a half, deflating a third, the file's objects
 * a sixth. Laying out takes as much again and more, and the collector an eighth to a fifth of all. So time is saved by
 * making fewer things that live until their page is drawn.
 * No function takes more than a twentieth of a batch, and what their engine does beside them took two fifths: what is
 * spread into the middle of an object, methods looked up on strings of many kinds, lists filled by calls, places in
 * maps written back each time. Profiles of the functions alone do not show that; those of the process do.
 * Left: the lines of tables, a fifth of a page's content, are the same on all pages whose tables have as many rows.
 */
function renderPdf(document: PageDocument, options: RenderOptions): Uint8Array {
  const file = assembleFile(document.lang, options);
  const part = beginPart(options.conformance);
  for (const page of document.pages) part.add(document, page);
  file.add(part.finish(document));
  return file.finish(document);
}
