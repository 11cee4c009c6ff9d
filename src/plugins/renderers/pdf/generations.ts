// What was made from something else, kept over documents for as long as it is asked for: bounded by bytes, so that no
// number of documents fills the memory. All of it is a pure function of its key, so a hit and a miss give the same.

/** Two generations: a full young one becomes the old one, and what is found in the old one moves up. */
export class Generations<Value> {
  readonly #bytesMax: number;
  #young = new Map<string, { readonly value: Value; readonly bytes: number }>();
  #old = new Map<string, { readonly value: Value; readonly bytes: number }>();
  #youngBytes = 0;

  /** `bytesMax` is for each of the two. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old.value, old.bytes);
    return old?.value;
  }

  /** `bytes` is what the value and its key hold, about. */
  set(key: string, value: Value, bytes: number): void {
    if (this.#youngBytes + bytes > this.#bytesMax) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, { value, bytes });
    this.#youngBytes += bytes;
  }
}
