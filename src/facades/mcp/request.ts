import { type HttpRequest, INTERNAL_HEADERS, isInternalHeader } from "../../core/methods/index.ts";

/** Everything of a request but its body. */
export interface RequestHead {
  readonly verb: string;
  readonly path: string;
  readonly headers: Headers;
}

/** What the services look at: the credential, and the span that the caller is in (W3C Trace Context). */
const SERVICE_HEADERS: readonly string[] = ["x-api-key", "authorization", "traceparent", "tracestate"];

/** What the protocol's own library looks at; everything else, credentials above all, stays outside of it. */
const PROTOCOL_HEADERS = /^(accept|content-type|mcp-.*)$/;

/** Reads method, target and headers, the same for HTTP/1.1 and HTTP/2. */
export function requestHeadOf(request: HttpRequest): RequestHead {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // HTTP/2 names the host in a field of its own, which comes before a Host header (RFC 9113 §8.3.1).
  const authority = request.headers[":authority"];
  if (typeof authority === "string") headers.set("host", authority);
  return { verb: request.method ?? "GET", path: target.replace(/\?.*$/s, ""), headers };
}

/** The headers of a call of the services: what the edge has set, the door, and the credential as it came. */
export function callHeadersOf(head: RequestHead): Headers {
  const headers = only(head.headers, (name) => isInternalHeader(name) || SERVICE_HEADERS.includes(name));
  headers.set(INTERNAL_HEADERS.door, "mcp");
  return headers;
}

/** The headers of a request as the protocol's library gets it. */
export function protocolHeadersOf(head: RequestHead): Headers {
  return only(head.headers, (name) => PROTOCOL_HEADERS.test(name));
}

function only(all: Headers, wanted: (name: string) => boolean): Headers {
  const headers = new Headers();
  for (const [name, value] of all) if (wanted(name)) headers.set(name, value);
  return headers;
}
