/**
 * The headers in which a public edge tells the services about a call. Clients can't send them: the edge removes every
 * header that starts with the reserved prefix before it sets its own.
 */
export const INTERNAL_HEADER_PREFIX = "x-platen-";

/** The names of the internal headers. */
export const INTERNAL_HEADERS = {
  /** The request's identifier, which the answer carries as `x-request-id`. */
  requestId: "x-platen-request-id",
  /** The address of the caller's socket. */
  remoteAddress: "x-platen-remote-address",
  /** The door that the call came through, `rest`, `rpc`, `mcp` or `operator`; tokens are good at one door only. */
  door: "x-platen-door",
  /** The token of an {@link Admission} that was granted before the body was read. */
  admission: "x-platen-admission",
} as const;

/** Whether a header is one that only an edge may set. */
export function isInternalHeader(name: string): boolean {
  return name.toLowerCase().startsWith(INTERNAL_HEADER_PREFIX);
}
