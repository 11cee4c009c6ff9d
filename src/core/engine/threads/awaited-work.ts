// What other threads compute while this one waits for them: it belongs to the task of this thread.

/** Takes microseconds. Null where nobody wants to know. */
let counter: ((us: number) => void) | null = null;

const US_PER_MS = 1_000;

/** From here on `count` is called with the microseconds that were computed for this thread while it waited. */
export function countAwaitedWork(count: (us: number) => void): void {
  counter = count;
}

/**
 * Runs `wait`, which blocks this thread for another one. No clock shows what that other thread was given, so what the
 * whole process computed counts for it, up to the time that passed.
 */
export function awaitingWork(wait: () => void): void {
  if (counter === null) return wait();
  const begunMs = performance.now();
  const before = process.cpuUsage();
  wait();
  const { user, system } = process.cpuUsage(before);
  counter(Math.min(user + system, (performance.now() - begunMs) * US_PER_MS));
}
