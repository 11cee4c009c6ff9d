import { newId } from "../../tenancy/index.ts";
import type { Organization } from "../membership-ports.ts";
import type { OrganizationRepository } from "../organization-ports.ts";
import { OrganizationEntity, WorkspaceEntity } from "./entities.ts";
import { attempt, type Session } from "./session.ts";

/** Organizations and their workspaces. */
export function organizationRepository(session: Session): OrganizationRepository {
  return {
    async create(input) {
      const organization = { id: newId("org"), ...input };
      await session().insert(OrganizationEntity, organization);
      return organization;
    },

    async find(id) {
      return found(session(), id);
    },

    async list() {
      const rows = await session().find(OrganizationEntity, {}, { orderBy: { id: "asc" } });
      return rows.map(({ id, name, plan, createdAt }) => ({ id, name, plan, createdAt }));
    },

    async setPlan({ organizationId, plan }) {
      const em = session();
      const changed = await em.nativeUpdate(OrganizationEntity, { id: organizationId }, { plan });
      return changed === 0 ? null : found(em, organizationId);
    },

    async createWorkspace(input) {
      const em = session();
      if ((await em.count(OrganizationEntity, { id: input.organizationId })) === 0) {
        return { ok: false, reason: "organization_not_found" };
      }
      const workspace = { id: newId("wsp"), ...input };
      const { taken } = await attempt(em, (inner) => inner.insert(WorkspaceEntity, workspace));
      return taken === null ? { ok: true, value: workspace } : { ok: false, reason: "name_taken" };
    },

    async listWorkspaces(organizationId) {
      const rows = await session().find(WorkspaceEntity, { organizationId }, { orderBy: { id: "asc" } });
      return rows.map(({ id, name, createdAt }) => ({ id, organizationId, name, createdAt }));
    },
  };
}

async function found(em: ReturnType<Session>, id: string): Promise<Organization | null> {
  const row = await em.findOne(OrganizationEntity, { id });
  return row === null ? null : { id: row.id, name: row.name, plan: row.plan, createdAt: row.createdAt };
}
