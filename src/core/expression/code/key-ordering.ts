import type { KeyOrdering } from "./code.ts";
import type { Type } from "./types.ts";

/**
 * What code says of the keys that it sorts, groups or lists once. Values carry no type, so the declared one is written
 * down: a text that looks like a time is a text.
 */
export function keyOrdering({ kind }: Type): { readonly keys?: KeyOrdering } {
  if (kind === "time" || kind === "datetime") return { keys: kind };
  return kind === "str" || kind === "any" ? { keys: "text" } : {};
}
