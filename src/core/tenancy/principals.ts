/** What an API key is for. */
export type KeyRole = "render" | "data-write";

/** Whoever a method can be opened to; the same five that the protocol files name. `public` is anyone. */
export type Role = "public" | KeyRole | "person" | "operator";

/** A caller that presented a valid API key. A key without a workspace reaches all of its organization's. */
export interface KeyPrincipal {
  readonly kind: "key";
  readonly keyId: string;
  readonly role: KeyRole;
  readonly organizationId: string;
  readonly workspaceId: string | null;
}

/** What a person allowed a client to do in their name (OAuth 2.1 §1.4.1). */
export const SCOPES = ["documents.render", "documents.author"] as const;

export type AccessScope = (typeof SCOPES)[number];

/** A signed-in person, acting for an organization that they are a member of. */
export interface PersonPrincipal {
  readonly kind: "person";
  readonly personId: string;
  readonly organizationId: string;
  /** What they allowed the client that calls in their name. */
  readonly scopes: ReadonlySet<AccessScope>;
}

/** Whoever runs the command line on the machine itself; bound to no organization. */
export interface OperatorPrincipal {
  readonly kind: "operator";
}

/** On whose behalf a request is answered, established once at the edge it came in by. */
export type Principal = KeyPrincipal | PersonPrincipal | OperatorPrincipal;

/** What of an organization a caller sees: all of it, or one workspace. */
export interface Scope {
  readonly organizationId: string;
  readonly workspaceId: string | null;
}

/** The role under which the access table knows a caller; null is a request without a credential. */
export function roleOf(principal: Principal | null): Role {
  if (principal === null) {
    return "public";
  }
  return principal.kind === "key" ? principal.role : principal.kind;
}

/** What the caller sees, or null for the operator, who belongs to no organization. */
export function scopeOf(principal: Principal): Scope | null {
  switch (principal.kind) {
    case "key":
      return { organizationId: principal.organizationId, workspaceId: principal.workspaceId };
    case "person":
      return { organizationId: principal.organizationId, workspaceId: null };
    case "operator":
      return null;
  }
}
