import type { RenderRepository } from "../persistence/index.ts";
import type { PdfStore } from "../store/index.ts";

/** What a sweep works on. Any number of processes may sweep the same database: each step is safe to repeat. */
export interface SweepingDependencies {
  readonly renders: RenderRepository;
  readonly store: PdfStore;
  now(): Date;
  /** Told of a sweep that failed; the next one tries again. */
  onFailure(error: unknown): void;
}

/** A running series of sweeps. `stop` waits for the sweep that is under way. */
export interface Sweeping {
  stop(): Promise<void>;
}

/** Often enough that reserved records of a process that died come back soon. */
const INTERVAL_MS = 60_000;

/** Documents erased at a time: small steps leave the database free for requests. */
const BATCH_SIZE = 100;

/**
 * Fails the renders whose process is gone, which frees the records they reserved, and erases the documents past their
 * retention: the bytes first, then the mark, so that a process that dies in between leaves nothing forgotten.
 */
export async function sweepRenders({ renders, store, now }: Omit<SweepingDependencies, "onFailure">): Promise<void> {
  await renders.failAbandoned(now());
  for (;;) {
    const due = await renders.dueForErasing(now(), BATCH_SIZE);
    for (const id of due) {
      await store.delete(id);
    }
    await renders.markErased(due);
    if (due.length < BATCH_SIZE) {
      return;
    }
  }
}

/** Sweeps at once and then every minute, one sweep at a time, without keeping the process alive. */
export function startSweeping(dependencies: SweepingDependencies): Sweeping {
  let underWay: Promise<void> | null = null;
  const sweep = (): void => {
    underWay ??= sweepRenders(dependencies)
      .catch((error: unknown) => dependencies.onFailure(error))
      .finally(() => {
        underWay = null;
      });
  };
  sweep();
  const timer = setInterval(sweep, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
