import { createHmac, timingSafeEqual } from "node:crypto";
import type { LinkSecret } from "./secrets.ts";

/** What a signature is good for, so that none of ours can be used for another purpose. */
const PURPOSE = "platen.v1 stored render";

const SECOND_MS = 1000;

/** The four parts of a token: render, expiry in seconds (base 36), id of the secret, HMAC-SHA-256 (base64url). */
const TOKEN = /^(rnd_[0-9a-z]{20,40})\.([0-9a-z]{1,10})\.([\w-]{10})\.([\w-]{43})$/;

/** A stored file, and until when whoever holds the link may read it. */
export interface FileLink {
  readonly renderId: string;
  readonly expiresAt: Date;
}

/** The part of a link's address that names the file and proves who made it. */
export function linkToken({ renderId, expiresAt }: FileLink, { id, secret }: LinkSecret): string {
  const expiry = Math.floor(expiresAt.getTime() / SECOND_MS).toString(36);
  const mac = signature(renderId, expiry, id, secret);
  return `${renderId}.${expiry}.${id}.${mac}`;
}

/**
 * What a token names, or null where it is not one of ours, was changed, or has expired. Which of these it is can't be
 * told from the time that the answer takes.
 */
export function readLinkToken(token: string, secrets: readonly LinkSecret[], now: Date): FileLink | null {
  const [, renderId = "", expiry = "", id = "", mac = ""] = TOKEN.exec(token) ?? [];
  if (renderId === "") return null;
  // An unknown id is compared with the signature of a secret that nobody has.
  const secret = secrets.find((each) => each.id === id)?.secret ?? null;
  const expected = signature(renderId, expiry, id, secret ?? new Uint8Array(1));
  // As they are written: several texts are read as the same bytes (RFC 4648 section 3.5), and one of them is ours.
  const [presented, known] = [Buffer.from(mac, "ascii"), Buffer.from(expected, "ascii")];
  const isSigned = presented.length === known.length && timingSafeEqual(presented, known) && secret !== null;
  const expiresAt = new Date(Number.parseInt(expiry, 36) * SECOND_MS);
  return isSigned && now.getTime() < expiresAt.getTime() ? { renderId, expiresAt } : null;
}

function signature(renderId: string, expiry: string, secretId: string, secret: Uint8Array): string {
  return createHmac("sha256", secret).update([PURPOSE, renderId, expiry, secretId].join("\n")).digest("base64url");
}
