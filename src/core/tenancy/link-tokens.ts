import { createHash, randomBytes } from "node:crypto";

/** The text that a link carries and the hash that is kept of it; 256 random bits need no slower hash. */
export interface LinkToken {
  readonly text: string;
  readonly hash: Uint8Array;
}

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** A new secret for a link that lets a person in. */
export function newLinkToken(): LinkToken {
  const text = randomBytes(TOKEN_BYTES).toString("base64url");
  return { text, hash: hashOf(text) };
}

/** The hash of a presented secret; null where the text has not its form. */
export function linkTokenHash(text: string): Uint8Array | null {
  return TOKEN_PATTERN.test(text) ? hashOf(text) : null;
}

function hashOf(text: string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(text, "ascii").digest());
}
