/** Somebody who waits for a turn. */
interface Waiting {
  readonly begin: () => void;
}

/**
 * A number of turns at a time, one of each tenant after another: whoever asks a thousand times at once waits for their
 * own, and delays everybody else by one turn at most. Turns of one tenant keep their order. The pool's library has a
 * queue of its own, which tasks that can be stopped never see; so only as many reach it as it has threads.
 */
export class Turns {
  #free: number;
  /** Tenants in the order of their turns; none is here that waits for nothing. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Answers when it is the tenant's turn, with what ends it. Rejects where `stop` is aborted before. */
  async take(tenant: string, stop: AbortSignal): Promise<() => void> {
    stop.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(tenant, stop);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#next();
    };
  }

  #wait(tenant: string, stop: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      this.#remove(tenant, waiting);
      reject(stop.reason);
    };
    const waiting: Waiting = {
      begin: () => {
        stop.removeEventListener("abort", giveUp);
        resolve();
      },
    };
    stop.addEventListener("abort", giveUp, { once: true });
    const others = this.#waiting.get(tenant);
    if (others === undefined) this.#waiting.set(tenant, [waiting]);
    else others.push(waiting);
    return promise;
  }

  /** Hands a turn that is over to the next tenant, whose next one comes after everybody else's. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#free += 1;
      return;
    }
    const [tenant, [waiting, ...rest]] = first;
    this.#waiting.delete(tenant);
    if (rest.length > 0) this.#waiting.set(tenant, rest);
    waiting?.begin();
  }

  #remove(tenant: string, waiting: Waiting): void {
    const rest = (this.#waiting.get(tenant) ?? []).filter((candidate) => candidate !== waiting);
    if (rest.length > 0) this.#waiting.set(tenant, rest);
    else this.#waiting.delete(tenant);
  }
}
