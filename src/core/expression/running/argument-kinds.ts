// What functions can use, as data that nothing declares may hand them anything.

import { findSignature } from "../code/index.ts";
import type { Value } from "../values/index.ts";
import { isCompound } from "./passed-over.ts";

/** Of an argument: a list of anything, of what is printed, compared or true; a single value that is. */
export type ArgumentKind = "list" | "shown-list" | "condition-list" | "compared-all" | "shown" | "compared";

/** What the entries of a list must be; null for anything. */
export const ENTRY_KINDS = {
  list: null,
  "shown-list": "shown",
  "condition-list": "condition",
  "compared-all": "compared",
} as const satisfies Partial<Record<ArgumentKind, "shown" | "compared" | "condition" | null>>;

/** Functions with rules of their own; numbers and dates are told by those who read them. */
const FIRST: Readonly<Record<string, ArgumentKind>> = {
  sum: "list",
  avg: "list",
  count: "list",
  first: "list",
  last: "list",
  distinct: "list",
  join: "shown-list",
  any: "condition-list",
  all: "condition-list",
  min: "compared-all",
  max: "compared-all",
};

/** Null for an argument that may be anything. */
export function wantedBy(name: string, at: number): ArgumentKind | null {
  const first = Object.hasOwn(FIRST, name) ? FIRST[name] : undefined;
  if (first !== undefined) return at === 0 ? first : first === "compared-all" ? "compared" : "shown";
  const parameters = findSignature(name)?.parameters ?? [];
  const kind = parameters[Math.min(at, parameters.length - 1)];
  return kind === "text" || kind === "shown" ? "shown" : null;
}

export function isUsable(value: Value, kind: "shown" | "compared" | "condition"): boolean {
  if (value === null) return true;
  return kind === "condition" ? typeof value === "boolean" : !isCompound(value);
}
