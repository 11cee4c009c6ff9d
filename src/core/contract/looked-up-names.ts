// Declared names that a name of the data may stand for, remembered: rows of a list repeat their names.
import type { ObjectNode } from "./contract-tree.ts";

/** Names of one object that are remembered or looked through; data with more of them are no record of a form. */
export const NAMES_MAX = 500;

/** What `look` finds for a name among the declared ones of an object, asked once for each name. */
export class LookedUpNames<Found> {
  readonly #look: (name: string, declared: readonly string[]) => Found;
  readonly #known = new Map<ObjectNode, Map<string, Found>>();

  constructor(look: (name: string, declared: readonly string[]) => Found) {
    this.#look = look;
  }

  of(name: string, node: ObjectNode): Found {
    const known = this.#known.get(node) ?? new Map<string, Found>();
    this.#known.set(node, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = this.#look(name, [...node.members.keys()]);
    if (known.size < NAMES_MAX) known.set(name, found);
    return found;
  }
}
