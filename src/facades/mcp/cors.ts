import { crossOriginHeaders, preflightHeaders } from "../../core/methods/index.ts";

/** Request headers of a tool call, which a browser asks about in its preflight. */
const SENT = [
  ...["authorization", "x-api-key", "content-type", "accept"],
  ...["mcp-protocol-version", "mcp-method", "mcp-name"],
];

/** Response headers that a page may read: how to sign in, what to report, when to try again. */
const READ = ["www-authenticate", "x-request-id", "retry-after"];

/** The headers that let a listed origin's page read an answer. Origins are checked before, by the guards. */
export function corsHeaders(origin: string | null): Readonly<Record<string, string>> {
  return crossOriginHeaders(origin, READ);
}

/** The headers of an answer to a preflight; `origin` is `*` for documents that are anyone's to read. */
export function toolPreflightHeaders(
  origin: string | null,
  verbs: readonly string[],
): Readonly<Record<string, string>> {
  return { ...corsHeaders(origin), ...preflightHeaders(verbs, SENT) };
}
