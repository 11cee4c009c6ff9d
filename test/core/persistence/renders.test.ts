import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  Canvas,
  Database,
  Page,
  Render,
  RenderListRequest,
  RenderStart,
  RenderStatus,
  RenderSuccess,
} from "../../../src/core/persistence/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import {
  expectValue,
  later,
  NOW,
  PERIOD,
  publishSample,
  type SampleTenant,
  sampleStart,
  sampleTenant,
  wholeOf,
} from "./sample-rows.ts";

const SHA256 = "ab".repeat(32);

const RECEIPT = '{"format":1,"title":"請求書"}\n';

const FAILURE = { code: "internal", message: "It broke.", requestId: "req_1" };

describe.each(EVERY_DATABASE)("renders and usage on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let tenant: SampleTenant;
  let canvas: Canvas;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const freshTenant = async (): Promise<void> => {
    tenant = await sampleTenant(database);
    canvas = await publishSample(database, tenant.workspace.id, "請求書");
  };
  const success = (id: string, changes: Partial<RenderSuccess> = {}): RenderSuccess => ({
    ...{
      id,
      pages: 2,
      bytes: 9_000_000_000,
      sha256: SHA256,
      receipt: RECEIPT,
      finishedAt: later(1),
      storedUntil: null,
      replayUntil: null,
    },
    ...changes,
  });
  const usage = () => database.usage.read(tenant.organization.id, PERIOD);

  test("a render reserves its records, and charges them when it succeeds", async () => {
    await freshTenant();
    const start = sampleStart(tenant, canvas, { records: 5 });
    const started = expectValue(await database.renders.start(start));
    expect(started).toMatchObject({ status: "rendering", keyId: tenant.key.id, personId: null, stored: false });
    expect(await usage()).toEqual({ records: 0, reserved: 5, renders: 0, pages: 0 });
    const finished = await database.renders.succeed(success(start.id, { storedUntil: later(60) }));
    expect(finished).toEqual({
      ...started,
      status: "succeeded",
      pages: 2,
      bytes: 9_000_000_000,
      sha256: SHA256,
      finishedAt: later(1),
      expiresAt: later(60),
      bytesUntil: later(60),
      stored: true,
    });
    expect(await database.renders.find(wholeOf(tenant), start.id, later(2))).toEqual(finished);
    expect(await usage()).toEqual({ records: 5, reserved: 0, renders: 1, pages: 2 });
  });

  test("a job under way can be made one that is stored, and an end undoes that where it is a failure", async () => {
    await freshTenant();
    const starts = [0, 1, 2, 3].map(() => sampleStart(tenant, canvas, { concurrentLimit: null }));
    const [kept, longer, failed, gone] = starts;
    if (!kept || !longer || !failed || !gone) throw new Error("there are four");
    for (const start of starts) {
      const started = expectValue(await database.renders.start(start));
      expect(await database.renders.store(start.id, later(60))).toBe(true);
      expect(await database.renders.find(wholeOf(tenant), start.id, NOW)).toEqual(started);
    }
    await database.renders.succeed(success(kept.id, { replayUntil: later(30) }));
    await database.renders.succeed(success(longer.id, { storedUntil: later(50), replayUntil: later(90) }));
    await database.renders.fail({ id: failed.id, error: FAILURE, finishedAt: later(1) });
    await database.renders.failAbandoned(later(61));
    const found = await Promise.all(starts.map(({ id }) => database.renders.find(wholeOf(tenant), id, later(2))));
    const stored = { status: "succeeded", stored: true, expiresAt: later(60) };
    const not = { status: "failed", stored: false, expiresAt: null, bytesUntil: null };
    expect(found).toMatchObject([{ ...stored, bytesUntil: later(60) }, { ...stored, bytesUntil: later(90) }, not, not]);
    expect(await Promise.all(starts.map(({ id }) => database.renders.store(id, later(70))))).not.toContain(true);
  });

  test("a failed render costs nothing and keeps its error", async () => {
    await freshTenant();
    const start = sampleStart(tenant, canvas, { records: 5 });
    await database.renders.start(start);
    const failed = await database.renders.fail({ id: start.id, error: FAILURE, finishedAt: later(1) });
    expect(failed).toMatchObject({ status: "failed", error: FAILURE, pages: null, stored: false });
    expect(await usage()).toEqual({ records: 0, reserved: 0, renders: 0, pages: 0 });
  });

  test("a receipt is kept as it was given from the success on, and stays when the bytes are erased", async () => {
    await freshTenant();
    const [start, failing] = [sampleStart(tenant, canvas), sampleStart(tenant, canvas)];
    await database.renders.start(start);
    await database.renders.start(failing);
    expect(await database.renders.receipt(start.id)).toBeNull();
    await database.renders.succeed(success(start.id, { storedUntil: later(60) }));
    await database.renders.fail({ id: failing.id, error: FAILURE, finishedAt: later(1) });
    await database.renders.markErased([start.id]);
    expect(await database.renders.receipt(start.id)).toBe(RECEIPT);
    for (const none of [failing.id, newId("rnd"), "nothing"]) {
      expect(await database.renders.receipt(none)).toBeNull();
    }
    const again = success(start.id, { receipt: "another" });
    expect(await database.renders.succeed(again)).toBeNull();
    expect(await database.renders.receipt(start.id)).toBe(RECEIPT);
  });

  test("a render is finished once: a second end changes and charges nothing", async () => {
    await freshTenant();
    const start = sampleStart(tenant, canvas, { records: 5 });
    await database.renders.start(start);
    const ends = await Promise.all([
      database.renders.succeed(success(start.id)),
      database.renders.fail({ id: start.id, error: FAILURE, finishedAt: later(1) }),
      database.renders.succeed(success(start.id)),
      database.renders.fail({ id: start.id, error: FAILURE, finishedAt: later(1) }),
    ]);
    expect(ends.filter((end) => end !== null)).toHaveLength(1);
    const charged = (await database.renders.find(wholeOf(tenant), start.id, NOW))?.status === "succeeded" ? 5 : 0;
    expect(await usage()).toMatchObject({ records: charged, reserved: 0 });
    expect(await database.renders.succeed(success(newId("rnd")))).toBeNull();
  });

  test("records under way count against the plan, and are free again after a failure", async () => {
    await freshTenant();
    const limited = (records: number) => sampleStart(tenant, canvas, { records, recordLimit: 10 });
    const first = limited(7);
    expect((await database.renders.start(first)).ok).toBe(true);
    expect(await database.renders.start(limited(4))).toEqual({ ok: false, reason: "quota_exceeded" });
    expect((await database.renders.start(limited(3))).ok).toBe(true);
    await database.renders.fail({ id: first.id, error: FAILURE, finishedAt: later(1) });
    expect((await database.renders.start(limited(7))).ok).toBe(true);
    expect(await usage()).toMatchObject({ records: 0, reserved: 10 });
  });

  test("a first request over the limit, and a plan without records, are refused and leave no trace", async () => {
    await freshTenant();
    for (const [records, recordLimit] of [
      [11, 10],
      [1, 0],
    ] as const) {
      const start = sampleStart(tenant, canvas, { records, recordLimit });
      expect(await database.renders.start(start)).toEqual({ ok: false, reason: "quota_exceeded" });
      expect(await database.renders.find(wholeOf(tenant), start.id, NOW)).toBeNull();
    }
    expect(await usage()).toEqual({ records: 0, reserved: 0, renders: 0, pages: 0 });
  });

  test("renders that start and end at once never overspend, and the counts agree with the renders", async () => {
    await freshTenant();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const start = sampleStart(tenant, canvas, { records: 3, recordLimit: 50 });
        if (!(await database.renders.start(start)).ok) return "refused";
        const { records, reserved } = await usage();
        expect(records + reserved).toBeLessThanOrEqual(50);
        if (index % 3 === 0) await database.renders.fail({ id: start.id, error: FAILURE, finishedAt: later(1) });
        else await database.renders.succeed(success(start.id));
        return index % 3 === 0 ? "failed" : "succeeded";
      }),
    );
    const succeeded = outcomes.filter((outcome) => outcome === "succeeded").length;
    expect(succeeded).toBeGreaterThan(0);
    expect(succeeded * 3).toBeLessThanOrEqual(50);
    expect(await usage()).toEqual({ records: succeeded * 3, reserved: 0, renders: succeeded, pages: succeeded * 2 });
  });

  test("no more renders are under way than the plan has slots, and each end gives its slot back once", async () => {
    await freshTenant();
    const starts = Array.from({ length: 20 }, () => sampleStart(tenant, canvas, { concurrentLimit: 5 }));
    const outcomes = await Promise.all(starts.map((start) => database.renders.start(start)));
    const begun = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.id] : []));
    expect(begun).toHaveLength(5);
    for (const outcome of outcomes) {
      if (!outcome.ok) expect(outcome.reason).toBe("concurrency_exceeded");
    }
    const [first = "", second = ""] = begun;
    await database.renders.succeed(success(first));
    await database.renders.fail({ id: first, error: FAILURE, finishedAt: later(1) });
    await database.renders.fail({ id: second, error: FAILURE, finishedAt: later(1) });
    const next = await Promise.all(
      Array.from({ length: 4 }, () => database.renders.start(sampleStart(tenant, canvas, { concurrentLimit: 5 }))),
    );
    expect(next.filter((outcome) => outcome.ok)).toHaveLength(2);
    expect(await usage()).toMatchObject({ records: 1, reserved: 5 });
  });

  test("the slot of a process that died is free when its render is given up; jobs take none", async () => {
    await freshTenant();
    const only = (changes: Partial<RenderStart> = {}) =>
      database.renders.start(sampleStart(tenant, canvas, { concurrentLimit: 1, deadlineAt: later(5), ...changes }));
    expect((await only()).ok).toBe(true);
    expect(await only()).toEqual({ ok: false, reason: "concurrency_exceeded" });
    const job = await only({ concurrentLimit: null, deadlineAt: later(60) });
    expect(job.ok).toBe(true);
    await database.renders.failAbandoned(later(6));
    expect((await only()).ok).toBe(true);
    if (job.ok) await database.renders.succeed(success(job.value.id));
    expect(await only()).toEqual({ ok: false, reason: "concurrency_exceeded" });
  });

  test("organizations and months are counted apart", async () => {
    await freshTenant();
    await database.renders.start(sampleStart(tenant, canvas, { records: 2 }));
    await database.renders.start(sampleStart(tenant, canvas, { records: 4, period: "2026-12" }));
    expect(await usage()).toMatchObject({ reserved: 2 });
    expect(await database.usage.read(tenant.organization.id, "2026-12")).toMatchObject({ reserved: 4 });
    const stranger = await sampleTenant(database);
    expect(await database.usage.read(stranger.organization.id, PERIOD)).toMatchObject({ reserved: 0 });
  });

  test("a render is charged to the month that it was started in", async () => {
    await freshTenant();
    const start = sampleStart(tenant, canvas, { records: 2 });
    await database.renders.start(start);
    await database.renders.succeed(success(start.id, { finishedAt: new Date("2026-12-01T00:00:01Z") }));
    expect(await usage()).toMatchObject({ records: 2, reserved: 0 });
    expect(await database.usage.read(tenant.organization.id, "2026-12")).toMatchObject({ records: 0 });
  });

  test("a person's render names the person and no key", async () => {
    await freshTenant();
    const email = `${newId("per")}@example.jp`;
    const person = expectValue(await database.people.create({ email, passwordHash: "x", createdAt: NOW }));
    const start = sampleStart(tenant, canvas, { requestedBy: { personId: person.id } });
    expect(expectValue(await database.renders.start(start))).toMatchObject({ keyId: null, personId: person.id });
  });

  test("a render is seen in its organization and workspace only", async () => {
    await freshTenant();
    const start = sampleStart(tenant, canvas);
    await database.renders.start(start);
    const organizationId = tenant.organization.id;
    const stranger = await sampleTenant(database);
    const find = (scope: RenderListRequest["scope"]) => database.renders.find(scope, start.id, NOW);
    expect(await find({ organizationId, workspaceId: tenant.workspace.id })).not.toBeNull();
    expect(await find({ organizationId, workspaceId: stranger.workspace.id })).toBeNull();
    expect(await find(wholeOf(stranger))).toBeNull();
    expect(await database.renders.find(wholeOf(tenant), "rnd_\u0000", NOW)).toBeNull();
  });

  test("lists filter by canvas and status and page newest first", async () => {
    await freshTenant();
    const other = await publishSample(database, tenant.workspace.id, "納品書");
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const start = sampleStart(tenant, index === 2 ? other : canvas, { createdAt: later(index >> 1) });
      expectValue(await database.renders.start(start));
      ids.unshift(start.id);
    }
    await database.renders.succeed(success(ids[0] ?? ""));
    const list = async (changes: Partial<RenderListRequest>): Promise<readonly string[]> => {
      const seen: Render[] = [];
      let pageToken: string | null = null;
      do {
        const request = { scope: wholeOf(tenant), canvasId: null, status: null, now: later(9), pageSize: 2 };
        const page: Page<Render> = expectValue(await database.renders.list({ ...request, pageToken, ...changes }));
        seen.push(...page.items);
        pageToken = page.nextPageToken;
      } while (pageToken !== null);
      return seen.map((render) => render.id);
    };
    expect(await list({})).toEqual(ids);
    expect(await list({ canvasId: other.id })).toEqual([ids[2]]);
    expect(await list({ status: "succeeded" })).toEqual([ids[0]]);
    expect(await list({ status: "rendering" })).toEqual(ids.slice(1));
    expect(await list({ status: "rendering", canvasId: canvas.id })).toEqual([ids[1], ids[3], ids[4]]);
    expect(await list({ canvasId: "no id" })).toEqual([]);
    const invalid = database.renders.list({
      ...{ scope: wholeOf(tenant), canvasId: null, status: null, now: NOW, pageSize: 2, pageToken: "x" },
    });
    expect(await invalid).toEqual({ ok: false, reason: "page_token_invalid" });
  });

  test("a stored render reads as expired on time, and is due for erasing until it is erased", async () => {
    await freshTenant();
    const kept = sampleStart(tenant, canvas);
    const unstored = sampleStart(tenant, canvas);
    for (const start of [kept, unstored]) await database.renders.start(start);
    await database.renders.succeed(success(kept.id, { storedUntil: later(60) }));
    await database.renders.succeed(success(unstored.id));
    const statusAt = async (now: Date) => (await database.renders.find(wholeOf(tenant), kept.id, now))?.status;
    const idsWith = async (status: RenderStatus, now: Date) => {
      const request = { scope: wholeOf(tenant), canvasId: null, status, now, pageSize: 9, pageToken: null };
      return expectValue(await database.renders.list(request)).items.map((render) => render.id);
    };
    expect(await statusAt(later(59))).toBe("succeeded");
    expect(await statusAt(later(60))).toBe("expired");
    expect(await idsWith("expired", later(60))).toEqual([kept.id]);
    expect(await idsWith("succeeded", later(60))).toEqual([unstored.id]);
    expect(await database.renders.dueForErasing(later(59), 100)).not.toContain(kept.id);
    expect(await database.renders.dueForErasing(later(60), 100)).toContain(kept.id);
    await database.renders.markErased([kept.id, unstored.id]);
    expect(await database.renders.dueForErasing(later(60), 100)).not.toContain(kept.id);
    expect(await database.renders.find(wholeOf(tenant), unstored.id, later(61))).toMatchObject({ status: "succeeded" });
    const expired = await database.renders.find(wholeOf(tenant), kept.id, later(61));
    expect(expired).toMatchObject({ status: "expired", stored: false, expiresAt: later(60), pages: 2 });
    expect(await idsWith("expired", later(60))).toEqual([kept.id]);
  });

  test("renders whose process is gone fail after their deadline and give their records back", async () => {
    await freshTenant();
    const [gone, alive] = [sampleStart(tenant, canvas, { records: 3 }), sampleStart(tenant, canvas, { records: 4 })];
    await database.renders.start({ ...gone, deadlineAt: later(1) });
    await database.renders.start({ ...alive, deadlineAt: later(100) });
    expect(await database.renders.failAbandoned(later(2))).toBe(1);
    expect(await database.renders.failAbandoned(later(2))).toBe(0);
    const failed = await database.renders.find(wholeOf(tenant), gone.id, later(3));
    expect(failed).toMatchObject({ status: "failed", error: { code: "internal" }, finishedAt: later(2) });
    expect(await usage()).toMatchObject({ records: 0, reserved: 4 });
    expect(await database.renders.succeed(success(gone.id))).toBeNull();
  });
});
