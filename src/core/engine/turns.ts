/** Somebody who waits for a turn. */
interface Waiting {
  readonly begin: () => void;
}

/** A turn that nobody waited for, lent until somebody does. */
export interface Loan {
  /** Asked between two steps of the work: whether somebody waits for the turn by now. */
  readonly isRecalled: boolean;
  /** Is called once, when somebody begins to wait. */
  onRecall(listener: () => void): void;
  /** Gives the turn back. */
  end(): void;
}

/** Somebody who takes turns that are free, as many as there are. */
interface Wish {
  readonly begin: (loan: Loan) => void;
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
  /** Who takes free turns, the one first that got none for the longest time. */
  readonly #wishes = new Set<Wish>();
  /** Loans that were not recalled yet, as what recalls them. */
  readonly #loans = new Set<() => void>();

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

  /**
   * Lends every turn that is free and nobody waits for, now and later, until what this answers is called. Whoever waits
   * for a turn comes first: then a loan is recalled, and ends when its holder has finished the step at hand.
   */
  wish(begin: (loan: Loan) => void): () => void {
    const wish: Wish = { begin };
    this.#wishes.add(wish);
    this.#lend();
    return () => this.#wishes.delete(wish);
  }

  #lend(): void {
    while (this.#free > 0) {
      const [wish] = this.#wishes;
      if (wish === undefined) return;
      this.#wishes.delete(wish);
      this.#wishes.add(wish);
      this.#free -= 1;
      wish.begin(this.#loan());
    }
  }

  #loan(): Loan {
    let isOver = false;
    let isRecalled = false;
    const listeners: (() => void)[] = [];
    const recall = (): void => {
      isRecalled = true;
      this.#loans.delete(recall);
      for (const listener of listeners) listener();
    };
    this.#loans.add(recall);
    return {
      get isRecalled() {
        return isRecalled;
      },
      onRecall: (listener) => void listeners.push(listener),
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#loans.delete(recall);
        this.#next();
      },
    };
  }

  #wait(tenant: string, stop: AbortSignal): Promise<void> {
    const [recall] = this.#loans;
    recall?.();
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
      this.#lend();
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
