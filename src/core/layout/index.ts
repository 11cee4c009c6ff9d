// Layout: canvas + values → pages, with findings about content that does not fit.

export { CHECK_WORDS_THOUSANDTHS } from "./build-marks.ts";
export type {
  CodeCorrection,
  CodeEncoder,
  CodeLimits,
  CodePattern,
  CodeText,
  EncodedCode,
  PostalBar,
} from "./code-encoder.ts";
export { contrastOf, LINE_CONTRAST_MIN, linear, luminance, over } from "./contrast-ratio.ts";
export { type FoundInRecords, toldTogether } from "./findings.ts";
export { around, glyphInk, inkOf, reachesOut } from "./ink.ts";
export { kindOfWords, labelsOf, type ReadPart } from "./label-pairs.ts";
export { type LaidOutDocument, type LayoutOptions, type LayoutRecord, layOut } from "./lay-out.ts";
export { type FontSet, facesOf } from "./layout-input.ts";
export { type LetterCell, letterCells } from "./letter-cells.ts";
export { letterInks } from "./letter-ink.ts";
export {
  ARTIFACT,
  type Bookmark,
  type ClipPath,
  type Destination,
  type FillItem,
  type GlyphRunItem,
  type Gradient,
  type ImageItem,
  isHeading,
  type LinkItem,
  MITER_LIMIT_DEFAULT_THOUSANDTHS,
  type OpenDocument,
  type Page,
  type PageDocument,
  type PathCommand,
  type PlacedItem,
  type RecordPages,
  type Rectangle,
  type Shape,
  SLANT_THOUSANDTHS,
  type StrokeItem,
  type StructureNode,
  type StructureType,
  type TextSource,
  type Turn,
} from "./pages.ts";
export { leadsDown } from "./run-axes.ts";
export { blanksAtEndEmu, INK_ABOVE_THOUSANDTHS, INK_BELOW_THOUSANDTHS, runCells } from "./run-cells.ts";
export type { ShownRoom } from "./shown-rooms.ts";
