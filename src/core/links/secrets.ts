import { createHash, randomBytes } from "node:crypto";

/** Of an HMAC key for SHA-256 (RFC 2104 §3): longer ones add nothing. */
const SECRET_BYTES = 32;

/** Sixty bits tell the few secrets of an installation apart. */
const ID_CHARACTERS = 10;

/** What links are signed by. Tokens carry its id, so that old links stay good while new ones get another secret. */
export interface LinkSecret {
  /** Derived from the secret, and telling nothing about it. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** A secret from the random source. */
export function newLinkSecret(): LinkSecret {
  return linkSecretOf(new Uint8Array(randomBytes(SECRET_BYTES)));
}

/** A secret that an operator or the database holds. */
export function linkSecretOf(secret: Uint8Array): LinkSecret {
  const id = createHash("sha256").update("platen link secret id\0").update(secret).digest("base64url");
  return { id: id.slice(0, ID_CHARACTERS), secret };
}
