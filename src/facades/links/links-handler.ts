import { createClient, type Transport } from "@connectrpc/connect";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import {
  type ErrorAnswer,
  errorAnswerOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
} from "../../core/methods/index.ts";
import { refusalPage } from "./pages.ts";

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

/** Serves `GET /files/…`. Other paths are left to the next handler. */
export function linksHandler(options: LinkOptions): HttpHandler {
  const client = createClient(RenderService, options.transport);
  return async (request, response) => {
    const path = (request.url ?? "").replace(/^https?:\/\/[^/?]*/i, "").replace(/[?#].*$/s, "");
    if (!path.startsWith(PREFIX)) return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      sendPage(response, 405);
      return true;
    }
    try {
      const headers = headersOf(request);
      const file = await client.openLink({ token: path.slice(PREFIX.length) }, { headers });
      send(response, 200, file.pdf, {
        ...{ "content-type": "application/pdf", "content-disposition": file.contentDisposition, etag: file.etag },
      });
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

/** A link that is malformed, changed, expired or of nothing is one and the same page. */
function refuse({ onError }: LinkOptions, response: HttpResponse, answer: ErrorAnswer, thrown: unknown): void {
  const { code } = answer;
  if (code === "not_found" || code === "invalid_argument") return sendPage(response, 404);
  if (code !== "internal" && code !== "unavailable") onError(thrown);
  const retryAfter = answer.headers.get("retry-after");
  if (retryAfter !== null) response.setHeader("retry-after", retryAfter);
  sendPage(response, code === "unavailable" ? 503 : 500);
}

function sendPage(response: HttpResponse, status: 404 | 405 | 500 | 503): void {
  const body = new TextEncoder().encode(refusalPage(status));
  send(response, status, body, { "content-type": "text/html; charset=utf-8" });
}

function send(
  response: HttpResponse,
  status: number,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries({ ...HEADERS, ...headers })) response.setHeader(name, value);
  response.setHeader("content-length", body.length);
  response.statusCode = status;
  response.end(body);
}
