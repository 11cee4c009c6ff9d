/** Numbers that look drawn by chance and are the same for the same seed: mulberry32, by Tommy Ettinger. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Neighbouring seeds would begin alike, so the seed is stirred once.
    this.#state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0, below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Whether something happens that happens so often, from 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of them, which are not none. */
  pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("there is nothing to pick from");
    return value;
  }
}
