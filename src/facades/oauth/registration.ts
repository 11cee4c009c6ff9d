import { redirectKindOf } from "./redirects.ts";

/** A client's metadata as the library takes it, or why it can't be registered (RFC 7591 §3.2.2). */
export type Registration =
  | { readonly ok: true; readonly metadata: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string; readonly description: string };

const GRANT_TYPES: readonly string[] = ["authorization_code", "refresh_token"];

/** A client that needs more addresses than this is none that a person could judge. */
const REDIRECTS_MAX = 20;
const NAME_CHARACTERS_MAX = 100;

/** The members that mean something here; others would only be kept. */
const KEPT: readonly string[] = ["client_name", "client_uri", "software_id", "software_version"];

/**
 * Takes clients as they are deployed, and nothing that could harm: extra grant types and scopes that they copied from
 * somewhere are dropped, an app or a loopback client is a native one (RFC 8252), every client is a public one.
 */
export function registrationOf(given: unknown): Registration {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return refused("invalid_client_metadata", "The client's metadata must be a JSON object.");
  }
  const members = new Map<string, unknown>(Object.entries(given));
  const redirects = members.get("redirect_uris");
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > REDIRECTS_MAX) {
    return refused("invalid_redirect_uri", `redirect_uris must list 1 to ${REDIRECTS_MAX} addresses.`);
  }
  const uris = redirects.filter((uri): uri is string => typeof uri === "string");
  const kinds = uris.map(redirectKindOf);
  if (uris.length < redirects.length || kinds.includes(null) || !uris.every(isKeepable)) {
    const rule = "https, http on 127.0.0.1, [::1] or localhost, or a scheme that reverses a name (com.example.app:/…)";
    return refused("invalid_redirect_uri", `A redirect address must be ${rule}, without a fragment.`);
  }
  const name = members.get("client_name");
  if (name !== undefined && (typeof name !== "string" || [...name].length > NAME_CHARACTERS_MAX)) {
    return refused(
      "invalid_client_metadata",
      `client_name must be a text of at most ${NAME_CHARACTERS_MAX} characters.`,
    );
  }
  if (KEPT.some((key) => !isKeepable(members.get(key)))) {
    return refused("invalid_client_metadata", "A text of the client's metadata holds U+0000 or half a character.");
  }
  const isNative = kinds.some((kind) => kind !== "web");
  return {
    ok: true,
    metadata: {
      ...Object.fromEntries(KEPT.filter((key) => typeof members.get(key) === "string").map((k) => [k, members.get(k)])),
      redirect_uris: uris,
      grant_types: GRANT_TYPES,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: isNative ? "native" : "web",
    },
  };
}

/** What PostgreSQL takes as a text of JSON; what is no text is not kept. */
function isKeepable(value: unknown): boolean {
  return typeof value !== "string" || (!value.includes("\0") && value.isWellFormed());
}

/** A client's own metadata document (Client ID Metadata Document), as the library takes it. */
export function metadataDocumentOf(given: unknown): Registration {
  const registration = registrationOf(given);
  if (!registration.ok || typeof given !== "object" || given === null) return registration;
  const clientId = "client_id" in given ? given.client_id : undefined;
  return { ok: true, metadata: { ...registration.metadata, client_id: clientId } };
}

function refused(error: string, description: string): Registration {
  return { ok: false, error, description };
}
