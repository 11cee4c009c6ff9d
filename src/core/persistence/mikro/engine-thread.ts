// The embedded database as the main thread has it: every statement is a message to the thread that its engine runs in.
import { Worker } from "node:worker_threads";
import type { QueryOptions, Results, Transaction } from "@electric-sql/pglite";
import type { SqlRunner } from "../database-ports.ts";
import { EngineEnded } from "./engine-guard.ts";
import {
  type EngineCall,
  type EngineCalls,
  type EngineThreadData,
  type EngineWord,
  errorOf,
  type TransactionEnd,
} from "./engine-messages.ts";
import { EnginePulse, EngineSilent } from "./engine-pulse.ts";
import type { Statements } from "./session.ts";

const SCRIPT = new URL(`./engine-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

/** How long a thread may take to end well; one that waits for a disk is left to the end of the process. */
const CLOSING_MS_MAX = 5_000;

/** The threads of this process that have not ended. */
const LIVING = new Set<EngineThread>();

/**
 * Node.js ends a process once its threads have ended, and a thread within a call of the system ends with that call. So
 * a process whose disk hangs ends itself as by `kill -9`.
 */
function endDespiteDisk(): void {
  if ([...LIVING].some((thread) => thread.isHeld)) process.kill(process.pid, "SIGKILL");
}

/** What an engine works on. */
export interface EngineThreadOptions extends EngineThreadData {
  /** Is told each failure of a statement. */
  readonly noteFailure: (failure: unknown) => void;
}

/** What the query builder asks within a transaction. */
type BuilderTransaction = Pick<Transaction, "query">;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The thread of the embedded database's engine, from its start to its end.
 *
 * While it does nothing but wait for a disk that does not answer, or computes without an end, whatever is asked is
 * refused with `EngineSilent`; it goes on where it was once it answers again.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #noteFailure: (failure: unknown) => void;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pulse = new EnginePulse({
    ask: () => void this.#ask("pulse", {}).catch(() => undefined),
    onSilence: () => this.#refuseWaiting(() => new EngineSilent()),
  });
  #asked = 0;
  #heardAtMs = performance.now();
  #hasEnded = false;

  /**
   * @param onEnd is called once where the engine ends by itself; what still waits then is refused when it is abandoned.
   */
  constructor({ cluster, sync, lockPlace, noteFailure }: EngineThreadOptions, onEnd: () => void) {
    const data: EngineThreadData = { cluster, sync, lockPlace };
    this.#noteFailure = noteFailure;
    this.#onEnd = onEnd;
    this.#worker = new Worker(SCRIPT, { workerData: data, name: "embedded database" });
    this.#worker.on("message", (word: EngineWord) => this.#hear(word));
    // A thread that dies, of too much memory for example, has ended like its engine.
    this.#worker.on("error", () => this.#end());
    this.#worker.on("exit", () => {
      LIVING.delete(this);
      if (LIVING.size === 0) process.off("exit", endDespiteDisk);
      this.#end();
    });
    if (LIVING.size === 0) process.on("exit", endDespiteDisk);
    LIVING.add(this);
  }

  /** Makes an empty cluster where there is none. */
  async make(): Promise<void> {
    await this.#ask("make", {});
  }

  /** Starts the engine on a cluster that is there; what a crash left is repaired first. */
  async start(): Promise<void> {
    await this.#ask("start", {});
  }

  /** From now on the thread has to give a sign of life: what takes long, as a start and migrations do, is over. */
  watch(): void {
    this.#pulse.begin();
  }

  readonly statements: Statements = (text, values) => this.#noted("statement", { text, values });

  readonly sql: SqlRunner = {
    run: (text, values) => this.#noted("sql", { text, values }) as ReturnType<SqlRunner["run"]>,
  };

  query<Row>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return this.#noted("query", { text, values, options, transaction: null });
  }

  /** Begins a transaction, calls `work` once it has begun, and commits; rolls back where `work` fails. */
  async transaction<Value>(work: (transaction: BuilderTransaction) => Promise<Value>): Promise<Value> {
    const transaction = await this.#noted("begin", {});
    const end = (how: TransactionEnd) => this.#noted("end", { transaction, how });
    let value: Value;
    try {
      value = await work({
        query: (text, values, options) => this.#noted("query", { text, values, options, transaction }),
      });
    } catch (error) {
      // A transaction that can't be rolled back is not committed either.
      const ended = end("rollback").catch(() => undefined);
      // A silent thread rolls back once it goes on.
      if (!this.isSilent) await ended;
      throw error;
    }
    await end("commit");
    return value;
  }

  /** Whether the thread answers. */
  get isSilent(): boolean {
    return this.#pulse.isSilent;
  }

  /** Whether the thread was asked for something, or for its end, and has not said a word for some seconds. */
  get isHeld(): boolean {
    const isAsked = this.#waiting.size > 0 || this.#hasEnded;
    return isAsked && performance.now() - this.#heardAtMs > CLOSING_MS_MAX;
  }

  /** Whether the engine has ended by itself, or with its thread. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Ends the engine well, and its thread; false where the thread still waits for the disk after some seconds. */
  async close(): Promise<boolean> {
    this.#pulse.stop();
    await inTime(this.#ask("close", {}).catch(() => undefined));
    return inTime(this.abandon());
  }

  /** Ends the thread, and with it what is left of an engine: its memory and its open files. */
  async abandon(): Promise<void> {
    this.#pulse.stop();
    this.#hasEnded = true;
    this.#refuseWaiting(() => new EngineEnded());
    await this.#worker.terminate();
  }

  async #noted<Call extends EngineCall>(
    call: Call,
    asks: EngineCalls[Call]["asks"],
  ): Promise<EngineCalls[Call]["answers"]> {
    try {
      return await this.#ask(call, asks);
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    }
  }

  #ask<Call extends EngineCall>(call: Call, asks: EngineCalls[Call]["asks"]): Promise<EngineCalls[Call]["answers"]> {
    if (this.#hasEnded) return Promise.reject(new EngineEnded());
    if (this.isSilent && call !== "pulse" && call !== "end") return Promise.reject(new EngineSilent());
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      // Keeps the process alive for as long as something is asked.
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...asks, id, call });
    });
  }

  #hear(word: EngineWord): void {
    this.#heardAtMs = performance.now();
    this.#pulse.heard();
    if (word.kind === "ended") {
      this.#end();
      return;
    }
    const waiting = this.#waiting.get(word.id);
    // Refused meanwhile.
    if (waiting === undefined) return;
    this.#waiting.delete(word.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (word.kind === "answer") waiting.resolve(word.value as never);
    else waiting.reject(errorOf(word.failure));
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
  }

  /** Each caller gets an error of its own: the query builder adds its stack to the error that it meets. */
  #refuseWaiting(refusal: () => Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker.unref();
    for (const { reject } of waiting) reject(refusal());
  }
}

/** Whether something is done within the time that a thread may take to end. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, CLOSING_MS_MAX, false);
  const isDone = await Promise.race([work.then(() => true), isLate]);
  clearTimeout(timer);
  return isDone;
}
