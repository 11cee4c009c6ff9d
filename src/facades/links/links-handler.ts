import { createClient, type Transport } from "@connectrpc/connect";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import {
  type Content,
  contentFor,
  type ErrorAnswer,
  errorAnswerOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
} from "../../core/methods/index.ts";
import { type RefusalStatus, refusalPage } from "./pages.ts";

/** What the face of links needs. */
export interface LinkOptions {
  /** The services, in process. */
  readonly transport: Transport;
  /** Told about failures of this face itself; the services log their own. */
  readonly onError: (error: unknown) => void;
}

const PREFIX = "/files/";

/**
 * Whoever holds the address may read the file, so it is kept out of caches, of other sites' logs and of search engines
 * (RFC 9111 §5.2.2.5, Referrer Policy, the robots tag), and no other site shows it in a frame.
 */
const HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
} as const;

const NOTHING: Content = { status: 204, headers: new Headers(HEADERS), body: new Uint8Array() };

/** Serves `GET /files/…`. Other paths are left to the next handler. */
export function linksHandler(options: LinkOptions): HttpHandler {
  const client = createClient(RenderService, options.transport);
  return async (request, response) => {
    const path = (request.url ?? "").replace(/^https?:\/\/[^/?]*/i, "").replace(/[?#].*$/s, "");
    if (!path.startsWith(PREFIX)) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD, OPTIONS");
      if (request.method === "OPTIONS") send(response, NOTHING);
      else sendPage(response, 405);
      return true;
    }
    try {
      const headers = headersOf(request);
      const { pdf, contentDisposition, etag } = await client.openLink(
        { token: path.slice(PREFIX.length) },
        { headers },
      );
      const whole = { "content-type": "application/pdf", "content-disposition": contentDisposition, etag };
      const answer = { status: 200, headers: new Headers({ ...HEADERS, ...whole }), body: pdf };
      send(response, contentFor({ verb: request.method, headers: conditionsOf(request) }, answer));
    } catch (thrown) {
      refuse(options, response, errorAnswerOf(thrown, ""), thrown);
    }
    return true;
  };
}

/** The edge's own headers; no credential is looked at. */
function headersOf(request: HttpRequest): Headers {
  const headers = new Headers({ [INTERNAL_HEADERS.door]: "links" });
  for (const name of [INTERNAL_HEADERS.requestId, INTERNAL_HEADERS.remoteAddress]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}

/** The request's headers of conditions and ranges. */
function conditionsOf(request: HttpRequest): Headers {
  const headers = new Headers();
  for (const name of ["if-none-match", "if-range", "range"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}

/** A link that is malformed, changed, expired or of nothing is one and the same page. */
function refuse({ onError }: LinkOptions, response: HttpResponse, answer: ErrorAnswer, thrown: unknown): void {
  const { code } = answer;
  if (code === "not_found" || code === "invalid_argument") return sendPage(response, 404);
  const status = code === "unavailable" ? 503 : code === "rate_limited" ? 429 : 500;
  if (status === 500 && code !== "internal") onError(thrown);
  const retryAfter = answer.headers.get("retry-after");
  if (retryAfter !== null) response.setHeader("retry-after", retryAfter);
  sendPage(response, status);
}

function sendPage(response: HttpResponse, status: RefusalStatus): void {
  const body = new TextEncoder().encode(refusalPage(status));
  const page = { "content-type": "text/html; charset=utf-8", "content-length": String(body.length) };
  send(response, { status, headers: new Headers({ ...HEADERS, ...page }), body });
}

function send(response: HttpResponse, { status, headers, body }: Content): void {
  if (response.destroyed) return;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}
