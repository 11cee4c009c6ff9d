// The page: the value that layout returns, its items and their geometry, and how items are moved and imposed.

export { bandsOf, bodyHeight, type PageBands } from "./bands.ts";
export { contrastOf, LINE_CONTRAST_MIN, linear, luminance, over } from "./contrast-ratio.ts";
export { lineReach, type Meeting, strokeReach, thirdOf } from "./double-lines.ts";
export type { DrawnPath, PathStroke } from "./drawn-path.ts";
export {
  type Frame,
  hasFixedPaints,
  type Line,
  NO_FRAME,
  type ResolvePaints,
  resolveBorder,
  resolveFrame,
  resolveLine,
  sameLine,
  verticalInset,
  widerLine,
} from "./frames.ts";
export { impose } from "./impose.ts";
export { around, glyphInk, inkOf, reachesOut } from "./ink.ts";
export { kindOfWords, labelsOf, type ReadPart } from "./label-pairs.ts";
export { pathMadeLater } from "./later-paths.ts";
export { type LetterCell, letterCells } from "./letter-cells.ts";
export { letterInks } from "./letter-ink.ts";
export { moveItem, movePoint } from "./move-items.ts";
export { pageRooms, type RoomAt } from "./page-rooms.ts";
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
  type RoundCorners,
  type Shape,
  SLANT_THOUSANDTHS,
  type StrokeItem,
  type StructureNode,
  type StructureType,
  type TextSource,
  type Turn,
} from "./pages.ts";
export {
  circle,
  linePath,
  polygon,
  rectangle,
  rectanglePath,
  roundedRectangle,
  roundedSide,
  slice,
} from "./path-shapes.ts";
export { leadsDown } from "./run-axes.ts";
export { blanksAtEndEmu, INK_ABOVE_THOUSANDTHS, INK_BELOW_THOUSANDTHS, runCells } from "./run-cells.ts";
export { sharedOut } from "./shared-out.ts";
export { resolveWidths } from "./widths.ts";
