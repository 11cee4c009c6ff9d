import { INTERNAL_HEADERS, platenError } from "../methods/index.ts";
import type { Database, MembershipOf } from "../persistence/index.ts";
import { type AccessScope, keyMatches, type Principal, parseApiKey } from "../tenancy/index.ts";
import { audienceOf } from "./audiences.ts";

/** What an access token says, once its issuer, signature, audience and time were found good. */
export interface AccessGrant {
  readonly personId: string;
  readonly scopes: ReadonlySet<AccessScope>;
}

/** Judges access tokens (RFC 9068). Whoever issues them, it answers null for one that is not good at this audience. */
export interface AccessTokens {
  verify(token: string, audience: string): Promise<AccessGrant | null>;
}

/** Who presented a credential, and the name of their organization's plan. */
export interface Identity {
  readonly principal: Principal;
  /** Null for the operator. */
  readonly plan: string | null;
  /** What a person belongs to, the oldest membership first; nothing for everybody else. */
  readonly memberships: readonly MembershipOf[];
}

/** A person who signed in and belongs to no organization: nothing is there for them, but they are known. */
export interface Homeless {
  readonly principal: null;
  readonly scopes: ReadonlySet<AccessScope>;
}

/** What authentication reads. */
export interface AuthenticationParts {
  readonly database: Pick<Database, "keys" | "people">;
  /** Left out, no access token is good. */
  readonly accessTokens?: AccessTokens;
  readonly baseUrl: string;
}

/** The challenge of an answer to a request without a credential. */
const CHALLENGE = 'Bearer realm="platen"';

/**
 * Finds out who is calling. `x-api-key` decides where both headers are present. No credential is 401; an unknown or
 * revoked key is 404 like anything else that is not there. The operator's door needs no credential: only whoever can
 * open the data folder reaches it.
 */
export async function authenticate(headers: Headers, parts: AuthenticationParts): Promise<Identity | Homeless> {
  const door = headers.get(INTERNAL_HEADERS.door);
  if (door === "operator") return { principal: { kind: "operator" }, plan: null, memberships: [] };
  const apiKey = headers.get("x-api-key")?.trim() ?? "";
  const presented = apiKey === "" ? bearerOf(headers) : apiKey;
  if (presented === null) {
    const sentence = "Send an API key in the header x-api-key, or as Authorization: Bearer <key>.";
    throw platenError("unauthenticated", sentence, { headers: { "www-authenticate": CHALLENGE } });
  }
  // Both kinds stand after "Bearer"; only a key has its form.
  if (apiKey !== "" || presented.startsWith("pk_")) return keyIdentity(presented, parts);
  return personIdentity(presented, audienceOf(door, parts.baseUrl), parts);
}

async function keyIdentity(presented: string, { database }: AuthenticationParts): Promise<Identity> {
  const key = parseApiKey(presented);
  if (key === null) throw unknownCredential();
  const credential = await database.keys.findByPrefix(key.prefix);
  const matches = keyMatches(key, credential?.secretHash ?? null);
  if (!matches || credential === null || credential.key.revokedAt !== null) throw unknownCredential();
  const { id, role, organizationId, workspaceId } = credential.key;
  const principal = { kind: "key", keyId: id, role, organizationId, workspaceId } as const;
  return { principal, plan: credential.plan, memberships: [] };
}

/** The membership is the database's, at every request: whoever was removed is out at once, whatever the token says. */
async function personIdentity(
  token: string,
  audience: string,
  { database, accessTokens }: AuthenticationParts,
): Promise<Identity | Homeless> {
  const grant = (await accessTokens?.verify(token, audience)) ?? null;
  if (grant === null) throw unknownCredential();
  const { personId, scopes } = grant;
  const memberships = await database.people.memberships(personId);
  const [oldest] = memberships;
  if (oldest === undefined) return { principal: null, scopes };
  const { id: organizationId, plan } = oldest.organization;
  return { principal: { kind: "person", personId, organizationId, scopes }, plan, memberships };
}

/**
 * The same caller, acting for the organization that a request names: one that a person belongs to, or a key's own. The
 * operator belongs to none, and says which one with every method.
 */
export function actingFor(identity: Identity, organizationId: string | undefined): Identity {
  const { principal, memberships } = identity;
  if (organizationId === undefined || principal.kind === "operator") return identity;
  if (organizationId === principal.organizationId) return identity;
  const membership = memberships.find((each) => each.organization.id === organizationId);
  if (principal.kind === "key" || membership === undefined) throw noOrganization(organizationId);
  return { ...identity, principal: { ...principal, organizationId }, plan: membership.organization.plan };
}

function noOrganization(organizationId: string): Error {
  const sentence = `There is no organization '${organizationId}' within this credential's reach.`;
  return platenError("not_found", `${sentence} Leave organizationId out, or name one that you belong to.`);
}

/** The same answer as for anything that is not there, so that it tells nothing about keys. */
export function unknownCredential(): Error {
  return platenError("not_found", "There is nothing here for this credential. Check the key, and what it is for.");
}

/** The answer to a person without any organization, whatever they ask for. */
export function noMembership(): Error {
  return platenError("not_found", "Your account belongs to no organization. Ask a member of one to invite you.");
}

/** The text after `Bearer`, or null where the request carries none. */
function bearerOf(headers: Headers): string | null {
  const match = /^Bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "");
  return match?.[1] ?? null;
}
