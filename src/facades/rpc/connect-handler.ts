import {
  ConnectError,
  type ConnectRouter,
  type ConnectRouterOptions,
  createConnectRouter,
  createContextValues,
} from "@connectrpc/connect";
import type { UniversalHandler, UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import {
  type Admit,
  connectErrorOf,
  errorAnswerOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
  isGone,
  isUnary,
  type Method,
  type MethodCatalogue,
  platenError,
  readBytes,
} from "../../core/methods/index.ts";
import { plainRefusal, verbsOf, wrongVerb } from "./plain-refusals.ts";
import {
  contradictionOf,
  readMessage,
  refusalKey,
  refuseAtGate,
  takeMessage,
  undecodable,
  wasDecoded,
} from "./request-gate.ts";
import { withPlainStatus, withPlainTrailers } from "./status-text.ts";

/** What the Connect, gRPC and gRPC-Web face needs. */
export interface ConnectHandlerOptions {
  readonly catalogue: MethodCatalogue;
  /** Registers the services. */
  readonly routes: (router: ConnectRouter) => void;
  /** Interceptors, limits and the like. */
  readonly router: ConnectRouterOptions;
  /**
   * `rpc` for a public port, where the operator's methods do not exist; `operator` for a socket that only the operator
   * reaches.
   */
  readonly door: "rpc" | "operator";
  /** The checks that come before a body is read. */
  readonly admit: Admit;
  /** Told of what this face refuses by itself: a body that it can't take. */
  readonly refused?: (method: string | null, code: string) => void;
  /** Told about connections that broke while an answer was written. */
  readonly onError?: (error: unknown) => void;
}

/** Serves the services over Connect, gRPC and gRPC-Web. */
export function connectHandler(options: ConnectHandlerOptions): HttpHandler {
  const open = options.catalogue.methods.filter((one) => options.door === "operator" || !one.roles.has("operator"));
  const methods = new Map(open.map((method) => [method.rpcPath, method]));
  const handlers = handlersOf(options);
  return async (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const method = methods.get(path);
    if (method === undefined || !handlers.has(path)) return false;
    request.headers[INTERNAL_HEADERS.door] = options.door;
    try {
      const answer = await answerOf(options, handlers, method, request, response);
      await universalResponseToNodeResponse(withPlainStatus(answer), response);
    } catch (error) {
      if (!isGone(request, response)) options.onError?.(error);
      response.destroy();
    }
    return true;
  };
}

type Handlers = ReadonlyMap<string, UniversalHandler>;

/**
 * The library's handlers, which write answers. They read empty messages alone: what was sent is unpacked and read
 * before, within limits that the library does not have. They compress nothing: most bytes that leave are PDFs, which
 * are compressed already, and zlib works on the threads that also read files. Brotli at the library's quality takes
 * 12 seconds of such a thread for 32 MiB.
 */
function handlersOf({ routes, router }: ConnectHandlerOptions): Handlers {
  const made = createConnectRouter({
    acceptCompression: [],
    ...router,
    interceptors: [takeMessage, ...(router.interceptors ?? [])],
    requestGate: refuseAtGate,
    readMaxBytes: EMPTY_MESSAGE_BYTES_MAX,
  });
  routes(made);
  return new Map(made.handlers.map((handler) => [handler.requestPath, handler]));
}

const EMPTY_MESSAGE_BYTES_MAX = 16;

/**
 * Admission, then size, then form, then the call: what is wrong first in the order of checks is answered first, and
 * every refusal is written by the protocol's own handler, whose gate throws it before it looks at the body.
 */
async function answerOf(
  { admit, refused }: ConnectHandlerOptions,
  handlers: Handlers,
  method: Method,
  nodeRequest: HttpRequest,
  nodeResponse: HttpResponse,
): Promise<UniversalServerResponse> {
  const values = createContextValues();
  const request = universalRequestFromNodeRequest(nodeRequest, nodeResponse, undefined, values);
  const requestId = request.header.get(INTERNAL_HEADERS.requestId) ?? "";
  const verbs = verbsOf(method);
  if (!verbs.includes(request.method)) {
    refused?.(method.descriptor.name, "method_not_allowed");
    return wrongVerb(verbs, requestId);
  }
  const isStream = !isUnary(method.descriptor);
  const answered = isStream ? begunAnswer : wholeAnswer;
  const call = (body: Uint8Array, from = request): Promise<UniversalServerResponse> =>
    answered(handlers.get(method.rpcPath), { ...from, body: chunks(body) });
  // Filled by admission, so that also later refusals carry them.
  const extra = new Headers();
  const withExtra = (answer: UniversalServerResponse): UniversalServerResponse => {
    for (const [name, value] of extra) answer.header?.set(name, value);
    return answer;
  };
  const refuse = async (thrown: unknown): Promise<UniversalServerResponse> => {
    values.set(refusalKey, connectErrorOf(thrown, requestId));
    const answer = await call(new Uint8Array());
    return withExtra(NOBODYS.includes(answer.status) ? plainRefusal(thrown, requestId) : answer);
  };
  let isAdmitted = false;
  try {
    const admission = await admit({ method, headers: request.header, pathFields: new Map() });
    isAdmitted = true;
    for (const [name, value] of admission.headers) extra.set(name, value);
    request.header.set(INTERNAL_HEADERS.admission, admission.token);
    const bytesMax = admission.maxRequestBytes;
    const body = await readBytes(nodeRequest, bytesMax + FRAMING_BYTES, bytesMax, admission.account);
    const terms = { bytesMax, takesCompression: !method.roles.has("public"), isStream };
    const read = await readMessage(method.descriptor.input, request, body, terms);
    const answer = await call(read?.body ?? new Uint8Array(), read?.request);
    if (wasDecoded(values)) return withExtra(answer);
    const contradiction = contradictionOf(values);
    if (contradiction !== undefined) throw contradiction;
    throw NOBODYS.includes(answer.status)
      ? unsupported(request, isStream)
      : undecodable(method.descriptor.input, request);
  } catch (thrown) {
    // Admission tells of its own refusals.
    if (isAdmitted && !isGone(nodeRequest, nodeResponse))
      refused?.(method.descriptor.name, errorAnswerOf(thrown, requestId).code);
    return refuse(thrown);
  }
}

/** What the library answers, without a word, where no protocol takes the content type, or takes it by GET. */
const NOBODYS: readonly number[] = [405, 415];

function unsupported({ method, url, header }: UniversalServerRequest, isStream: boolean): Error {
  const type = header.get("content-type") ?? "";
  if (method === "GET" && type === "") {
    const encoding = new URL(url).searchParams.get("encoding") ?? "";
    const sentence = `The query's encoding '${encoding}' is none of this face. Send json or proto.`;
    return platenError("unsupported_media_type", sentence);
  }
  const own = isStream ? "application/connect+json, application/connect+proto" : "application/json, application/proto";
  const where = isStream ? "none of a stream" : "none of this face";
  const sentence = `The content type '${type}' is ${where}. Send ${own}, application/grpc or application/grpc-web.`;
  return platenError("unsupported_media_type", sentence);
}

/** The framing of gRPC around one message, which the plan's bytes do not count. */
const FRAMING_BYTES = 5;

/** Runs a handler to its end: gRPC's work happens only while its answer is read, and with it whatever goes wrong. */
async function wholeAnswer(
  handler: UniversalHandler | undefined,
  request: UniversalServerRequest,
): Promise<UniversalServerResponse> {
  if (handler === undefined) throw new ConnectError("a method of the catalogue has no handler");
  const answer = await handler(request);
  if (answer.body === undefined) return answer;
  const parts: Uint8Array[] = [];
  for await (const part of answer.body) parts.push(part);
  return { ...answer, body: isWeb(answer) ? chunks(withPlainTrailers(Buffer.concat(parts))) : chunks(...parts) };
}

/** Runs the handler of a stream to its first message; the others are made as the client takes them. */
async function begunAnswer(
  handler: UniversalHandler | undefined,
  request: UniversalServerRequest,
): Promise<UniversalServerResponse> {
  if (handler === undefined) throw new ConnectError("a method of the catalogue has no handler");
  const answer = await handler(request);
  return answer.body === undefined ? answer : { ...answer, body: pieces(answer, answer.body) };
}

async function* pieces(answer: UniversalServerResponse, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of body) yield isWeb(answer) ? withPlainTrailers(part) : part;
  // The status of a stream that broke off is known by now.
  withPlainStatus(answer);
}

function isWeb({ header }: UniversalServerResponse): boolean {
  return header?.get("content-type")?.startsWith("application/grpc-web") ?? false;
}

async function* chunks(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
