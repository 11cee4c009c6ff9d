// Files: the bytes of a font → its names, characters, outlines and metrics.
export { type FaceNames, readFaceNames, splitCollection } from "./face-names.ts";
export type { Font } from "./font.ts";
export type { FontAxis } from "./font-axes.ts";
export { type Ink, type InkOf, trueTypeInk } from "./glyph-ink.ts";
export {
  coverageOf,
  forEachLigature,
  forEachSingle,
  inputCoverageAt,
  type LayoutTable,
  readLayoutTable,
} from "./layout-tables.ts";
export { type DrawnCharacter, drawnFont } from "./outline-font.ts";
export { type FontFile, type ParsedFont, parseFont } from "./parse-font.ts";
export { readTables, tagNumber, viewOf, writeTables } from "./sfnt.ts";
export { verticalAdvances, verticalOrigins } from "./vertical-origins.ts";
