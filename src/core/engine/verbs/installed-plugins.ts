// The plugins of an installation: those that Platen brings, and those that its operator added.

import { bundledFonts, type FontFace } from "../fonts/index.ts";
import {
  loadPlugins,
  type PluginDescription,
  pluginAddresses,
  profilesAt,
  renderersAt,
  trustingProfiles,
  tryPlugins,
} from "../plugins/index.ts";
import { createEngine, type Engine } from "./engine.ts";

/** Addresses of the bundled plugins, as every thread can import them, by what they bring. */
export interface BundledPlugins {
  readonly renderers: readonly string[];
  /** Renderers that draw pages as images. A thread of the service loads them for its first check with pages. */
  readonly pageRenderers: readonly string[];
  readonly profiles: readonly string[];
  readonly sources: readonly string[];
}

export interface InstalledPlugins {
  /** Addresses of the operator's own. Throws `PluginError` where they can't be used beside the bundled ones. */
  further(): Promise<readonly string[]>;
  /** All of them, bundled ones first. */
  list(): Promise<readonly PluginDescription[]>;
  /** An engine in this thread, for commands that need no server. */
  engine(faces: readonly FontFace[]): Promise<Engine>;
}

/** The bundled ones, and the operator's own by package or path; paths are taken from `folder`. */
export function installedPlugins(bundled: BundledPlugins, names: readonly string[], folder: string): InstalledPlugins {
  const local = [...bundled.renderers, ...bundled.pageRenderers];
  const known = [...local, ...bundled.profiles, ...bundled.sources];
  const further = async (): Promise<readonly string[]> => {
    if (names.length === 0) return [];
    const addresses = pluginAddresses(names, folder);
    tryPlugins(addresses);
    await loadPlugins([...known, ...addresses]);
    return addresses;
  };
  return {
    further,
    list: async () => (await loadPlugins([...known, ...(await further())])).plugins,
    async engine(faces) {
      const own = await further();
      return createEngine({
        fonts: bundledFonts(faces),
        renderers: renderersAt([...local, ...own]),
        profiles: trustingProfiles(bundled.profiles, profilesAt([...bundled.profiles, ...own])),
        barcodes: (await loadPlugins(own)).barcodes,
      });
    },
  };
}

/** The names that a setting holds, separated by commas. */
export function pluginNamesIn(setting: string | undefined): readonly string[] {
  const names = (setting ?? "").split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}
