/** Where clients find out how to get a credential (RFC 9728 §3); the challenge of a 401 points here. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The same document under the path form that some clients try first. */
export const METADATA_PATHS: readonly string[] = [METADATA_PATH, `${METADATA_PATH}/mcp`];

/** Who lets people's clients in, and what they may be allowed to do. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/** The protected resource's metadata. It names the authorization server where the installation has one. */
export function resourceMetadata(
  baseUrl: string,
  server: AuthorizationServer | null,
): Readonly<Record<string, unknown>> {
  return {
    resource: `${baseUrl}/mcp`,
    ...(server === null ? {} : { authorization_servers: [server.issuer], scopes_supported: server.scopes }),
    bearer_methods_supported: ["header"],
    resource_name: "Platen",
  };
}

/**
 * The challenge of an answer to a request without a good credential. Only one that was presented and is no good is
 * called invalid (RFC 6750 §3.1).
 */
export function challengeOf(baseUrl: string, presented: boolean): string {
  const pointer = `Bearer resource_metadata="${baseUrl}${METADATA_PATH}"`;
  return presented ? `${pointer}, error="invalid_token"` : pointer;
}

/**
 * The answer to a request for which a person's permission is missing: the challenge by which clients ask them for more
 * (RFC 6750 §3.1), and the same in the form of OAuth's errors.
 */
export function insufficientScope(
  baseUrl: string,
  scopes: readonly string[],
): { readonly challenge: string; readonly body: Readonly<Record<string, string>> } {
  const scope = scopes.join(" ");
  const sentence = `The person who signed in has not allowed this client ${scope}. Ask them for it.`;
  const pointer = `resource_metadata="${baseUrl}${METADATA_PATH}"`;
  return {
    challenge: `Bearer error="insufficient_scope", scope="${scope}", ${pointer}, error_description="${sentence}"`,
    body: { error: "insufficient_scope", error_description: sentence, scope },
  };
}
