import type { Database, IdempotencyRepository, RenderRepository } from "../persistence/index.ts";
import type { PdfStore } from "../store/index.ts";
import { queuedUntil } from "../tenancy/index.ts";

/** What a sweep works on. Any number of processes may sweep the same database: each step is safe to repeat. */
export interface SweepingDependencies {
  readonly renders: RenderRepository;
  readonly idempotency: IdempotencyRepository;
  readonly store: PdfStore;
  /** What signing in keeps; left out, nobody signs in. */
  readonly signingIn?: Pick<Database, "oauthRecords" | "people" | "signingKeys">;
  now(): Date;
  /** Given where the process is to stop: what is left is left to the next sweep. */
  readonly signal?: AbortSignal;
  /** Told of a sweep that failed; the next one tries again. */
  onFailure(error: unknown): void;
}

/** A running series of sweeps. `stop` waits for the sweep that is under way. */
export interface Sweeping {
  stop(): Promise<void>;
}

const INTERVAL_MS = 60_000;

/** Often enough that the records and the slot of a process that was killed come back within ten seconds. */
const ABANDONED_INTERVAL_MS = 2_000;

/** Documents erased at a time: small steps leave the database free for requests. */
const BATCH_SIZE = 100;

/** One document that can't be erased keeps no other; so many say that the store is away. */
const FAILURES_MAX = 10;

/** How often stored bytes are compared with the renders that they belong to: it reads the whole store. */
const ORPHANS_INTERVAL_MS = 60 * 60_000;

/** Bytes are stored before their render's record says so, so only older ones can belong to nobody. */
const ORPHAN_AGE_MS = 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

/** Anybody can register a client, so one that nobody has let in by then is forgotten. */
const UNUSED_CLIENT_MS = DAY_MS;

/** Longer than any permission lasts: whoever comes back later registers again. */
const IDLE_CLIENT_MS = 120 * DAY_MS;

/** Longer than any token that a retired key has signed. */
const RETIRED_KEY_MS = DAY_MS;

type SweepDependencies = Omit<SweepingDependencies, "onFailure">;

/** Fails the renders whose process is gone. A render that a job has joined goes to the queue instead. */
export async function releaseAbandoned({ renders, now }: Pick<SweepDependencies, "renders" | "now">): Promise<void> {
  await renders.handOverAbandoned(now(), queuedUntil(now()));
  await renders.failAbandoned(now());
}

/**
 * Releases the renders whose process is gone, with the records or the slots that they hold. Erases the documents past
 * their retention, with what was found of them: the bytes first, then the mark, so that a process that dies in between
 * leaves nothing forgotten.
 */
export async function sweep({ renders, idempotency, store, now, signal }: SweepDependencies): Promise<void> {
  await releaseAbandoned({ renders, now });
  await idempotency.forgetExpired(now());
  await renders.eraseFindings(now());
  for (;;) {
    const due = await renders.dueForErasing(now(), BATCH_SIZE);
    const erased: string[] = [];
    const failures: unknown[] = [];
    for (const id of due) {
      if (signal?.aborted === true || failures.length === FAILURES_MAX) break;
      await store.delete(id).then(
        () => erased.push(id),
        (error: unknown) => failures.push(error),
      );
    }
    await renders.markErased(erased);
    if (failures.length > 0) throw failures[0];
    if (erased.length < BATCH_SIZE) return;
  }
}

/** Forgets what signing in kept past its time, clients that nobody uses, and keys that sign nothing any more. */
export async function sweepSigningIn({ signingIn, now }: Pick<SweepDependencies, "signingIn" | "now">): Promise<void> {
  if (signingIn === undefined) return;
  const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
  const times = { now: now(), unusedBefore: before(UNUSED_CLIENT_MS), idleBefore: before(IDLE_CLIENT_MS) };
  await signingIn.oauthRecords.sweep(times);
  await signingIn.people.forgetExpiredLinks(now());
  await signingIn.signingKeys.forgetRetired(before(RETIRED_KEY_MS));
}

/** Erases bytes that no render has: a process died between storing them and saying so. Answers how many. */
export async function sweepOrphans({ renders, store, now, signal }: SweepDependencies): Promise<number> {
  let erased = 0;
  let old: string[] = [];
  const eraseOrphans = async (): Promise<void> => {
    for (const id of await renders.withoutBytes(old)) {
      if (signal?.aborted === true) break;
      await store.delete(id);
      erased += 1;
    }
    old = [];
  };
  for await (const { id, storedAt } of store.list()) {
    if (signal?.aborted === true) return erased;
    if (now().getTime() - storedAt.getTime() < ORPHAN_AGE_MS) continue;
    old.push(id);
    if (old.length === BATCH_SIZE) await eraseOrphans();
  }
  await eraseOrphans();
  return erased;
}

/** Looks for renders whose process is gone every two seconds, for processes that do nothing else of a sweep. */
export function startReleasing(dependencies: Pick<SweepDependencies, "renders" | "now">): Sweeping {
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= releaseAbandoned(dependencies)
      // What fails here fails in a worker's next sweep too, which tells it.
      .catch(() => undefined)
      .finally(() => {
        underWay = null;
      });
  }, ABANDONED_INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

/**
 * Sweeps at once and then every minute, one sweep at a time, without keeping the process alive. Every two seconds it
 * looks for renders whose process is gone.
 */
export function startSweeping(given: Omit<SweepingDependencies, "signal">): Sweeping {
  const stopping = new AbortController();
  const dependencies = { ...given, signal: stopping.signal };
  let underWay: Promise<void> | null = null;
  let orphansAt = 0;
  const sweepOrphansInTime = async (): Promise<void> => {
    const nowMs = dependencies.now().getTime();
    if (nowMs < orphansAt || stopping.signal.aborted) return;
    await sweepOrphans(dependencies);
    orphansAt = nowMs + ORPHANS_INTERVAL_MS;
  };
  const run = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const part of [sweep, sweepSigningIn, sweepOrphansInTime]) {
      await part(dependencies).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  const releasing = startReleasing(dependencies);
  const begin = (): void => {
    underWay ??= run()
      .catch((error: unknown) => dependencies.onFailure(error))
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
      await Promise.all([underWay, releasing.stop()]);
    },
  };
}
