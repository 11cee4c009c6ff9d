// Engine: the chain of stages as verbs (check, render, preview), in this thread or in a pool of workers.

export { assetFiles } from "../canvas/index.ts";
export {
  type ExporterDescription,
  type ProfileDescription,
  profileMistake,
  type RuleDescription,
} from "../profiles/index.ts";
export { passwordFault } from "./drawing/index.ts";
export { bundledFonts, type EngineFonts, type FontFace, type FontFolder, readFontFolder } from "./fonts/index.ts";
export {
  type CheckAnswer,
  type CheckRequest,
  type CompiledTemplate,
  type DataRefusal,
  DEFAULT_CREATED_AT,
  ENGINE_VERSION,
  type ExportAnswer,
  type ExportedFile,
  type ExportRequest,
  isCreatedAt,
  type JudgeAnswer,
  type JudgeRequest,
  type OutputLimits,
  type PageImage,
  type PageImagesAnswer,
  type PageImagesDrawing,
  type PageImagesRequest,
  type PreviewAnswer,
  type PreviewRequest,
  parseReceipt,
  type RenderAnswer,
  type RenderReceipt,
  type RenderRequest,
  type RenderRequestOptions,
  type RowsAnswer,
  type RowsRequest,
  receiptDifferences,
  receiptText,
} from "./messages/index.ts";
export {
  type BarcodeDescription,
  type DatasetSourceDescription,
  type LoadedPlugins,
  loadPlugins,
  type PluginDescription,
  PluginError,
  type ProfileJudge,
  pluginAddresses,
  profilesAt,
  profilesInThisThread,
  type RendererSource,
  type RuleLimits,
  renderersAt,
  trustingProfiles,
} from "./plugins/index.ts";
export {
  createEnginePool,
  type EnginePool,
  ExpensiveError,
  PoolBusyError,
  type PoolOptions,
  RenderBudgetError,
  type TaskTerms,
  ThreadDiedError,
  ThreadMemoryError,
} from "./pool/index.ts";
export {
  type AdmitRecords,
  type BundledPlugins,
  createEngine,
  type Engine,
  type EngineParts,
  type InstalledPlugins,
  installedPlugins,
  pluginNamesIn,
} from "./verbs/index.ts";
