import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSweeping, sweep, sweepOrphans } from "../../../src/core/jobs/index.ts";
import { openFolderStore } from "../../../src/core/store/index.ts";
import { DATABASES, EMBEDDED, type TestDatabase } from "../../support/databases.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { later, NOW, PERIOD, publishSample, sampleStart, sampleTenant, wholeOf } from "../persistence/sample-rows.ts";

describe.each(DATABASES)("sweeping on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("erases documents past their retention, and no others, however many there are", async () => {
    await using folder = await temporaryFolder("sweeping");
    const store = await openFolderStore(join(folder.path, "pdf"));
    const { renders, idempotency } = opened.database;
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    const sums = new Map<string, string>();
    for (let index = 0; index < 120; index += 1) {
      const start = sampleStart(tenant, canvas);
      const { bytes, sha256 } = await store.put(start.id, new TextEncoder().encode(`%PDF ${index}`));
      await renders.start(start);
      const storedUntil = later(index < 110 ? 60 : 600);
      const success = { id: start.id, pages: 1, bytes, sha256, receipt: "{}\n", finishedAt: NOW };
      await renders.succeed({ ...success, storedUntil, replayUntil: null });
      sums.set(start.id, sha256);
    }
    await sweep({ renders, idempotency, store, now: () => later(60) });
    const kinds: Record<string, number> = {};
    for (const [id, sha256] of sums) {
      const { kind } = await store.get(id, sha256);
      const render = await renders.find(wholeOf(tenant), id, later(60));
      const name = `${kind} ${render?.status} ${render?.stored}`;
      kinds[name] = (kinds[name] ?? 0) + 1;
    }
    expect(kinds).toEqual({ "missing expired false": 110, "found succeeded true": 10 });
  });

  test("erases all others beside a document that can't be erased, and says so", async () => {
    await using folder = await temporaryFolder("sweeping");
    const store = await openFolderStore(join(folder.path, "pdf"));
    const { renders, idempotency } = opened.database;
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    const starts = [0, 1, 2].map(() => sampleStart(tenant, canvas));
    for (const [index, start] of starts.entries()) {
      const { bytes, sha256 } = await store.put(start.id, new TextEncoder().encode("%PDF"));
      await renders.start(start);
      const success = { id: start.id, pages: 1, bytes, sha256, receipt: "{}\n", finishedAt: NOW };
      await renders.succeed({ ...success, storedUntil: later(index), replayUntil: null });
    }
    const stuck: typeof store = {
      ...store,
      delete: (id) => (id === starts[0]?.id ? Promise.reject(new Error("it is locked")) : store.delete(id)),
    };
    const sweeping = sweep({ renders, idempotency, store: stuck, now: () => later(60) });
    await expect(sweeping).rejects.toThrow("it is locked");
    const left: string[] = [];
    for await (const { id } of store.list()) left.push(id);
    expect(left).toEqual([starts[0]?.id]);
    expect(await renders.dueForErasing(later(60), 100)).toEqual([starts[0]?.id]);
    await sweep({ renders, idempotency, store, now: () => later(60) });
    expect(await renders.dueForErasing(later(60), 100)).toEqual([]);
  });

  test("erases bytes that no render has, once they are old, and no others", async () => {
    await using folder = await temporaryFolder("orphans");
    const store = await openFolderStore(join(folder.path, "pdf"));
    const { renders, idempotency } = opened.database;
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    const [kept, running, orphan] = [0, 1, 2].map(() => sampleStart(tenant, canvas));
    if (!kept || !running || !orphan) throw new Error("there are three");
    for (const { id } of [kept, running, orphan]) await store.put(id, new TextEncoder().encode("%PDF"));
    await renders.start(kept);
    await renders.start(running);
    const success = { id: kept.id, pages: 1, bytes: 4, sha256: "ab".repeat(32), receipt: "{}\n", finishedAt: NOW };
    await renders.succeed({ ...success, storedUntil: null, replayUntil: later(9_999_999) });
    const idsLeft = async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { id } of store.list()) ids.push(id);
      return ids.toSorted();
    };
    const sweepAt = (ms: number) => sweepOrphans({ renders, idempotency, store, now: () => new Date(Date.now() + ms) });
    expect(await sweepAt(0)).toBe(0);
    expect(await idsLeft()).toEqual([kept.id, running.id, orphan.id].toSorted());
    expect(await sweepAt(2 * 3_600_000)).toBe(1);
    expect(await idsLeft()).toEqual([kept.id, running.id].toSorted());
  });

  test("ends soon where its process is asked to stop, however much there is to erase", async () => {
    await using folder = await temporaryFolder("orphans");
    const store = await openFolderStore(join(folder.path, "pdf"));
    const { renders, idempotency } = opened.database;
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    for (let index = 0; index < 5; index += 1) {
      const due = sampleStart(tenant, canvas);
      for (const id of [due.id, sampleStart(tenant, canvas).id]) await store.put(id, new TextEncoder().encode("%PDF"));
      await renders.start(due);
      const success = { id: due.id, pages: 1, bytes: 4, sha256: "ab".repeat(32), receipt: "{}\n", finishedAt: NOW };
      await renders.succeed({ ...success, storedUntil: later(60), replayUntil: null });
    }
    const now = () => new Date(Date.now() + 400 * 86_400_000);
    for (const work of [sweep, sweepOrphans]) {
      const stopping = new AbortController();
      const erased: string[] = [];
      const slow = {
        ...store,
        async delete(id: string) {
          erased.push(id);
          stopping.abort();
          await store.delete(id);
        },
      };
      await work({ renders, idempotency, store: slow, now, signal: stopping.signal });
      expect([work.name, erased.length]).toEqual([work.name, 1]);
    }
  });

  test("gives the records back that a vanished process had reserved", async () => {
    await using folder = await temporaryFolder("sweeping");
    const store = await openFolderStore(folder.path);
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    await opened.database.renders.start(sampleStart(tenant, canvas, { records: 9, deadlineAt: later(1) }));
    const failures: unknown[] = [];
    const { renders, idempotency } = opened.database;
    const sweeping = startSweeping({
      renders,
      idempotency,
      store,
      now: () => later(2),
      onFailure: (error) => failures.push(error),
    });
    await sweeping.stop();
    expect(await opened.database.usage.read(tenant.organization.id, PERIOD)).toMatchObject({ reserved: 0 });
    expect(failures).toEqual([]);
  });
});

test("a sweep that fails is told and ends nothing", async () => {
  await using folder = await temporaryFolder("sweeping");
  await using opened = await EMBEDDED.open();
  const { renders, idempotency } = opened.database;
  await opened.database.close();
  const failures: unknown[] = [];
  const store = await openFolderStore(folder.path);
  const sweeping = startSweeping({
    renders,
    idempotency,
    store,
    now: () => NOW,
    onFailure: (error) => failures.push(error),
  });
  await sweeping.stop();
  expect(failures).toHaveLength(1);
});
