import type { HttpHandler } from "../../core/methods/index.ts";

/** Faces that are put up after their port is open: a service's links carry the port's number. */
export interface WaitingFaces {
  /** Keeps requests until the faces are there, then asks them in their order. */
  readonly handler: HttpHandler;
  open(faces: readonly HttpHandler[]): void;
  /** Fails the requests that wait: there will be no faces. */
  fail(error: unknown): void;
}

export function waitingFaces(): WaitingFaces {
  const opened = Promise.withResolvers<readonly HttpHandler[]>();
  opened.promise.catch(() => undefined);
  return {
    async handler(request, response) {
      for (const face of await opened.promise) {
        if (await face(request, response)) return true;
      }
      return false;
    },
    open: opened.resolve,
    fail: opened.reject,
  };
}
