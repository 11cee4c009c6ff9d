/** What an organization's plan allows. All limits are per organization. */
export interface Plan {
  readonly name: string;
  /** Whether keys and tools of the organization may be used at all. */
  readonly apiAccess: boolean;
  readonly recordsPerMonth: number;
  readonly requestsPerMinute: number;
  readonly recordsPerMinute: number;
  /** Renders at a time, over all processes; in one process, checks, publishings and exports count with them. */
  readonly concurrentRenders: number;
  /** Seconds of a thread that a minute's failures may cost in one process: timeouts, too much memory. */
  readonly failedSecondsPerMinute: number;
  /** How long stored PDFs are kept. */
  readonly retentionDays: number;
  readonly requestBytesMax: number;
  readonly outputBytesMax: number;
  readonly pagesMax: number;
}

const MEBIBYTE = 1024 * 1024;

/** Two renders that are stopped at their budget; a plan of an operator's own has it where it says nothing. */
export const FAILED_SECONDS_PER_MINUTE = 50;

const STARTER: Plan = {
  name: "starter",
  apiAccess: true,
  recordsPerMonth: 1_000,
  requestsPerMinute: 60,
  recordsPerMinute: 300,
  concurrentRenders: 2,
  failedSecondsPerMinute: FAILED_SECONDS_PER_MINUTE,
  retentionDays: 7,
  requestBytesMax: 4 * MEBIBYTE,
  outputBytesMax: 32 * MEBIBYTE,
  pagesMax: 500,
};

/** The plan of last resort: it allows the least. */
const DEFAULT_PLAN_NAME = "free";

/** The plans as shipped; an operator's configuration may change their numbers and add more. */
export const DEFAULT_PLANS: readonly Plan[] = [
  { ...STARTER, name: DEFAULT_PLAN_NAME, apiAccess: false, recordsPerMonth: 0 },
  STARTER,
  {
    name: "business",
    apiAccess: true,
    recordsPerMonth: 50_000,
    requestsPerMinute: 600,
    recordsPerMinute: 6_000,
    concurrentRenders: 8,
    failedSecondsPerMinute: 200,
    retentionDays: 30,
    requestBytesMax: 16 * MEBIBYTE,
    outputBytesMax: 64 * MEBIBYTE,
    pagesMax: 5_000,
  },
  {
    name: "scale",
    apiAccess: true,
    recordsPerMonth: 1_000_000,
    requestsPerMinute: 6_000,
    recordsPerMinute: 60_000,
    concurrentRenders: 32,
    failedSecondsPerMinute: 800,
    retentionDays: 60,
    requestBytesMax: 32 * MEBIBYTE,
    outputBytesMax: 128 * MEBIBYTE,
    pagesMax: 20_000,
  },
  {
    name: "enterprise",
    apiAccess: true,
    recordsPerMonth: 10_000_000,
    requestsPerMinute: 60_000,
    recordsPerMinute: 600_000,
    concurrentRenders: 64,
    failedSecondsPerMinute: 1_600,
    retentionDays: 90,
    requestBytesMax: 32 * MEBIBYTE,
    outputBytesMax: 128 * MEBIBYTE,
    pagesMax: 20_000,
  },
];

/** The plan of that name; an organization whose plan was removed from the configuration falls back to free. */
export function planNamed(plans: readonly Plan[], name: string): Plan {
  const plan = plans.find((candidate) => candidate.name === name);
  const fallback = plan ?? plans.find((candidate) => candidate.name === DEFAULT_PLAN_NAME);
  if (fallback === undefined) {
    throw new Error(`the plans hold no plan named ${DEFAULT_PLAN_NAME}`);
  }
  return fallback;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A job that no worker took within this time is given up, and its records are free again. */
const WAITING_MS_MAX = DAY_MS;

/** Until when a job that was taken on at `since` waits for a worker. */
export function queuedUntil(since: Date): Date {
  return new Date(since.getTime() + WAITING_MS_MAX);
}

/** Until when a PDF stored at `storedAt` is kept under the plan. */
export function retainedUntil(plan: Plan, storedAt: Date): Date {
  return new Date(storedAt.getTime() + plan.retentionDays * DAY_MS);
}
