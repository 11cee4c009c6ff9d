import type { PageRenderer, Renderer } from "../../sdk/index.ts";
import { loadPlugins } from "./plugins.ts";

/** The registered renderers, loaded when they are first asked for. */
export type RendererSource = () => Promise<readonly (Renderer | PageRenderer)[]>;

/** The renderers of the plugin modules at these addresses. A broken module stops the start. */
export function renderersAt(addresses: readonly string[]): RendererSource {
  let loading: ReturnType<RendererSource> | null = null;
  return () => {
    loading ??= loadPlugins(addresses).then(({ renderers }) => renderers);
    return loading;
  };
}
