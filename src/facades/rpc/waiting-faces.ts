import { setTimeout as sleep } from "node:timers/promises";
import { type HttpHandler, platenError } from "../../core/methods/index.ts";

/** A request waits this long at most for the service to start. If the start takes longer, the client gets 503. */
const WAITING_MS_MAX = 10_000;

const RETRY_SECONDS = 5;

/** Faces that are put up after their port is open: a service's links carry the port's number. */
export interface WaitingFaces {
  /**
   * Keeps requests until the faces are there, then asks them in their order. Throws `unavailable` where they are not
   * there in time or will not be: another process, or this one a little later, answers the same request.
   */
  readonly handler: HttpHandler;
  open(faces: readonly HttpHandler[]): void;
  /** Refuses the requests that wait: there will be no faces. */
  fail(error: unknown): void;
}

/** @param waitingMs how long a request waits at most. */
export function waitingFaces(waitingMs = WAITING_MS_MAX): WaitingFaces {
  const opened = Promise.withResolvers<readonly HttpHandler[]>();
  opened.promise.catch(() => undefined);
  let isOpen = false;
  return {
    async handler(request, response) {
      for (const face of isOpen ? await opened.promise : await openedWithin(opened.promise, waitingMs)) {
        if (await face(request, response)) return true;
      }
      return false;
    },
    open(faces) {
      isOpen = true;
      opened.resolve(faces);
    },
    fail: opened.reject,
  };
}

async function openedWithin(
  opened: Promise<readonly HttpHandler[]>,
  waitingMs: number,
): Promise<readonly HttpHandler[]> {
  const over = new AbortController();
  const late = sleep(waitingMs, null, { signal: over.signal, ref: false }).catch(() => null);
  try {
    const faces = await Promise.race([opened, late]);
    if (faces !== null) return faces;
  } catch (cause) {
    throw starting("The service could not start.", cause);
  } finally {
    over.abort();
  }
  throw starting("The service is still starting.");
}

function starting(what: string, cause?: unknown): Error {
  const sentence = `${what} Send the request again, with the same Idempotency-Key if it had one.`;
  return platenError("unavailable", sentence, {
    retryAfterSeconds: RETRY_SECONDS,
    ...(cause === undefined ? {} : { cause }),
  });
}
