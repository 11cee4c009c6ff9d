import { v7 as uuidV7 } from "uuid";

/** What an identifier names; the prefix makes a pasted id tell what it is. */
export type IdPrefix = "cnv" | "rnd" | "dst" | "wsp" | "org" | "key" | "per";

/** Crockford's base32 in lower case: in ASCII order, so ids sort as their numbers do, and without look-alikes. */
export const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** 128 bits in groups of five, the first digit holding three. */
const DIGITS = 26;

const ID_PATTERN = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A new identifier: the prefix and a UUIDv7 in base32. Later ids of one process sort after earlier ones. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encodeUuid(uuidV7(undefined, new Uint8Array(16)))}`;
}

/** Whether `text` has the exact form of an id with this prefix; anything else cannot exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID_PATTERN.test(text);
}

function encodeUuid(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) {
    number = (number << 8n) | BigInt(byte);
  }
  let text = "";
  for (let digit = 0; digit < DIGITS; digit += 1) {
    text = BASE32.charAt(Number(number & 31n)) + text;
    number >>= 5n;
  }
  return text;
}
