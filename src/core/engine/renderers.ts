import type { PageRenderer, Plugin, Renderer } from "../sdk/index.ts";

/** The version of the plugin interface that this engine speaks. */
const SDK_VERSION = 1;

/** The registered renderers, loaded when they are first asked for. */
export type RendererSource = () => Promise<readonly (Renderer | PageRenderer)[]>;

/** The renderers of the plugin modules at these addresses. */
export function renderersAt(addresses: readonly string[]): RendererSource {
  let loading: ReturnType<RendererSource> | null = null;
  return () => {
    loading ??= loadRenderers(addresses);
    return loading;
  };
}

/** Loads plugin modules by address and collects the renderers that they register. A broken one stops the start. */
async function loadRenderers(addresses: readonly string[]): ReturnType<RendererSource> {
  const renderers = new Map<string, Renderer | PageRenderer>();
  const add = (renderer: Renderer | PageRenderer): void => {
    if (renderers.has(renderer.id)) throw new Error(`two plugins register a renderer named '${renderer.id}'`);
    renderers.set(renderer.id, renderer);
  };
  for (const address of addresses) {
    const plugin = pluginOf(await import(address), address);
    plugin.register({ renderer: add, pageRenderer: add });
  }
  return [...renderers.values()];
}

function pluginOf(module: unknown, address: string): Plugin {
  const plugin = isRecord(module) ? module["plugin"] : undefined;
  if (!isPlugin(plugin)) {
    throw new Error(`${address} exports no \`plugin\` for version ${SDK_VERSION} of the plugin interface`);
  }
  return plugin;
}

function isPlugin(value: unknown): value is Plugin {
  return (
    isRecord(value) &&
    value["sdk"] === SDK_VERSION &&
    typeof value["name"] === "string" &&
    typeof value["register"] === "function"
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
