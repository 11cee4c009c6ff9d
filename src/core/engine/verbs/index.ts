// Verbs: check, judge, render, preview and export in one thread.
export { type AdmitRecords, createEngine, type Engine, type EngineParts } from "./engine.ts";
export { type BundledPlugins, type InstalledPlugins, installedPlugins, pluginNamesIn } from "./installed-plugins.ts";
