import {
  type Content,
  contentFor,
  errorAnswerOf,
  errorBodyOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
  type MethodCatalogue,
  platenError,
} from "../../core/methods/index.ts";
import { OPENAPI_PATH, type OpenApiFacts, openApiOf } from "./document.ts";

const ALLOWED = "GET, HEAD, OPTIONS";

/**
 * Serves the document to anyone, to pages of every origin too. It stands before the REST handler, which answers 404 to
 * what it does not know.
 */
export function openApiHandler(catalogue: MethodCatalogue, facts: OpenApiFacts): HttpHandler {
  const body = Buffer.from(JSON.stringify(openApiOf(catalogue, facts)));
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "public, no-cache",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "etag, x-request-id",
  });
  return (request, response) => {
    if ((request.url ?? "").split("?", 1)[0] !== OPENAPI_PATH) return false;
    const verb = request.method ?? "GET";
    const condition = request.headers["if-none-match"];
    const wanted = { verb, headers: new Headers(condition === undefined ? {} : { "if-none-match": condition }) };
    const isRead = verb === "GET" || verb === "HEAD";
    if (!isRead) response.setHeader("allow", ALLOWED);
    if (isRead) send(response, contentFor(wanted, { status: 200, headers, body }));
    else if (verb === "OPTIONS") sendPreflight(response);
    else send(response, wrongVerb(request));
    return true;
  };
}

function sendPreflight(response: HttpResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-methods", "GET, HEAD");
  response.statusCode = 204;
  response.end();
}

function wrongVerb(request: HttpRequest): Content {
  const requestId = String(request.headers[INTERNAL_HEADERS.requestId] ?? "");
  const answer = errorAnswerOf(platenError("method_not_allowed", "This path takes GET only."), requestId);
  const headers = new Headers({ "content-type": "application/json" });
  return { status: answer.status, headers, body: Buffer.from(errorBodyOf(answer)) };
}

function send(response: HttpResponse, { status, headers, body }: Content): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}
