// Everything a plugin may see: page values, fonts and the interface of a renderer. Plugins import this door only.
export type { CanvasPrinting, Color, Emu, PdfKind, Permission } from "../canvas/index.ts";
export type { SourceSpan } from "../diagnostics/index.ts";
export {
  ARTIFACT,
  type Bookmark,
  type Destination,
  type FillItem,
  type GlyphRunItem,
  type ImageItem,
  type ImageResource,
  type LinkItem,
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
} from "../layout/index.ts";
export { type Font, type GlyphRun, readableText, unitsToEmu } from "../text/index.ts";
export type {
  Attachment,
  Conformance,
  Encryption,
  PageImageOptions,
  PageRenderer,
  PageStream,
  Plugin,
  PluginHost,
  Renderer,
  RenderOptions,
} from "./renderer.ts";
