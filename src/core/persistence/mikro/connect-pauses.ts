/** The pause after the first failed try, and the longest one. */
const PAUSE_MS = 50;
const PAUSE_MS_MAX = 1_000;

/** A pause lasts between half of its length and all of it, so that processes do not try in step. */
const jittered = (ms: number): number => ms * (1 - Math.random() / 2);

/** A connection that waits for its try. */
interface Waiting {
  readonly goOn: () => void;
  readonly fail: (cause: unknown) => void;
}

/** Tells how a try ended: null where it succeeded, else why it failed. */
type TellEnd = (failure: unknown) => void;

/**
 * Spaces out the tries of a process to connect to a database that takes no connection. After a failed try the next one
 * begins after a pause, which doubles up to a second. One try serves all connections that wait: they go on where it
 * succeeds, and fail where it fails. Without pauses each request tries by itself, a hundred times a second, and a
 * server that has no connection left is kept busy by refusing them.
 */
export class ConnectPauses {
  readonly #waiting = new Set<Waiting>();
  /** The pause that follows the next try; null while the database takes connections. */
  #pauseMs: number | null = null;
  #nextTryAtMs = 0;
  #timer: NodeJS.Timeout | null = null;
  /** How many tries have succeeded. The failure of a try that began before the last success is old news. */
  #successes = 0;

  /**
   * Resolves when this connection may be tried. Rejects where another try failed while this one waited, or where `stop`
   * is aborted. Whoever was let through has to tell how the try ended.
   */
  async turn(stop: AbortSignal): Promise<TellEnd> {
    stop.throwIfAborted();
    if (this.#pauseMs !== null) {
      if (performance.now() < this.#nextTryAtMs) await this.#wait(stop);
      else this.#pauseFrom(this.#pauseMs);
    }
    const successes = this.#successes;
    return (failure) => {
      if (failure === null) this.#succeeded();
      else if (successes === this.#successes) this.#failed(failure);
    };
  }

  #wait(stop: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting.delete(waiting);
      stop.removeEventListener("abort", giveUp);
    };
    const waiting: Waiting = {
      goOn() {
        leave();
        resolve();
      },
      fail(cause) {
        leave();
        reject(new Error("the database took no connection when it was last tried", { cause }));
      },
    };
    const giveUp = (): void => waiting.fail(stop.reason);
    stop.addEventListener("abort", giveUp, { once: true });
    this.#waiting.add(waiting);
    this.#wake();
    return promise;
  }

  /** Lets the first one through that waits when the pause is over. A try that hangs holds up no other. */
  #wake(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        const [first] = this.#waiting;
        if (first === undefined || this.#pauseMs === null) return;
        this.#pauseFrom(this.#pauseMs);
        first.goOn();
        if (this.#waiting.size > 0) this.#wake();
      },
      Math.max(0, this.#nextTryAtMs - performance.now()),
    );
  }

  #pauseFrom(pauseMs: number): void {
    this.#nextTryAtMs = performance.now() + jittered(pauseMs);
    this.#pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
  }

  #succeeded(): void {
    this.#successes += 1;
    this.#pauseMs = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const waiting of this.#waiting) waiting.goOn();
  }

  #failed(failure: unknown): void {
    if (this.#pauseMs === null) this.#pauseFrom(PAUSE_MS);
    for (const waiting of this.#waiting) waiting.fail(failure);
  }
}
