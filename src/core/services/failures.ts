import { platenError } from "../methods/index.ts";
import { StoreUnavailable } from "../store/index.ts";

/** Long enough for a bucket's hiccup to pass, short enough for a client that waits. */
const STORAGE_RETRY_SECONDS = 5;

/**
 * Storage that is full or out of reach is neither the caller's fault nor forever: it becomes `unavailable`. Whatever
 * else was thrown stays what it is.
 */
export function asAnswerable(thrown: unknown): unknown {
  if (!(thrown instanceof StoreUnavailable)) return thrown;
  const sentence = "The storage of PDFs can't be reached at the moment; nothing was charged. Send the request again.";
  return platenError("unavailable", sentence, { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause: thrown });
}
