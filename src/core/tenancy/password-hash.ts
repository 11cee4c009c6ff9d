import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/** scrypt's cost for new passwords: 32 MiB and three passes, OWASP's recommendation for this memory. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Above these a stored cost is refused: a damaged row must not make one sign-in take all memory. */
const COST_MAX = { N: 2 ** 20, r: 32, p: 16 } as const;

/** Longer passwords are refused before hashing, so that a request cannot buy time with bytes. */
const PASSWORD_CHARACTERS_MAX = 1024;

interface StoredPassword {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/**
 * The stored form of a password: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. It takes a fifth of a second of
 * the thread that runs it.
 */
export function hashOf(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  return storedForm(salt, derive(password, salt, COST));
}

/** A stored form that no password has, made without hashing: comparing with it takes as long as with any other. */
export function hashOfNothing(): string {
  return storedForm(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
}

/** Whether `password` is the one behind `stored`; a stored text of another form never matches. */
export function isHashOf(password: string, stored: string): boolean {
  const parsed = parseStored(stored);
  if (parsed === null || password.length > PASSWORD_CHARACTERS_MAX) {
    return false;
  }
  return timingSafeEqual(derive(password, parsed.salt, parsed), parsed.hash);
}

function storedForm(salt: Buffer, hash: Buffer): string {
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

function parseStored(stored: string): StoredPassword | null {
  const match = /^scrypt\$(\d{1,9})\$(\d{1,9})\$(\d{1,9})\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (match === null) {
    return null;
  }
  const [N, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const salt = Buffer.from(match[4] ?? "", "base64url");
  const hash = Buffer.from(match[5] ?? "", "base64url");
  const affordable = N <= COST_MAX.N && r <= COST_MAX.r && p <= COST_MAX.p;
  return affordable && hash.length === HASH_BYTES ? { N, r, p, salt, hash } : null;
}

/** Normalized to NFC first: the same password typed on two systems must be the same bytes. */
function derive(password: string, salt: Buffer, { N, r, p }: typeof COST | StoredPassword): Buffer {
  return scryptSync(password.normalize("NFC"), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r });
}
