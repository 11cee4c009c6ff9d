import { createHash } from "node:crypto";
import { callerNetworkOf } from "../network/index.ts";
import { type CountOne, countByNetwork, WIDE_TIMES } from "./network-limits.ts";
import { createLimiter, type RateReading, readingOf, type StatementRunner } from "./rate-limits.ts";

/**
 * What may be tried without a credential, how often, and in how many seconds. Those of a network hold against guesses
 * at many accounts and against floods. Those of an account hold against guesses from many networks (NIST SP 800-63B-4
 * §3.2.2 allows 100 in a row); a device that its owner has signed in on before counts by itself, so that nobody else
 * can use up the owner's attempts (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). When an account's
 * 30 attempts are used up, a network that has tried little itself, such as the owner's, still has some of 70 more. An
 * IPv6 site of 48 bits has fewer than the 30, so that no site alone can use them up.
 */
const LIMITS = {
  sign_in_of_account: { by: "subject", points: 30, seconds: 900 },
  sign_in_of_account_from_newcomers: { by: "subject", points: 70, seconds: 900 },
  sign_in_of_account_from_network: { by: "subject", points: 10, seconds: 900 },
  sign_in_of_account_from_site: { by: "subject", points: 20, seconds: 900 },
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

/** So often whoever knows a password mistypes it; a network that has tried an account no more often is a newcomer. */
const NEWCOMER_ATTEMPTS_MAX = 3;

/** Counts of attempts that need no credential. */
export interface AttemptLimits {
  /** Counts one attempt; the reading says whether it was one too many. */
  count(kind: AttemptKind, subject: string): Promise<RateReading>;
  /** Begins anew, for somebody who has shown who they are. */
  forget(kind: Exclude<AttemptKind, `${string}_from_address`>, subject: string): Promise<void>;
  /** Counts a stranger's attempt at an account: by network, by site, and by all that tried it. */
  countSignIn(account: string, address: string): Promise<RateReading>;
  /** Begins anew for an account and the network that its owner came from. */
  forgetSignIns(account: string, address: string): Promise<void>;
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
  const count: AttemptLimits["count"] = (kind, subject) => {
    const { by, points, seconds } = LIMITS[kind];
    const own = counter(kind, points, seconds);
    if (by === "subject") return own(subject);
    return countByNetwork({ own, wide: counter(`${kind}_wide`, points * WIDE_TIMES, seconds) })(subject);
  };
  const forget: AttemptLimits["forget"] = async (kind, subject) => {
    const { points, seconds } = LIMITS[kind];
    await limiterOf(kind, points, seconds).forget(keyOf(subject));
  };
  return { count, forget, ...signInsWith(count, forget) };
}

/** Attempts at accounts, by the limits that hold for one. */
function signInsWith(
  count: AttemptLimits["count"],
  forget: AttemptLimits["forget"],
): Pick<AttemptLimits, "countSignIn" | "forgetSignIns"> {
  return {
    async countSignIn(account, address) {
      const { own, wide } = callerNetworkOf(address);
      const ofNetwork = await count("sign_in_of_account_from_network", `${own} ${account}`);
      if (ofNetwork.isOver) return ofNetwork;
      const ofSite = wide === null ? ofNetwork : await count("sign_in_of_account_from_site", `${wide} ${account}`);
      if (ofSite.isOver) return ofSite;
      const ofAll = await count("sign_in_of_account", account);
      if (!ofAll.isOver || !isNewcomer(ofNetwork) || !isNewcomer(ofSite)) return ofAll;
      return count("sign_in_of_account_from_newcomers", account);
    },
    async forgetSignIns(account, address) {
      const { own, wide } = callerNetworkOf(address);
      await forget("sign_in_of_account_from_network", `${own} ${account}`);
      if (wide !== null) await forget("sign_in_of_account_from_site", `${wide} ${account}`);
      await forget("sign_in_of_account", account);
      await forget("sign_in_of_account_from_newcomers", account);
    },
  };
}

function isNewcomer({ limit, remaining }: RateReading): boolean {
  return limit - remaining <= NEWCOMER_ATTEMPTS_MAX;
}

/** Whatever was typed may be long, or a password in the wrong place: the table holds a hash. */
function keyOf(subject: string): string {
  return createHash("sha256").update(subject.normalize("NFC").toLowerCase()).digest("base64url");
}
