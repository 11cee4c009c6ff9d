/** How long a browser keeps the answer to a preflight. Calls of an origin that was removed fail at once anyway. */
const PREFLIGHT_SECONDS = 600;

/** The headers that let a page of this origin read an answer (CORS, in the Fetch standard); null: no page may. */
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

/** The headers of an answer to a preflight: the methods and request headers that a page may use. */
export function preflightHeaders(verbs: readonly string[], sent: readonly string[]): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": verbs.join(", "),
    "access-control-allow-headers": sent.join(", "),
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
}
