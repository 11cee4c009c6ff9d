import { newId } from "../../tenancy/index.ts";
import type { ApiKey, KeyCredential, KeyRepository } from "../organization-ports.ts";
import { ApiKeyEntity, type ApiKeyRow, OrganizationEntity, WorkspaceEntity } from "./entities.ts";
import { attempt, instantOf, type Session, type SqlRow, type Statements } from "./session.ts";
import { WrongRow } from "./unavailable.ts";

/** API keys: the prefix finds the row, the hash of the secret decides. */
export function keyRepository(session: Session, statements: Statements): KeyRepository {
  return {
    async create({ secretHash, ...input }) {
      const em = session();
      const { organizationId, workspaceId } = input;
      if ((await em.count(OrganizationEntity, { id: organizationId })) === 0) {
        return { ok: false, reason: "organization_not_found" };
      }
      if (workspaceId !== null && (await em.count(WorkspaceEntity, { id: workspaceId, organizationId })) === 0) {
        return { ok: false, reason: "workspace_not_found" };
      }
      const key: ApiKey = { id: newId("key"), ...input, revokedAt: null };
      const { taken } = await attempt(em, (inner) =>
        inner.insert(ApiKeyEntity, { ...key, secretHash: Buffer.from(secretHash) }),
      );
      return taken === null ? { ok: true, value: key } : { ok: false, reason: "prefix_taken" };
    },

    async findByPrefix(prefix) {
      // One statement, because it runs before every request of a key.
      const [row] = await statements(CREDENTIAL_SQL, [prefix]);
      return row === undefined ? null : credentialOf(row);
    },

    async list(organizationId) {
      const rows = await session().find(ApiKeyEntity, { organizationId }, { orderBy: { id: "desc" } });
      return rows.map(toApiKey);
    },

    async revoke({ organizationId, keyId, revokedAt }) {
      const em = session();
      const known = await em.count(ApiKeyEntity, { id: keyId, organizationId });
      await em.nativeUpdate(ApiKeyEntity, { id: keyId, organizationId, revokedAt: null }, { revokedAt });
      return known === 1;
    },
  };
}

const CREDENTIAL_SQL = `
  select k.*, o.plan as organization_plan from api_keys k
  join organizations o on o.id = k.organization_id
  where k.prefix = $1::text`;

function credentialOf(row: SqlRow): KeyCredential {
  const { secret_hash: secretHash, workspace_id: workspaceId } = row;
  const createdAt = instantOf(row["created_at"]);
  const role = row["role"];
  if (!(secretHash instanceof Uint8Array) || createdAt === null || (role !== "render" && role !== "data-write"))
    throw new WrongRow("a key");
  return {
    key: {
      id: String(row["id"]),
      organizationId: String(row["organization_id"]),
      workspaceId: workspaceId === null ? null : String(workspaceId),
      role,
      label: String(row["label"]),
      prefix: String(row["prefix"]),
      createdAt,
      revokedAt: instantOf(row["revoked_at"]),
    },
    secretHash: new Uint8Array(secretHash),
    plan: String(row["organization_plan"]),
  };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    organizationId: row.organizationId,
    workspaceId: row.workspaceId ?? null,
    role: row.role,
    label: row.label,
    prefix: row.prefix,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt ?? null,
  };
}
