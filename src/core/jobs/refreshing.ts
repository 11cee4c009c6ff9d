import { setTimeout as sleep } from "node:timers/promises";
import type { Sweeping } from "./sweeping.ts";

/** How often it is asked what is due; the datasets' own times say what is. */
const INTERVAL_MS = 30_000;

/** An address outside that hangs must not hold up a shutdown; what was begun there is begun again elsewhere. */
const STOP_MS_MAX = 5_000;

/**
 * Refreshes what is due at once and then every half minute, one round at a time, without keeping the process alive.
 * `refreshDue` answers how many it refreshed; while it finds some, it is asked again. Its signal is given at the stop.
 */
export function startRefreshing(
  refreshDue: (signal: AbortSignal) => Promise<number>,
  onFailure: (error: unknown) => void,
): Sweeping {
  const stopping = new AbortController();
  const { signal } = stopping;
  let underWay: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (!signal.aborted && (await refreshDue(signal)) > 0);
  };
  const begin = (): void => {
    underWay ??= run()
      .catch((error: unknown) => {
        // What was left behind at a stop fails for want of a database.
        if (!signal.aborted) onFailure(error);
      })
      .finally(() => {
        underWay = null;
      });
  };
  begin();
  const timer = setInterval(begin, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      const ended = new AbortController();
      const late = sleep(STOP_MS_MAX, undefined, { signal: ended.signal }).catch(() => undefined);
      await Promise.race([underWay, late]);
      ended.abort();
    },
  };
}
