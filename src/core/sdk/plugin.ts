// Plugin packages: what a module exports, and what it may register as it is loaded.
import type { Barcode } from "./barcode.ts";
import type { DatasetSource } from "./dataset-source.ts";
import type { Exporter } from "./exporter.ts";
import type { AtOnce, Profile, SDK_VERSION } from "./profile.ts";
import type { PageRenderer, Renderer } from "./renderer.ts";

/** What a plugin package exports as `plugin`: its name, the sdk version it is written for, and what it registers. */
export interface Plugin {
  /** As people and messages call it: the package's name. */
  readonly name: string;
  readonly sdk: typeof SDK_VERSION;
  /** Called once in each thread that loads the plugin; registers at once, and does nothing else. */
  register(host: PluginHost): AtOnce;
}

/** Takes what a plugin brings. */
export interface PluginHost {
  renderer(renderer: Renderer): void;
  pageRenderer(renderer: PageRenderer): void;
  profile(profile: Profile): void;
  /** Structured output, such as an invoice in XML. */
  exporter(exporter: Exporter): void;
  /** A further kind of bar code. */
  barcode(barcode: Barcode): void;
  /** A place that datasets are linked to. */
  datasetSource(source: DatasetSource): void;
}

export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
