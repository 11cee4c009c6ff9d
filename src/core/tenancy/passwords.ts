import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

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

/** The stored form of a password: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether `password` is the one behind `stored`; a stored text of another form never matches. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const parsed = parseStored(stored);
  if (parsed === null || password.length > PASSWORD_CHARACTERS_MAX) {
    return false;
  }
  return timingSafeEqual(await derive(password, parsed.salt, parsed), parsed.hash);
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
function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, HASH_BYTES, { ...cost, maxmem }, (error, key) => {
      if (error === null) {
        resolve(key);
      } else {
        reject(error);
      }
    });
  });
}
