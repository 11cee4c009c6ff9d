// Shaping: strings and fonts → runs of placed glyphs.
export { type RunExtent, RunSeries } from "./ascii-runs.ts";
export {
  type GlyphRun,
  glyphAdvanceEmu,
  type MissingRange,
  missingClusters,
  readableText,
  type ShapedPiece,
  type TextRange,
  unitsToEmu,
} from "./glyph-run.ts";
export { unsetScriptIn } from "./itemize.ts";
export { createShaper, type PreparedShaper, type ShapeOptions, type Shaper } from "./shaper.ts";
export { TextCache } from "./text-cache.ts";
export { CONTROLS, isHyphenated, lineText, unitAt } from "./text-units.ts";
export { createFontFixer, type FontFixer, type FontPlace, placeSuffix, placesOf } from "./variable-font.ts";
