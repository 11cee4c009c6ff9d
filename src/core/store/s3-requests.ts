import { countRunningTime, type RunningTime } from "../event-loop/index.ts";

/** How long a bucket may take. */
export interface RequestLimits {
  /** Until an answer begins, where nothing is sent along. */
  readonly answerMs: number;
  /** The slowest rate at which a body may travel, in both directions. A body extends the limit by its own time. */
  readonly bytesPerMs: number;
}

/** Renders have seconds to live, not minutes. A mebibyte gets a second. */
export const BUCKET_LIMITS: RequestLimits = { answerMs: 8_000, bytesPerMs: 1_024 };

/** The bucket's address answered with the address of something else. Nothing of ours is sent there. */
export class Redirected extends Error {
  constructor(status: number, location: string | null) {
    super(`the bucket's address answers with status ${status} and leads to ${location ?? "no address"}`);
  }
}

/**
 * A `fetch` whose requests end in time, with a `TimeoutError`. Small requests end soon, so that a bucket that answers
 * nothing is known to be away. Large ones get what their bytes take: those of a request as they are sent, those of an
 * answer as they arrive, whatever length it announces. Bodies that are sent are bytes or text. Redirects are refused
 * with `Redirected`: who follows them stores documents where nobody named a place for them.
 */
export function timedFetch(limits: RequestLimits): typeof fetch {
  return async (input, init) => {
    const limit = new AbortController();
    const abort = (): void => limit.abort(new DOMException("The bucket took too long.", "TimeoutError"));
    // An answer may be there that a process which stood still has not read yet.
    const beforeAnswer = countRunningTime(limitMs(limits, bytesOf(init?.body)), abort);
    try {
      const answer = await fetch(input, { ...init, signal: limit.signal, redirect: "manual" });
      if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
        await answer.body?.cancel();
        throw new Redirected(answer.status, answer.headers.get("location"));
      }
      return timedBody(answer, limits, abort);
    } finally {
      beforeAnswer.stop();
    }
  };
}

function limitMs({ answerMs, bytesPerMs }: RequestLimits, bytes: number): number {
  return answerMs + bytes / bytesPerMs;
}

/** The answer with a body that is ended where it arrives too slowly. */
function timedBody(answer: Response, limits: RequestLimits, abort: () => void): Response {
  if (answer.body === null) return answer;
  let arrived = 0;
  let allowedMs = limitMs(limits, 0);
  let running: RunningTime;
  const look = (): void => {
    const moreMs = limitMs(limits, arrived) - allowedMs;
    if (moreMs <= 0) return abort();
    allowedMs += moreMs;
    running = countRunningTime(moreMs, look);
  };
  running = countRunningTime(allowedMs, look);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      controller.enqueue(chunk);
    },
    flush: () => void running.stop(),
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
}

/**
 * The bytes of an answer.
 * @param expected how many there should be: what is longer is not read to its end, so that no bucket fills a process
 */
export async function bodyOf(answer: Response, expected: number): Promise<Uint8Array> {
  const announced = Number(answer.headers.get("content-length") ?? expected);
  const chunks: Uint8Array[] = [];
  let arrived = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    arrived += chunk.byteLength;
    // The bytes may be right although the announced length is not: their hash says so.
    if (arrived > expected || (arrived === expected && announced > expected)) break;
  }
  return Buffer.concat(chunks);
}

function bytesOf(body: RequestInit["body"]): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array || body instanceof ArrayBuffer ? body.byteLength : 0;
}
