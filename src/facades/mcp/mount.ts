import type { Transport } from "@connectrpc/connect";
import { createMcpHandler, type Server } from "@modelcontextprotocol/server";
import {
  type Admit,
  answerHeadersOf,
  errorAnswerOf,
  errorBodyOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
  isGone,
  type MethodCatalogue,
  platenError,
  readRequestBody,
  type ToolDefinition,
  toolsOf,
} from "../../core/methods/index.ts";
import { type Answer, send, sendEmpty, sendJson, wholeAnswer } from "./answer.ts";
import { callFaults, passableCalls } from "./call-faults.ts";
import { corsHeaders, toolPreflightHeaders } from "./cors.ts";
import { protocolRefusals, type Refused, uncountedMessages } from "./counting.ts";
import { DOCUMENT_FORM } from "./form/resource.ts";
import { type Guards, refusalOf } from "./guards.ts";
import { KeptLists } from "./kept-lists.ts";
import { messageOf } from "./message.ts";
import {
  type AuthorizationServer,
  challengeOf,
  insufficientScope,
  METADATA_PATH,
  METADATA_PATHS,
  resourceMetadata,
} from "./metadata.ts";
import { callHeadersOf, protocolHeadersOf, type RequestHead, requestHeadOf } from "./request.ts";
import type { Resource } from "./resources.ts";
import { type Reach, stepUpOf } from "./scopes.ts";
import { type Connection, type ServerOptions, serverFor } from "./server.ts";

/** What the tool endpoint needs. */
export interface McpOptions {
  readonly catalogue: MethodCatalogue;
  /** The services, in process. */
  readonly transport: Transport;
  readonly admit: Admit;
  /** What a credential may call and send; throws where it is missing or not good. */
  readonly identify: (headers: Headers) => Promise<Reach>;
  readonly baseUrl: string;
  /** Who lets people's clients in; left out, keys alone are good. */
  readonly authorizationServer?: AuthorizationServer | null;
  readonly guards: Guards;
  readonly version: string;
  /** What may be read beside calling tools; left out, nothing. */
  readonly resources?: readonly Resource[];
  /** What answers the messages of a connection; left out, the tools and resources of the catalogue. */
  readonly serverOf?: (connection: Connection, options: ServerOptions) => Server;
  /** Told of what this face refuses by itself, so that monitoring counts it; the services tell of their own. */
  readonly refused?: Refused;
  /** Told about failures of this face itself; the services log their own. */
  readonly onError: (error: unknown) => void;
}

const MCP_PATH = "/mcp";

/** The pages of tools of our own, and what the composition root adds. */
function resourcesOf({ resources = [] }: McpOptions): readonly Resource[] {
  return [...resources, DOCUMENT_FORM];
}

/** Bodies are limited by the caller's plan before the library sees them; its own limit must not be smaller. */
const LIBRARY_BODY_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/** The endpoint's own: what it is made of, the tools of the catalogue, and the lists that it has answered. */
interface Endpoint {
  readonly options: McpOptions;
  readonly tools: readonly ToolDefinition[];
  readonly lists: KeptLists;
}

/** Serves `POST /mcp` and the metadata that its challenge points to. Other paths are left to the next handler. */
export function mcpHandler(options: McpOptions): HttpHandler {
  const endpoint: Endpoint = { options, tools: toolsOf(options.catalogue), lists: new KeptLists() };
  return async (request, response) => {
    const head = requestHeadOf(request);
    if (!METADATA_PATHS.includes(head.path) && head.path !== MCP_PATH) return false;
    try {
      if (head.path === MCP_PATH) await serve(endpoint, request, response, head);
      else answerMetadata(options, response, head);
    } catch (thrown) {
      refuse(options, response, head, { thrown, isGone: isGone(request, response) });
    }
    return true;
  };
}

/** The metadata is anyone's to read, from any page: it is how a client without a credential begins. */
function answerMetadata(
  { baseUrl, authorizationServer = null }: McpOptions,
  response: HttpResponse,
  head: RequestHead,
): void {
  switch (head.verb) {
    case "GET":
    case "HEAD":
      return sendJson(response, 200, resourceMetadata(baseUrl, authorizationServer), {
        "access-control-allow-origin": "*",
      });
    case "OPTIONS":
      return sendEmpty(response, 204, toolPreflightHeaders("*", ["GET", "HEAD"]));
    default:
      return sendWrongVerb(response, head, "The metadata is read with GET only.", "GET, HEAD, OPTIONS");
  }
}

/** Guards, method, credential, size, form: in this order, so that nobody's body is read beyond what they may send. */
async function serve(
  { options, tools, lists }: Endpoint,
  request: HttpRequest,
  response: HttpResponse,
  head: RequestHead,
): Promise<void> {
  const refusal = refusalOf(options.guards, head.headers);
  if (refusal !== null) throw platenError("origin_not_allowed", refusal);
  const cors = corsHeaders(head.headers.get("origin"));
  if (head.verb === "OPTIONS") {
    const preflight = toolPreflightHeaders(head.headers.get("origin"), ["POST"]);
    return sendEmpty(response, 204, { ...preflight, allow: "POST, OPTIONS" });
  }
  if (head.verb !== "POST") {
    options.refused?.(null, "method_not_allowed");
    return sendWrongVerb(response, head, "The tool endpoint takes POST only.", "POST, OPTIONS");
  }
  const headers = callHeadersOf(head);
  const reach = await identified(options, headers);
  const message = await readMessage(request, reach);
  const toolNames = new Set(openTo(options, tools, reach).tools.map((tool) => tool.name));
  const uncounted = "error" in message ? 1 : uncountedMessages(message.parsed, toolNames);
  const counted = uncounted === 0 ? undefined : await reach.count?.(uncounted);
  if ("error" in message) {
    options.refused?.(null, "invalid_argument");
    return sendJson(response, 400, message, cors);
  }
  const openedBy = (uri: string) => resourcesOf(options).find((resource) => resource.uri === uri)?.openedBy;
  const stepUp = stepUpOf(message.parsed, reach, tools, openedBy);
  if (stepUp !== null) {
    options.refused?.(null, "insufficient_scope");
    const { body, challenge } = insufficientScope(options.baseUrl, stepUp.scopes);
    return sendJson(response, 403, body, { "www-authenticate": challenge, ...cors });
  }
  const connection: Connection = {
    headers,
    faults: callFaults(message.parsed),
    ...openTo(options, tools, reach),
    argumentsById: message.argumentsById,
    signal: goneSignal(response),
    answerHeaders: answerHeadersOf(counted ?? new Headers()),
  };
  const protocolHeaders = protocolHeadersOf(head);
  const answer = await lists.answer({ parsed: message.parsed, headers: protocolHeaders, connection }, (parsed) =>
    protocolAnswer(options, connection, protocolHeaders, parsed),
  );
  for (const code of protocolRefusals(answer)) options.refused?.(null, code);
  send(
    response,
    answer.status,
    { ...answer.headers, ...Object.fromEntries(connection.answerHeaders), ...cors },
    answer.body,
  );
}

/**
 * Reads a body, which is counted before: whoever is over their rate has nothing read or parsed. One that is refused as
 * it is read counts as a request too, since no message of it is left to count.
 */
async function readMessage(request: HttpRequest, reach: Reach): ReturnType<typeof messageOf> {
  await reach.countBody?.();
  try {
    return await messageOf(await readRequestBody(request, reach.maxRequestBytes, reach.account));
  } catch (thrown) {
    await reach.count?.(1);
    throw thrown;
  }
}

/** The tools of a credential, and the resources whose tools are among those. */
function openTo(
  options: McpOptions,
  tools: readonly ToolDefinition[],
  { methods }: Reach,
): Pick<Connection, "tools" | "resources"> {
  const open = tools.filter((tool) => methods.has(tool.method.name));
  const names = new Set(open.map((tool) => tool.name));
  return { tools: open, resources: resourcesOf(options).filter((resource) => names.has(resource.openedBy)) };
}

/** Any credential that is not good is 401 with the challenge: it is how clients of this protocol learn to sign in. */
async function identified({ baseUrl, identify }: McpOptions, headers: Headers): Promise<Reach> {
  try {
    return await identify(headers);
  } catch (thrown) {
    const { code } = errorAnswerOf(thrown, "");
    if (code !== "unauthenticated" && code !== "not_found") throw thrown;
    const presented = code === "not_found";
    const sentence = presented
      ? "The credential is unknown, or no longer good. Send another one."
      : bringCredential(baseUrl);
    const challenge = challengeOf(baseUrl, presented);
    throw platenError("unauthenticated", sentence, { headers: { "www-authenticate": challenge }, cause: thrown });
  }
}

/** Names both credentials: an API key, and a person's sign-in, which the metadata describes to clients. */
function bringCredential(baseUrl: string): string {
  const key = "Send an API key in the header x-api-key, or as Authorization: Bearer <key>";
  return `${key}, or let a person sign in: ${baseUrl}${METADATA_PATH} tells a client how.`;
}

/** Hands the message to the protocol's library, which tells the eras apart, and reports what it failed at. */
async function protocolAnswer(
  options: McpOptions,
  connection: Connection,
  headers: Headers,
  parsed: unknown,
): Promise<Answer> {
  const reported: unknown[] = [];
  const handler = createMcpHandler(() => (options.serverOf ?? serverFor)(connection, options), {
    legacy: "stateless",
    maxRequestBodySize: LIBRARY_BODY_BYTES_MAX,
    onerror: (error) => reported.push(error),
  });
  try {
    const init = { method: "POST", headers, signal: connection.signal };
    const url = `${options.baseUrl}${MCP_PATH}`;
    const answer = await handler.fetch(new Request(url, init), { parsedBody: passableCalls(parsed) });
    // The library reports every mistake of a client too, which is no failure of ours and may repeat what they sent.
    if (answer.status >= 500) for (const error of reported) options.onError(error);
    return await wholeAnswer(answer);
  } finally {
    await handler.close();
  }
}

/** Answers what was thrown; of a client that went away in the middle nothing is told. */
function refuse(
  options: McpOptions,
  response: HttpResponse,
  head: RequestHead,
  { thrown, isGone }: { readonly thrown: unknown; readonly isGone: boolean },
): void {
  const answer = errorAnswerOf(thrown, requestIdOf(head));
  options.refused?.(null, answer.code);
  if (answer.code === "internal" && !isGone) options.onError(thrown);
  // A page of a foreign origin is to learn nothing, not even why.
  const cors = answer.code === "origin_not_allowed" ? {} : corsHeaders(head.headers.get("origin"));
  sendJson(response, answer.status, JSON.parse(errorBodyOf(answer)), {
    ...Object.fromEntries(answer.headers),
    ...cors,
  });
}

function sendWrongVerb(response: HttpResponse, head: RequestHead, sentence: string, allow: string): void {
  const answer = errorAnswerOf(platenError("method_not_allowed", sentence), requestIdOf(head));
  const headers = { ...corsHeaders(head.headers.get("origin")), allow };
  sendJson(response, answer.status, JSON.parse(errorBodyOf(answer)), headers);
}

function requestIdOf(head: RequestHead): string {
  return head.headers.get(INTERNAL_HEADERS.requestId) ?? "";
}

/** Aborts when the client goes away before its answer is written. */
function goneSignal(response: HttpResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
