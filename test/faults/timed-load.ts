// Clients that print at a steady rate, whatever becomes of it, and keep when each answer came.
import { createHash } from "node:crypto";
import { Agent, request as send } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterTenant } from "../support/cluster.ts";
import type { PromisedFile } from "../support/print-load.ts";

/** One answer, or what stood in its place. */
interface Outcome {
  readonly atMs: number;
  /** From the request to its answer. */
  readonly tookMs: number;
  /** A status; `reset` where the connection broke, `late` where no answer came in time. */
  readonly outcome: string;
  /** The body of a refusal. */
  readonly said: string;
}

/** What clients sent and were told. */
export interface TimedLoad {
  readonly outcomes: readonly Outcome[];
  readonly files: readonly PromisedFile[];
  readonly jobs: ReadonlySet<string>;
  /** Ids of each key's answers: one key, one document. */
  readonly idsOfKeys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sends no more new prints, and waits until each that was begun is acknowledged; false where one never is. */
  drain(): Promise<boolean>;
}

const EVERY_MS = 125;
const RETRY_MS = 500;
/** Longer than any answer takes: a synchronous render has 30 seconds. */
const ANSWER_MS_MAX = 45_000;
/** Faults end, and what they left heals in less. */
const DRAIN_MS_MAX = 180_000;
/**
 * So many prints may wait for their acknowledgement: more than come in the longest fault and what follows it. A machine
 * that is too slow for the rate would have ever more clients that repeat, and answer nothing else.
 */
const OPEN_MAX = 300;
const RECORDS_OF_JOB = 10;
const EVERY_NTH_IS_JOB = 4;

/**
 * Begins a print each eighth of a second, as long as few wait for an answer. Each is sent again with its key until it
 * is acknowledged.
 */
export function startTimedLoad(tenant: ClusterTenant, baseUrl: string): TimedLoad {
  const outcomes: Outcome[] = [];
  const files: PromisedFile[] = [];
  const jobs = new Set<string>();
  const idsOfKeys = new Map<string, Set<string>>();
  const prints = new Set<Promise<void>>();
  const agents = { kept: new Agent({ keepAlive: true }), fresh: new Agent({ keepAlive: false }) };
  const state = { isStopped: false, hasGivenUp: false, begun: 0 };
  const print = async (number: number): Promise<void> => {
    const isJob = number % EVERY_NTH_IS_JOB === 0;
    const key = `print-${number}`;
    while (!state.hasGivenUp) {
      const agent = number % 2 === 0 ? agents.kept : agents.fresh;
      const sentMs = performance.now();
      const answer = await sentOnce({ tenant, baseUrl, key, isJob, agent });
      const atMs = performance.now();
      outcomes.push({ atMs, tookMs: atMs - sentMs, outcome: answer.outcome, said: answer.said });
      if (answer.id !== null) {
        idsOfKeys.set(key, (idsOfKeys.get(key) ?? new Set()).add(answer.id));
        if (answer.sha256 === null) jobs.add(answer.id);
        else files.push({ renderId: answer.id, sha256: answer.sha256 });
        // Each fifth asks once more: a repeat has to give the same document.
        if (number % 5 !== 0) return;
        const repeat = await sentOnce({ tenant, baseUrl, key, isJob, agent });
        if (repeat.id !== null) idsOfKeys.get(key)?.add(repeat.id);
        return;
      }
      await sleep(RETRY_MS);
    }
  };
  const timer = setInterval(() => {
    if (state.isStopped || prints.size >= OPEN_MAX) return;
    state.begun += 1;
    const one = print(state.begun).finally(() => prints.delete(one));
    prints.add(one);
  }, EVERY_MS);
  return {
    ...{ outcomes, files, jobs, idsOfKeys },
    async drain() {
      state.isStopped = true;
      clearInterval(timer);
      const isDone = await Promise.race([Promise.all(prints).then(() => true), sleep(DRAIN_MS_MAX, false)]);
      state.hasGivenUp = true;
      for (const agent of Object.values(agents)) agent.destroy();
      return isDone;
    },
  };
}

interface Print {
  readonly tenant: ClusterTenant;
  readonly baseUrl: string;
  readonly key: string;
  readonly isJob: boolean;
  readonly agent: Agent;
}

interface Answer {
  readonly outcome: string;
  readonly said: string;
  /** Null where it was not acknowledged. */
  readonly id: string | null;
  /** Null of a job, whose file is not there yet. */
  readonly sha256: string | null;
}

function sentOnce({ tenant, baseUrl, key, isJob, agent }: Print): Promise<Answer> {
  const records = Array.from({ length: RECORDS_OF_JOB }, () => tenant.payload).join(",");
  const body = isJob ? `{"dataList":[${records}]}` : `{"data":${tenant.payload},"options":{"store":true}}`;
  const headers = {
    "x-api-key": tenant.key,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "idempotency-key": key,
    ...(isJob ? { prefer: "respond-async" } : {}),
  };
  return new Promise((resolve) => {
    const fail = (outcome: string): void => resolve({ outcome, said: "", id: null, sha256: null });
    const url = `${baseUrl}/v1/canvases/${tenant.canvasId}/pdf`;
    const request = send(url, { method: "POST", headers, agent, timeout: ANSWER_MS_MAX }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", () => fail("reset"));
      answer.once("end", () => resolve(answerOf(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks))));
    });
    request.once("timeout", () => {
      fail("late");
      request.destroy();
    });
    request.once("error", () => fail("reset"));
    request.end(body);
  });
}

function answerOf(
  status: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  bytes: Buffer,
): Answer {
  const outcome = String(status);
  if (status === 202) {
    const { id } = JSON.parse(bytes.toString()) as { id: string };
    return { outcome, said: "", id, sha256: null };
  }
  if (status !== 200) return { outcome, said: bytes.toString(), id: null, sha256: null };
  const id = String(headers["x-service-render-id"]);
  return { outcome, said: "", id, sha256: createHash("sha256").update(bytes).digest("hex") };
}
