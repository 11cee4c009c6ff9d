import type { Transport } from "@connectrpc/connect";
import { createMcpHandler } from "@modelcontextprotocol/server";
import {
  type Admit,
  errorAnswerOf,
  errorBodyOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
  isInternalHeader,
  type MethodCatalogue,
  platenError,
  type ToolDefinition,
  toolsOf,
} from "../../core/methods/index.ts";
import { type Guards, refusalOf } from "./guards.ts";
import { challengeOf, METADATA_PATHS, resourceMetadata } from "./metadata.ts";
import { type Connection, serverFor } from "./server.ts";

/** What the tool endpoint needs. */
export interface McpOptions {
  readonly catalogue: MethodCatalogue;
  /** The services, in process. */
  readonly transport: Transport;
  readonly admit: Admit;
  /** What a credential may call and send; throws where it is missing or not good. */
  readonly identify: (headers: Headers) => Promise<{ readonly methods: ReadonlySet<string>; readonly maxRequestBytes: number }>;
  readonly baseUrl: string;
  readonly guards: Guards;
  readonly version: string;
  readonly onError: (error: unknown) => void;
}

const MCP_PATH = "/mcp";
const CREDENTIAL_HEADERS = ["x-api-key", "authorization"];

/** Bodies are limited by the caller's plan before the SDK sees them; its own limit must not be smaller. */
const SDK_BODY_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/** JSON-RPC batches exist in the older era only; more calls than this in one request are no honest use. */
const BATCH_MESSAGES_MAX = 20;

/** Serves `POST /mcp` and the metadata that its challenge points to. Other paths are left to the next handler. */
export function mcpHandler(options: McpOptions): HttpHandler {
  const tools = toolsOf(options.catalogue);
  return async (request, response) => {
    const path = (request.url ?? "/").replace(/\?.*$/, "");
    if (METADATA_PATHS.includes(path) && (request.method === "GET" || request.method === "HEAD")) {
      sendJson(response, 200, resourceMetadata(options.baseUrl), { "access-control-allow-origin": "*" });
      return true;
    }
    if (path !== MCP_PATH) return false;
    const headers = headersOf(request);
    try {
      await serve(options, tools, request, response, headers);
    } catch (thrown) {
      refuse(options, response, headers, thrown);
    }
    return true;
  };
}

async function serve(
  options: McpOptions,
  tools: readonly ToolDefinition[],
  request: HttpRequest,
  response: HttpResponse,
  headers: Headers,
): Promise<void> {
  const refusal = refusalOf(options.guards, headers);
  if (refusal !== null) throw platenError("origin_not_allowed", refusal);
  const { methods, maxRequestBytes } = await options.identify(callHeaders(headers));
  if (request.method !== "POST") {
    throw platenError("method_not_allowed", "The tool endpoint takes POST only.", { headers: { allow: "POST" } });
  }
  const body = await readText(request, headers, maxRequestBytes);
  const parsedBody = parsed(body);
  if (Array.isArray(parsedBody) && parsedBody.length > BATCH_MESSAGES_MAX) {
    throw platenError("too_large", `A batch holds at most ${BATCH_MESSAGES_MAX} messages.`);
  }
  const visible = tools.filter((tool) => methods.has(tool.method.name));
  const connection: Connection = { headers: callHeaders(headers), tools: visible, body };
  const handler = createMcpHandler(() => serverFor(connection, options), {
    legacy: "stateless",
    maxRequestBodySize: SDK_BODY_BYTES_MAX,
    onerror: options.onError,
  });
  try {
    const webRequest = new Request(`${options.baseUrl}${MCP_PATH}`, { method: "POST", headers: webHeaders(headers), body });
    await sendWeb(response, await handler.fetch(webRequest, parsedBody === undefined ? {} : { parsedBody }));
  } finally {
    await handler.close();
  }
}

/** Any invalid credential is 401 with the challenge here: it is how clients of this protocol learn to sign in. */
function refuse(options: McpOptions, response: HttpResponse, headers: Headers, thrown: unknown): void {
  const answer = errorAnswerOf(thrown, headers.get(INTERNAL_HEADERS.requestId) ?? "");
  if (answer.code === "internal") options.onError(thrown);
  const unauthorized = answer.code === "unauthenticated" || answer.code === "not_found";
  const status = unauthorized ? 401 : answer.status;
  const extra: Record<string, string> = {};
  for (const [name, value] of answer.headers) extra[name] = value;
  if (unauthorized) extra["www-authenticate"] = challengeOf(options.baseUrl);
  if (answer.code === "method_not_allowed") extra["allow"] = "POST";
  sendJson(response, status, JSON.parse(errorBodyOf(answer)), extra);
}

function headersOf(request: HttpRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const authority = request.headers[":authority"];
  if (typeof authority === "string" && !headers.has("host")) headers.set("host", authority);
  return headers;
}

/** The headers of a call of the services: what the edge has set, the door, and the credential as it came. */
function callHeaders(headers: Headers): Headers {
  const out = new Headers();
  for (const [name, value] of headers) {
    if (isInternalHeader(name) || CREDENTIAL_HEADERS.includes(name)) out.set(name, value);
  }
  out.set(INTERNAL_HEADERS.door, "mcp");
  return out;
}

/** What the SDK looks at; credentials stay outside of it. */
function webHeaders(headers: Headers): Headers {
  const out = new Headers();
  for (const [name, value] of headers) {
    if (/^(accept|content-type|mcp-.*|last-event-id)$/.test(name)) out.set(name, value);
  }
  return out;
}

async function readText(request: HttpRequest, headers: Headers, limitBytes: number): Promise<string> {
  const tooLarge = (): Error =>
    platenError("too_large", `The request is larger than the ${limitBytes} bytes that the plan allows.`);
  if (Number(headers.get("content-length") ?? 0) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, size));
}

/** The body as the SDK takes it; what is no JSON is left to it, which answers as the protocol wants. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function sendJson(response: HttpResponse, status: number, body: unknown, headers: Readonly<Record<string, string>>): void {
  send(response, status, { "content-type": "application/json", ...headers }, new TextEncoder().encode(JSON.stringify(body)));
}

/** Answers hold no stream in a stateless endpoint, so they are written whole. */
async function sendWeb(response: HttpResponse, answer: Response): Promise<void> {
  send(response, answer.status, Object.fromEntries(answer.headers), new Uint8Array(await answer.arrayBuffer()));
}

function send(response: HttpResponse, status: number, headers: Readonly<Record<string, string>>, body: Uint8Array): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("content-length", body.length);
  response.statusCode = status;
  response.end(body);
}
