import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** AES-256-GCM with the nonce length of NIST SP 800-38D §8.2.1. */
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Seals what the database keeps and must not be able to read. The purpose is part of it: no box fits another place. */
export function seal(text: string, secret: string, purpose: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]));
}

/** What was sealed, or null where it was sealed under another secret or for another purpose, or is damaged. */
export function unseal(sealed: Uint8Array, secret: string, purpose: string): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** A key of its own for each purpose (RFC 5869); the secret has at least as many random bits as the key. */
function keyOf(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", `platen ${purpose}`, KEY_BYTES));
}
