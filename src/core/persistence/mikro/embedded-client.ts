import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { SqlRunner } from "../database-ports.ts";
import type { FolderLock } from "../folder-lock.ts";
import { type Engine, type EngineOptions, startEngine } from "./embedded-engine.ts";
import { EngineEnded } from "./engine-guard.ts";
import { giveBackRoom, hasRoom } from "./room.ts";
import type { Statements } from "./session.ts";

/** What the query builder uses of the library's client. */
type BuilderClient = Pick<PGlite, "query" | "transaction" | "closed" | "ready" | "waitReady">;

/** What is opened, and the folder that it lies in with its lock. */
export interface EmbeddedPlace extends EngineOptions {
  readonly folder: string;
  readonly lock: FolderLock;
}

/** Between two looks whether the database can be opened again, and the longest pause where opening it failed. */
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 4_000;

/**
 * The embedded database, whose engine may end by itself: at a full disk that refuses its log, at one that fails, in a
 * folder that is gone. Until the next engine has started, whatever is asked is refused as with a server that crashed.
 * The start repairs the files from the log, so that all that was acknowledged is there.
 */
export class EmbeddedClient {
  readonly #place: EmbeddedPlace;
  readonly #closing = new AbortController();
  #engine: Engine | null = null;
  #reopening: Promise<void> | null = null;

  private constructor(place: EmbeddedPlace) {
    this.#place = place;
  }

  static async open(place: EmbeddedPlace): Promise<EmbeddedClient> {
    await giveBackRoom(place.folder);
    const client = new EmbeddedClient(place);
    await client.#start();
    return client;
  }

  get isOpen(): boolean {
    return this.#engine !== null;
  }

  readonly statements: Statements = (text, values) =>
    this.#engine === null ? Promise.reject(new EngineEnded()) : this.#engine.statements(text, values);

  readonly sql: SqlRunner = {
    run: async (text, values) => this.#living().sql.run(text, values),
  };

  /** For the query builder, which takes its client once and for all. */
  readonly forBuilder: BuilderClient = {
    closed: false,
    ready: true,
    waitReady: Promise.resolve(),
    query: async (text, values, options) => this.#living().client.query(text, values, options),
    transaction: (work) => this.#transaction(work),
  };

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reopening;
    const engine = this.#engine;
    this.#engine = null;
    await engine?.close();
  }

  /**
   * The query builder waits for its work to be called, for ever if need be, and only hears of a failure when it ends
   * the transaction. So where none can be begun, its work is called all the same, with statements that fail.
   */
  async #transaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    let hasBegun = false;
    try {
      return await this.#living().client.transaction((transaction) => {
        hasBegun = true;
        return work(transaction);
      });
    } catch (error) {
      if (!hasBegun) await work(refusing(error));
      throw error;
    }
  }

  #living(): Engine {
    if (this.#engine === null) throw new EngineEnded();
    return this.#engine;
  }

  async #start(): Promise<void> {
    this.#engine = await startEngine(this.#place, () => this.#lose());
  }

  #lose(): void {
    const lost = this.#engine;
    // One that ends as it starts or stops is told by that.
    if (lost === null) return;
    this.#engine = null;
    this.#reopening = this.#reopen(lost);
  }

  /** Tries until it is open again, or closed. */
  async #reopen(lost: Engine): Promise<void> {
    const { signal } = this.#closing;
    let pauseMs = PAUSE_MS;
    let left: Engine | null = lost;
    while (!signal.aborted) {
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      // Not at once: the call that it has ended in is still on the stack then.
      left?.abandon();
      left = null;
      if (signal.aborted || !(await this.#mayReopen())) continue;
      try {
        await this.#start();
        return;
      } catch {
        pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
      }
    }
  }

  /** Not in a folder that is gone, where an empty database would be made, nor in one that is another process's now. */
  async #mayReopen(): Promise<boolean> {
    const { cluster, folder, lock } = this.#place;
    const isThere = (await stat(join(cluster, "PG_VERSION")).catch(() => null)) !== null;
    return isThere && (await lock.isHeld()) && (await hasRoom(folder));
  }
}

function refusing(error: unknown): Transaction {
  const refuse = (): Promise<never> => Promise.reject(error);
  return { query: refuse, sql: refuse, exec: refuse, rollback: refuse, listen: refuse, closed: false };
}
