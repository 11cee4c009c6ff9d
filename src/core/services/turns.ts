/** Work that takes turns where it has a name in common, first come, first served. */
export class Turns {
  /** By name: kept when the piece of work that came last has ended. */
  readonly #last = new Map<string, Promise<void>>();

  /** Does the work once all that came before it under this name has ended, however that ended. */
  async take<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(name);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(name, ended);
    await before;
    try {
      return await work();
    } finally {
      end();
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
