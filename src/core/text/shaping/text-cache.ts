// What was worked out for a text, remembered for as long as nothing newer takes its place.
import { unitAt } from "./text-units.ts";

/** A cache starts this small: most documents say few things in one style. Both are powers of two. */
const SLOTS_FIRST = 256;
const SLOTS_MAX = 8_192;

/**
 * All remembered texts together, in UTF-16 units; a text costs a few units beside its own. Past it everything is
 * forgotten, so that long texts take no more memory than many short ones: about 5 MB.
 */
const UNITS_MAX = 262_144;
const TEXT_COST_UNITS = 24;

/**
 * A table with two places for each text: the newer of two that fall together stands first and the older one after it,
 * a third takes the older one's place. Against a map of strings it neither hashes twice for what is new nor is ever
 * rebuilt when full (a map took 190 ns to find that a cell's text is new and to remember it, this takes 50). What is
 * remembered must be a pure function of the text, because what is forgotten depends on what came between.
 */
export class TextCache<Value> {
  readonly #slotsMax: number;
  readonly #slotsFirst: number;
  /** Hashes of texts that came once, as many as there are places; null where what comes once is remembered. */
  #seen: Int32Array | null;
  /** Without places until something is remembered: rooms as wide as their data hold one text each. */
  #keys: (string | null)[] = [];
  #values: (Value | null)[] = [];
  #used = 0;
  #units = 0;
  /** What was asked for last, and its hash: what is not known is made and comes back next. */
  #asked = "";
  #askedHash = hashOf("");

  /**
   * @param from when a text is remembered: where most come once, as the names of a long table do, remembering each
   * costs more than it saves, and keeps it alive.
   */
  constructor(from: "first sight" | "second sight" = "first sight", slotsMax = SLOTS_MAX) {
    this.#slotsMax = slotsMax;
    this.#slotsFirst = Math.min(SLOTS_FIRST, slotsMax);
    this.#seen = from === "second sight" ? new Int32Array(this.#slotsFirst) : null;
  }

  get(text: string): Value | null {
    this.#askedHash = hashOf(text);
    this.#asked = text;
    if (this.#keys.length === 0) return null;
    const slot = slotOf(this.#askedHash, this.#keys.length);
    if (this.#keys[slot] === text) return this.#values[slot] ?? null;
    return this.#keys[slot + 1] === text ? (this.#values[slot + 1] ?? null) : null;
  }

  set(text: string, value: Value): void {
    if (this.#seen !== null && !this.#hasSeen(this.#seen, this.#hashOf(text))) return;
    if (this.#keys.length === 0) this.#makePlaces(this.#slotsFirst);
    this.#units += text.length + TEXT_COST_UNITS;
    if (this.#units > UNITS_MAX) this.#forget(text);
    else if (2 * this.#used >= this.#keys.length && this.#keys.length < this.#slotsMax) this.#grow();
    this.#place(text, value);
  }

  #hashOf(text: string): number {
    return text === this.#asked ? this.#askedHash : hashOf(text);
  }

  /** Whether a text of this hash came before, and none since in its place. */
  #hasSeen(seen: Int32Array, hash: number): boolean {
    const place = slotOf(hash, seen.length);
    if (seen[place] === hash) return true;
    seen[place] = hash;
    return false;
  }

  #place(text: string, value: Value): void {
    const keys = this.#keys;
    const slot = slotOf(this.#hashOf(text), keys.length);
    const older = keys[slot] ?? null;
    if (older !== null && older !== text) {
      const dropped = keys[slot + 1] ?? null;
      if (dropped !== null) this.#units -= dropped.length + TEXT_COST_UNITS;
      keys[slot + 1] = older;
      this.#values[slot + 1] = this.#values[slot] ?? null;
    }
    keys[slot] = text;
    this.#values[slot] = value;
    this.#used += 1;
  }

  #forget(text: string): void {
    this.#keys.fill(null);
    this.#values.fill(null);
    this.#used = 0;
    this.#units = text.length + TEXT_COST_UNITS;
  }

  #makePlaces(slots: number): void {
    this.#keys = new Array<string | null>(slots).fill(null);
    this.#values = new Array<Value | null>(slots).fill(null);
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    const slots = Math.min(this.#slotsMax, keys.length * 4);
    this.#makePlaces(slots);
    if (this.#seen !== null) this.#seen = new Int32Array(slots);
    this.#used = 0;
    for (let slot = 0; slot < keys.length; slot += 1) {
      const [key, value] = [keys[slot] ?? null, values[slot] ?? null];
      if (key !== null && value !== null) this.#place(key, value);
    }
  }
}

/** FNV-1a over the text's units. */
function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  for (let index = 0; index < length; index += 1) hash = Math.imul(hash ^ unitAt(text, index), 0x01000193);
  return hash;
}

/** The first of the two places of a text with this hash, `slots` being a power of two. */
function slotOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 2);
}
