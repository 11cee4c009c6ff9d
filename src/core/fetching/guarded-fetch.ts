import { lookup as systemLookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

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

/** What to fetch. */
export interface FetchRequest {
  readonly url: string;
  /** What the answer has to be, such as `application/json`. */
  readonly mediaType: string;
  readonly bytesMax: number;
  readonly timeoutMs: number;
  /** The entity tag of the copy at hand; an unchanged answer is `unchanged`. */
  readonly etag?: string | null;
}

/** Why nothing was fetched, with a sentence that a person can act on. It never tells what an address resolves to. */
export interface FetchRefusal {
  readonly kind: "refused";
  readonly reason: "address" | "unreachable" | "status" | "media_type" | "too_large" | "timeout";
  readonly sentence: string;
}

export type FetchResult =
  | { readonly kind: "fetched"; readonly bytes: Uint8Array; readonly etag: string | null }
  | { readonly kind: "unchanged" }
  | FetchRefusal;

/** Fetches over HTTPS within the guards; whatever goes wrong is an answer. */
export type Fetcher = (request: FetchRequest) => Promise<FetchResult>;

/** Resolves a host's name to all of its addresses. */
type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const HTTPS_PORT = 443;

/**
 * The one way out of the service: only HTTPS on port 443, only to addresses of the public internet, resolved once and
 * connected to as resolved (so that a name can't answer differently a second time), without redirects, with bounds of
 * time and size. The operator's list opens exceptions by host and port.
 */
export function createFetcher(allowed: readonly AllowedHost[], resolve: Resolve = resolveAll): Fetcher {
  return async (request) => {
    const target = targetOf(request.url, allowed);
    if (typeof target === "string") return refused("address", target);
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      const address = await within(signal, pinned(target, resolve));
      if (address === null) return refused("address", notPublic(target));
      return await exchange(request, target, address, signal);
    } catch (error) {
      if (signal.aborted) return refused("timeout", `${target.host} did not answer within ${request.timeoutMs} ms.`);
      return refused("unreachable", `${target.host} can't be reached: ${reasonOf(error)}.`);
    }
  };
}

interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly exception: AllowedHost | null;
}

/** The target, or the sentence that refuses the address. */
function targetOf(text: string, allowed: readonly AllowedHost[]): Target | string {
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

function notPublic({ host }: Target): string {
  return `${host} is no address of the public internet. Use a public one, or let the operator allow it.`;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** The address to connect to; null where one of the host's addresses is not public: a mixture is an attack. */
async function pinned({ host, exception }: Target, resolve: Resolve): Promise<Address | null> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const [first] = addresses;
  if (first === undefined) throw new Error("the name has no address");
  const isOpen = exception?.allowPrivate === true || addresses.every(({ address }) => isPublicAddress(address));
  return isOpen ? first : null;
}

async function resolveAll(host: string): Promise<readonly Address[]> {
  return systemLookup(host, { all: true, order: "verbatim" });
}

/** Name resolution knows no signal, so whoever waits for it goes away when the time is up. */
async function within<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

async function exchange(
  request: FetchRequest,
  target: Target,
  address: Address,
  signal: AbortSignal,
): Promise<FetchResult> {
  const answer = await send(request, target, address, signal);
  try {
    const { statusCode = 0, headers } = answer;
    if (statusCode === 304 && request.etag !== undefined && request.etag !== null) return { kind: "unchanged" };
    if (statusCode >= 300 && statusCode < 400) {
      return refused("status", `${target.host} redirects, and redirects are not followed. Use the final address.`);
    }
    if (statusCode !== 200) return refused("status", `${target.host} answers with status ${statusCode}.`);
    const mediaType = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (mediaType !== request.mediaType) {
      const sentence = `${target.host} answers ${mediaType || "nothing known"}, not ${request.mediaType}.`;
      return refused("media_type", sentence);
    }
    const bytes = await readBounded(answer, request.bytesMax);
    if (bytes === null) return refused("too_large", `${target.host} answers more than ${request.bytesMax} bytes.`);
    return { kind: "fetched", bytes, etag: headers.etag ?? null };
  } finally {
    answer.destroy();
  }
}

/** One request on a connection of its own, to the very address that was judged. */
function send(
  { mediaType, etag }: FetchRequest,
  { url, exception }: Target,
  { address, family }: Address,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    agent: false,
    signal,
    headers: {
      accept: mediaType,
      // A packed answer could grow without end while it is unpacked.
      "accept-encoding": "identity",
      "user-agent": "Platen",
      ...(etag === undefined || etag === null ? {} : { "if-none-match": etag }),
    },
    lookup: (_host, { all }, done) => {
      if (all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    ...(exception?.ca === undefined || exception.ca === null ? {} : { ca: exception.ca }),
  };
  return new Promise((resolve, reject) => {
    httpsRequest(url, options, resolve).once("error", reject).end();
  });
}

/** The body, or null where it is larger than allowed; the rest is then not read. */
async function readBounded(answer: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
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

function refused(reason: FetchRefusal["reason"], sentence: string): FetchRefusal {
  return { kind: "refused", reason, sentence };
}

/** The system's code says enough; its message would tell which address a name resolves to. */
function reasonOf(error: unknown): string {
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
