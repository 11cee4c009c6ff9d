// Members that nothing declares, with a word more or less than a declared one that is absent.
import type { PayloadRecord } from "../expression/index.ts";
import type { ObjectNode } from "./contract-tree.ts";
import { namesAkin } from "./kin-names.ts";
import { LookedUpNames, NAMES_MAX } from "./looked-up-names.ts";
import { fits, isEmpty, type NearMiss, placed, type Surplus } from "./surplus.ts";

/**
 * Collects them. Programs send more than a form prints, and many such names have a word in common: so the declared
 * member is not sent at all, not even as null or in other entries beside this one; the value is one that it takes;
 * and either name has no other that it may stand for.
 */
export class KinMisses {
  readonly #akin = new LookedUpNames(namesAkin);
  readonly #found = new Map<string, { -readonly [Key in keyof NearMiss]: NearMiss[Key] }>();
  /** Of names that are sent beside the declared one. */
  readonly #refuted = new Set<string>();

  add(surplus: Surplus): void {
    const { name, record, node } = surplus;
    for (const declared of this.#akin.of(name, node)) {
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
    const akin = this.#akin.of(name, node);
    if (akin.length === 0) return akin;
    const value = record.get(name);
    return isEmpty(value) ? [] : akin.filter((each) => !record.has(each) && fits(value, node.members.get(each)));
  }
}

function keyOf({ path, declared }: Pick<NearMiss, "path" | "declared">): string {
  return `${path.replaceAll(/\[\d+\]/g, "[]")} ${declared}`;
}
