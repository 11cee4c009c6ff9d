import type { Canvas } from "./canvas.ts";

/** The compiled form that this version reads; older forms are read as long as it says so here. */
const FORMATS: readonly unknown[] = [1];

/**
 * Reads a canvas that `canonicalJson` wrote. Only canvases that were compiled and stored by this program are handed in,
 * so the form is not checked member by member; another form than the known ones is a mistake of ours and throws.
 */
export function parseCanvas(json: string): Canvas {
  const canvas: Canvas = JSON.parse(json);
  if (!FORMATS.includes(canvas.format)) throw new Error(`canvas format ${String(canvas.format)} is not known`);
  return canvas;
}
