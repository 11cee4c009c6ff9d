import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/core/persistence/index.ts";
import { keyMatches, newApiKey, newId, parseApiKey } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { expectValue, later, NOW, sampleTenant } from "./sample-rows.ts";

describe.each(EVERY_DATABASE)("organizations, people and keys on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("what is written is read back equal", async () => {
    const { organization, workspace } = await sampleTenant(database);
    expect(await database.organizations.find(organization.id)).toEqual(organization);
    expect(await database.organizations.listWorkspaces(organization.id)).toEqual([workspace]);
    expect(await database.organizations.list()).toContainEqual(organization);
    expect(await database.organizations.find(newId("org"))).toBeNull();
  });

  test("a plan is set for one organization, and for none that is not there", async () => {
    const [changed, other] = [await sampleTenant(database), await sampleTenant(database)];
    const planned = { ...changed.organization, plan: "business" };
    const organizationId = planned.id;
    expect(await database.organizations.setPlan({ organizationId, plan: "business" })).toEqual(planned);
    expect(await database.organizations.find(organizationId)).toEqual(planned);
    expect(await database.organizations.find(other.organization.id)).toEqual(other.organization);
    expect(await database.organizations.setPlan({ organizationId: newId("org"), plan: "business" })).toBeNull();
  });

  test("a workspace's name is unique within its organization, and only there", async () => {
    const first = await sampleTenant(database);
    const second = await sampleTenant(database);
    const again = { organizationId: first.organization.id, name: first.workspace.name, createdAt: NOW };
    expect(await database.organizations.createWorkspace(again)).toEqual({ ok: false, reason: "name_taken" });
    expect(second.workspace.name).toBe(first.workspace.name);
    const nowhere = { ...again, organizationId: newId("org") };
    const refused = await database.organizations.createWorkspace(nowhere);
    expect(refused).toEqual({ ok: false, reason: "organization_not_found" });
  });

  test("an email is one person's, however it is written", async () => {
    const person = expectValue(
      await database.people.create({ email: "Aiko@Example.jp", passwordHash: "x", createdAt: NOW }),
    );
    expect(await database.people.findByEmail("AIKO@example.jp")).toEqual(person);
    const again = await database.people.create({ email: "aiko@example.JP", passwordHash: "y", createdAt: NOW });
    expect(again).toEqual({ ok: false, reason: "email_taken" });
    expect(await database.people.findByEmail("nobody@example.jp")).toBeNull();
  });

  test("a person's memberships come oldest first, each once", async () => {
    const [older, newer] = [await sampleTenant(database, "旧"), await sampleTenant(database, "新")];
    const person = expectValue(
      await database.people.create({ email: `${newId("per")}@example.jp`, passwordHash: "x", createdAt: NOW }),
    );
    const join = {
      personId: person.id,
      organizationId: newer.organization.id,
      role: "member",
      since: later(9),
    } as const;
    await database.people.addMembership(join);
    await database.people.addMembership({ ...join, organizationId: older.organization.id, role: "owner", since: NOW });
    expect(await database.people.addMembership(join)).toEqual({ ok: false, reason: "already_member" });
    const unknown = await database.people.addMembership({ ...join, organizationId: newId("org") });
    expect(unknown).toEqual({ ok: false, reason: "not_found" });
    const memberships = await database.people.memberships(person.id);
    expect(memberships).toEqual([
      { organization: older.organization, role: "owner", since: NOW },
      { organization: newer.organization, role: "member", since: later(9) },
    ]);
  });

  test("a key is found by its prefix, and its secret only by its hash", async () => {
    const { organization, workspace } = await sampleTenant(database);
    const made = newApiKey();
    const key = expectValue(
      await database.keys.create({
        organizationId: organization.id,
        workspaceId: workspace.id,
        role: "data-write",
        label: "月次",
        prefix: made.prefix,
        secretHash: made.secretHash,
        createdAt: NOW,
      }),
    );
    const found = await database.keys.findByPrefix(made.prefix);
    expect(found).toEqual({ key, secretHash: made.secretHash, plan: "starter" });
    const presented = parseApiKey(made.text);
    if (presented === null || found === null) throw new Error("the key was not read");
    expect(keyMatches(presented, found.secretHash)).toBe(true);
    expect(await database.keys.findByPrefix("000000000000")).toBeNull();
  });

  test("a revoked key stays listed as revoked from the next look-up on, and for good", async () => {
    const { organization, key } = await sampleTenant(database);
    const { organization: stranger } = await sampleTenant(database);
    const revoke = { organizationId: organization.id, keyId: key.id, revokedAt: later(5) };
    expect(await database.keys.revoke({ ...revoke, organizationId: stranger.id })).toBe(false);
    expect((await database.keys.findByPrefix(key.prefix))?.key.revokedAt).toBeNull();
    expect(await database.keys.revoke(revoke)).toBe(true);
    expect((await database.keys.findByPrefix(key.prefix))?.key.revokedAt).toEqual(later(5));
    expect(await database.keys.revoke({ ...revoke, revokedAt: later(50) })).toBe(true);
    expect(await database.keys.list(organization.id)).toEqual([{ ...key, revokedAt: later(5) }]);
  });

  test("a key's prefix, organization and workspace have to be right", async () => {
    const { organization, key } = await sampleTenant(database);
    const { workspace: foreign } = await sampleTenant(database);
    const { secretHash, prefix } = newApiKey();
    const input = {
      organizationId: organization.id,
      workspaceId: null,
      role: "render",
      label: "",
      prefix,
      secretHash,
      createdAt: NOW,
    } as const;
    const create = async (changes: object) => database.keys.create({ ...input, ...changes });
    expect(await create({ prefix: key.prefix })).toEqual({ ok: false, reason: "prefix_taken" });
    expect(await create({ organizationId: newId("org") })).toEqual({ ok: false, reason: "organization_not_found" });
    expect(await create({ workspaceId: foreign.id })).toEqual({ ok: false, reason: "workspace_not_found" });
  });
});
