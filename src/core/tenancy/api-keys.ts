import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { BASE32 } from "./ids.ts";

/** Shown in lists and used to find the key's row; 60 bits, so that two keys never share one by chance. */
const PREFIX_CHARACTERS = 12;

/** 52 base32 characters carry 260 bits, so every secret has at least 256. */
const SECRET_CHARACTERS = 52;

const KEY_PATTERN = /^pk_([0-9a-hjkmnp-tv-z]{12})_([0-9a-hjkmnp-tv-z]{52})$/;

/** What the presented secret is compared with where no key has the prefix: nothing hashes to it in practice. */
const NO_KEY_HASH = new Uint8Array(32);

/** A key as presented by a caller. The secret is in memory only; it is stored nowhere and logged nowhere. */
export interface PresentedKey {
  readonly prefix: string;
  readonly secret: string;
}

/** A key at the moment it is made: `text` is shown once, `prefix` and `secretHash` are stored. */
export interface NewApiKey {
  readonly text: string;
  readonly prefix: string;
  readonly secretHash: Uint8Array;
}

/** Makes a key `pk_<prefix>_<secret>` from the system's random source. */
export function newApiKey(): NewApiKey {
  const prefix = randomText(PREFIX_CHARACTERS);
  const secret = randomText(SECRET_CHARACTERS);
  return { text: `pk_${prefix}_${secret}`, prefix, secretHash: hashSecret(secret) };
}

/** Reads a presented key; null where the text is not exactly of a key's form. */
export function parseApiKey(text: string): PresentedKey | null {
  const match = KEY_PATTERN.exec(text);
  const prefix = match?.[1];
  const secret = match?.[2];
  return prefix === undefined || secret === undefined ? null : { prefix, secret };
}

/**
 * Whether the presented secret is the one behind `storedHash`, in constant time. `null` stands for a prefix that no
 * key has and costs the same, so that the time tells nothing about which prefixes exist.
 */
export function keyMatches(presented: PresentedKey, storedHash: Uint8Array | null): boolean {
  const equal = timingSafeEqual(hashSecret(presented.secret), storedHash ?? NO_KEY_HASH);
  return equal && storedHash !== null;
}

/** SHA-256 of the secret's characters. A plain hash suffices: 256 random bits cannot be guessed at any speed. */
function hashSecret(secret: string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(secret, "ascii").digest());
}

/** `length` base32 characters of five random bits each. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE32.charAt(byte & 31)).join("");
}
