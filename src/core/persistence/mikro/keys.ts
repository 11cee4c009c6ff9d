import { newId } from "../../tenancy/index.ts";
import type { ApiKey, KeyRepository } from "../ports.ts";
import { ApiKeyEntity, type ApiKeyRow, OrganizationEntity, WorkspaceEntity } from "./entities.ts";
import { attempt, type Session } from "./session.ts";

/** API keys: the prefix finds the row, the hash of the secret decides. */
export function keyRepository(session: Session): KeyRepository {
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
      const em = session();
      // One statement, because it runs before every request of a key.
      const [row] = await em.execute<Record<string, unknown>[]>(
        `select k.*, o.plan as organization_plan from api_keys k
         join organizations o on o.id = k.organization_id where k.prefix = ?`,
        [prefix],
      );
      if (row === undefined) {
        return null;
      }
      const { organization_plan: plan, ...columns } = row;
      const key = em.map(ApiKeyEntity, columns);
      return { key: toApiKey(key), secretHash: new Uint8Array(key.secretHash), plan: String(plan) };
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
