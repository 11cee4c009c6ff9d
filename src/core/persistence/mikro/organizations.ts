import { newId } from "../../tenancy/index.ts";
import type { OrganizationRepository, PersonRepository } from "../ports.ts";
import { MembershipEntity, OrganizationEntity, PersonEntity, WorkspaceEntity } from "./entities.ts";
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
      const row = await session().findOne(OrganizationEntity, { id });
      return row === null ? null : { id: row.id, name: row.name, plan: row.plan, createdAt: row.createdAt };
    },

    async list() {
      const rows = await session().find(OrganizationEntity, {}, { orderBy: { id: "asc" } });
      return rows.map(({ id, name, plan, createdAt }) => ({ id, name, plan, createdAt }));
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

/** People and what they belong to. */
export function personRepository(session: Session): PersonRepository {
  return {
    async create(input) {
      const person = { id: newId("per"), ...input, email: input.email.toLowerCase() };
      const { taken } = await attempt(session(), (em) => em.insert(PersonEntity, person));
      return taken === null ? { ok: true, value: person } : { ok: false, reason: "email_taken" };
    },

    async findByEmail(email) {
      const row = await session().findOne(PersonEntity, { email: email.toLowerCase() });
      return row === null
        ? null
        : { id: row.id, email: row.email, passwordHash: row.passwordHash, createdAt: row.createdAt };
    },

    async addMembership(input) {
      const em = session();
      const people = await em.count(PersonEntity, { id: input.personId });
      const organizations = await em.count(OrganizationEntity, { id: input.organizationId });
      if (people === 0 || organizations === 0) {
        return { ok: false, reason: "not_found" };
      }
      const { taken } = await attempt(em, (inner) => inner.insert(MembershipEntity, input));
      return taken === null ? { ok: true, value: null } : { ok: false, reason: "already_member" };
    },

    async memberships(personId) {
      const em = session();
      const rows = await em.find(MembershipEntity, { personId }, { orderBy: { since: "asc", organizationId: "asc" } });
      const ids = rows.map((row) => row.organizationId);
      const organizations = await em.find(OrganizationEntity, { id: { $in: ids } });
      const byId = new Map(
        organizations.map(({ id, name, plan, createdAt }) => [id, { id, name, plan, createdAt }] as const),
      );
      return rows.flatMap(({ organizationId, role, since }) => {
        const organization = byId.get(organizationId);
        return organization === undefined ? [] : [{ organization, role, since }];
      });
    },
  };
}
