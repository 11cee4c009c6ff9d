import { platenError } from "../methods/index.ts";
import { isDatabaseUnavailable } from "../persistence/index.ts";
import { DamagedBytes, StoreUnavailable } from "../store/index.ts";
import { SealedUnderAnotherSecret } from "./signing-keys.ts";

/** Long enough for a bucket's hiccup to pass, short enough for a client that waits. */
const STORAGE_RETRY_SECONDS = 5;

/** A restart of the database takes about so long. */
const DATABASE_RETRY_SECONDS = 5;

/**
 * Storage that is full or out of reach, or a database that is, is neither the caller's fault nor forever: it becomes
 * `unavailable`. Whatever else was thrown stays what it is.
 */
export function asAnswerable(thrown: unknown): unknown {
  if (thrown instanceof DamagedBytes) {
    const sentence = "The stored file comes back damaged at the moment; nothing was changed or charged.";
    const advice = "Send the request again; if this lasts, tell whoever operates the service.";
    return platenError("unavailable", `${sentence} ${advice}`, {
      retryAfterSeconds: STORAGE_RETRY_SECONDS,
      cause: thrown,
    });
  }
  if (thrown instanceof StoreUnavailable) {
    const sentence =
      "The storage of PDFs can't be reached, or refuses to write or read, at the moment; nothing was charged. " +
      "Send the request again.";
    return platenError("unavailable", sentence, { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause: thrown });
  }
  if (isDatabaseUnavailable(thrown)) {
    // A commit may have come through without its answer, so nothing is promised about what was charged.
    const sentence =
      "The database can't be reached or written at the moment. Send the request again, best with its Idempotency-Key.";
    return platenError("unavailable", sentence, { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: thrown });
  }
  if (thrown instanceof SealedUnderAnotherSecret) {
    const sentence = "People can't sign in at this server at the moment; API keys are good. Tell whoever operates it.";
    return platenError("unavailable", sentence, { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: thrown });
  }
  return thrown;
}
