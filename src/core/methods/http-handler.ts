import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** A request over HTTP/1.1 or HTTP/2. */
export type HttpRequest = IncomingMessage | Http2ServerRequest;

/** The answer to it. */
export type HttpResponse = ServerResponse | Http2ServerResponse;

/** A face that answers a request, or says that the request is not for it. */
export type HttpHandler = (request: HttpRequest, response: HttpResponse) => boolean | Promise<boolean>;

/** Whether the client went away: what fails then is no failure of ours, and nobody is left to be told. */
export function isGone(request: HttpRequest, response: HttpResponse): boolean {
  // The response of a stream that was reset does not say so.
  return response.destroyed || ("stream" in request && (request.stream.destroyed || request.stream.closed));
}
