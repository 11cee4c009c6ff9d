// Plugins: addresses of modules → renderers, bar codes and profiles, with the threads that rules run in.
export { pluginAddresses } from "./plugin-addresses.ts";
export type { BarcodeDescription, DatasetSourceDescription } from "./plugin-parts.ts";
export { type LoadedPlugins, loadPlugins, type PluginDescription, PluginError } from "./plugins.ts";
export { profilesAt, type RuleLimits, tryPlugins } from "./profile-thread.ts";
export { NO_PROFILES, type ProfileJudge, profilesInThisThread } from "./profiles.ts";
export { type RendererSource, renderersAt } from "./renderers.ts";
export { trustingProfiles } from "./trusted-profiles.ts";
