import type { PlatenError } from "./errors.ts";

const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 8_000;

/** Many clients that were sent away at once come back spread over this time. */
const SPREAD_MS = 250;

/**
 * How long to wait before another try; null: there is none. Platen's own 429 and 503 come before any work. A 504 with
 * `Retry-After` tells of work that goes on. What a broken connection or a proxy's failure has left behind is unknown:
 * only a call that may be repeated is tried again then.
 */
export function waitMsBefore(tried: number, error: PlatenError, mayRepeat: boolean): number | null {
  const { code, status, retryAfterSeconds } = error;
  const isProxys = code === "unexpected_answer" && (status === 502 || status === 503 || status === 504);
  const isBusy = !isProxys && (status === 429 || status === 503);
  const isUnderWay = status === 504 && retryAfterSeconds !== undefined && mayRepeat;
  const isBroken = (isProxys || code === "connection_broken") && mayRepeat;
  if (!isBusy && !isUnderWay && !isBroken) return null;
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + Math.random() * SPREAD_MS;
  return backoffMs(tried);
}

/** A random time that may double with each try. */
export function backoffMs(tried: number, mostMs: number = WAIT_MS_MAX): number {
  const most = Math.min(mostMs, FIRST_WAIT_MS * 2 ** (tried - 1));
  return most / 2 + (Math.random() * most) / 2;
}

/** Waits. Throws the signal's reason when it aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
