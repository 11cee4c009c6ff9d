import { createHash } from "node:crypto";
import { createLimiter, type RateReading, readingOf, type StatementRunner } from "./rate-limits.ts";

/**
 * What may be tried without a credential, how often, and in how many seconds. Those of an account hold against guesses
 * from many addresses (NIST SP 800-63B-4 §3.2.2 allows 100 in a row), those of an address against guesses at many
 * accounts and against floods.
 */
const LIMITS = {
  sign_in_of_account: { points: 10, seconds: 900 },
  sign_in_from_address: { points: 60, seconds: 900 },
  reset_of_account: { points: 3, seconds: 3_600 },
  reset_from_address: { points: 20, seconds: 3_600 },
  link_from_address: { points: 60, seconds: 900 },
  registration_from_address: { points: 30, seconds: 3_600 },
  authorization_from_address: { points: 120, seconds: 60 },
  token_from_address: { points: 240, seconds: 60 },
} as const;

export type AttemptKind = keyof typeof LIMITS;

/** Counts of attempts that need no credential. */
export interface AttemptLimits {
  /** Counts one attempt; the reading says whether it was one too many. */
  count(kind: AttemptKind, subject: string): Promise<RateReading>;
  /** Begins anew, for somebody who has shown who they are. */
  forget(kind: AttemptKind, subject: string): Promise<void>;
}

/** Attempt limits over the database that all processes share, or in memory where one process has it to itself. */
export function createAttemptLimits(sql: StatementRunner | null): AttemptLimits {
  const limiters = new Map<AttemptKind, ReturnType<typeof createLimiter>>();
  const limiterOf = (kind: AttemptKind) => {
    const known = limiters.get(kind);
    if (known !== undefined) return known;
    const { points, seconds } = LIMITS[kind];
    const made = createLimiter(sql, { points, duration: seconds, keyPrefix: kind });
    limiters.set(kind, made);
    return made;
  };
  return {
    async count(kind, subject) {
      return readingOf(await limiterOf(kind).consume(keyOf(subject)), LIMITS[kind].points);
    },
    async forget(kind, subject) {
      await limiterOf(kind).forget(keyOf(subject));
    },
  };
}

/** Whatever was typed may be long, or a password in the wrong place: the table holds a hash. */
function keyOf(subject: string): string {
  return createHash("sha256").update(subject.normalize("NFC").toLowerCase()).digest("base64url");
}
