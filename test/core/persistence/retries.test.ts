import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Canvas, Database, IdempotencyClaim } from "../../../src/core/persistence/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { later, NOW, PERIOD, publishSample, type SampleTenant, sampleStart, sampleTenant } from "./sample-rows.ts";

const SHA256 = "ab".repeat(32);
const FAILURE = { code: "internal", message: "It broke.", requestId: "req_1" };

describe.each(EVERY_DATABASE)("keys for safe retries, and queued renders, on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let tenant: SampleTenant;
  let canvas: Canvas;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  beforeEach(async () => {
    tenant = await sampleTenant(database);
    canvas = await publishSample(database, tenant.workspace.id, "請求書");
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const claimOf = (changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
    organizationId: tenant.organization.id,
    keyHash: createHash("sha256").update("a key").digest(),
    canvasId: canvas.id,
    keyId: tenant.key.id,
    renderId: newId("rnd"),
    claimedUntil: later(60),
    expiresAt: later(3600),
    ...changes,
  });
  const success = (id: string, replayUntil: Date | null) => ({
    ...{ id, pages: 1, bytes: 9, sha256: SHA256, receipt: "{}\n" },
    ...{ finishedAt: later(1), storedUntil: null, replayUntil },
  });

  test("of any number of claims at once one gets the key, and the others learn who", async () => {
    const claims = Array.from({ length: 20 }, () => claimOf());
    const taken = await Promise.all(claims.map((claim) => database.idempotency.claim(claim, NOW)));
    expect(taken.filter((one) => one)).toHaveLength(1);
    const hold = await database.idempotency.find(tenant.organization.id, claimOf().keyHash, NOW);
    expect(hold).toEqual({
      ...{ canvasId: canvas.id, keyId: tenant.key.id, requestHash: null, render: null },
      renderId: claims[taken.indexOf(true)]?.renderId,
    });
  });

  test("a key is one organization's: another may use the same one", async () => {
    expect(await database.idempotency.claim(claimOf(), NOW)).toBe(true);
    const other = await sampleTenant(database);
    expect(await database.idempotency.claim(claimOf({ organizationId: other.organization.id }), NOW)).toBe(true);
  });

  test("a key is held while its render runs and while its bytes are kept, and is free when it fails", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    await database.renders.start(sampleStart(tenant, canvas, { id: first.renderId }));
    expect(await database.idempotency.claim(claimOf(), later(59))).toBe(false);
    await database.renders.fail({ id: first.renderId, error: FAILURE, finishedAt: later(1) });
    const second = claimOf();
    expect(await database.idempotency.claim(second, later(2))).toBe(true);
    await database.renders.start(sampleStart(tenant, canvas, { id: second.renderId }));
    await database.renders.succeed(success(second.renderId, later(3600)));
    expect(await database.idempotency.claim(claimOf(), later(3599))).toBe(false);
    const hold = await database.idempotency.find(tenant.organization.id, second.keyHash, later(3599));
    expect(hold?.render).toMatchObject({ id: second.renderId, stored: false, bytesUntil: later(3600) });
    expect(await database.idempotency.claim(claimOf(), later(3600))).toBe(true);
  });

  test("a claim and its render are held for as long as they are renewed, and no longer", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    await database.idempotency.renew([first, claimOf()], later(100));
    expect(await database.idempotency.claim(claimOf(), later(99))).toBe(false);
    await database.renders.start(sampleStart(tenant, canvas, { id: first.renderId, deadlineAt: later(60) }));
    await database.renders.renew([first.renderId, newId("rnd")], later(120));
    expect(await database.idempotency.claim(claimOf(), later(119))).toBe(false);
    const hold = await database.idempotency.find(tenant.organization.id, first.keyHash, later(119));
    expect(hold?.render?.status).toBe("rendering");
    expect(await database.idempotency.find(tenant.organization.id, first.keyHash, later(120))).toBeNull();
  });

  test("of many that take over an abandoned render one does, which fails it and returns what it took", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    const start = sampleStart(tenant, canvas, { id: first.renderId, records: 7, concurrentLimit: 1 });
    await database.renders.start({ ...start, deadlineAt: later(8) });
    const claims = Array.from({ length: 20 }, () => claimOf({ claimedUntil: later(20) }));
    const taken = await Promise.all(claims.map((claim) => database.idempotency.claim(claim, later(9))));
    expect(taken.filter((one) => one)).toHaveLength(1);
    const usage = await database.usage.read(tenant.organization.id, start.period);
    expect(usage).toMatchObject({ records: 0, reserved: 0, renders: 0 });
    // The process that stood still comes back: it charges nothing, and takes its key back from nobody.
    expect(await database.renders.succeed(success(first.renderId, later(3600)))).toBeNull();
    await database.renders.renew([first.renderId], later(999));
    await database.idempotency.renew([first], later(999));
    await database.idempotency.release(first);
    const winner = claims[taken.indexOf(true)];
    const hold = await database.idempotency.find(tenant.organization.id, first.keyHash, later(19));
    expect(hold?.renderId).toBe(winner?.renderId);
    expect(await database.idempotency.find(tenant.organization.id, first.keyHash, later(20))).toBeNull();
    // Its slot is free for the one that goes on in its place.
    const next = sampleStart(tenant, canvas, { id: winner?.renderId ?? "", concurrentLimit: 1 });
    expect((await database.renders.start(next)).ok).toBe(true);
  });

  test("a job that is begun keeps its key beyond its deadline, since the queue begins it anew", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    const start = sampleStart(tenant, canvas, { id: first.renderId, concurrentLimit: null });
    await database.renders.enqueue(start, {
      ...{ renderId: first.renderId, payload: null, isList: false, fileCreatedAt: "2000-01-01T00:00:00Z" },
      ...{ replayUntil: null, requestId: "req_1", refusesMisfit: false },
    });
    await database.renders.begin(first.renderId, later(8));
    expect(await database.idempotency.claim(claimOf(), later(9))).toBe(false);
    const hold = await database.idempotency.find(tenant.organization.id, first.keyHash, later(9));
    expect(hold?.renderId).toBe(first.renderId);
  });

  test("a key whose bytes were erased is free", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    await database.renders.start(sampleStart(tenant, canvas, { id: first.renderId }));
    await database.renders.succeed(success(first.renderId, later(10)));
    expect(await database.renders.dueForErasing(later(10), 100)).toContain(first.renderId);
    await database.renders.markErased([first.renderId]);
    expect(await database.idempotency.claim(claimOf(), later(11))).toBe(true);
  });

  test("a claim whose process died before its render began is anybody's after its time", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    expect(await database.idempotency.claim(claimOf(), later(59))).toBe(false);
    expect(await database.idempotency.claim(claimOf({ claimedUntil: later(120) }), later(60))).toBe(true);
    await database.idempotency.release(first);
    expect(await database.idempotency.claim(claimOf(), later(61))).toBe(false);
  });

  test("a released key is free at once, and a forgotten one after its time", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    await database.idempotency.release(first);
    expect(await database.idempotency.claim(claimOf({ expiresAt: later(5) }), NOW)).toBe(true);
    await database.idempotency.forgetExpired(later(5));
    expect(await database.idempotency.find(tenant.organization.id, first.keyHash, NOW)).toBeNull();
  });

  test("a failed request releases no key whose render is queued, under way or keeps its bytes", async () => {
    const first = claimOf();
    await database.idempotency.claim(first, NOW);
    const start = sampleStart(tenant, canvas, { id: first.renderId, concurrentLimit: null });
    const facts = {
      isList: false,
      fileCreatedAt: "2000-01-01T00:00:00Z",
      replayUntil: later(9),
      requestId: "req_1",
      refusesMisfit: false,
    };
    await database.renders.enqueue(start, { ...facts, renderId: start.id, payload: null });
    await database.idempotency.release(first);
    expect(await database.idempotency.claim(claimOf(), NOW)).toBe(false);
    await database.renders.succeed(success(first.renderId, later(3600)));
    await database.idempotency.release(first);
    expect(await database.idempotency.claim(claimOf(), NOW)).toBe(false);
    const running = claimOf({ keyHash: createHash("sha256").update("another key").digest() });
    await database.idempotency.claim(running, NOW);
    await database.renders.start(sampleStart(tenant, canvas, { id: running.renderId }));
    await database.idempotency.release(running);
    const next = { ...running, renderId: newId("rnd") };
    expect(await database.idempotency.claim(next, NOW)).toBe(false);
    expect(await database.idempotency.claim(next, later(60))).toBe(true);
    expect(await database.renders.succeed(success(running.renderId, later(3600)))).toBeNull();
  });

  test("a queued render keeps its payload byte by byte until it ends, however it ends", async () => {
    const payload = new Uint8Array(70_000).map((_, index) => index % 256);
    for (const end of ["succeed", "fail", "abandon"]) {
      const start = sampleStart(tenant, canvas, { concurrentLimit: null, deadlineAt: later(50) });
      const facts = {
        isList: true,
        fileCreatedAt: "2000-01-01T00:00:00Z",
        replayUntil: later(9),
        requestId: "req_1",
        refusesMisfit: true,
      };
      const queued = await database.transaction((inner) =>
        inner.renders.enqueue(start, { ...facts, renderId: start.id, payload }),
      );
      expect(queued).toMatchObject({ ok: true, value: { render: { status: "queued" }, turn: 0 } });
      expect(await database.renders.countQueued(tenant.organization.id)).toBe(1);
      for (const _again of [1, 2]) {
        const begun = await database.renders.begin(start.id, later(50));
        expect(begun).toMatchObject({ render: { id: start.id, status: "rendering" }, job: facts, plan: "starter" });
        if (begun === null || begun === "waited_for") throw new Error("the job was not begun");
        expect(Buffer.compare(begun.job.payload ?? new Uint8Array(), payload)).toBe(0);
      }
      if (end === "succeed") await database.renders.succeed(success(start.id, null));
      if (end === "fail") await database.renders.fail({ id: start.id, error: FAILURE, finishedAt: later(1) });
      if (end === "abandon") await database.renders.failAbandoned(later(51));
      const { rows } = await database.sqlHome.sql.run("select from render_jobs where render_id = $1", [start.id]);
      expect(rows).toEqual([]);
      expect(await database.renders.begin(start.id, later(99))).toBeNull();
    }
    const usage = await database.usage.read(tenant.organization.id, PERIOD);
    expect(usage).toMatchObject({ reserved: 0, renders: 1 });
  });

  test("SQL of a library runs in the transaction, and is undone with it", async () => {
    const { id } = tenant.organization;
    const rename = database.transaction(async ({ sql }) => {
      await sql.run("update organizations set name = $1 where id = $2", ["別名", id]);
      expect((await sql.run("select name from organizations where id = $1", [id])).rows).toEqual([{ name: "別名" }]);
      throw new Error("changed my mind");
    });
    await expect(rename).rejects.toThrow("changed my mind");
    expect((await database.organizations.find(id))?.name).toBe("山田商事");
  });

  test("bytes belong to nobody where their render has none and is not about to have any", async () => {
    const [running, kept, failed, unkept] = [0, 1, 2, 3].map(() => sampleStart(tenant, canvas));
    if (!running || !kept || !failed || !unkept) throw new Error("there are four");
    for (const start of [running, kept, failed, unkept]) await database.renders.start(start);
    await database.renders.succeed(success(kept.id, later(9)));
    await database.renders.succeed(success(unkept.id, null));
    await database.renders.fail({ id: failed.id, error: FAILURE, finishedAt: later(1) });
    const stranger = newId("rnd");
    const asked = [running.id, kept.id, failed.id, unkept.id, stranger];
    expect((await database.renders.withoutBytes(asked)).toSorted()).toEqual(
      [failed.id, unkept.id, stranger].toSorted(),
    );
  });
});
