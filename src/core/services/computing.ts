// What an organization may have computed: so much at a time, and so much that fails.
import { ExpensiveError, MachineBusyError, type PoolBusyError } from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { Plan, RateLimits } from "../tenancy/index.ts";
import { secondsInWords } from "./rates.ts";

/** For whom something is computed. */
export interface ComputingFor {
  readonly organizationId: string;
  readonly plan: Plan;
}

/**
 * Has something computed, and counts the seconds of a failure that took a thread: timeouts, too much memory, dead
 * threads. Refuses where those of this minute are as many as the plan has. Throws what `work` throws.
 */
export async function computed<Answer>(
  rates: RateLimits,
  { organizationId, plan }: ComputingFor,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const failed = rates.failedSeconds(organizationId, plan.failedSecondsPerMinute);
  if (failed.isOver) throw tooMuchFailed(plan, failed.resetSeconds);
  return countingFailure(rates, organizationId, work);
}

/** The same for work that was taken on already: its failure counts, and nothing is refused. */
export async function countingFailure<Answer>(
  rates: RateLimits,
  organizationId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExpensiveError) rates.countFailedSeconds(organizationId, error.computedMs / 1000);
    throw error;
  }
}

/**
 * Has a source checked or drawn, or a document exported, within the plan's renders at a time: what nobody records takes
 * threads like renders do.
 */
export async function computedAtOnce<Answer>(
  rates: RateLimits,
  { organizationId, plan }: ComputingFor,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const end = rates.begin(organizationId, plan.concurrentRenders);
  if (end === null) throw tooMuchAtOnce(plan);
  try {
    return await computed(rates, { organizationId, plan }, work);
  } finally {
    end();
  }
}

/**
 * The same for work that is asked for in bursts and takes little time each, such as the judging of jobs: it waits for
 * its place, so long at most, and is refused then.
 */
export async function computedInTurn<Answer>(
  rates: RateLimits,
  caller: ComputingFor,
  waitMs: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const end = await placeOf(rates, caller, waitMs);
  try {
    return await computed(rates, caller, work);
  } finally {
    end();
  }
}

async function placeOf(rates: RateLimits, { organizationId, plan }: ComputingFor, waitMs: number): Promise<() => void> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const end = rates.begin(organizationId, plan.concurrentRenders);
    if (end !== null) return end;
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) throw tooMuchAtOnce(plan);
    await within(rates.ended(organizationId), leftMs);
  }
}

/** Waits for something, and for so long at most. */
async function within(event: Promise<void>, waitMs: number): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  await Promise.race([event, isOver]);
  clearTimeout(timer);
}

/** Has a render drawn, which counts for what is computed at a time; how many there may be, their records say. */
export async function computedRender<Answer>(
  rates: RateLimits,
  caller: ComputingFor,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const end = rates.begin(caller.organizationId, Number.POSITIVE_INFINITY);
  try {
    return await computed(rates, caller, work);
  } finally {
    end?.();
  }
}

/**
 * Others had the threads for all the time that a task may wait, or other processes had the machine for all the time
 * that it may be computed. Either says nothing about what was asked for.
 */
export function poolBusy(error: PoolBusyError, waitedMs: number): Error {
  const seconds = `${waitedMs / 1000} seconds`;
  const busy =
    error instanceof MachineBusyError
      ? `The machine was too busy to compute this within ${seconds}`
      : `Every rendering thread was busy for ${seconds}`;
  return platenError("unavailable", `${busy}; nothing was made or charged. Send the request again.`, {
    retryAfterSeconds: BUSY_RETRY_SECONDS,
    cause: error,
  });
}

const BUSY_RETRY_SECONDS = 5;

/** Something comes to its end in the time of a render, which is seldom longer. */
const AT_ONCE_RETRY_SECONDS = 1;

function tooMuchAtOnce({ concurrentRenders, name }: Plan): Error {
  const most =
    concurrentRenders === 1 ? "one check, export or render" : `${concurrentRenders} checks, exports and renders`;
  const sentence = `The plan (${name}) has ${most} at a time, and as many are under way.`;
  return platenError("rate_limited", `${sentence} Send the request again when one has ended.`, {
    retryAfterSeconds: AT_ONCE_RETRY_SECONDS,
  });
}

function tooMuchFailed({ failedSecondsPerMinute, name }: Plan, resetSeconds: number): Error {
  const failed = `What failed of this organization took ${failedSecondsPerMinute} seconds of computing or more`;
  const sentence = `${failed} in the last minute, all that the plan (${name}) has for that.`;
  return platenError(
    "rate_limited",
    `${sentence} Wait ${secondsInWords(resetSeconds)}, then send less or simpler work.`,
    {
      retryAfterSeconds: resetSeconds,
    },
  );
}
