import type { InferEntity } from "@mikro-orm/core";
import { newId } from "../../tenancy/index.ts";
import type { Person, PersonRepository } from "../people-ports.ts";
import {
  MembershipEntity,
  OrganizationEntity,
  PersonEntity,
  PersonLinkEntity,
  PersonSubjectEntity,
} from "./entities.ts";
import { attempt, type Session } from "./session.ts";

/** People, what they belong to, who they are elsewhere, and the links that let them in. */
export function personRepository(session: Session): PersonRepository {
  return { ...accounts(session), ...memberships(session), ...subjects(session), ...links(session) };
}

function accounts(
  session: Session,
): Pick<PersonRepository, "create" | "find" | "findByEmail" | "list" | "setPassword"> {
  return {
    async create(input) {
      const person = { id: newId("per"), ...input, email: input.email.toLowerCase() };
      const { taken } = await attempt(session(), (em) => em.insert(PersonEntity, person));
      return taken === null ? { ok: true, value: person } : { ok: false, reason: "email_taken" };
    },

    async find(id) {
      return personOf(await session().findOne(PersonEntity, { id }));
    },

    async findByEmail(email) {
      return personOf(await session().findOne(PersonEntity, { email: email.toLowerCase() }));
    },

    async list() {
      const rows = await session().find(PersonEntity, {}, { orderBy: { id: "asc" } });
      return rows.map(toPerson);
    },

    async setPassword(personId, passwordHash) {
      await session().nativeUpdate(PersonEntity, { id: personId }, { passwordHash });
    },
  };
}

function memberships(session: Session): Pick<PersonRepository, "addMembership" | "removeMembership" | "memberships"> {
  return {
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

    async removeMembership(personId, organizationId) {
      return (await session().nativeDelete(MembershipEntity, { personId, organizationId })) > 0;
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

function subjects(session: Session): Pick<PersonRepository, "findBySubject" | "addSubject"> {
  return {
    async findBySubject(issuer, subject) {
      const em = session();
      const row = await em.findOne(PersonSubjectEntity, { issuer, subject });
      return row === null ? null : personOf(await em.findOne(PersonEntity, { id: row.personId }));
    },

    async addSubject(input) {
      const em = session();
      await attempt(em, (inner) => inner.insert(PersonSubjectEntity, input));
      const { issuer, subject } = input;
      const row = await em.findOne(PersonSubjectEntity, { issuer, subject });
      return row?.personId ?? input.personId;
    },
  };
}

function links(session: Session): Pick<PersonRepository, "addLink" | "findLink" | "takeLink" | "forgetExpiredLinks"> {
  return {
    async addLink({ secretHash, ...link }) {
      await session().insert(PersonLinkEntity, { ...link, secretHash: Buffer.from(secretHash) });
    },

    async findLink(secretHash, now) {
      const em = session();
      const row = await em.findOne(PersonLinkEntity, { secretHash: Buffer.from(secretHash), expiresAt: { $gt: now } });
      const person = row === null ? null : personOf(await em.findOne(PersonEntity, { id: row.personId }));
      return row === null || person === null ? null : { person, purpose: row.purpose };
    },

    async takeLink(secretHash, now) {
      const em = session();
      const [row] = await em.execute<{ person_id: string }[]>(
        "delete from person_links where secret_hash = ? and expires_at > ?::timestamptz returning person_id",
        [Buffer.from(secretHash), now.toISOString()],
      );
      if (row === undefined) return null;
      await em.nativeDelete(PersonLinkEntity, { personId: row.person_id });
      return row.person_id;
    },

    async forgetExpiredLinks(now) {
      return session().nativeDelete(PersonLinkEntity, { expiresAt: { $lte: now } });
    },
  };
}

function personOf(row: InferEntity<typeof PersonEntity> | null): Person | null {
  return row === null ? null : toPerson(row);
}

function toPerson({ id, email, passwordHash, createdAt }: InferEntity<typeof PersonEntity>): Person {
  return { id, email, passwordHash: passwordHash ?? null, createdAt };
}
