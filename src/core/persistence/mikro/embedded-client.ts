import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { SqlRunner } from "../database-ports.ts";
import type { FolderLock } from "../folder-lock.ts";
import { EngineEnded } from "./engine-guard.ts";
import { EngineThread, type EngineThreadOptions } from "./engine-thread.ts";
import { giveBackRoom, hasRoom } from "./room.ts";
import type { Statements } from "./session.ts";

/** What the query builder uses of the library's client. */
type BuilderClient = Pick<PGlite, "query" | "transaction" | "closed" | "ready" | "waitReady">;

/** What is opened, and the folder that it lies in with its lock. */
export interface EmbeddedPlace extends EngineThreadOptions {
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
  #engine: EngineThread | null = null;
  #isWatched = false;
  #looking: Promise<boolean> | null = null;
  #reopening: Promise<void> | null = null;

  private constructor(place: EmbeddedPlace) {
    this.#place = place;
  }

  static async open(place: EmbeddedPlace): Promise<EmbeddedClient> {
    await giveBackRoom(place.folder);
    const client = new EmbeddedClient(place);
    await client.#start(!(await isCluster(place.cluster)));
    return client;
  }

  /** From now on an engine without a sign of life refuses its callers, this one and each that is started after it. */
  watch(): void {
    this.#isWatched = true;
    this.#engine?.watch();
  }

  /**
   * Whether a restart of the process would help: where the folder can be written and the engine is silent. While the
   * engine is opened again within the process, a restart does nothing more.
   */
  async knock(): Promise<boolean> {
    if (this.#engine === null) return false;
    if (!this.#engine.isSilent) return true;
    // One look at a time: a disk that hangs holds each look, and there are few threads for them.
    this.#looking ??= hasRoom(this.#place.folder).finally(() => {
      this.#looking = null;
    });
    return this.#looking;
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
    query: async (text, values, options) => this.#living().query(text, values, options),
    transaction: (work) => this.#transaction(work),
  };

  /** Answers false where a disk that hangs still holds the engine, so that no other process may have the folder yet. */
  async close(): Promise<boolean> {
    this.#closing.abort();
    await this.#reopening;
    const engine = this.#engine;
    this.#engine = null;
    return engine === null || engine.close();
  }

  /**
   * The query builder waits for its work to be called, for ever if need be, and only hears of a failure when it ends
   * the transaction. So where none can be begun, its work is called all the same, with statements that fail.
   */
  async #transaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    let hasBegun = false;
    try {
      return await this.#living().transaction((transaction) => {
        hasBegun = true;
        return work({ ...refusing(new Error("the query builder asks by `query` alone")), ...transaction });
      });
    } catch (error) {
      if (!hasBegun) await work(refusing(error));
      throw error;
    }
  }

  #living(): EngineThread {
    if (this.#engine === null) throw new EngineEnded();
    return this.#engine;
  }

  /** @param isNew whether an empty cluster is made first */
  async #start(isNew: boolean): Promise<void> {
    const engine = new EngineThread(this.#place, () => this.#lose(engine));
    try {
      if (isNew) await engine.make();
      await engine.start();
    } catch (error) {
      await engine.abandon();
      throw error;
    }
    this.#engine = engine;
    if (this.#isWatched) engine.watch();
    if (engine.hasEnded) this.#lose(engine);
  }

  #lose(lost: EngineThread): void {
    // One that ends as it starts or stops is told by that.
    if (this.#engine !== lost) return;
    this.#engine = null;
    this.#reopening = this.#reopen(lost);
  }

  /** Tries until it is open again, or closed. */
  async #reopen(lost: EngineThread): Promise<void> {
    const { signal } = this.#closing;
    let pauseMs = PAUSE_MS;
    let left: EngineThread | null = lost;
    while (!signal.aborted) {
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      // Not at once: calls that came back before its end are answered.
      await left?.abandon();
      left = null;
      if (signal.aborted || !(await this.#mayReopen())) continue;
      try {
        await this.#start(false);
        return;
      } catch {
        pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
      }
    }
  }

  /** Not in a folder that is gone, where an empty database would be made, nor in one that is another process's now. */
  async #mayReopen(): Promise<boolean> {
    const { cluster, folder, lock } = this.#place;
    return (await isCluster(cluster)) && (await lock.isHeld()) && (await hasRoom(folder));
  }
}

function refusing(error: unknown): Transaction {
  const refuse = (): Promise<never> => Promise.reject(error);
  return { query: refuse, sql: refuse, exec: refuse, rollback: refuse, listen: refuse, closed: false };
}

async function isCluster(folder: string): Promise<boolean> {
  return (await stat(join(folder, "PG_VERSION")).catch(() => null)) !== null;
}
