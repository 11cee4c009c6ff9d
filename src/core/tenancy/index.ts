// Tenancy: a presented credential → who is calling, what they may see, and what their organization's plan allows.
// No database and no clock: rows and times are handed in; only keys, ids and password salts use the random source, and
// passwords are hashed in threads.
export { mayCall, ROLE_REACH } from "./access.ts";
export { keyMatches, type NewApiKey, newApiKey, type PresentedKey, parseApiKey } from "./api-keys.ts";
export { type AttemptKind, type AttemptLimits, createAttemptLimits } from "./attempt-limits.ts";
export { type IdPrefix, isId, newId } from "./ids.ts";
export { type LinkToken, linkTokenHash, newLinkToken } from "./link-tokens.ts";
export {
  PASSWORD_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MIN,
  type PasswordOwner,
  type PasswordProblem,
} from "./password-rules.ts";
export { BUSY_RETRY_SECONDS, createPasswords, type Passwords, type PasswordTurn } from "./passwords.ts";
export { DEFAULT_PLANS, FAILED_SECONDS_PER_MINUTE, type Plan, planNamed, queuedUntil, retainedUntil } from "./plans.ts";
export {
  type AccessScope,
  type KeyPrincipal,
  type KeyRole,
  type OperatorPrincipal,
  type PersonPrincipal,
  type Principal,
  type Role,
  roleOf,
  SCOPES,
  type Scope,
  scopeOf,
} from "./principals.ts";
export {
  createRateLimits,
  networkRate,
  type RateLimits,
  type RateReading,
  type StatementRunner,
} from "./rate-limits.ts";
export { seal, unseal } from "./sealing.ts";
export { type UsagePeriod, usagePeriodAt } from "./usage-period.ts";
