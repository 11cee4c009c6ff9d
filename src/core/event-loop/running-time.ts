/** A pause of the process is seen by what it adds to one step, and costs no more than that step. */
const STEP_MS = 1_000;

/** Time that counts, from its start on. */
export interface RunningTime {
  /** Stops the count, and returns how much there was of it, in milliseconds. */
  stop(): number;
}

/**
 * Counts the time in which this process runs, and calls `onEnd` once there was so much of it. A process that stood
 * still, as a paused machine does, comes back to work that has had no time meanwhile: by the clock that work would be
 * called too slow at once. The count keeps no process from its end.
 */
export function countRunningTime(ms: number, onEnd: () => void, stepMs: number = STEP_MS): RunningTime {
  let countedMs = 0;
  let sinceMs = performance.now();
  let timer: NodeJS.Timeout | null = null;
  const next = (): void => {
    const forMs = Math.min(stepMs, ms - countedMs);
    sinceMs = performance.now();
    timer = setTimeout(() => {
      countedMs += forMs;
      if (countedMs < ms) return next();
      timer = null;
      onEnd();
    }, forMs).unref();
  };
  next();
  return {
    stop() {
      if (timer === null) return countedMs;
      clearTimeout(timer);
      timer = null;
      countedMs += Math.min(stepMs, performance.now() - sinceMs);
      return countedMs;
    },
  };
}
