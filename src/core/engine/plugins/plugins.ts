// Plugin modules → what they register. Whatever is wrong with one is one sentence that names it.
import {
  describeExporter,
  describeProfile,
  type ExporterDescription,
  exporterMistake,
  type ProfileDescription,
  profileMistake,
} from "../../profiles/index.ts";
import {
  type Barcode,
  type DatasetSource,
  type Exporter,
  type PageRenderer,
  type Plugin,
  type PluginHost,
  type Profile,
  type Renderer,
  SDK_VERSION,
} from "../../sdk/index.ts";
import {
  type BarcodeDescription,
  barcodeKindMistake,
  type DatasetSourceDescription,
  datasetSourceMistake,
  describeBarcode,
  describeDatasetSource,
} from "./plugin-parts.ts";

/** What plugins register. */
interface Registered {
  readonly renderers: readonly (Renderer | PageRenderer)[];
  readonly profiles: readonly Profile[];
  readonly exporters: readonly Exporter[];
  readonly barcodes: readonly Barcode[];
  readonly datasetSources: readonly DatasetSource[];
}

/** What the plugins of an installation bring together. */
export interface LoadedPlugins extends Registered {
  readonly plugins: readonly PluginDescription[];
}

/** What people are told of a plugin. */
export interface PluginDescription {
  readonly name: string;
  /** Where it was loaded from. */
  readonly address: string;
  readonly renderers: readonly string[];
  readonly profiles: readonly ProfileDescription[];
  readonly exporters: readonly ExporterDescription[];
  readonly barcodes: readonly BarcodeDescription[];
  readonly datasetSources: readonly DatasetSourceDescription[];
}

/** A plugin that cannot be used; the message is one sentence for the operator. */
export class PluginError extends Error {}

/** Loads plugin modules one after another. Throws `PluginError` at the first that cannot be used. */
export async function loadPlugins(addresses: readonly string[]): Promise<LoadedPlugins> {
  const owners = new Map<string, string>();
  const plugins: PluginDescription[] = [];
  const all: Registered[] = [];
  for (const address of addresses) {
    const plugin = pluginOf(await imported(address), address);
    if (plugins.some(({ name }) => name === plugin.name)) {
      throw new PluginError(`two plugins are named ${plugin.name}: ${address} is the second; remove one`);
    }
    const own = registeredBy(plugin, owners);
    all.push(own);
    plugins.push({
      name: plugin.name,
      address,
      renderers: own.renderers.map(({ id }) => id),
      profiles: own.profiles.map((profile) => describeProfile(profile, plugin.name)),
      exporters: own.exporters.map((exporter) => describeExporter(exporter, plugin.name)),
      barcodes: own.barcodes.map((barcode) => describeBarcode(barcode, plugin.name)),
      datasetSources: own.datasetSources.map((source) => describeDatasetSource(source, plugin.name)),
    });
  }
  return {
    plugins,
    renderers: all.flatMap(({ renderers }) => renderers),
    profiles: all.flatMap(({ profiles }) => profiles),
    exporters: all.flatMap(({ exporters }) => exporters),
    barcodes: all.flatMap(({ barcodes }) => barcodes),
    datasetSources: all.flatMap(({ datasetSources }) => datasetSources),
  };
}

/** What one plugin registers; `owners` knows which plugin has which name. */
function registeredBy(plugin: Plugin, owners: Map<string, string>): Registered {
  const renderers: (Renderer | PageRenderer)[] = [];
  const profiles: Profile[] = [];
  const exporters: Exporter[] = [];
  const barcodes: Barcode[] = [];
  const datasetSources: DatasetSource[] = [];
  const take = (what: string, mistake: string | null): void => {
    if (mistake !== null) throw new PluginError(`plugin ${plugin.name} cannot be used: ${mistake}`);
    const owner = owners.get(what);
    if (owner !== undefined) throw new PluginError(`${clash(owner, plugin.name)} register ${what}; remove one`);
    owners.set(what, plugin.name);
  };
  const addRenderer = (renderer: Renderer | PageRenderer): void => {
    take(`a renderer named ${renderer.id}`, null);
    renderers.push(renderer);
  };
  const host: PluginHost = {
    renderer: addRenderer,
    pageRenderer: addRenderer,
    profile(profile) {
      take(`a profile named ${profile.name}`, profileMistake(profile));
      profiles.push(profile);
    },
    exporter(exporter) {
      take(`an exporter named ${exporter.name}`, exporterMistake(exporter));
      exporters.push(exporter);
    },
    barcode(barcode) {
      take(`a kind of bar code named ${barcode.name}`, barcodeKindMistake(barcode));
      barcodes.push(barcode);
    },
    datasetSource(source) {
      take(`a dataset source of the scheme ${source.scheme}`, datasetSourceMistake(source));
      datasetSources.push(source);
    },
  };
  registered(plugin, host);
  return { renderers, profiles, exporters, barcodes, datasetSources };
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

function registered(plugin: Plugin, host: PluginHost): void {
  let answer: unknown;
  try {
    answer = plugin.register(host);
  } catch (error) {
    if (error instanceof PluginError) throw error;
    throw new PluginError(`plugin ${plugin.name} failed as it registered: ${messageOf(error)}`, { cause: error });
  }
  refusePromise(plugin, answer);
}

/** What such a plugin registers later nobody would know of. */
function refusePromise({ name }: Plugin, answer: unknown): void {
  if (!isRecord(answer) || typeof answer["then"] !== "function") return;
  answer["then"](undefined, () => undefined);
  throw new PluginError(`plugin ${name} registers later, by a promise; write its register without async`);
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
