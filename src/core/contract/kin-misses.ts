// Members that nothing declares, with a word more or less than a declared one that is absent.
import type { PayloadRecord } from "../expression/index.ts";
import type { ObjectNode } from "./contract-tree.ts";
import { namesAkin } from "./kin-names.ts";
import { fits, isEmpty, type NearMiss, placed, type Surplus } from "./surplus.ts";

/** Names of one object that are remembered or looked through; data with more of them are no record of a form. */
const NAMES_MAX = 500;

/**
 * Collects them. Programs send more than a form prints, and many such names have a word in common: so the declared
 * member is not sent at all, not even as null or in other entries beside this one; the value is one that it takes;
 * and either name has no other that it may stand for.
 */
export class KinMisses {
  readonly #akin = new Map<ObjectNode, Map<string, readonly string[]>>();
  readonly #found = new Map<string, { -readonly [Key in keyof NearMiss]: NearMiss[Key] }>();
  /** Of names that are sent beside the declared one. */
  readonly #refuted = new Set<string>();

  add(surplus: Surplus): void {
    const { name, record, node } = surplus;
    for (const declared of this.#namesFor(name, node)) {
      if (record.has(declared)) this.#refuted.add(keyOf(placed(surplus, declared)));
    }
    const declared = this.meantBy(name, record, node);
    if (declared === null) return;
    const place = placed(surplus, declared);
    const known = this.#found.get(keyOf(place));
    if (known === undefined) this.#found.set(keyOf(place), { ...place, isBeside: true, count: 1 });
    else known.count += 1;
  }

  /** The declared name that a surplus one of an object stands for; null for none. */
  meantBy(name: string, record: PayloadRecord, node: ObjectNode): string | null {
    const [declared, ...more] = this.#openFor(name, record, node);
    if (declared === undefined || more.length > 0) return null;
    let seen = 0;
    for (const other of record.keys()) {
      if (other === name || node.members.has(other)) continue;
      seen += 1;
      if (seen > NAMES_MAX || this.#openFor(other, record, node).includes(declared)) return null;
    }
    return declared;
  }

  /** What is said of a place already. */
  leaveOut(path: string): void {
    for (const [key, miss] of this.#found) if (miss.path === path) this.#found.delete(key);
  }

  /** What was found, in the order of the data. */
  found(): readonly NearMiss[] {
    return [...this.#found].filter(([key]) => !this.#refuted.has(key)).map(([, miss]) => miss);
  }

  #openFor(name: string, record: PayloadRecord, node: ObjectNode): readonly string[] {
    const akin = this.#namesFor(name, node);
    if (akin.length === 0) return akin;
    const value = record.get(name);
    return isEmpty(value) ? [] : akin.filter((each) => !record.has(each) && fits(value, node.members.get(each)));
  }

  #namesFor(name: string, node: ObjectNode): readonly string[] {
    const known = this.#akin.get(node) ?? new Map<string, readonly string[]>();
    this.#akin.set(node, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const akin = namesAkin(name, [...node.members.keys()]);
    if (known.size < NAMES_MAX) known.set(name, akin);
    return akin;
  }
}

function keyOf({ path, declared }: Pick<NearMiss, "path" | "declared">): string {
  return `${path.replaceAll(/\[\d+\]/g, "[]")} ${declared}`;
}
