import { INTERNAL_HEADERS, platenError } from "../methods/index.ts";
import type { KeyRepository } from "../persistence/index.ts";
import { keyMatches, type Principal, parseApiKey } from "../tenancy/index.ts";

/** Who presented a credential, and the name of their organization's plan. */
export interface Identity {
  readonly principal: Principal;
  /** Null for the operator. */
  readonly plan: string | null;
}

/** The challenge of an answer to a request without a credential. */
const CHALLENGE = 'Bearer realm="platen"';

/**
 * Finds out who is calling. `x-api-key` decides where both headers are present. No credential is 401; an unknown or
 * revoked key is 404 like anything else that is not there. The operator's door needs no credential: only whoever can
 * open the data folder reaches it.
 */
export async function authenticate(headers: Headers, keys: KeyRepository): Promise<Identity> {
  if (headers.get(INTERNAL_HEADERS.door) === "operator") return { principal: { kind: "operator" }, plan: null };
  const presented = presentedCredential(headers);
  if (presented === null) {
    const sentence = "Send an API key in the header x-api-key, or as Authorization: Bearer <key>.";
    throw platenError("unauthenticated", sentence, { headers: { "www-authenticate": CHALLENGE } });
  }
  const key = parseApiKey(presented);
  if (key === null) throw unknownCredential();
  const credential = await keys.findByPrefix(key.prefix);
  const matches = keyMatches(key, credential?.secretHash ?? null);
  if (!matches || credential === null || credential.key.revokedAt !== null) throw unknownCredential();
  const { id, role, organizationId, workspaceId } = credential.key;
  return { principal: { kind: "key", keyId: id, role, organizationId, workspaceId }, plan: credential.plan };
}

/** The same answer as for anything that is not there, so that it tells nothing about keys. */
export function unknownCredential(): Error {
  return platenError("not_found", "There is nothing here for this credential. Check the key, and what it is for.");
}

/** The text of the credential, or null where the request carries none. */
function presentedCredential(headers: Headers): string | null {
  const apiKey = headers.get("x-api-key");
  if (apiKey !== null && apiKey.trim() !== "") return apiKey.trim();
  const match = /^Bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "");
  return match?.[1] ?? null;
}
