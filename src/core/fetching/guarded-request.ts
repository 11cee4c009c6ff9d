import { lookup as systemLookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "../network/index.ts";

/** An exception that the operator opens; tenants can't. */
export interface AllowedHost {
  /** The host's name or address, as addresses write it, in lower case. */
  readonly host: string;
  readonly port: number;
  /** Whether it may resolve to an address of a private network. */
  readonly allowPrivate: boolean;
  /** PEM certificates of the authorities to trust for it, in place of the well-known ones; null for those. */
  readonly ca: string | null;
}

/** Resolves a host's name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const HTTPS_PORT = 443;

export interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly exception: AllowedHost | null;
}

/** The target, or the sentence that refuses the address. */
export function targetOf(text: string, allowed: readonly AllowedHost[]): Target | string {
  if (!URL.canParse(text)) return "The address is no URL. Write one such as https://data.example.com/rows.json.";
  const url = new URL(text);
  if (url.protocol !== "https:") return "Only https addresses are fetched. Serve the document over HTTPS.";
  if (url.username !== "" || url.password !== "") return "An address must not carry a user name or password.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  const exception = allowed.find((entry) => entry.host === host && entry.port === port) ?? null;
  if (port !== HTTPS_PORT && exception === null) {
    return `Port ${port} is not open to fetching. Use port 443, or let the operator allow ${host}:${port}.`;
  }
  return { url, host, port, exception };
}

export function notPublic({ host }: Target): string {
  return `${host} is no address of the public internet. Use a public one, or let the operator allow it.`;
}

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** The address to connect to; null where one of the host's addresses is not public: a mixture is an attack. */
export async function pinned({ host, exception }: Target, resolve: Resolve): Promise<Address | null> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const [first] = addresses;
  if (first === undefined) throw new Error("the name has no address");
  const isOpen = exception?.allowPrivate === true || addresses.every(({ address }) => isPublicAddress(address));
  return isOpen ? first : null;
}

export async function resolveAll(host: string): Promise<readonly Address[]> {
  return systemLookup(host, { all: true, order: "verbatim" });
}

/** Name resolution knows no signal, so whoever waits for it goes away when the time is up. */
export async function within<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** What is sent: a GET without a body, unless said otherwise. */
export interface Sent {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** One request on a connection of its own, to the very address that was judged. */
export function send(
  { method = "GET", headers, body }: Sent,
  { url, exception }: Target,
  { address, family }: Address,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    agent: false,
    signal,
    method,
    // A packed answer could grow without end while it is unpacked.
    headers: { ...headers, "accept-encoding": "identity", "user-agent": "Platen" },
    lookup: (_host, { all }, done) => {
      if (all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    ...(exception?.ca === undefined || exception.ca === null ? {} : { ca: exception.ca }),
  };
  return new Promise((resolve, reject) => {
    httpsRequest(url, options, resolve).once("error", reject).end(body);
  });
}

/** The body, or null where it is larger than allowed; the rest is then not read. */
export async function readBounded(answer: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(answer.headers["content-length"] ?? 0) > bytesMax) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > bytesMax) return null;
    parts.push(part);
  }
  if (!answer.complete) throw new Error("the answer ended early");
  return Buffer.concat(parts, size);
}

/** The system's code says enough; its message would tell which address a name resolves to. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return REASONS.get(error.code) ?? error.code;
  }
  return error instanceof Error ? error.message : "the connection failed";
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "the name is unknown"],
  ["EAI_AGAIN", "the name can't be resolved at the moment"],
  ["ECONNREFUSED", "nothing listens there"],
  ["ECONNRESET", "the connection was broken"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is signed by itself"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is signed by an unknown authority"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is signed by an unknown authority"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another name"],
]);
