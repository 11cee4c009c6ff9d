import type { Sweeping } from "./sweeping.ts";

/** How often it is asked what is due; the datasets' own times say what is. */
const INTERVAL_MS = 30_000;

/**
 * Refreshes what is due at once and then every half minute, one round at a time, without keeping the process alive.
 * `refreshDue` answers how many it refreshed; while it finds some, it is asked again.
 */
export function startRefreshing(refreshDue: () => Promise<number>, onFailure: (error: unknown) => void): Sweeping {
  let underWay: Promise<void> | null = null;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped && (await refreshDue()) > 0);
  };
  const begin = (): void => {
    underWay ??= run()
      .catch(onFailure)
      .finally(() => {
        underWay = null;
      });
  };
  begin();
  const timer = setInterval(begin, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
