// Everything a plugin may see: forms as rules judge them, page values, fonts, and what profiles, renderers, bar codes
// and dataset sources are.
// Plugins import this door only.
export type { BarcodeMistake, CanvasPrinting, Color, Emu, PdfKind, Permission } from "../canvas/index.ts";
export type { Severity, SourceSpan, Span, TextEdit } from "../diagnostics/index.ts";
export type { ExpressionTree } from "../expression/index.ts";
export type {
  Bookmark,
  CodeCorrection,
  CodePattern,
  CodeText,
  Destination,
  FillItem,
  GlyphRunItem,
  Gradient,
  ImageItem,
  LinkItem,
  OpenDocument,
  Page,
  PageDocument,
  PathCommand,
  PlacedItem,
  PostalBar,
  RecordPages,
  Rectangle,
  Shape,
  StrokeItem,
  StructureNode,
  StructureType,
  TextSource,
} from "../layout/index.ts";
export type { GradientStop, ImageResource } from "../pictures/index.ts";
export type { Font, GlyphRun } from "../text/index.ts";
export {
  type Barcode,
  type BarcodeLimits,
  type BarcodeOptions,
  defineBarcode,
  type EncodedBarcode,
} from "./barcode.ts";
export {
  type DatasetReading,
  type DatasetReadRequest,
  type DatasetSource,
  type DatasetSourceSetting,
  defineDatasetSource,
  type GuardedFetch,
  type GuardedFetchRequest,
} from "./dataset-source.ts";
export { Decimal, type RoundingMode } from "./decimal.ts";
export { defineExporter, type ExportedText, type Exporter, type ExportFinding } from "./exporter.ts";
export type {
  AsOf,
  Declaration,
  DrawnText,
  Form,
  FormBounds,
  FormDocument,
  FormElement,
  FormEntry,
  FormFinding,
  FormIndex,
  FormPage,
  FormRun,
  FormRunSource,
  FormShape,
  FormText,
  FormTextPart,
  Formula,
  FormValue,
  Rounding,
} from "./form.ts";
export {
  formulaOf,
  inputsBehind,
  namesIn,
  nodesOf,
  type PlacedRounding,
  partsOf,
  roundingsBehind,
} from "./formulas.ts";
export {
  ARTIFACT,
  EMU_PER_MILLIMETRE,
  MITER_LIMIT_DEFAULT_THOUSANDTHS,
  readableText,
  SLANT_THOUSANDTHS,
  unitsToEmu,
} from "./glyphs.ts";
export { definePlugin, type Plugin, type PluginHost } from "./plugin.ts";
export {
  asksForCopy,
  choosesByCopy,
  declarationsOf,
  drawnOf,
  elementsOf,
  isSeen,
  type Presence,
  type PresenceAnswer,
  presenceOf,
  runsOf,
  valuesOf,
} from "./presence.ts";
export { nameTold, type ToldName } from "./printed-names.ts";
export {
  type AtOnce,
  defineProfile,
  defineRule,
  type LegalBasis,
  type Profile,
  type Rule,
  type RuleContext,
  type RuleFinding,
  type RuleMessage,
  type RuleMeta,
  SDK_VERSION,
} from "./profile.ts";
export {
  type FormReading,
  type LabelPlace,
  type ReadColumn,
  type ReadPair,
  type ReadPhrase,
  type ReadSentence,
  type ReadText,
  readingOf,
} from "./reading.ts";
export type {
  Attachment,
  Conformance,
  DrawnFont,
  DrawnPart,
  Encryption,
  FileOfParts,
  PageImageOptions,
  PageRenderer,
  PartRenderer,
  PartStream,
  Renderer,
  RenderOptions,
} from "./renderer.ts";
export { allOf, type FormSource, oneOf, type RecordGlance, SETTLED, type Settlement } from "./settlement.ts";
export { saidIn } from "./ticked.ts";
