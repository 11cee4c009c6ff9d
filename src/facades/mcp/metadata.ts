/** Where clients find out how to get a credential (RFC 9728 §3); the challenge of a 401 points here. */
const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The same document under the path form that some clients try first. */
export const METADATA_PATHS: readonly string[] = [METADATA_PATH, `${METADATA_PATH}/mcp`];

/** The protected resource's metadata. It names authorization servers once the installation has any. */
export function resourceMetadata(baseUrl: string): Readonly<Record<string, unknown>> {
  return { resource: `${baseUrl}/mcp`, bearer_methods_supported: ["header"], resource_name: "Platen" };
}

/**
 * The challenge of an answer to a request without a good credential. Only one that was presented and is no good is
 * called invalid (RFC 6750 §3.1).
 */
export function challengeOf(baseUrl: string, presented: boolean): string {
  const pointer = `Bearer resource_metadata="${baseUrl}${METADATA_PATH}"`;
  return presented ? `${pointer}, error="invalid_token"` : pointer;
}
