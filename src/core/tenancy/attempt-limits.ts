import { createHash } from "node:crypto";
import { callerNetworkOf } from "../network/index.ts";
import { type CountOne, countByNetwork, WIDE_TIMES } from "./network-limits.ts";
import { createLimiter, type RateReading, readingOf, type StatementRunner } from "./rate-limits.ts";

/**
 * What may be tried without a credential, how often, and in how many seconds. Those of a network hold against guesses
 * at many accounts and against floods. Those of an account hold against guesses from many networks (NIST SP 800-63B-4
 * §3.2.2 allows 100 in a row); a device that its owner has signed in on before counts by itself, so that nobody else
 * can use up the owner's attempts (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
const LIMITS = {
  sign_in_of_account: { by: "subject", points: 30, seconds: 900 },
  sign_in_of_account_from_network: { by: "subject", points: 10, seconds: 900 },
  sign_in_from_device: { by: "subject", points: 10, seconds: 900 },
  sign_in_from_address: { by: "network", points: 60, seconds: 900 },
  reset_of_account: { by: "subject", points: 3, seconds: 3_600 },
  reset_from_address: { by: "network", points: 20, seconds: 3_600 },
  link_from_address: { by: "network", points: 60, seconds: 900 },
  registration_from_address: { by: "network", points: 30, seconds: 3_600 },
  authorization_from_address: { by: "network", points: 120, seconds: 60 },
  token_from_address: { by: "network", points: 240, seconds: 60 },
} as const;

export type AttemptKind = keyof typeof LIMITS;

/** Counts of attempts that need no credential. */
export interface AttemptLimits {
  /** Counts one attempt; the reading says whether it was one too many. */
  count(kind: AttemptKind, subject: string): Promise<RateReading>;
  /** Begins anew, for somebody who has shown who they are. */
  forget(kind: Exclude<AttemptKind, `${string}_from_address`>, subject: string): Promise<void>;
}

/** The subject of what one network tries at one account. */
export function accountFromNetwork(account: string, address: string): string {
  return `${callerNetworkOf(address).own} ${account}`;
}

/** Attempt limits over the database that all processes share, or in memory where one process has it to itself. */
export function createAttemptLimits(sql: StatementRunner | null): AttemptLimits {
  const limiters = new Map<string, ReturnType<typeof createLimiter>>();
  const limiterOf = (keyPrefix: string, points: number, duration: number) => {
    const known = limiters.get(keyPrefix);
    if (known !== undefined) return known;
    const made = createLimiter(sql, { points, duration, keyPrefix });
    limiters.set(keyPrefix, made);
    return made;
  };
  const counter = (keyPrefix: string, points: number, seconds: number): CountOne<RateReading> => {
    const limiter = limiterOf(keyPrefix, points, seconds);
    return async (subject) => readingOf(await limiter.consume(keyOf(subject)), points);
  };
  return {
    count(kind, subject) {
      const { by, points, seconds } = LIMITS[kind];
      const own = counter(kind, points, seconds);
      if (by === "subject") return own(subject);
      return countByNetwork({ own, wide: counter(`${kind}_wide`, points * WIDE_TIMES, seconds) })(subject);
    },
    async forget(kind, subject) {
      const { points, seconds } = LIMITS[kind];
      await limiterOf(kind, points, seconds).forget(keyOf(subject));
    },
  };
}

/** Whatever was typed may be long, or a password in the wrong place: the table holds a hash. */
function keyOf(subject: string): string {
  return createHash("sha256").update(subject.normalize("NFC").toLowerCase()).digest("base64url");
}
