import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Repositories } from "../../../src/core/persistence/index.ts";
import { newApiKey, newId } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import {
  expectValue,
  later,
  NOW,
  PERIOD,
  publishSample,
  sampleContent,
  sampleRecord,
  sampleStart,
  sampleTenant,
  wholeOf,
} from "./sample-rows.ts";

describe.each(EVERY_DATABASE)("transactions on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("all of the work is kept, or none of it", async () => {
    const kept = await database.transaction((inner) =>
      inner.organizations.create({ name: "残る", plan: "free", createdAt: NOW }),
    );
    expect(await database.organizations.find(kept.id)).toEqual(kept);
    let lostId = "";
    const work = database.transaction(async (inner) => {
      lostId = (await inner.organizations.create({ name: "消える", plan: "free", createdAt: NOW })).id;
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await database.organizations.find(lostId)).toBeNull();
  });

  test("the work goes on after an expected refusal", async () => {
    const { organization, workspace } = await sampleTenant(database);
    const twice = { organizationId: organization.id, name: workspace.name, createdAt: NOW };
    await database.transaction(async (inner) => {
      expect(await inner.organizations.createWorkspace(twice)).toEqual({ ok: false, reason: "name_taken" });
      expect(await inner.organizations.createWorkspace({ ...twice, name: "二" })).toMatchObject({ ok: true });
    });
    expect(await database.organizations.listWorkspaces(organization.id)).toHaveLength(2);
  });

  test("using the outer repositories inside throws at once instead of waiting for ever", async () => {
    const work = database.transaction(() => database.organizations.list());
    await expect(work).rejects.toThrow("inside a transaction");
    const nested = database.transaction(() => database.transaction(async () => null));
    await expect(nested).rejects.toThrow("inside a transaction");
    expect(await database.ping()).toBe(true);
  });

  // On one connection, an operation that queried beside its transaction would never end.
  test("every operation runs on the transaction's own connection", async () => {
    const tenant = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    const scope = wholeOf(tenant);
    const { prefix, secretHash } = newApiKey();
    const [organizationId, workspaceId] = [tenant.organization.id, tenant.workspace.id];
    const start = sampleStart(tenant, canvas);
    const failing = sampleStart(tenant, canvas);
    const queued = sampleStart(tenant, canvas, { concurrentLimit: null });
    const page = { scope, pageSize: 5, pageToken: null };
    const error = { code: "internal", message: "x", requestId: "r" };
    const job = {
      ...{ renderId: queued.id, payload: new Uint8Array([1]), isList: false },
      ...{ fileCreatedAt: "2000-01-01T00:00:00Z", replayUntil: null, requestId: "req_1", refusesMisfit: false },
    };
    const dataset = {
      workspaceId,
      name: "表",
      canvasId: canvas.id,
      json: '{"rows":[]}',
      sourceUrl: null,
      createdAt: NOW,
    };

    const claim = {
      ...{ organizationId, keyHash: new Uint8Array(32), canvasId: canvas.id, keyId: tenant.key.id },
      ...{ renderId: start.id, claimedUntil: later(60), expiresAt: later(600) },
    };

    const person = await database.people.create({
      email: `${newId("per")}@example.jp`,
      passwordHash: null,
      createdAt: NOW,
    });
    const member = expectValue(person);
    const link = { secretHash: new Uint8Array(32).fill(7), personId: member.id, purpose: "reset" } as const;

    const operations: { [Kind in keyof Repositories]: (inner: Repositories) => (() => Promise<unknown>)[] } = {
      organizations: ({ organizations }) => [
        () => organizations.create({ name: "新", plan: "free", createdAt: NOW }),
        () => organizations.createWorkspace({ organizationId, name: "新", createdAt: NOW }),
        () => organizations.setPlan({ organizationId, plan: "free" }),
        () => organizations.find(organizationId),
        () => organizations.list(),
        () => organizations.listWorkspaces(organizationId),
      ],
      people: ({ people }) => [
        () => people.create({ email: `${newId("per")}@example.jp`, passwordHash: "x", createdAt: NOW }),
        () => people.findByEmail("a@example.jp"),
        () => people.addMembership({ personId: newId("per"), organizationId, role: "owner", since: NOW }),
        () => people.memberships(newId("per")),
        () => people.removeMembership(newId("per"), organizationId),
        () => people.find(newId("per")),
        () => people.list(),
        () => people.setPassword(newId("per"), "x"),
        () => people.findBySubject("https://issuer.example", "1"),
        () => people.addSubject({ issuer: "https://issuer.example", subject: "1", personId: member.id, since: NOW }),
        () => people.addSubject({ issuer: "https://issuer.example", subject: "1", personId: member.id, since: NOW }),
        () => people.addLink({ ...link, createdAt: NOW, expiresAt: later(60) }),
        () => people.findLink(link.secretHash, NOW),
        () => people.takeLink(link.secretHash, NOW),
        () => people.forgetExpiredLinks(NOW),
      ],
      oauthRecords: ({ oauthRecords }) => [
        () => oauthRecords.keep(sampleRecord({ id: "1" }), NOW),
        () => oauthRecords.find("Session", "1", NOW),
        () => oauthRecords.findByUid("Session", "1", NOW),
        () => oauthRecords.consume("Session", "1", NOW),
        () => oauthRecords.destroy("Session", "1"),
        () => oauthRecords.destroyOfGrant("Session", "1"),
        () => oauthRecords.destroyOfAccount("1"),
        () => oauthRecords.markClientUsed("1", NOW),
        () => oauthRecords.sweep({ now: NOW, unusedBefore: NOW, idleBefore: NOW }),
      ],
      signingKeys: ({ signingKeys }) => [
        () => signingKeys.list(),
        () => signingKeys.addFirst({ id: newId("key"), sealed: new Uint8Array([1]), createdAt: NOW }),
        () => signingKeys.rotate({ id: newId("key"), sealed: new Uint8Array([1]), createdAt: NOW }, "retire"),
        () => signingKeys.forgetRetired(NOW),
      ],
      linkSecrets: ({ linkSecrets }) => [
        () => linkSecrets.add({ id: "a", secret: new Uint8Array(32), createdAt: NOW }),
        () => linkSecrets.list(),
        () => linkSecrets.deleteMadeBefore(NOW),
      ],
      keys: ({ keys }) => [
        () =>
          keys.create({ organizationId, workspaceId, role: "render", label: "", prefix, secretHash, createdAt: NOW }),
        () => keys.findByPrefix(prefix),
        () => keys.list(organizationId),
        () => keys.revoke({ organizationId, keyId: newId("key"), revokedAt: NOW }),
      ],
      canvases: ({ canvases }) => [
        () =>
          canvases.publish({ workspaceId, canvasId: null, title: "新", content: sampleContent(), publishedAt: NOW }),
        () => canvases.unpublish({ document: newId("cnv"), workspaceId: null, unpublishedAt: NOW }),
        () => canvases.named(canvas.id, workspaceId),
        () => canvases.list({ ...page, query: "求" }),
        () => canvases.listAll(scope, 5),
        () => canvases.findPublished(scope, canvas.id),
        () => canvases.version(canvas.id, 1),
        () => canvases.content(canvas.id, 1),
        () => canvases.contentByHash("0".repeat(64)),
        () => canvases.findByTitle(scope, "請"),
      ],
      renders: ({ renders }) => [
        () => renders.start(start),
        () => renders.start(failing),
        () => renders.renew([start.id], later(1)),
        () => renders.store(start.id, later(1)),
        () =>
          renders.succeed({
            id: start.id,
            pages: 1,
            bytes: 1,
            sha256: "a".repeat(64),
            receipt: "{}\n",
            finishedAt: NOW,
            storedUntil: null,
            replayUntil: null,
          }),
        () => renders.fail({ id: failing.id, error, finishedAt: NOW }),
        () => renders.failOrHandOver({ id: failing.id, error, finishedAt: NOW }, later(1)),
        () => renders.handOverAbandoned(NOW, later(1)),
        () => renders.join(organizationId, { ...job, renderId: newId("rnd") }, later(1)),
        () => renders.find(scope, start.id, NOW),
        () => renders.findLinked(start.id, NOW),
        () => renders.receipt(start.id),
        () => renders.list({ ...page, canvasId: null, status: null, now: NOW }),
        () => renders.failAbandoned(later(999)),
        () => renders.dueForErasing(later(999), 9),
        () => renders.markErased([newId("rnd")]),
        () => renders.enqueue(queued, job),
        () => renders.begin(newId("rnd"), later(1)),
        () => renders.putBack(newId("rnd"), later(1)),
        () => renders.countQueued(organizationId),
        () => renders.withoutBytes([newId("rnd")]),
        () => renders.findings(start.id, NOW),
        () => renders.eraseFindings(NOW),
      ],
      idempotency: ({ idempotency }) => [
        () => idempotency.claim(claim, NOW),
        () => idempotency.find(organizationId, claim.keyHash, NOW),
        () => idempotency.renew([claim], later(1)),
        () => idempotency.release(claim),
        () => idempotency.forgetExpired(NOW),
      ],
      usage: ({ usage }) => [() => usage.read(organizationId, PERIOD)],
      datasets: ({ datasets }) => [
        () => datasets.create(dataset),
        () => datasets.find(scope, newId("dst")),
        () => datasets.findByCanvas(scope, canvas.id),
        () => datasets.findNamed("得意先", canvas.workspaceId),
        () => datasets.list(canvas.workspaceId),
        () => datasets.attach(newId("dst"), canvas.id),
        () => datasets.findToChange(scope, newId("dst"), "one"),
        () => datasets.takeTurn(scope, newId("dst"), "one", 1_000),
        () => datasets.endTurn(newId("dst"), "one"),
        () =>
          datasets.replaceContent({
            ...{ datasetId: newId("dst"), writer: "one", state: "1", json: "{}", updatedAt: NOW },
          }),
        () => datasets.claimDue(NOW, NOW, 1),
        () =>
          datasets.refreshed({
            json: null,
            etag: null,
            problem: null,
            id: newId("dst"),
            url: "https://data.example.com/",
            at: NOW,
            nextAt: NOW,
          }),
      ],
    };
    await database.transaction(async (inner) => {
      for (const [kind, run] of Object.entries(operations)) {
        const steps = run(inner);
        const methods = Object.keys(Object.entries(inner).find(([name]) => name === kind)?.[1] ?? {});
        for (const method of methods) expect(steps.some((step) => step.toString().includes(`.${method}(`))).toBe(true);
        for (const step of steps) await step();
      }
    });
    expect(expectValue(await database.datasets.create({ ...dataset, name: "別", canvasId: null })).name).toBe("別");
  });

  test("transactions that run at once wait for one another and all end", async () => {
    const { organization } = await sampleTenant(database);
    const counts = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        database.transaction(async (inner) => {
          await inner.organizations.createWorkspace({
            ...{ organizationId: organization.id, name: `並 ${index}`, createdAt: NOW },
          });
          return (await inner.organizations.listWorkspaces(organization.id)).length;
        }),
      ),
    );
    expect(counts).toHaveLength(12);
    expect(await database.organizations.listWorkspaces(organization.id)).toHaveLength(13);
  });
});
