// Bodies that come slowly on purpose, or not at all: they hold a connection, a stream and what was admitted for them.
import type { Http2ServerRequest } from "node:http2";
import { constants } from "node:http2";
import type { HttpRequest, HttpResponse } from "../../core/methods/index.ts";

/** How long bodies may take. */
export interface BodyTimes {
  /** Between two pieces of a body. */
  readonly pauseMs: number;
  /** From its head to its last byte. */
  readonly wholeMs: number;
}

/** The largest body needs 110 KB a second for this, as Node.js has it for HTTP/1.1. */
export const BODY_TIMES: BodyTimes = { pauseMs: 30_000, wholeMs: 300_000 };

/**
 * Cuts off a request whose body does not come. `slow` answers it over HTTP/1.1, where nothing else can be asked on the
 * connection until then; a stream of HTTP/2 is reset.
 */
export function timeBody(request: HttpRequest, response: HttpResponse, times: BodyTimes, slow: () => void): void {
  if (!hasBody(request)) return;
  const timed = isHttp2(request) ? request.stream : request;
  const cut = (): void => {
    forget();
    if (isHttp2(request)) request.stream.close(constants.NGHTTP2_CANCEL);
    else slow();
  };
  const whole = setTimeout(cut, times.wholeMs).unref();
  const forget = (): void => {
    clearTimeout(whole);
    timed.off("timeout", cut);
  };
  timed.setTimeout(times.pauseMs);
  timed.on("timeout", cut);
  request.once("end", () => {
    forget();
    timed.setTimeout(0);
  });
  // A connection that goes on has the server's own times by then.
  response.once("close", forget);
}

function hasBody(request: HttpRequest): boolean {
  if (isHttp2(request)) return !request.stream.endAfterHeaders;
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

function isHttp2(request: HttpRequest): request is Http2ServerRequest {
  return "stream" in request;
}
