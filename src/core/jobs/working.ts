import type { Database } from "../persistence/index.ts";
import type { PdfStore } from "../store/index.ts";
import { startRefreshing } from "./refreshing.ts";
import type { RenderQueue, RenderTry } from "./render-queue.ts";
import { type Sweeping, startSweeping } from "./sweeping.ts";

/** What a process needs that does the work which nobody waits for. */
export interface WorkingParts {
  readonly database: Database;
  readonly store: PdfStore;
  readonly queue: RenderQueue | null;
  /** How many renders may run at once. One of them is left to requests. */
  readonly threads: number;
  readonly runJob: (job: RenderTry) => Promise<void>;
  readonly refreshDatasets: (signal: AbortSignal) => Promise<number>;
  readonly now: () => Date;
  /** Told what failed, and of what; it is tried again later. */
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Renders jobs, refreshes and sweeps until it is stopped. Whoever waits for a render always finds a thread free. */
export async function startWorking(parts: WorkingParts): Promise<Sweeping> {
  const { database, store, queue, threads, now, onFailure } = parts;
  await queue?.work(Math.max(1, threads - 1), parts.runJob);
  const refreshing = startRefreshing(parts.refreshDatasets, (error) =>
    onFailure(error, "linked datasets could not be refreshed"),
  );
  const sweeping = startSweeping({
    renders: database.renders,
    idempotency: database.idempotency,
    signingIn: database,
    store,
    now,
    onFailure: (error) => onFailure(error, "a sweep failed"),
  });
  return { stop: async () => void (await Promise.all([refreshing.stop(), sweeping.stop()])) };
}
