/** Somebody who waits for a turn. */
interface Waiting {
  readonly sinceMs: number;
  readonly sliceMs: number;
  readonly begin: (turn: Turn) => void;
}

/** A turn that somebody has. */
export interface Turn {
  /** Is aborted where the turn is taken back: others wait, and its holder has had its time. */
  readonly takenBack: AbortSignal;
  /** Gives the turn back; a second call does nothing. */
  end(): void;
}

/** A turn that nobody waited for, lent until somebody does. */
export interface Loan extends Turn {
  /** Asked between two steps of the work: whether somebody waits for the turn by now. */
  readonly isRecalled: boolean;
  /** Is called once, when somebody begins to wait. */
  onRecall(listener: () => void): void;
}

/** Somebody who takes turns that are free, as many as there are. */
interface Wish {
  readonly tenant: string;
  readonly begin: (loan: Loan) => void;
}

/** A turn as it is known here. */
interface Held {
  readonly tenant: string;
  readonly sinceMs: number;
  readonly sliceMs: number;
  /** Asks a holder that was lent the turn to end after the step at hand; null for others, and once it was asked. */
  recall: (() => void) | null;
  readonly isLoan: boolean;
  readonly takingBack: AbortController;
}

/** Whoever has no turn waits at least so long before another one's is taken back: most end in this time. */
const PATIENCE_MS = 250;

/** How often those that wait are looked at. */
const LOOK_MS = 50;

/** A turn of this length is a long one, after which nothing may be lent for the first time. */
export const SLICE_MS = 500;

/** For so long a tenant is known to take long turns, and another one to be there. */
const REMEMBERED_MS = 60_000;

/** So many tenants are remembered before those are looked for that may be forgotten. */
const REMEMBERED_MAX = 1_000;

/**
 * A number of turns at a time, one of each tenant after another: whoever asks a thousand times at once waits for their
 * own. Turns of one tenant keep their order. The pool's library has a queue of its own, which tasks that can be stopped
 * never see; so only as many reach it as it has threads.
 *
 * Long turns are kept from taking everything in two ways. A tenant whose turns are long gets all of them but one, for
 * as long as others were there within the last minute; alone, it gets all. And where a tenant waits without a turn, one
 * is taken back from whoever has more than an equal share of them, when that one has had its slice of time. What was
 * begun in it is begun anew later, with a longer slice, so that long work gets done beside others too.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #now: () => number;
  readonly #held = new Set<Held>();
  /** Tenants in the order of their turns; none is here that waits for nothing. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Who takes free turns, the one first that got none for the longest time. */
  readonly #wishes = new Set<Wish>();
  /** When each tenant last asked, and last ended a long turn. */
  readonly #asked = new Map<string, number>();
  readonly #long = new Map<string, number>();
  #look: NodeJS.Timeout | null = null;

  /** `now` tells the time in milliseconds. */
  constructor(atOnce: number, now: () => number = () => performance.now()) {
    this.#atOnce = atOnce;
    this.#now = now;
  }

  /**
   * Answers when it is the tenant's turn. Rejects where `stop` is aborted before. The turn may be taken back when it
   * has lasted for `sliceMs` and another tenant waits without one.
   */
  async take(tenant: string, stop: AbortSignal, sliceMs: number = SLICE_MS): Promise<Turn> {
    stop.throwIfAborted();
    remember(this.#asked, tenant, this.#now());
    if (this.#free > 0 && this.#mayTake(tenant)) return this.#hold(tenant, sliceMs);
    return this.#wait(tenant, stop, sliceMs);
  }

  /**
   * Lends every turn that is free and nobody waits for, now and later, until what this answers is called. Whoever waits
   * for a turn comes first: then a loan is recalled, and ends when its holder has finished the step at hand.
   */
  wish(tenant: string, begin: (loan: Loan) => void): () => void {
    const wish: Wish = { tenant, begin };
    this.#wishes.add(wish);
    this.#lend();
    return () => this.#wishes.delete(wish);
  }

  get #free(): number {
    return this.#atOnce - this.#held.size;
  }

  #heldBy(tenant: string): readonly Held[] {
    return [...this.#held].filter((each) => each.tenant === tenant);
  }

  /** A tenant whose turns are long does not get the last free turn while other tenants are active. */
  #mayTake(tenant: string): boolean {
    const own = this.#heldBy(tenant);
    if (own.length + 1 < this.#atOnce || own.length === 0) return true;
    const nowMs = this.#now();
    const isRecent = (atMs: number | undefined): boolean => atMs !== undefined && nowMs - atMs < REMEMBERED_MS;
    const isLong = own.some(({ sinceMs }) => nowMs - sinceMs >= SLICE_MS) || isRecent(this.#long.get(tenant));
    return !(isLong && [...this.#asked].some(([other, atMs]) => other !== tenant && isRecent(atMs)));
  }

  #hold(tenant: string, sliceMs: number): Turn {
    const held: Held = {
      ...{ tenant, sliceMs, sinceMs: this.#now(), recall: null, isLoan: false },
      takingBack: new AbortController(),
    };
    this.#held.add(held);
    return { takenBack: held.takingBack.signal, end: () => this.#end(held) };
  }

  #end(held: Held): void {
    if (!this.#held.delete(held)) return;
    const nowMs = this.#now();
    if (!held.isLoan && nowMs - held.sinceMs >= SLICE_MS) remember(this.#long, held.tenant, nowMs);
    this.#next();
  }

  #lend(): void {
    while (this.#free > 0) {
      const [wish] = this.#wishes;
      if (wish === undefined) return;
      this.#wishes.delete(wish);
      this.#wishes.add(wish);
      wish.begin(this.#loan(wish.tenant));
    }
  }

  #loan(tenant: string): Loan {
    let isRecalled = false;
    const listeners: (() => void)[] = [];
    const held: Held = {
      ...{ tenant, sinceMs: this.#now(), sliceMs: PATIENCE_MS, isLoan: true, takingBack: new AbortController() },
      recall: () => {
        isRecalled = true;
        held.recall = null;
        for (const listener of listeners) listener();
      },
    };
    this.#held.add(held);
    return {
      get isRecalled() {
        return isRecalled;
      },
      takenBack: held.takingBack.signal,
      onRecall: (listener) => void listeners.push(listener),
      end: () => this.#end(held),
    };
  }

  #wait(tenant: string, stop: AbortSignal, sliceMs: number): Promise<Turn> {
    if (this.#free === 0) [...this.#held].find(({ recall }) => recall !== null)?.recall?.();
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const giveUp = (): void => {
      this.#remove(tenant, waiting);
      reject(stop.reason);
    };
    const waiting: Waiting = {
      ...{ sinceMs: this.#now(), sliceMs },
      begin: (turn) => {
        stop.removeEventListener("abort", giveUp);
        resolve(turn);
      },
    };
    stop.addEventListener("abort", giveUp, { once: true });
    const others = this.#waiting.get(tenant);
    if (others === undefined) this.#waiting.set(tenant, [waiting]);
    else others.push(waiting);
    this.#lookLater();
    return promise;
  }

  /** Hands a turn that is over to the next tenant, whose next one comes after everybody else's. */
  #next(): void {
    for (const [tenant, [waiting, ...rest]] of [...this.#waiting]) {
      if (this.#free === 0) return;
      if (waiting === undefined || !this.#mayTake(tenant)) continue;
      this.#waiting.delete(tenant);
      if (rest.length > 0) this.#waiting.set(tenant, rest);
      waiting.begin(this.#hold(tenant, waiting.sliceMs));
    }
    this.#lend();
  }

  #remove(tenant: string, waiting: Waiting): void {
    const rest = (this.#waiting.get(tenant) ?? []).filter((candidate) => candidate !== waiting);
    if (rest.length > 0) this.#waiting.set(tenant, rest);
    else this.#waiting.delete(tenant);
  }

  #lookLater(): void {
    this.#look ??= setTimeout(() => {
      this.#look = null;
      this.takeBack();
      if (this.#waiting.size > 0) this.#lookLater();
    }, LOOK_MS).unref();
  }

  /** Takes a turn back for each tenant that has waited long without one; runs by itself while somebody waits. */
  takeBack(): void {
    const nowMs = this.#now();
    const hungry = [...this.#waiting].filter(([tenant, [first]]) => {
      return first !== undefined && nowMs - first.sinceMs >= PATIENCE_MS && this.#heldBy(tenant).length === 0;
    });
    const leaving = [...this.#held].filter(({ takingBack }) => takingBack.signal.aborted).length;
    for (let missing = hungry.length - leaving; missing > 0; missing -= 1) {
      const found = this.#mostHeld(nowMs);
      if (found === undefined) return;
      found.takingBack.abort(new Error("others wait, and the turn has lasted for its time"));
    }
  }

  /** The turn that is taken back next: of whoever has most and more than a share, what was lent, then the latest. */
  #mostHeld(nowMs: number): Held | undefined {
    const tenants = new Set([...this.#waiting.keys(), ...[...this.#held].map(({ tenant }) => tenant)]);
    const share = this.#atOnce / tenants.size;
    const counts = new Map<string, number>();
    const staying = [...this.#held].filter(({ takingBack }) => !takingBack.signal.aborted);
    for (const { tenant } of staying) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    const countOf = ({ tenant }: Held): number => counts.get(tenant) ?? 0;
    return staying
      .filter((held) => countOf(held) > share && nowMs - held.sinceMs >= held.sliceMs)
      .sort((a, b) => countOf(b) - countOf(a) || Number(b.isLoan) - Number(a.isLoan) || b.sinceMs - a.sinceMs)[0];
  }
}

function remember(times: Map<string, number>, tenant: string, atMs: number): void {
  times.delete(tenant);
  times.set(tenant, atMs);
  if (times.size <= REMEMBERED_MAX) return;
  for (const [other, otherMs] of times) {
    // The order of the map is that of the times.
    if (atMs - otherMs < REMEMBERED_MS) return;
    times.delete(other);
  }
}
