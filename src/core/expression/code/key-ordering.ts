import type { KeyOrdering } from "./code.ts";
import { isNumericEnum, type Type } from "./types.ts";

/** How keys are compared; both are left out for values that compare as they are written. */
export interface KeyComparison {
  readonly keys?: KeyOrdering;
  /** The choices of an enumeration, in the order in which they are declared and sorted. */
  readonly members?: readonly string[];
}

/**
 * What code says of the keys that it sorts, groups or lists once. Values carry no type, so the declared one is written
 * down: a text that looks like a time is a text.
 */
export function keyOrdering(type: Type): KeyComparison {
  const { kind } = type;
  if (kind === "enum") {
    const members = type.members.map(({ value }) => value);
    return isNumericEnum(type) ? {} : { members };
  }
  if (kind === "time" || kind === "datetime") return { keys: kind };
  return kind === "str" || kind === "any" ? { keys: "text" } : {};
}
