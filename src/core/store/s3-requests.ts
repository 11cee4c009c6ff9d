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

/**
 * A `fetch` whose requests end in time, with a `TimeoutError`. Small requests end soon, so that a bucket that answers
 * nothing is known to be away. Large ones get what their bytes take. Bodies that are sent are bytes or text; the length
 * of an answer is what its header says.
 */
export function timedFetch({ answerMs, bytesPerMs }: RequestLimits): typeof fetch {
  const limitMs = (bytes: number): number => answerMs + bytes / bytesPerMs;
  return async (input, init) => {
    const limit = new AbortController();
    // An answer may be there that a process which stood still has not read yet.
    const endAfter = (timeMs: number): RunningTime =>
      countRunningTime(timeMs, () => limit.abort(new DOMException("The bucket took too long.", "TimeoutError")));
    const beforeAnswer = endAfter(limitMs(bytesOf(init?.body)));
    try {
      const answer = await fetch(input, { ...init, signal: limit.signal });
      // It goes on to hold for the body. Once that is there, the limit has nothing to end.
      endAfter(limitMs(Number(answer.headers.get("content-length") ?? 0)));
      return answer;
    } finally {
      beforeAnswer.stop();
    }
  };
}

function bytesOf(body: RequestInit["body"]): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array || body instanceof ArrayBuffer ? body.byteLength : 0;
}
