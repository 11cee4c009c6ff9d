// One turn of a task: the threads that work on it, and when they have to end.
import { countRunningTime, type RunningTime } from "../../event-loop/index.ts";
import { type AskedWorker, TaskWatch } from "./task-watch.ts";

/** Why a turn is ended before its task is done. */
export type TurnEnd =
  /** The time of the task is over. */
  | "late"
  /** Others wait for the turn. */
  | "taken-back"
  /** No thread was ready in its time. */
  | "unready";

/** A task waits for its caller; it does so still while `untilMs` is null. */
interface Wait {
  readonly sinceMs: number;
  untilMs: number | null;
}

/**
 * A thread may start for as long as its task may be computed, and for so long at least; then the task is given up.
 * Loading the modules takes half a second on an idle machine; with a twentieth of a core it takes ten.
 */
const START_MS_MIN = 20_000;

/** A thread that is ready takes a task in less; what goes beyond is a start, and no part of the task's time. */
const READY_MS_MAX = 20;

/**
 * Counts a task's time in one turn, from when its thread is ready, and ends its threads when that is over or others
 * wait. Before they end they are asked what they have computed.
 */
export class Effort {
  readonly #workers: () => readonly AskedWorker[];
  readonly #budgetMs: number;
  readonly #startMsMax: number;
  readonly #ending = new AbortController();
  readonly #threads: TaskWatch[] = [];
  /** Of these threads the first ones of each attempt, which the others help. */
  readonly #leaders: TaskWatch[] = [];
  readonly #waits: Wait[] = [];
  #time: RunningTime | null = null;
  #countedMs = 0;
  #end: TurnEnd | null = null;
  #stopping: Promise<number> = Promise.resolve(0);

  /** `takenBack` is aborted where others wait for the turn; `workers` returns the threads of the pool. */
  constructor(
    workers: () => readonly AskedWorker[],
    budgetMs: number,
    takenBack: AbortSignal,
    startMsMax: number = Math.max(budgetMs, START_MS_MIN),
  ) {
    this.#workers = workers;
    this.#budgetMs = budgetMs;
    this.#startMsMax = startMsMax;
    takenBack.addEventListener("abort", () => this.#stop("taken-back"), { once: true });
    this.#count(Math.min(budgetMs, this.#startMsMax));
  }

  /** Is aborted when the threads have to end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Null as long as nothing ends the turn. */
  get end(): TurnEnd | null {
    return this.#end;
  }

  /**
   * What was no doing of the machine's, in milliseconds: what was computed, and for how long the task waited for its
   * caller. Zero before the turn was ended.
   */
  used(): Promise<number> {
    return this.#stopping;
  }

  /** One more thread works on the task. */
  watch(kind: "leader" | "helper"): TaskWatch {
    const watch = new TaskWatch();
    this.#threads.push(watch);
    if (kind === "leader") this.#leaders.push(watch);
    return watch;
  }

  /** The task waits for its caller until `answer` is there. */
  async awaiting<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const wait: Wait = { sinceMs: performance.now(), untilMs: null };
    this.#waits.push(wait);
    try {
      return await answer;
    } finally {
      wait.untilMs = performance.now();
    }
  }

  /** Ends the count; answers the time that counts for the task, in milliseconds. */
  close(): number {
    this.#countedMs += this.#time?.stop() ?? 0;
    this.#time = null;
    return this.#spentMs;
  }

  get #spentMs(): number {
    return Math.max(0, this.#countedMs - this.#startingMs);
  }

  get #startingMs(): number {
    const starts = this.#leaders.map(({ startingMs }) => (startingMs <= READY_MS_MAX ? 0 : startingMs));
    return starts.reduce((sum, ms) => sum + Math.min(ms, this.#startMsMax), 0);
  }

  /** In whole milliseconds, as timers are: sums of fractions would never be reached. */
  #count(leftMs: number): void {
    const ms = Math.ceil(leftMs);
    this.#time = countRunningTime(ms, () => {
      this.#time = null;
      this.#countedMs += ms;
      this.#look();
    });
  }

  #look(): void {
    const last = this.#leaders.at(-1);
    const starting = last?.hasBegun === false ? last.startingMs : null;
    if (starting !== null && starting >= this.#startMsMax) return this.#stop("unready");
    const leftMs = this.#budgetMs - this.#spentMs;
    if (leftMs <= 0) return this.#stop("late");
    this.#count(starting === null ? leftMs : Math.min(leftMs, this.#startMsMax - starting));
  }

  #stop(end: TurnEnd): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#stopping = this.#usedMs().finally(() => this.#ending.abort());
  }

  async #usedMs(): Promise<number> {
    const computed = await Promise.all(this.#threads.map((thread) => thread.computedMs(this.#workers())));
    const nowMs = performance.now();
    const waited = this.#waits.map(({ sinceMs, untilMs }) => (untilMs ?? nowMs) - sinceMs);
    return [...computed, ...waited].reduce((sum, ms) => sum + ms, 0);
  }
}
