// The memory through which a thread tells the pool when it began a task and what it has computed for it: both sides.
import { threadId, type Worker } from "node:worker_threads";
import { countAwaitedWork } from "../threads/index.ts";

/** Cells: the thread, when it began, what it had computed by then and by the end, and what others did for it. */
const THREAD = 0;
const BEGUN_NS = 1;
const FIRST_US = 2;
const LAST_US = 3;
const OTHERS_US = 4;
const CELLS = 5;

const NS_PER_MS = 1_000_000;
const US_PER_MS = 1_000;

/**
 * A thread answers between two steps of its code, in some milliseconds. One that is silent for so long is within a
 * single step of native code, which computes.
 */
const ANSWER_MS_MAX = 1_000;

export type WatchMemory = BigInt64Array<SharedArrayBuffer>;

/** A thread as the pool asks it. */
export type AskedWorker = Pick<Worker, "threadId" | "cpuUsage">;

/** Within the thread: it is loaded, and begins the task. */
export function tellBegun(memory: WatchMemory): void {
  Atomics.store(memory, THREAD, BigInt(threadId));
  Atomics.store(memory, FIRST_US, computedUs());
  countAwaitedWork((us) => void Atomics.add(memory, OTHERS_US, BigInt(Math.round(us))));
  Atomics.store(memory, BEGUN_NS, process.hrtime.bigint());
}

/** Within the thread: it has ended the task. Only helpers have to: of other tasks the pool gets the answer. */
export function tellEnded(memory: WatchMemory): void {
  Atomics.store(memory, LAST_US, computedUs());
}

/** Node.js before 22.15 has no such clock: all that the thread has ever computed counts for its task then. */
function computedUs(): bigint {
  if (typeof process.threadCpuUsage !== "function") return 0n;
  const { user, system } = process.threadCpuUsage();
  return BigInt(user + system);
}

/** Within the pool: one thread's part of a task. */
export class TaskWatch {
  readonly memory: WatchMemory = new BigInt64Array(new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT));
  readonly #handedNs = process.hrtime.bigint();
  #endedNs: bigint | null = null;

  /** The thread's part is over, in whatever way. */
  end(): void {
    this.#endedNs ??= process.hrtime.bigint();
  }

  get hasBegun(): boolean {
    return Atomics.load(this.memory, BEGUN_NS) !== 0n;
  }

  /** For how long the thread was started before it began, in milliseconds. */
  get startingMs(): number {
    const begunNs = Atomics.load(this.memory, BEGUN_NS);
    return msBetween(this.#handedNs, begunNs === 0n ? this.#untilNs : begunNs);
  }

  /**
   * What was computed for the task, in milliseconds: the thread's own CPU time, and that of threads which it waited
   * for. Where that is unknown, the time that passed since the thread began.
   */
  async computedMs(workers: readonly AskedWorker[]): Promise<number> {
    const begunNs = Atomics.load(this.memory, BEGUN_NS);
    if (begunNs === 0n) return 0;
    const lastUs = this.#endedNs === null ? await this.#askedUs(workers) : Atomics.load(this.memory, LAST_US);
    if (lastUs === 0n) return msBetween(begunNs, this.#untilNs);
    const ownUs = lastUs - Atomics.load(this.memory, FIRST_US);
    return Number(ownUs + Atomics.load(this.memory, OTHERS_US)) / US_PER_MS;
  }

  get #untilNs(): bigint {
    return this.#endedNs ?? process.hrtime.bigint();
  }

  /** Zero where the thread does not answer, or Node.js is older than 24.6 and can't ask it. */
  async #askedUs(workers: readonly AskedWorker[]): Promise<bigint> {
    const id = Number(Atomics.load(this.memory, THREAD));
    const worker = workers.find((each) => each.threadId === id);
    if (worker === undefined || !("cpuUsage" in worker)) return 0n;
    const { promise: silent, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), ANSWER_MS_MAX);
    const usage = await Promise.race([worker.cpuUsage().catch(() => null), silent]);
    clearTimeout(timer);
    return usage === null ? 0n : BigInt(usage.user + usage.system);
  }
}

function msBetween(fromNs: bigint, untilNs: bigint): number {
  return Number(untilNs - fromNs) / NS_PER_MS;
}
