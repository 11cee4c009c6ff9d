import type { Message } from "@bufbuild/protobuf";
import { ConnectError, type Transport } from "@connectrpc/connect";
import {
  type Admit,
  answerHeadersOf,
  type Content,
  contentFor,
  errorAnswerOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
  isGone,
  isUnary,
  type MethodCatalogue,
  matchRoute,
  platenError,
  type Route,
  type RouteMatch,
  readRequestBody,
  releaseBytes,
  routesOf,
} from "../../core/methods/index.ts";
import { type Answer, answerOf, errorAnswer } from "./answer.ts";
import { allowedVerbs, Browsers } from "./browsers.ts";
import { callHeadersOf, checkContentType, type RequestHead, requestHeadOf, requestMessageOf } from "./request.ts";

/** What the REST face needs. */
export interface RestOptions {
  readonly catalogue: MethodCatalogue;
  /** The services, in process. */
  readonly transport: Transport;
  /** The checks that come before a body is read. */
  readonly admit: Admit;
  /** Told of what this face refuses by itself: no such path or verb, or a body that it can't take. */
  readonly refused?: (method: string | null, code: string) => void;
  /** Told about failures of this face itself; the services log their own. */
  readonly onError?: (error: unknown) => void;
  /** The paths that are REST's to answer, also with 404; others are left to the next handler. */
  readonly prefix?: string;
  /** The origins whose pages may read answers, in lower case; none where left out. */
  readonly origins?: ReadonlySet<string>;
}

const DEFAULT_PREFIX = "/v1/";

/**
 * Serves the catalogue's methods over REST. It decides nothing: route, then admission by the services, then size and
 * type of the body, then its form, then the call. So what is wrong first in the order of checks is answered first.
 */
export function restHandler(options: RestOptions): HttpHandler {
  const routes = routesOf(options.catalogue);
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  const browsers = new Browsers(options.catalogue, options.origins ?? new Set());
  return async (request, response) => {
    const head = requestHeadOf(request);
    if (!head.path.startsWith(prefix) && head.path !== prefix.replace(/\/$/, "")) return false;
    const match = matchRoute(routes, head.verb, head.path);
    setHeaders(response, browsers.answerHeaders(head));
    if (head.verb === "OPTIONS" && match.kind === "wrong-verb") {
      const verbs = allowedVerbs(match.allowed);
      setHeaders(response, [["allow", verbs.join(", ")], ...browsers.preflightHeaders(head, verbs)]);
      response.statusCode = 204;
      response.end();
      return true;
    }
    const answer = await answerFor(options, match, request, response, head);
    send(response, answer, contentOf(head, answer));
    return true;
  };
}

/** The response that is sent; an error body where the file has no such range. */
function contentOf(head: RequestHead, answer: Answer): Content {
  const content = contentFor(head, answer);
  if (content.status !== 416) return content;
  const size = answer.body.length;
  const sentence = `The file has ${size} bytes, so that it has none of the part ${head.headers.get("range")}.`;
  const facts = { headers: { "content-range": `bytes */${size}` } };
  const requestId = head.headers.get(INTERNAL_HEADERS.requestId) ?? "";
  const refusal = errorAnswerOf(platenError("range_not_satisfiable", sentence, facts), requestId);
  return contentFor(head, errorAnswer(refusal, content.headers));
}

async function answerFor(
  options: RestOptions,
  match: RouteMatch,
  request: HttpRequest,
  response: HttpResponse,
  head: RequestHead,
): Promise<Answer> {
  const requestId = head.headers.get(INTERNAL_HEADERS.requestId) ?? "";
  // Filled by admission, so that also later refusals carry them.
  const extra = new Headers();
  const told = { isTold: false };
  try {
    switch (match.kind) {
      case "none":
        throw platenError("not_found", "There is nothing at this path.");
      case "wrong-verb":
        extra.set("allow", allowedVerbs(match.allowed).join(", "));
        throw platenError("method_not_allowed", `This path takes ${match.allowed.join(" and ")} only.`);
      case "route":
        return await call(
          options,
          { route: match.route, pathFields: match.pathFields, request, response, head },
          extra,
          told,
        );
    }
  } catch (error) {
    if (!(error instanceof ConnectError) && !isGone(request, response)) options.onError?.(error);
    const answer = errorAnswerOf(error, requestId);
    if (!told.isTold)
      options.refused?.(match.kind === "route" ? match.route.method.descriptor.name : null, answer.code);
    return errorAnswer(answer, extra);
  }
}

/** A request whose path a route takes. */
interface RoutedRequest {
  readonly route: Route;
  readonly pathFields: ReadonlyMap<string, string>;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly head: RequestHead;
}

/** Fills `extra` with headers of every answer, a refusal too. While `told.isTold`, others count what is refused. */
async function call(
  options: RestOptions,
  { route, pathFields, request, response, head }: RoutedRequest,
  extra: Headers,
  told: { isTold: boolean },
): Promise<Answer> {
  const headers = callHeadersOf(head);
  headers.set(INTERNAL_HEADERS.door, "rest");
  // Admission and the services tell of their own refusals.
  told.isTold = true;
  const admission = await options.admit({ method: route.method, headers, pathFields });
  for (const [name, value] of admission.headers) extra.set(name, value);
  headers.set(INTERNAL_HEADERS.admission, admission.token);
  told.isTold = false;
  let body: Uint8Array | undefined;
  if (route.binding.body !== "none") {
    body = await readRequestBody(request, admission.maxRequestBytes, admission.account);
    checkContentType(route, head, body);
  }
  const message = await requestMessageOf(route, head, pathFields, body);
  told.isTold = true;
  const answer = await unary(options.transport, route, message, headers, goneSignal(response));
  for (const [name, value] of answerHeadersOf(answer.headers)) extra.set(name, value);
  return answerOf(route, answer.message, extra);
}

async function unary(
  transport: Transport,
  route: Route,
  message: Message,
  headers: Headers,
  signal: AbortSignal,
): Promise<{ message: Message; headers: Headers }> {
  const { descriptor } = route.method;
  if (!isUnary(descriptor)) throw new Error(`${route.method.name} is no unary method`);
  const response = await transport.unary(descriptor, signal, undefined, headers, message);
  return { message: response.message, headers: response.header };
}

/** Aborts when the client goes away before its answer is written. */
function goneSignal(response: HttpResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function setHeaders(response: HttpResponse, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

function send(response: HttpResponse, { isOnlyCopy, body }: Answer, content: Content): void {
  setHeaders(response, content.headers);
  response.statusCode = content.status;
  // Not before: until the system has taken them, the bytes are read where they lie.
  if (isOnlyCopy) response.once("finish", () => releaseBytes(body));
  response.end(content.body);
}
