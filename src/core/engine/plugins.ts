// Plugin modules → what they register. Whatever is wrong with one is one sentence that names it.
import {
  describeExporter,
  describeProfile,
  type ExporterDescription,
  exporterMistake,
  type ProfileDescription,
  profileMistake,
} from "../profiles/index.ts";
import {
  type Exporter,
  type PageRenderer,
  type Plugin,
  type Profile,
  type Renderer,
  SDK_VERSION,
} from "../sdk/index.ts";

/** What the plugins of an installation bring together. */
export interface LoadedPlugins {
  readonly plugins: readonly PluginDescription[];
  readonly renderers: readonly (Renderer | PageRenderer)[];
  readonly profiles: readonly Profile[];
  readonly exporters: readonly Exporter[];
}

/** What people are told of a plugin. */
export interface PluginDescription {
  readonly name: string;
  /** Where it was loaded from. */
  readonly address: string;
  readonly renderers: readonly string[];
  readonly profiles: readonly ProfileDescription[];
  readonly exporters: readonly ExporterDescription[];
}

/** A plugin that cannot be used; the message is one sentence for the operator. */
export class PluginError extends Error {}

/** Loads plugin modules one after another. Throws `PluginError` at the first that cannot be used. */
export async function loadPlugins(addresses: readonly string[]): Promise<LoadedPlugins> {
  const renderers = new Map<string, Renderer | PageRenderer>();
  const profiles = new Map<string, Profile>();
  const exporters = new Map<string, Exporter>();
  const owners = new Map<string, string>();
  const plugins: PluginDescription[] = [];
  const own = (what: string, plugin: Plugin): void => {
    const owner = owners.get(what);
    if (owner !== undefined) throw new PluginError(`${clash(owner, plugin.name)} register ${what}; remove one`);
    owners.set(what, plugin.name);
  };
  for (const address of addresses) {
    const plugin = pluginOf(await imported(address), address);
    if (plugins.some(({ name }) => name === plugin.name)) {
      throw new PluginError(`two plugins are named ${plugin.name}: ${address} is the second; remove one`);
    }
    const before = { renderers: renderers.size, profiles: profiles.size, exporters: exporters.size };
    const addRenderer = (renderer: Renderer | PageRenderer): void => {
      own(`a renderer named ${renderer.id}`, plugin);
      renderers.set(renderer.id, renderer);
    };
    const addProfile = (profile: Profile): void => {
      const mistake = profileMistake(profile);
      if (mistake !== null) throw new PluginError(`plugin ${plugin.name} cannot be used: ${mistake}`);
      own(`a profile named ${profile.name}`, plugin);
      profiles.set(profile.name, profile);
    };
    const addExporter = (exporter: Exporter): void => {
      const mistake = exporterMistake(exporter);
      if (mistake !== null) throw new PluginError(`plugin ${plugin.name} cannot be used: ${mistake}`);
      own(`an exporter named ${exporter.name}`, plugin);
      exporters.set(exporter.name, exporter);
    };
    registered(plugin, {
      renderer: addRenderer,
      pageRenderer: addRenderer,
      profile: addProfile,
      exporter: addExporter,
    });
    plugins.push({
      name: plugin.name,
      address,
      renderers: [...renderers.keys()].slice(before.renderers),
      profiles: [...profiles.values()].slice(before.profiles).map((profile) => describeProfile(profile, plugin.name)),
      exporters: [...exporters.values()].slice(before.exporters).map((each) => describeExporter(each, plugin.name)),
    });
  }
  return {
    plugins,
    renderers: [...renderers.values()],
    profiles: [...profiles.values()],
    exporters: [...exporters.values()],
  };
}

function clash(one: string, other: string): string {
  return one === other ? `plugin ${one} and another of its name` : `plugins ${one} and ${other}`;
}

async function imported(address: string): Promise<unknown> {
  try {
    return await import(address);
  } catch (error) {
    throw new PluginError(`plugin ${address} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
}

function registered(plugin: Plugin, host: Parameters<Plugin["register"]>[0]): void {
  try {
    plugin.register(host);
  } catch (error) {
    if (error instanceof PluginError) throw error;
    throw new PluginError(`plugin ${plugin.name} failed as it registered: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line ?? "";
}

function pluginOf(module: unknown, address: string): Plugin {
  const plugin = isRecord(module) ? module["plugin"] : undefined;
  if (!isRecord(plugin)) throw new PluginError(`${address} is no plugin: it exports no \`plugin\``);
  if (plugin["sdk"] !== SDK_VERSION) {
    const written = `it is written for sdk ${String(plugin["sdk"])}, and this is sdk ${SDK_VERSION}`;
    throw new PluginError(`plugin ${String(plugin["name"] ?? address)} cannot be used: ${written}`);
  }
  if (!isPlugin(plugin)) throw new PluginError(`${address} is no plugin: its \`plugin\` has no name or no register`);
  return plugin;
}

function isPlugin(value: unknown): value is Plugin {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    value["name"] !== "" &&
    typeof value["register"] === "function"
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
