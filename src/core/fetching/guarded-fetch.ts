import {
  type AllowedHost,
  notPublic,
  pinned,
  type Resolve,
  readBounded,
  reasonOf,
  resolveAll,
  send,
  type Target,
  targetOf,
  within,
} from "./guarded-request.ts";

/** What to fetch. */
export interface FetchRequest {
  readonly url: string;
  /** What the answer has to be, such as `application/json`. */
  readonly mediaType: string;
  readonly bytesMax: number;
  readonly timeoutMs: number;
  /** The entity tag of the copy at hand; an unchanged answer is `unchanged`. */
  readonly etag?: string | null;
  /** Sent along, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
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

async function exchange(
  request: FetchRequest,
  target: Target,
  address: Awaited<ReturnType<typeof pinned>> & object,
  signal: AbortSignal,
): Promise<FetchResult> {
  const { mediaType, etag } = request;
  const headers = {
    ...request.headers,
    accept: mediaType,
    ...(etag === undefined || etag === null ? {} : { "if-none-match": etag }),
  };
  const answer = await send({ headers }, target, address, signal);
  try {
    const { statusCode = 0 } = answer;
    if (statusCode === 304 && request.etag !== undefined && request.etag !== null) return { kind: "unchanged" };
    if (statusCode >= 300 && statusCode < 400) {
      return refused("status", `${target.host} redirects, and redirects are not followed. Use the final address.`);
    }
    if (statusCode !== 200) return refused("status", `${target.host} answers with status ${statusCode}.`);
    const answeredType = (answer.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (answeredType !== mediaType) {
      const sentence = `${target.host} answers ${answeredType || "nothing known"}, not ${mediaType}.`;
      return refused("media_type", sentence);
    }
    const bytes = await readBounded(answer, request.bytesMax);
    if (bytes === null) return refused("too_large", `${target.host} answers more than ${request.bytesMax} bytes.`);
    return { kind: "fetched", bytes, etag: answer.headers.etag ?? null };
  } finally {
    answer.destroy();
  }
}

function refused(reason: FetchRefusal["reason"], sentence: string): FetchRefusal {
  return { kind: "refused", reason, sentence };
}
