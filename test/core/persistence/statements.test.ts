import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/core/persistence/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { expectValue, later, NOW, publishSample, sampleStart, sampleTenant } from "./sample-rows.ts";

// What every request waits for goes past the ORM: on the embedded database as prepared statements of its protocol.
describe.each(EVERY_DATABASE)("the statements of requests on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("go on working after one of them failed, and say how it failed", async () => {
    const tenant = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    const first = sampleStart(tenant, canvas);
    expect((await database.renders.start(first)).ok).toBe(true);
    for (const _twice of [1, 2])
      await expect(database.renders.start(first)).rejects.toMatchObject({ code: "23505", constraint: "renders_pkey" });
    expect((await database.renders.start(sampleStart(tenant, canvas))).ok).toBe(true);
  });

  test("go on working where the very first of them failed", async () => {
    const success = { pages: 1, bytes: 1, sha256: "no digest", receipt: "{}", finishedAt: NOW };
    for (const _often of [1, 2, 3]) {
      const tenant = await sampleTenant(database);
      const canvas = await publishSample(database, tenant.workspace.id, "請求書");
      const { id } = expectValue(await database.renders.start(sampleStart(tenant, canvas)));
      const succeed = database.renders.succeed({ id, ...success, storedUntil: null, replayUntil: null });
      await expect(succeed).rejects.toMatchObject({ code: "23514" });
    }
  });

  test("wait for a transaction that is open beside them, and are no part of it", async () => {
    const tenant = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    const { id } = sampleStart(tenant, canvas);
    let beside: Promise<unknown> = Promise.resolve();
    const undone = database.transaction(async (repositories) => {
      await repositories.renders.start(sampleStart(tenant, canvas));
      return Promise.reject(new Error("undone"));
    });
    beside = database.renders.start({ ...sampleStart(tenant, canvas), id });
    await expect(undone).rejects.toThrow("undone");
    expect(await beside).toMatchObject({ ok: true });
    const listed = await database.renders.list({
      scope: { organizationId: tenant.organization.id, workspaceId: null },
      canvasId: canvas.id,
      status: null,
      now: NOW,
      pageSize: 10,
      pageToken: null,
    });
    expect(expectValue(listed).items.map((render) => render.id)).toEqual([id]);
  });

  test.for([
    [null, null],
    [60, null],
    [null, 90],
    [60, 90],
    [90, 60],
  ])(
    "say of a success without reading it back what its row holds (stored %s, replayed %s)",
    async ([stored, replay]) => {
      const tenant = await sampleTenant(database);
      const canvas = await publishSample(database, tenant.workspace.id, "請求書");
      const started = expectValue(await database.renders.start(sampleStart(tenant, canvas)));
      const succeeded = await database.renders.succeed({
        ...{ id: started.id, pages: 2, bytes: 20_480, sha256: "5a".repeat(32), receipt: "{}\n", finishedAt: later(1) },
        storedUntil: stored == null ? null : later(stored),
        replayUntil: replay == null ? null : later(replay),
        started,
      });
      const scope = { organizationId: tenant.organization.id, workspaceId: null };
      expect(succeeded).toEqual(await database.renders.find(scope, started.id, later(1)));
      expect(await database.usage.read(tenant.organization.id, "2026-11")).toMatchObject({ reserved: 0, renders: 1 });
    },
  );

  test("read and write bytes, instants, counts and absent values as the ORM does", async () => {
    const tenant = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書 “”'\\ 甲");
    const scope = { organizationId: tenant.organization.id, workspaceId: null };
    expect(await database.canvases.findPublished(scope, canvas.id)).toEqual(canvas);
    expect(await database.canvases.findPublished({ ...scope, workspaceId: newId("wsp") }, canvas.id)).toBeNull();
    const credential = await database.keys.findByPrefix(tenant.key.prefix);
    expect(credential?.key).toEqual(tenant.key);
    expect(credential?.secretHash).toHaveLength(32);
    const start = sampleStart(tenant, canvas);
    const render = expectValue(await database.renders.start(start));
    const { id } = start;
    const succeeded = await database.renders.succeed({
      ...{ id, pages: 3, bytes: 5_000_000_000, sha256: "00".repeat(32), receipt: "{}", finishedAt: later(1.5) },
      ...{ storedUntil: later(60), replayUntil: null },
    });
    expect(succeeded).toEqual({
      ...render,
      status: "succeeded",
      pages: 3,
      bytes: 5_000_000_000,
      sha256: "00".repeat(32),
      finishedAt: later(1.5),
      expiresAt: later(60),
      bytesUntil: later(60),
      stored: true,
    });
    expect(await database.renders.find(scope, id, later(2))).toEqual(succeeded);
  });
});
