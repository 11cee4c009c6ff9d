import type { KeyRole } from "../tenancy/index.ts";
import type { Organization, Result } from "./membership-ports.ts";

export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly createdAt: Date;
}

export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  /** Null where the key reaches all workspaces of its organization. */
  readonly workspaceId: string | null;
  readonly role: KeyRole;
  readonly label: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** What authentication needs of a key, in one query. */
export interface KeyCredential {
  readonly key: ApiKey;
  readonly secretHash: Uint8Array;
  readonly plan: string;
}

export interface OrganizationRepository {
  create(input: { name: string; plan: string; createdAt: Date }): Promise<Organization>;
  find(id: string): Promise<Organization | null>;
  list(): Promise<readonly Organization[]>;
  /** The organization with its new plan; null where there is none. */
  setPlan(input: { organizationId: string; plan: string }): Promise<Organization | null>;
  createWorkspace(input: {
    organizationId: string;
    name: string;
    createdAt: Date;
  }): Promise<Result<Workspace, "organization_not_found" | "name_taken">>;
  /** Oldest first. */
  listWorkspaces(organizationId: string): Promise<readonly Workspace[]>;
}

export interface KeyRepository {
  create(input: {
    organizationId: string;
    workspaceId: string | null;
    role: KeyRole;
    label: string;
    prefix: string;
    secretHash: Uint8Array;
    createdAt: Date;
  }): Promise<Result<ApiKey, "organization_not_found" | "workspace_not_found" | "prefix_taken">>;
  /** The key with this prefix, revoked or not: the caller compares the secret in every case. */
  findByPrefix(prefix: string): Promise<KeyCredential | null>;
  /** Newest first, revoked ones included. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  /** Revokes for good; revoking again keeps the first time. False where there is no such key. */
  revoke(input: { organizationId: string; keyId: string; revokedAt: Date }): Promise<boolean>;
}
