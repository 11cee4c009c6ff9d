import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { type HttpRequest, type HttpResponse, INTERNAL_HEADERS } from "../../core/methods/index.ts";

/** A request of the authorization server or its pages, with its body read within bounds. */
export interface Exchange {
  readonly verb: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly body: Buffer;
  readonly remoteAddress: string;
}

/** Registrations are a few addresses and a name; token requests and forms are smaller still. */
const BODY_BYTES_MAX = 16 * 1024;

/** Reads the request; null where its body is larger than anything that is taken here. */
export async function readExchange(request: HttpRequest, response: HttpResponse): Promise<Exchange | null> {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  const body = await readBody(request);
  if (body === null) return null;
  return {
    verb: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)),
    request,
    response,
    body,
    remoteAddress: String(request.headers[INTERNAL_HEADERS.remoteAddress] ?? "unknown"),
  };
}

/** Whether a request holds the one character that no text of PostgreSQL can (U+0000), in what of it may be kept. */
export function holdsNul({ path, query, body }: Pick<Exchange, "path" | "query" | "body">): boolean {
  const form = new URLSearchParams(body.toString("utf8"));
  return [path, query.toString(), form.toString()].some((text) => text.includes("%00"));
}

async function readBody(request: HttpRequest): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the library reads of a request; whatever a proxy or a client says about addresses is left out. */
const PASSED_HEADERS: readonly string[] = [
  ...["accept", "accept-language", "authorization", "content-type", "cookie", "origin"],
  ...["access-control-request-method", "access-control-request-headers"],
];

/**
 * The same request as the library gets it: with a body that was read already, or another one, and with the addresses of
 * the configuration in place of those that the client named.
 */
export function requestFor(
  exchange: Exchange,
  baseUrl: string,
  changes: { readonly url?: string; readonly body?: Buffer } = {},
): IncomingMessage {
  const base = new URL(baseUrl);
  // A socket of its own: whatever the library makes of this copy, the connection stays the server's.
  const copy = new IncomingMessage(new Socket());
  const body = changes.body ?? exchange.body;
  const query = exchange.query.toString();
  copy.method = exchange.verb;
  copy.url = changes.url ?? (query === "" ? exchange.path : `${exchange.path}?${query}`);
  for (const name of PASSED_HEADERS) {
    const value = exchange.request.headers[name];
    if (typeof value === "string") copy.headers[name] = value;
  }
  copy.headers[INTERNAL_HEADERS.remoteAddress] = exchange.remoteAddress;
  copy.headers["host"] = base.host;
  copy.headers["x-forwarded-host"] = base.host;
  copy.headers["x-forwarded-proto"] = base.protocol.replace(":", "");
  if (body.length > 0) copy.headers["content-length"] = String(body.length);
  if (body.length > 0) copy.push(body);
  copy.push(null);
  copy.complete = true;
  copy.httpVersion = exchange.request.httpVersion;
  copy.httpVersionMajor = exchange.request.httpVersionMajor;
  copy.httpVersionMinor = exchange.request.httpVersionMinor;
  return copy;
}

/** Writes a whole answer. */
export function send(
  response: HttpResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.setHeader("content-length", Buffer.byteLength(body));
  response.end(body);
}

export function sendJson(
  response: HttpResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  send(
    response,
    status,
    { "content-type": "application/json", "cache-control": "no-store", ...headers },
    JSON.stringify(value),
  );
}
