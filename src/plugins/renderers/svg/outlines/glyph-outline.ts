// A face's glyphs → SVG path data in font units, y upwards. What is shown is drawn from the face itself, so that no
// viewer's fonts ever stand in for it.
import type { Font } from "../../../../core/sdk/index.ts";
import { readCff } from "./cff.ts";
import { type OutlineReader, sfntReader } from "./sfnt-bytes.ts";
import { readTrueType } from "./truetype.ts";

interface KnownOutlines {
  readonly reader: OutlineReader;
  readonly paths: Map<number, string>;
}

/** A pure function of the face, kept for as long as the face is. */
const known = new WeakMap<Font, KnownOutlines>();

/** The path data of a glyph (SVG 2 §9.3), empty for a blank one and for an id that the face does not have. */
export function outlinePath(font: Font, glyph: number): string {
  let outlines = known.get(font);
  if (outlines === undefined) {
    outlines = { reader: readerOf(font), paths: new Map() };
    known.set(font, outlines);
  }
  const path = outlines.paths.get(glyph);
  if (path !== undefined) return path;
  const drawn = glyph < font.glyphCount ? outlines.reader(glyph) : "";
  outlines.paths.set(glyph, drawn);
  return drawn;
}

function readerOf(font: Font): OutlineReader {
  const tables = sfntReader((tag) => font.table(tag), font.postScriptName);
  return font.outlines === "truetype" ? readTrueType(tables, font.glyphCount) : readCff(tables);
}
