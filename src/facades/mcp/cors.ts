/** What browsers ask for before they let a page send a tool call (the Fetch standard's CORS protocol). */
const REQUEST_HEADERS = "authorization, x-api-key, content-type, accept, mcp-protocol-version, mcp-method, mcp-name";

/** What a page may read of an answer beside its body: how to sign in, what to report, when to try again. */
const ANSWER_HEADERS = "www-authenticate, x-request-id, retry-after";

/** How long a browser need not ask again: an origin that the operator removes is refused by the call itself at once. */
const PREFLIGHT_SECONDS = 600;

/** The headers that let a listed origin's page read an answer. Origins are checked before, by the guards. */
export function corsHeaders(origin: string | null): Readonly<Record<string, string>> {
  if (origin === null) return { vary: "Origin" };
  return { vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": ANSWER_HEADERS };
}

/** The headers of an answer to a preflight; `origin` is `*` for documents that are anyone's to read. */
export function preflightHeaders(origin: string | null, methods: string): Readonly<Record<string, string>> {
  return {
    ...corsHeaders(origin),
    "access-control-allow-methods": methods,
    "access-control-allow-headers": REQUEST_HEADERS,
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
}
