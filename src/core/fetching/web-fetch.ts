import {
  type AllowedHost,
  notPublic,
  pinned,
  type Resolve,
  readBounded,
  reasonOf,
  resolveAll,
  send,
  targetOf,
  within,
} from "./guarded-request.ts";

/** Fetches in the form of the Fetch standard, for libraries that bring requests of their own. */
export type WebFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** What one exchange may take. */
export interface WebFetchBounds {
  readonly bytesMax: number;
  readonly timeoutMs: number;
}

/** Metadata and keys of other issuers and clients are a few kilobytes, and somebody waits for them. */
const DEFAULT_BOUNDS: WebFetchBounds = { bytesMax: 64 * 1024, timeoutMs: 5_000 };

/** Statuses whose answers have no body (Fetch standard §2.2.3). */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * The same guards as `createFetcher`, behind the face of `fetch`: whatever the answer's status is, it is an answer, a
 * redirect too, which is not followed. What can't be fetched rejects with a sentence, as `fetch` rejects.
 */
export function createWebFetch(
  allowed: readonly AllowedHost[],
  { bytesMax, timeoutMs }: WebFetchBounds = DEFAULT_BOUNDS,
  resolve: Resolve = resolveAll,
): WebFetch {
  return async (text, init = {}) => {
    const target = targetOf(text, allowed);
    if (typeof target === "string") throw new TypeError(target);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal =
      init.signal === undefined || init.signal === null ? timeout : AbortSignal.any([timeout, init.signal]);
    try {
      const address = await within(signal, pinned(target, resolve));
      if (address === null) throw new TypeError(notPublic(target));
      const request = new Request(text, { ...init, signal, redirect: "manual" });
      const body = request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) };
      const sent = { method: request.method, headers: Object.fromEntries(request.headers), ...body };
      const answer = await send(sent, target, address, signal);
      try {
        const { statusCode = 502 } = answer;
        const bytes = await readBounded(answer, bytesMax);
        if (bytes === null) throw new TypeError(`${target.host} answers more than ${bytesMax} bytes.`);
        const headers = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
        return new Response(BODILESS.has(statusCode) ? null : Buffer.from(bytes), { status: statusCode, headers });
      } finally {
        answer.destroy();
      }
    } catch (cause) {
      if (cause instanceof TypeError) throw cause;
      const reason = timeout.aborted ? `it did not answer within ${timeoutMs} ms` : reasonOf(cause);
      throw new TypeError(`${target.host} can't be reached: ${reason}.`, { cause });
    }
  };
}
