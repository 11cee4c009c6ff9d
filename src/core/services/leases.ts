import { setTimeout as sleep } from "node:timers/promises";
import type { HeldKey } from "../persistence/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";

/**
 * How long a request holds its key, its records and its slot after the last renewal by its process. The clocks of two
 * processes may differ by this time less the interval between renewals.
 */
export const LEASE_MS = 6_000;

/** The interval between renewals. Nearly all requests end before the first one, and cost no further statement. */
const RENEWED_EVERY_MS = 1_500;

type LeaseDependencies = Pick<ServiceDependencies, "database" | "log" | "now" | "pause">;

/** Waits so long in real time. It does not keep a process from ending. */
export const unreferenced = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

/** What a request holds. */
export interface Lease {
  readonly renderId: string;
  /** Its key; left out where it has none. */
  readonly key?: HeldKey;
}

/**
 * What the synchronous requests of this process hold, renewed for as long as they run. A process that is killed renews
 * nothing, so that others get what it held within {@link LEASE_MS}. One that stood still finds at its end that its
 * render was failed, and neither charges nor answers with it.
 */
export class Leases {
  readonly #dependencies: LeaseDependencies;
  readonly #held = new Set<Lease>();
  #isRenewing = false;

  constructor(dependencies: LeaseDependencies) {
    this.#dependencies = dependencies;
  }

  /** When a lease ends that begins now. */
  get until(): Date {
    return new Date(this.#dependencies.now().getTime() + LEASE_MS);
  }

  /** Does work that holds a lease, which is renewed until it ends. */
  async during<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value> {
    this.#held.add(lease);
    if (!this.#isRenewing) void this.#renewing();
    try {
      return await work();
    } finally {
      this.#held.delete(lease);
    }
  }

  async #renewing(): Promise<void> {
    const { pause = unreferenced } = this.#dependencies;
    this.#isRenewing = true;
    for (;;) {
      await pause(RENEWED_EVERY_MS);
      if (this.#held.size === 0) break;
      await this.#renew();
    }
    this.#isRenewing = false;
  }

  /** Two statements, each of which locks rows of one table: what ends or takes over locks them in other orders. */
  async #renew(): Promise<void> {
    const { database, log } = this.#dependencies;
    const held = [...this.#held];
    const keys = held.flatMap(({ key }) => (key === undefined ? [] : [key]));
    try {
      await database.renders.renew(
        held.map(({ renderId }) => renderId),
        this.until,
      );
      if (keys.length > 0) await database.idempotency.renew(keys, this.until);
    } catch (err) {
      // A database that is away can't give a lease to others either; whoever has one then is judged at its end.
      log.error({ err, leases: held.length }, "leases could not be renewed");
    }
  }
}
