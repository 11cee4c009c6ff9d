import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/core/persistence/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { expectValue, later, NOW, sampleRecord, sampleTenant } from "./sample-rows.ts";

describe.each(EVERY_DATABASE)("what signing in keeps on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  async function somebody(): Promise<string> {
    const email = `${newId("per")}@example.jp`;
    return expectValue(await database.people.create({ email, passwordHash: null, createdAt: NOW })).id;
  }

  test("whoever was invited has no password until one is set", async () => {
    const personId = await somebody();
    expect((await database.people.find(personId))?.passwordHash).toBeNull();
    await database.people.setPassword(personId, "hash");
    expect((await database.people.find(personId))?.passwordHash).toBe("hash");
    expect(await database.people.list()).toContainEqual(await database.people.find(personId));
    expect(await database.people.find(newId("per"))).toBeNull();
  });

  test("a membership that was removed is gone at once", async () => {
    const { organization } = await sampleTenant(database);
    const personId = await somebody();
    await database.people.addMembership({ personId, organizationId: organization.id, role: "member", since: NOW });
    expect(await database.people.removeMembership(personId, organization.id)).toBe(true);
    expect(await database.people.removeMembership(personId, organization.id)).toBe(false);
    expect(await database.people.memberships(personId)).toEqual([]);
  });

  test("a subject of another issuer stays whose it was first", async () => {
    const [first, second] = [await somebody(), await somebody()];
    const subject = { issuer: "https://issuer.example", subject: newId("per"), since: NOW };
    expect(await database.people.addSubject({ ...subject, personId: first })).toBe(first);
    expect(await database.people.addSubject({ ...subject, personId: second })).toBe(first);
    expect((await database.people.findBySubject(subject.issuer, subject.subject))?.id).toBe(first);
    expect(await database.people.findBySubject("https://other.example", subject.subject)).toBeNull();
  });

  test("of many who use one link at once, one gets in, and the person's other links are gone", async () => {
    const personId = await somebody();
    const link = (byte: number, seconds: number) => ({
      ...({ secretHash: new Uint8Array(32).fill(byte), personId, purpose: "reset", createdAt: NOW } as const),
      expiresAt: later(seconds),
    });
    for (const each of [link(1, 60), link(2, 60), link(3, -1)]) await database.people.addLink(each);
    expect((await database.people.findLink(link(1, 0).secretHash, NOW))?.person.id).toBe(personId);
    expect(await database.people.findLink(link(3, 0).secretHash, NOW)).toBeNull();
    expect(await database.people.takeLink(link(3, 0).secretHash, NOW)).toBeNull();
    const takes = Array.from({ length: 8 }, () => database.people.takeLink(link(1, 0).secretHash, NOW));
    expect((await Promise.all(takes)).filter((taken) => taken === personId)).toHaveLength(1);
    expect(await database.people.findLink(link(2, 0).secretHash, NOW)).toBeNull();
  });

  test("links past their time are forgotten", async () => {
    const personId = await somebody();
    const secretHash = new Uint8Array(32).fill(9);
    await database.people.addLink({ secretHash, personId, purpose: "invitation", createdAt: NOW, expiresAt: later(1) });
    expect(await database.people.forgetExpiredLinks(NOW)).toBe(0);
    expect(await database.people.forgetExpiredLinks(later(2))).toBe(1);
  });

  test("a record is read back as it was written last, by its id and its uid, until its time", async () => {
    const { oauthRecords } = database;
    const record = sampleRecord({
      id: newId("key"),
      uid: newId("key"),
      payload: { a: [1, "二"] },
      expiresAt: later(60),
    });
    await oauthRecords.keep(record, NOW);
    expect(await oauthRecords.find("Session", record.id, NOW)).toEqual({
      ...{ id: record.id, payload: { a: [1, "二"] }, consumedAt: null },
    });
    await oauthRecords.keep({ ...record, payload: { b: true } }, NOW);
    expect((await oauthRecords.findByUid("Session", record.uid ?? "", NOW))?.payload).toEqual({ b: true });
    expect(await oauthRecords.find("Grant", record.id, NOW)).toBeNull();
    expect(await oauthRecords.find("Session", record.id, later(60))).toBeNull();
    expect(await oauthRecords.findByUid("Session", record.uid ?? "", later(60))).toBeNull();
    await oauthRecords.destroy("Session", record.id);
    expect(await oauthRecords.find("Session", record.id, NOW)).toBeNull();
  });

  test("of many who use one code at once, one does", async () => {
    const id = newId("key");
    await database.oauthRecords.keep(sampleRecord({ model: "AuthorizationCode", id }), NOW);
    const uses = Array.from({ length: 8 }, () => database.oauthRecords.consume("AuthorizationCode", id, NOW));
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
    expect((await database.oauthRecords.find("AuthorizationCode", id, NOW))?.consumedAt).toEqual(NOW);
  });

  test("a grant's records and a person's records end together, and nobody else's", async () => {
    const { oauthRecords } = database;
    const [accountId, grantId] = [newId("per"), newId("key")];
    const of = (model: string, id: string, account: string) => sampleRecord({ model, id, grantId, accountId: account });
    const [mine, others] = [newId("key"), newId("key")];
    for (const record of [of("RefreshToken", mine, accountId), of("Session", mine, accountId)])
      await oauthRecords.keep(record, NOW);
    await oauthRecords.keep(of("Session", others, newId("per")), NOW);
    await oauthRecords.destroyOfGrant("RefreshToken", grantId);
    expect(await oauthRecords.find("RefreshToken", mine, NOW)).toBeNull();
    expect(await oauthRecords.find("Session", mine, NOW)).not.toBeNull();
    await oauthRecords.destroyOfAccount(accountId);
    expect(await oauthRecords.find("Session", mine, NOW)).toBeNull();
    expect(await oauthRecords.find("Session", others, NOW)).not.toBeNull();
  });

  test("a sweep forgets what is past its time and clients that nobody uses", async () => {
    const { oauthRecords } = database;
    const client = (id: string) => oauthRecords.keep(sampleRecord({ model: "Client", id }), NOW);
    for (const id of ["used", "unused", "idle"]) await client(id);
    await oauthRecords.markClientUsed("used", later(100));
    await oauthRecords.markClientUsed("idle", later(1));
    await oauthRecords.keep(sampleRecord({ id: "expired", expiresAt: later(10) }), NOW);
    await oauthRecords.sweep({ now: later(200), unusedBefore: later(50), idleBefore: later(50) });
    const left = await Promise.all(
      [
        ["Client", "used"],
        ["Client", "unused"],
        ["Client", "idle"],
        ["Session", "expired"],
      ].map(async ([model = "", id = ""]) => (await oauthRecords.find(model, id, NOW)) !== null),
    );
    expect(left).toEqual([true, false, false, false]);
  });

  test("many processes agree on one first signing key, and a rotation leaves the old one to verify by", async () => {
    const { signingKeys } = database;
    const key = (id: string) => ({ id, sealed: new Uint8Array([1, 2]), createdAt: NOW });
    await Promise.all(["a", "b", "c"].map((id) => signingKeys.addFirst(key(id))));
    const [first, ...more] = await signingKeys.list();
    expect(more).toEqual([]);
    expect(first?.sealed).toEqual(new Uint8Array([1, 2]));
    await signingKeys.rotate({ ...key("next"), createdAt: later(5) }, "retire");
    expect((await signingKeys.list()).map(({ id, retiredAt }) => [id, retiredAt])).toEqual([
      ["next", null],
      [first?.id, later(5)],
    ]);
    expect(await signingKeys.forgetRetired(later(6))).toBe(1);
    await signingKeys.rotate({ ...key("last"), createdAt: later(9) }, "forget");
    expect((await signingKeys.list()).map(({ id }) => id)).toEqual(["last"]);
  });
});
