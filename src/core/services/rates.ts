import { platenError } from "../methods/index.ts";
import type { RateLimits, RateReading } from "../tenancy/index.ts";
import type { TenantCaller } from "./caller.ts";

/** What an answer says of the organization's requests of this minute (the `RateLimit` header fields of the IETF). */
export function rateHeaders({ limit, remaining, resetSeconds }: RateReading): Headers {
  return new Headers({
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  });
}

export function tooManyRequests({ limit, resetSeconds }: RateReading, planName: string): Error {
  const sentence = `The plan (${planName}) takes ${limit} requests a minute, and this is one more.`;
  return platenError("rate_limited", `${sentence} Wait ${secondsInWords(resetSeconds)}.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/**
 * Counts a request's records against the minute of its organization's plan; refuses it where they do not fit.
 * @returns what takes them off the count again, for a request that is refused after all
 */
export async function refuseOverRecordRate(
  rates: RateLimits,
  { plan, scope }: Pick<TenantCaller, "plan" | "scope">,
  records: number,
): Promise<() => Promise<void>> {
  if (records > plan.recordsPerMinute) throw tooManyRecordsEver(records, plan.recordsPerMinute, plan.name);
  const reading = await rates.countRecords(scope.organizationId, plan.recordsPerMinute, records);
  if (reading.isOver) throw tooManyRecords(reading, plan.name);
  return () => reading.giveBack();
}

/** More records than any minute of the plan takes can't be helped by waiting. */
function tooManyRecordsEver(records: number, perMinute: number, planName: string): Error {
  const sentence = `The request has ${records} records; the plan (${planName}) takes ${perMinute} a minute.`;
  return platenError("too_large", `${sentence} Send fewer at a time.`);
}

function tooManyRecords({ limit, remaining, resetSeconds }: RateReading, planName: string): Error {
  const left = remaining === 0 ? "none is" : `only ${remaining} ${remaining === 1 ? "is" : "are"}`;
  const sentence = `The plan (${planName}) takes ${limit} records a minute, and ${left} left of this one.`;
  return platenError("rate_limited", `${sentence} Wait ${secondsInWords(resetSeconds)}.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** `a second`, `40 seconds` */
export function secondsInWords(seconds: number): string {
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
