// Text: font files → parsed fonts; strings → shaped glyph runs, break opportunities and set paragraphs.
export type { TextSpan } from "./composition.ts";
export { type FaceNames, readFaceNames, splitCollection } from "./face-names.ts";
export type { Font } from "./font.ts";
export { trueTypeInk } from "./glyph-ink.ts";
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
export { baselineEmu, type LineBoxes, lineBoxes, linesHeightEmu, textHeightEmu } from "./line-box.ts";
export { type BreakOptions, breakOpportunities, breakRank, brokenAt } from "./line-break.ts";
export type { LinePiece, ParagraphLine, RubyPiece } from "./line-placing.ts";
export { amountsIn, figuresIn, numberLength, numeralsIn } from "./number-groups.ts";
export { outerSpaceOf } from "./outer-space.ts";
export { type DrawnCharacter, drawnFont } from "./outline-font.ts";
export {
  type FedLine,
  feedLines,
  feedRichLines,
  type LineFeed,
  type LineStart,
  naturalRichWidthEmu,
  naturalWidthEmu,
  type Paragraph,
  type ParagraphSetter,
  prepareParagraphs,
  setParagraph,
  setRichParagraph,
} from "./paragraph.ts";
export type { ParagraphSpec, RichParagraphSpec } from "./paragraph-spec.ts";
export { type FontFile, type ParsedFont, parseFont } from "./parse-font.ts";
export { createShaper, type ShapeOptions, type Shaper } from "./shaper.ts";
export { LoneLine, LoneRun } from "./short-line.ts";
export { TextCache } from "./text-cache.ts";
export { clustersOf } from "./unicode/graphemes.ts";
export { withoutIgnorables } from "./unicode/properties.ts";
export {
  createFontFixer,
  type FontAxis,
  type FontFixer,
  type FontPlace,
  placeSuffix,
  placesOf,
} from "./variable-font.ts";
