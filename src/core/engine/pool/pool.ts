// The engine in worker threads: the calling thread stays free, and a render over its budget is stopped for real.
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import type { ProfileDescription } from "../../profiles/index.ts";
import { Board, type CrewMessage, type CrewWish } from "../drawing/index.ts";
import type { FontFace } from "../fonts/index.ts";
import type {
  CheckAnswer,
  CheckRequest,
  ExportAnswer,
  ExportRequest,
  JudgeAnswer,
  JudgeRequest,
  KnownAnswer,
  KnownCanvas,
  KnownRequest,
  PageImagesRequest,
  PagesShown,
  RenderAnswer,
  RenderRequest,
  RowsAnswer,
  RowsRequest,
  ToldCheckAnswer,
  ToldCheckRequest,
} from "../messages/index.ts";
import type { AdmitRecords } from "../verbs/index.ts";
import { Effort } from "./effort.ts";
import type { WatchMemory } from "./task-watch.ts";
import { type Loan, SLICE_MS, type Turn, Turns } from "./turns.ts";

/** How an engine pool is made. */
export interface PoolOptions {
  /** Addresses of the modules that register renderers; each worker loads them. */
  readonly plugins: readonly string[];
  /** Addresses of those that draw pages as images, loaded where one is asked for; left out, none is drawn. */
  readonly pageRenderers?: readonly string[];
  /** Addresses of the modules that register business profiles; left out, there are none. */
  readonly profiles?: readonly string[];
  /** Those of `profiles` whose rules may judge renders in the thread that renders; left out, none. */
  readonly trustedProfiles?: readonly string[];
  /** Addresses of the modules that may register kinds of bar codes; left out, those of the language are all. */
  readonly barcodes?: readonly string[];
  /** Faces beside the bundled ones. */
  readonly fonts?: readonly FontFace[];
  /** Worker threads; left out, one for each core but one, at least two. */
  readonly threads?: number;
  /** The memory that one thread may fill before it is ended, in MiB of JavaScript values. */
  readonly threadMemoryMib?: number;
  /**
   * The share of its time below which a task counts as starved by the machine, as one does whose thread never starts;
   * left out, {@link BUSY_SHARE}. With 0 no task counts so.
   */
  readonly busyShare?: number;
}

/** For how long a task may take, and whose it is: tenants take turns where tasks have to wait. */
export interface TaskTerms {
  /** For how long it may be computed, and for how long it may wait besides, until it is given up. */
  readonly budgetMs: number;
  /** Left out, the task shares a turn with all others that name nobody. */
  readonly tenant?: string;
}

/**
 * Engines in threads. A task that takes longer than its budget is stopped, when its thread is gone already, and throws
 * `RenderBudgetError`; one that the machine gave little of the CPU meanwhile throws `MachineBusyError`. The time that
 * it waits for a thread, or until a new thread is ready, is none of its budget, and one that waits as long throws
 * `PoolBusyError`. A task whose thread dies is run once more on another one. One whose tenant has more than its share
 * of the threads while others wait is stopped and begun anew in a later turn; all that it has computed counts.
 */
export interface EnginePool {
  check(request: CheckRequest, terms: TaskTerms): Promise<CheckAnswer>;
  checkTold(request: ToldCheckRequest, terms: TaskTerms): Promise<ToldCheckAnswer>;
  pageImages(request: PageImagesRequest, terms: TaskTerms): Promise<PagesShown>;
  export(request: ExportRequest, terms: TaskTerms): Promise<ExportAnswer>;
  /** The business profiles that are installed. */
  profiles(): Promise<readonly ProfileDescription[]>;
  judge(request: JudgeRequest, terms: TaskTerms): Promise<JudgeAnswer>;
  known(request: KnownRequest, terms: TaskTerms): Promise<KnownAnswer>;
  summarize(request: KnownCanvas, terms: TaskTerms): Promise<string>;
  spliceRows(request: RowsRequest, terms: TaskTerms): Promise<RowsAnswer>;
  /** `admit` is asked once, however often the render is tried. */
  render(request: RenderRequest, admit: AdmitRecords, terms: TaskTerms): Promise<RenderAnswer>;
  /** How many tasks can run at a time. */
  readonly threads: number;
  /** Tasks at this moment: those that run, and those that wait for a thread. */
  load(): { readonly busy: number; readonly waiting: number };
  /** Starts the threads and loads what a render needs, so that the first request does not wait for it. */
  warmUp(): Promise<void>;
  /** Lets what is under way end, or reach its budget, and ends the threads. */
  close(): Promise<void>;
}

/** A task that failed after a thread had computed it. */
export class ExpensiveError extends Error {
  /** For how long it was computed, in milliseconds. */
  readonly computedMs: number;

  constructor(message: string, computedMs: number, cause: unknown) {
    super(message, { cause });
    this.computedMs = computedMs;
  }
}

/** A check or a render that was stopped because it took longer than its budget. */
export class RenderBudgetError extends ExpensiveError {}

/** A task whose thread died under it, twice. */
export class ThreadDiedError extends ExpensiveError {}

/** A task that would have filled more memory than a thread gets. */
export class ThreadMemoryError extends ExpensiveError {}

/** A task that got no thread in the time of its budget; nothing was computed, or not to its end. */
export class PoolBusyError extends Error {}

/**
 * A task that had a thread for all of its budget and computed less than {@link BUSY_SHARE} of it, or whose thread did
 * not start: other processes had the machine. It says nothing about the task.
 */
export class MachineBusyError extends PoolBusyError {}

/** What travels to a worker with each task. */
export interface WatchedTask {
  /** In it the thread says when it begins. */
  readonly watch: WatchMemory;
}

/** What travels to a worker for a render: the request, and the port on which it asks for admission and for help. */
export interface RenderTask extends WatchedTask {
  readonly request: RenderRequest;
  readonly port: MessagePort;
  /** Whether other threads may help with a batch. */
  readonly mayShare: boolean;
}

/** What travels to a worker that helps with a batch; runs go to the leader through the port. */
export interface HelpTask extends WatchedTask {
  readonly request: RenderRequest;
  readonly port: MessagePort;
  readonly board: SharedArrayBuffer;
  readonly member: number;
  /** One number: 1 as soon as the thread is wanted elsewhere. */
  readonly recall: SharedArrayBuffer;
}

type UnwatchedHelp = Omit<HelpTask, keyof WatchedTask>;

/** A worker's question and the answer it waits for. */
export interface AdmissionQuestion {
  readonly kind: "admission";
  readonly records: number;
}
export interface AdmissionReply {
  readonly admitted: boolean;
}

/** A worker's answer to a render that was not admitted. */
export interface NotAdmitted {
  readonly kind: "not-admitted";
}

/** What comes back from a worker: an answer, or what its code threw. Anything else means that the thread died. */
export type Returned<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "threw"; readonly error: unknown };

/** Idle threads end after this time, so that a quiet server gives its memory back. */
const IDLE_TIMEOUT_MS = 60_000;

/** Loading fonts and renderers takes a second at worst; past this a plugin hangs, and the start fails. */
const WARM_UP_BUDGET_MS = 60_000;

/** One long render must leave a thread to everybody else. */
const THREADS_MIN = 2;

/** The largest plan's 20,000 pages take less; what takes more is ended before it takes the machine along. */
const THREAD_MEMORY_MIB = 2_048;

/**
 * V8's room for young values, three half-spaces of 16 MiB. With half of it, what a list of 100 invoices is drawn from
 * is copied so often that the list takes a twentieth more instructions. With twice of it, threads take no less time,
 * and one that has drawn 1,000 invoices holds 28 MiB more.
 */
const YOUNG_MEMORY_MIB = 48;

/**
 * V8's collector empties the young room of a thread with the help of others, which here have renders of their own to
 * draw, and each collection waits for all of them. Two threads on two cores: 64 invoices took 97 to 106 ms by the
 * collector alone and 105 to 112 with help, at 5 per cent less CPU time; a batch of 200 took 32 ms and not 38. One
 * thread by itself took as long either way. The flag holds for the whole process, from the next collection on.
 */
const COLLECT_ALONE = "--no-parallel-scavenge";

/**
 * A task that has a core to itself computes for nearly all of its budget, and one that shares the core with another
 * process for half of it: both could have been smaller. Below a third the task had two competitors or more for all the
 * time. Alone it would have come three times as far, so its size says nothing.
 */
const BUSY_SHARE = 1 / 3;

/** A dying thread is tried again on another one; the second death is the task's own doing. */
const TRIES = 2;

/** Opens a pool; its first thread starts at once. */
export function createEnginePool(options: PoolOptions): EnginePool {
  const threads = options.threads ?? Math.max(THREADS_MIN, availableParallelism() - 1);
  const run = tasksOn(threadsOf(options, threads), threads, options.busyShare ?? BUSY_SHARE);
  return {
    threads,
    load: () => run.load(),
    check: (request, terms) => run.task("check", () => ({ task: { request } }), terms),
    checkTold: (request, terms) => run.task("checkTold", () => ({ task: { request } }), terms),
    pageImages: (request, terms) => run.task("pageImages", () => ({ task: { request } }), terms),
    export: (request, terms) => run.task("exportForm", () => ({ task: { request } }), terms),
    profiles: () => run.task("profiles", () => ({ task: {} }), { budgetMs: WARM_UP_BUDGET_MS }),
    judge: (request, terms) => run.task("judge", () => ({ task: { request } }), terms),
    known: (request, terms) => run.task("known", () => ({ task: { request } }), terms),
    summarize: (request, terms) => run.task("summarize", () => ({ task: { request } }), terms),
    spliceRows: (request, terms) => run.task("spliceRows", () => ({ task: { request } }), terms),
    warmUp: () => run.task("warmUp", () => ({ task: {} }), { budgetMs: WARM_UP_BUDGET_MS }),
    async render(request, admit, terms) {
      let admission: Promise<void> | null = null;
      const admitOnce: AdmitRecords = (records) => {
        admission ??= admit(records);
        return admission;
      };
      let refusal: Promise<unknown> = Promise.resolve(null);
      const open: MessagePort[] = [];
      const crews: HelperCrew[] = [];
      try {
        const answer = await run.task<RenderAnswer | NotAdmitted>(
          "render",
          (effort) => {
            // A thread that died may have died of its helpers, or they of the same run: the next try is drawn alone.
            const mayShare = threads > 1 && open.length === 0;
            const { port1, port2 } = new MessageChannel();
            open.push(port1);
            refusal = answerAdmission(port1, (records) => effort.awaiting(admitOnce(records)));
            port1.on("message", (message: AdmissionQuestion | CrewWish) => {
              if (message.kind !== "crew") return;
              const batch = { request, tenant: terms.tenant ?? "", leader: port1, memory: message.board };
              crews.push(run.crew(batch, effort));
            });
            const task: Omit<RenderTask, keyof WatchedTask> = { request, port: port2, mayShare };
            return { task, port: port2 };
          },
          terms,
        );
        if (answer.kind === "not-admitted") throw await refusal;
        return answer;
      } finally {
        for (const crew of crews) crew.dismiss();
        for (const port of open) port.close();
      }
    },
    close: () => run.close(),
  };
}

function threadsOf(options: PoolOptions, threads: number): Piscina {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  setFlagsFromString(COLLECT_ALONE);
  const pool = new Piscina({
    filename: new URL(`./worker.${extension}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_TIMEOUT_MS,
    workerData: {
      plugins: options.plugins,
      pageRenderers: options.pageRenderers ?? [],
      profiles: options.profiles ?? [],
      trustedProfiles: options.trustedProfiles ?? [],
      barcodes: options.barcodes ?? [],
      fonts: options.fonts ?? [],
    },
    resourceLimits: {
      maxOldGenerationSizeMb: options.threadMemoryMib ?? THREAD_MEMORY_MIB,
      maxYoungGenerationSizeMb: YOUNG_MEMORY_MIB,
    },
  });
  // A thread that dies with nothing to do is replaced, and nobody has to be told.
  pool.on("error", () => undefined);
  return pool;
}

/** One attempt's task, and the port that travels with it. */
interface Attempt {
  readonly task: object;
  readonly port?: MessagePort;
}

type Attempting = (effort: Effort) => Attempt;

/** A batch that a thread leads, which is at the other end of the port. */
interface LedBatch {
  readonly request: RenderRequest;
  readonly tenant: string;
  readonly leader: MessagePort;
  readonly memory: SharedArrayBuffer;
}

/** Threads that help with one batch. */
interface HelperCrew {
  /** The batch is over, in whatever way. */
  dismiss(): void;
}

interface Tasks {
  load(): { readonly busy: number; readonly waiting: number };
  task<Answer>(name: string, attempt: Attempting, terms: TaskTerms): Promise<Answer>;
  /** Gives threads that nobody waits for to a batch. */
  crew(batch: LedBatch, effort: Effort): HelperCrew;
  close(): Promise<void>;
}

/** What a task had in turns before this one. */
interface Before {
  readonly spentMs: number;
  readonly usedMs: number;
}

/** One turn of a task. */
interface TaskTurn {
  readonly effort: Effort;
  readonly budgetMs: number;
  readonly before: Before;
}

/** The turn was taken back; what was begun in it is begun anew. */
class TakenBackError extends Error {}

/** Runs a task on a thread, and once more where that one dies. */
type Attempts = <Answer>(name: string, attempt: Attempting, turn: TaskTurn) => Promise<Answer>;

function attemptsOn(pool: Piscina, busyShare: number): Attempts {
  return async <Answer>(name: string, attempt: Attempting, turn: TaskTurn): Promise<Answer> => {
    const { effort, before } = turn;
    for (let tries = 1; ; tries += 1) {
      const { task, port } = attempt(effort);
      const watch = effort.watch("leader");
      const transferList = port === undefined ? [] : [port];
      const running: Promise<Returned<Answer>> = pool.run(
        { ...task, watch: watch.memory },
        { name, signal: effort.signal, transferList },
      );
      const outcome = await running.catch((error: unknown) => new LostThread(error));
      watch.end();
      // An answer that comes while the threads are asked what they have computed is late as well.
      if (effort.end === "late" || effort.signal.aborted) {
        throw await stopOf(name, turn, busyShare, outcome instanceof LostThread ? outcome.error : null);
      }
      if (!(outcome instanceof LostThread)) {
        if (outcome.kind === "threw") throw outcome.error;
        return outcome.answer;
      }
      const { error } = outcome;
      const isTooLarge = isOutOfMemory(error);
      if (!isTooLarge && tries < TRIES) continue;
      const computedMs = before.spentMs + effort.close();
      if (isTooLarge) throw new ThreadMemoryError(`${name} filled its thread's memory`, computedMs, error);
      throw new ThreadDiedError(`${name} ended its thread`, computedMs, error);
    }
  };
}

/** A thread that ended before its task did. */
class LostThread {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Why a task was stopped, as an error with this cause. */
async function stopOf(
  name: string,
  { effort, budgetMs, before }: TaskTurn,
  busyShare: number,
  cause: unknown,
): Promise<Error> {
  const usedMs = before.usedMs + (await effort.used());
  if (effort.end === "taken-back") return new TakenBackError(`the turn of ${name} was taken back`, { cause });
  if (usedMs >= budgetMs * busyShare) {
    return new RenderBudgetError(`${name} took longer than its budget`, before.spentMs + effort.close(), cause);
  }
  const share = `${Math.round(usedMs)} of ${budgetMs} ms`;
  return new MachineBusyError(`${name} was given too little of the machine: ${share}`, { cause });
}

/** Runs a task in one turn after another until it is done: of each that was taken back, the time is spent. */
function inTurnsOf(turns: Turns, pool: Piscina, busyShare: number) {
  const attempts = attemptsOn(pool, busyShare);
  return async <Answer>(name: string, attempt: Attempting, terms: TaskTerms): Promise<Answer> => {
    const { budgetMs, tenant = "" } = terms;
    let [waitedMs, before]: [number, Before] = [0, { spentMs: 0, usedMs: 0 }];
    for (let sliceMs = SLICE_MS; ; sliceMs *= 2) {
      const askedMs = performance.now();
      const turn = await turnWithin(turns, { tenant, sliceMs, waitMs: budgetMs - waitedMs }, name);
      waitedMs += performance.now() - askedMs;
      const effort = new Effort(() => pool.threads, budgetMs - before.spentMs, turn.takenBack);
      try {
        return await attempts<Answer>(name, attempt, { effort, budgetMs, before });
      } catch (error) {
        if (!(error instanceof TakenBackError)) throw error;
        before = {
          spentMs: before.spentMs + effort.close(),
          usedMs: before.usedMs + (await effort.used()),
        };
      } finally {
        effort.close();
        turn.end();
      }
    }
  };
}

function tasksOn(pool: Piscina, threads: number, busyShare: number): Tasks {
  const turns = new Turns(threads);
  const inTurns = inTurnsOf(turns, pool, busyShare);
  // Piscina's own closing never ends where a thread is stopped meanwhile, so what is under way is known here.
  const underWay = new Set<Promise<unknown>>();
  return {
    load: () => ({ busy: Math.min(threads, underWay.size), waiting: Math.max(0, underWay.size - threads) }),
    async task(name, attempt, terms) {
      const running = inTurns<never>(name, attempt, terms);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    crew(led, effort) {
      const help = (task: UnwatchedHelp, takenBack: AbortSignal): Promise<Returned<null>> => {
        const signal = AbortSignal.any([effort.signal, takenBack]);
        const watch = effort.watch("helper");
        const watched: HelpTask = { ...task, watch: watch.memory };
        const helping = pool.run(watched, { name: "help", signal, transferList: [task.port] });
        underWay.add(helping);
        return helping.finally(() => {
          watch.end();
          underWay.delete(helping);
        });
      };
      return gatherCrew(turns, led, help);
    },
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await pool.destroy();
    },
  };
}

/** A turn, where there is one in time. */
async function turnWithin(
  turns: Turns,
  { tenant, sliceMs, waitMs }: { readonly tenant: string; readonly sliceMs: number; readonly waitMs: number },
  name: string,
): Promise<Turn> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), waitMs);
  try {
    return await turns.take(tenant, giveUp.signal, sliceMs);
  } catch (error) {
    throw new PoolBusyError(`${name} got no thread in its time`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Members of a crew are counted from the leader, who is the first. */
const FIRST_HELPER = 2;

/** Takes turns that nobody waits for, while there is something to draw, and gives them back where somebody does. */
function gatherCrew(
  turns: Turns,
  { request, tenant, leader, memory }: LedBatch,
  help: (task: UnwatchedHelp, takenBack: AbortSignal) => Promise<Returned<null>>,
): HelperCrew {
  const board = new Board(memory);
  let next = FIRST_HELPER;
  let end = (): void => {};
  const tell = (message: CrewMessage, ports: readonly MessagePort[] = []): void => {
    leader.postMessage(message, [...ports]);
  };
  const begin = (loan: Loan): void => {
    const member = next++;
    const { port1, port2 } = new MessageChannel();
    const recall = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    loan.onRecall(() => Atomics.store(recall, 0, 1));
    tell({ kind: "helper", member, port: port1 }, [port1]);
    help({ request, port: port2, board: memory, member, recall: recall.buffer }, loan.takenBack)
      .then(
        ({ kind }) => {
          // Without having been called away it ends when there is nothing left to draw.
          if (kind === "answer" && !loan.isRecalled) end();
          return kind === "answer";
        },
        () => false,
      )
      .then((isWell) => {
        // What it leaves undone is drawn by the leader, and nobody else is sent after it.
        if (!isWell) {
          end();
          tell({ kind: "helper-lost", member });
        }
        loan.end();
      });
  };
  end = turns.wish(tenant, begin);
  return {
    dismiss() {
      end();
      board.stop();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Answers the worker's one question by `admit`; the promise is the refusal that it threw, if it did. */
function answerAdmission(port: MessagePort, admit: AdmitRecords): Promise<unknown> {
  return new Promise((resolve) => {
    port.on("message", (question: AdmissionQuestion | CrewWish) => {
      if (question.kind !== "admission") return;
      admit(question.records).then(
        () => reply(port, { admitted: true }),
        (refusal: unknown) => {
          resolve(refusal);
          reply(port, { admitted: false });
        },
      );
    });
  });
}

function reply(port: MessagePort, message: AdmissionReply): void {
  port.postMessage(message);
}
