// The cookie of a browser in which somebody has signed in: it lets nobody in. It only says that attempts at that very
// account are not a stranger's, so that strangers can't use up the owner's attempts.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SigningKey } from "../../core/services/index.ts";
import type { Exchange } from "./exchange.ts";

/** What a cookie is read and made with. */
export interface DeviceCookieParts {
  readonly baseUrl: string;
  /** Newest first: the first one signs, all of them are good. */
  readonly keys: readonly SigningKey[];
  readonly now: () => Date;
}

const DAY_S = 24 * 60 * 60;
const TTL_S = 180 * DAY_S;
const NONCE_BYTES = 16;

/** People with more accounts in one browser than this sign in to the oldest ones as strangers. */
const ACCOUNTS_MAX = 5;

/** One account's part of the cookie: `nonce.expiry.mac`; the account itself is in the MAC alone. */
interface Mark {
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly expiresAtS: number;
  readonly mac: string;
}

/** The device that a request comes from, where the owner of this account has signed in on it; null for any other. */
export function deviceOf(exchange: Exchange, email: string, parts: DeviceCookieParts): string | null {
  return marksOf(exchange, parts).find((mark) => isOf(mark, email, parts))?.nonce ?? null;
}

/** Remembers in this browser that the owner of the account is known in it. */
export function rememberDevice(exchange: Exchange, email: string, parts: DeviceCookieParts): void {
  const { baseUrl, keys, now } = parts;
  const [key] = keys;
  if (key === undefined) return;
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  const expiresAtS = secondsOf(now()) + TTL_S;
  const mark: Mark = { nonce, expiresAtS, mac: macOf(key, email, nonce, expiresAtS) };
  const others = marksOf(exchange, parts).filter((other) => !isOf(other, email, parts));
  const value = [mark, ...others].slice(0, ACCOUNTS_MAX).map((each) => `${each.nonce}.${each.expiresAtS}.${each.mac}`);
  const attributes = [
    "Path=/",
    `Max-Age=${TTL_S}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isHttps(baseUrl) ? ["Secure"] : []),
  ];
  exchange.response.appendHeader("set-cookie", [`${nameFor(baseUrl)}=${value.join("~")}`, ...attributes].join("; "));
}

/** The marks of a request that are not over, whoever's they are. */
function marksOf({ request }: Exchange, { baseUrl, now }: DeviceCookieParts): readonly Mark[] {
  const start = `${nameFor(baseUrl)}=`;
  const cookies = (request.headers.cookie ?? "").split(/;\s*/).filter((cookie) => cookie.startsWith(start));
  const texts = cookies.flatMap((cookie) => cookie.slice(start.length).split("~")).slice(0, ACCOUNTS_MAX);
  return texts.flatMap((text) => {
    const match = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(text);
    if (match === null) return [];
    const [, nonce = "", expiry = "", mac = ""] = match;
    return Number(expiry) > secondsOf(now()) ? [{ nonce, expiresAtS: Number(expiry), mac }] : [];
  });
}

function isOf({ nonce, expiresAtS, mac }: Mark, email: string, { keys }: DeviceCookieParts): boolean {
  const given = Buffer.from(mac);
  return keys.some((key) => timingSafeEqual(given, Buffer.from(macOf(key, email, nonce, expiresAtS))));
}

function macOf({ cookieSecret }: SigningKey, email: string, nonce: string, expiresAtS: number): string {
  const account = email.normalize("NFC").toLowerCase();
  return createHmac("sha256", cookieSecret).update(`device ${nonce} ${expiresAtS} ${account}`).digest("base64url");
}

/** Such a name holds the cookie to this host and to HTTPS (RFC 6265bis §4.1.3.2). */
function nameFor(baseUrl: string): string {
  return isHttps(baseUrl) ? "__Host-platen-device" : "platen-device";
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
