// The engine in worker threads: the calling thread stays free, and a render over its budget is stopped for real.
import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import type { AdmitRecords } from "./engine.ts";
import type { CheckAnswer, CheckRequest, RenderAnswer, RenderRequest } from "./messages.ts";

/** How an engine pool is made. */
export interface PoolOptions {
  /** Addresses of the modules that register renderers; each worker loads them. */
  readonly plugins: readonly string[];
  /** Worker threads; left out, one for each core but one, at least one. */
  readonly threads?: number;
}

/** Engines in threads. */
export interface EnginePool {
  /** Checks within `budgetMs`; throws `RenderBudgetError` where it took longer. */
  check(request: CheckRequest, budgetMs: number): Promise<CheckAnswer>;
  /** Renders within `budgetMs`; throws `RenderBudgetError` where it took longer, when its thread is gone already. */
  render(request: RenderRequest, admit: AdmitRecords, budgetMs: number): Promise<RenderAnswer>;
  /** Starts the threads and loads what a render needs, so that the first request does not wait for it. */
  warmUp(): Promise<void>;
  /** Lets what is under way end, or reach its budget, and ends the threads. */
  close(): Promise<void>;
}

/** A check or a render that was stopped because it took longer than its budget. */
export class RenderBudgetError extends Error {}

/** What travels to a worker for a render: the request, and the port on which it asks for admission. */
export interface RenderTask {
  readonly request: RenderRequest;
  readonly port: MessagePort;
}

/** A worker's question and the answer it waits for. */
export interface AdmissionQuestion {
  readonly records: number;
}
export interface AdmissionReply {
  readonly admitted: boolean;
}

/** A worker's answer to a render that was not admitted. */
export interface NotAdmitted {
  readonly kind: "not-admitted";
}

/** Idle threads end after this time, so that a quiet server gives its memory back. */
const IDLE_TIMEOUT_MS = 60_000;

/** Loading fonts and renderers takes a second at worst; past this a plugin hangs, and the start fails. */
const WARM_UP_BUDGET_MS = 60_000;

/** Opens a pool; its first thread starts at once. */
export function createEnginePool(options: PoolOptions): EnginePool {
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = new Piscina({
    filename: new URL(`./worker.${extension}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_TIMEOUT_MS,
    workerData: { plugins: options.plugins },
  });

  // Piscina's own closing never ends where a thread is stopped meanwhile, so what is under way is known here.
  const underWay = new Set<Promise<unknown>>();
  const run = async <Answer>(name: string, task: unknown, budgetMs: number, port?: MessagePort): Promise<Answer> => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), budgetMs);
    const running: Promise<Answer> = pool.run(task, {
      name,
      signal: stop.signal,
      ...(port === undefined ? {} : { transferList: [port] }),
    });
    underWay.add(running);
    try {
      return await running;
    } catch (error) {
      if (stop.signal.aborted) throw new RenderBudgetError(`${name} took longer than ${budgetMs} ms`, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      underWay.delete(running);
    }
  };

  return {
    check: (request, budgetMs) => run("check", request, budgetMs),
    warmUp: () => run("warmUp", null, WARM_UP_BUDGET_MS),
    async render(request, admit, budgetMs) {
      const { port1, port2 } = new MessageChannel();
      const refusal = answerAdmission(port1, admit);
      try {
        const task: RenderTask = { request, port: port2 };
        const answer = await run<RenderAnswer | NotAdmitted>("render", task, budgetMs, port2);
        if (answer.kind === "not-admitted") throw await refusal;
        return answer;
      } finally {
        port1.close();
      }
    },
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await pool.destroy();
    },
  };
}

/** Answers the worker's one question by `admit`; the promise is the refusal that it threw, if it did. */
function answerAdmission(port: MessagePort, admit: AdmitRecords): Promise<unknown> {
  return new Promise((resolve) => {
    port.once("message", (question: AdmissionQuestion) => {
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
