// Engine: the chain of stages as verbs (check, render, preview), in this thread or in a pool of workers.

export { assetFiles } from "../canvas/index.ts";
export {
  type ExporterDescription,
  type ProfileDescription,
  profileMistake,
  type RuleDescription,
} from "../profiles/index.ts";
export { type AdmitRecords, createEngine, type Engine, type EngineParts } from "./engine.ts";
export { type FontFolder, readFontFolder } from "./font-folder.ts";
export { bundledFonts, type EngineFonts, type FontFace } from "./fonts.ts";
export { type BundledPlugins, type InstalledPlugins, installedPlugins, pluginNamesIn } from "./installed-plugins.ts";
export type {
  CheckAnswer,
  CheckRequest,
  CompiledTemplate,
  DataRefusal,
  ExportAnswer,
  ExportedFile,
  ExportRequest,
  JudgeAnswer,
  JudgeRequest,
  OutputLimits,
  PageImage,
  PageImagesAnswer,
  PageImagesDrawing,
  PageImagesRequest,
  PreviewAnswer,
  PreviewRequest,
  RenderAnswer,
  RenderRequest,
  RenderRequestOptions,
  RowsAnswer,
  RowsRequest,
} from "./messages.ts";
export { passwordFault } from "./password-fault.ts";
export { pluginAddresses } from "./plugin-addresses.ts";
export type { BarcodeDescription, DatasetSourceDescription } from "./plugin-parts.ts";
export { type LoadedPlugins, loadPlugins, type PluginDescription, PluginError } from "./plugins.ts";
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
} from "./pool.ts";
export { profilesAt, type RuleLimits } from "./profile-thread.ts";
export { type ProfileJudge, profilesInThisThread } from "./profiles.ts";
export { parseReceipt, type RenderReceipt, receiptDifferences, receiptText } from "./receipt.ts";
export { type RendererSource, renderersAt } from "./renderers.ts";
export { trustingProfiles } from "./trusted-profiles.ts";
export { DEFAULT_CREATED_AT, ENGINE_VERSION, isCreatedAt } from "./version.ts";
