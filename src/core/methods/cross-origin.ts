/** How long a browser need not ask again: an origin that the operator removes is refused by the call itself at once. */
const PREFLIGHT_SECONDS = 600;

/** The headers that let a page of an origin read an answer (the Fetch standard's CORS protocol); null: of no page. */
export function crossOriginHeaders(
  origin: string | null,
  exposed: readonly string[],
): Readonly<Record<string, string>> {
  if (origin === null) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposed.join(", "),
  };
}

/** What a page of an origin may send, as the answer to a browser's preflight tells it. */
export function preflightHeaders(verbs: readonly string[], sent: readonly string[]): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": verbs.join(", "),
    "access-control-allow-headers": sent.join(", "),
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
}
