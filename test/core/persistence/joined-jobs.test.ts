import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Canvas, Database, Render, RenderJob, RenderStart } from "../../../src/core/persistence/index.ts";
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

const FAILURE = { code: "unavailable", message: "It is away.", requestId: "req_1" };
const PAYLOAD = new TextEncoder().encode('{"番号":1}');
const QUEUED_UNTIL = later(86_400);

describe.each(EVERY_DATABASE)("jobs that join a render which somebody waits for, on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let tenant: SampleTenant;
  let canvas: Canvas;
  let start: RenderStart;
  let started: Render;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  beforeEach(async () => {
    // Sweeps are of all organizations: nothing is left for them of the test before.
    await database.renders.handOverAbandoned(later(999_999), NOW);
    await database.renders.failAbandoned(later(999_999));
    tenant = await sampleTenant(database);
    canvas = await publishSample(database, tenant.workspace.id, "請求書");
    start = sampleStart(tenant, canvas, { records: 3 });
    started = expectValue(await database.renders.start(start));
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const job = (): RenderJob => ({
    ...{ renderId: start.id, payload: PAYLOAD, isList: false, fileCreatedAt: "2000-01-01T00:00:00Z" },
    ...{ replayUntil: later(600), requestId: "req_2", refusesMisfit: false },
  });
  const join = (of: RenderJob = job()): Promise<number | null> =>
    database.transaction(({ renders }) => renders.join(tenant.organization.id, of, later(60)));
  const begin = () => database.renders.begin(start.id, later(50));
  const fail = (queuedUntil: Date | null) =>
    database.renders.failOrHandOver({ id: start.id, error: FAILURE, finishedAt: later(1) }, queuedUntil);
  const succeed = (of?: Render) =>
    database.renders.succeed({
      ...{ id: start.id, pages: 2, bytes: 9, sha256: "ab".repeat(32), receipt: "{}\n", finishedAt: later(2) },
      ...{ storedUntil: null, replayUntil: later(600), ...(of === undefined ? {} : { started: of }) },
    });
  const find = () => database.renders.find(wholeOf(tenant), start.id, later(3));
  /** What is counted of the organization: records charged and reserved, slots taken, rows of jobs. */
  const counts = async (): Promise<object> => {
    const { records, reserved } = await database.usage.read(tenant.organization.id, PERIOD);
    const { rows } = await database.sqlHome.sql.run(
      `select (select sum(running)::integer from usage where organization_id = $1) as running,
        (select count(*)::integer from render_jobs where organization_id = $1) as jobs`,
      [tenant.organization.id],
    );
    return { records, reserved, ...rows[0] };
  };

  test("a job joins once, what is under way and nobody's job, and reserves nothing of its own", async () => {
    expect(await counts()).toEqual({ records: 0, reserved: 3, running: 1, jobs: 0 });
    expect(await database.renders.store(start.id, later(60))).toBe(false);
    const turns = await Promise.all([join(), join(), join()]);
    expect(turns.filter((turn) => turn !== null)).toHaveLength(1);
    expect(await counts()).toEqual({ records: 0, reserved: 3, running: 1, jobs: 1 });
    expect(await database.renders.store(start.id, later(60))).toBe(true);
    const queued = sampleStart(tenant, canvas, { concurrentLimit: null });
    await database.transaction(({ renders }) => renders.enqueue(queued, { ...job(), renderId: queued.id }));
    await database.renders.begin(queued.id, later(50));
    expect(await join({ ...job(), renderId: queued.id })).toBeNull();
    expect(await join({ ...job(), renderId: newId("rnd") })).toBeNull();
  });

  test("no worker begins the job while somebody waits, and a success has both", async () => {
    await join();
    expect([await begin(), await begin()]).toEqual(["waited_for", "waited_for"]);
    const render = await succeed(started);
    expect(render).toMatchObject({ status: "succeeded", stored: true, expiresAt: later(60), bytesUntil: later(600) });
    expect(await find()).toEqual(render);
    expect(await counts()).toEqual({ records: 3, reserved: 0, running: 0, jobs: 0 });
    expect([await begin(), await fail(QUEUED_UNTIL), await join()]).toEqual([null, null, null]);
  });

  test("a failure hands the render over: with its records, without its slot, as a job of its first try", async () => {
    await join();
    expect(await fail(QUEUED_UNTIL)).toMatchObject({ id: start.id, status: "queued", error: null });
    expect(await counts()).toEqual({ records: 0, reserved: 3, running: 0, jobs: 1 });
    expect(await database.renders.failAbandoned(later(86_399))).toBe(0);
    const begun = await begin();
    expect(begun).toMatchObject({ tries: 1, render: { status: "rendering" }, job: { requestId: "req_2" } });
    // Whoever waited for it may come back, and has nothing to say of it any more.
    expect([await succeed(started), await fail(QUEUED_UNTIL), await fail(null)]).toEqual([null, null, null]);
    expect(await find()).toMatchObject({ status: "rendering" });
    expect(await succeed()).toMatchObject({ status: "succeeded", stored: true, expiresAt: later(60) });
    expect(await counts()).toEqual({ records: 3, reserved: 0, running: 0, jobs: 0 });
  });

  test("a refusal of the content ends both, and without a job every failure is one", async () => {
    await join();
    expect(await fail(null)).toMatchObject({ status: "failed", error: FAILURE, expiresAt: null });
    expect(await counts()).toEqual({ records: 0, reserved: 0, running: 0, jobs: 0 });
    start = sampleStart(tenant, canvas, { records: 3 });
    await database.renders.start(start);
    expect(await fail(QUEUED_UNTIL)).toMatchObject({ status: "failed", error: FAILURE });
    expect(await join()).toBeNull();
    expect(await counts()).toEqual({ records: 0, reserved: 0, running: 0, jobs: 0 });
  });

  test("a render whose process is gone is handed over and not failed, by one of many sweeps", async () => {
    const alone = sampleStart(tenant, canvas, { records: 2 });
    await database.renders.start(alone);
    await join();
    expect(await database.renders.handOverAbandoned(later(60), QUEUED_UNTIL)).toBe(0);
    const handed = await Promise.all([1, 2, 3].map(() => database.renders.handOverAbandoned(later(61), QUEUED_UNTIL)));
    expect(handed.reduce((sum, count) => sum + count)).toBe(1);
    expect(await counts()).toEqual({ records: 0, reserved: 5, running: 1, jobs: 1 });
    expect(await database.renders.failAbandoned(later(61))).toBe(1);
    expect(await counts()).toEqual({ records: 0, reserved: 3, running: 0, jobs: 1 });
    expect(await find()).toMatchObject({ status: "queued" });
    // No worker came for a day.
    expect(await database.renders.failAbandoned(later(86_401))).toBe(1);
    expect(await counts()).toEqual({ records: 0, reserved: 0, running: 0, jobs: 0 });
  });

  test("a sweep that fails what is abandoned leaves alone what a job has joined", async () => {
    await join();
    expect(await database.renders.failAbandoned(later(61))).toBe(0);
    expect(await find()).toMatchObject({ status: "rendering" });
  });

  test.each([
    ["a failure", () => fail(QUEUED_UNTIL)],
    ["a success", () => succeed(started)],
    ["a sweep", () => database.renders.failAbandoned(later(61))],
  ])("of a join and %s at once neither overlooks the other", async (_, end) => {
    for (let round = 0; round < 15; round += 1) {
      start = sampleStart(tenant, canvas);
      started = expectValue(await database.renders.start(start));
      const [turn] = await Promise.all(round % 2 === 0 ? [join(), end()] : [end().then(() => null), join()].reverse());
      const status = (await find())?.status;
      const { rows } = await database.sqlHome.sql.run("select from render_jobs where render_id = $1", [start.id]);
      const isUnderWay = status === "queued" || status === "rendering";
      expect([rows.length, status]).toEqual([isUnderWay ? 1 : 0, status]);
      if (status === "failed") expect(turn).toBeNull();
    }
  });

  test("its key stays held when the lease is over, and a hash of the request stands by the key", async () => {
    const own = { organizationId: tenant.organization.id, keyHash: createHash("sha256").update("a key").digest() };
    const claim = {
      ...{ ...own, canvasId: canvas.id, keyId: tenant.key.id, renderId: start.id },
      ...{ requestHash: new Uint8Array([1, 2]), claimedUntil: later(60), expiresAt: later(3600) },
    };
    const other = { ...claim, renderId: newId("rnd"), requestHash: new Uint8Array([3]), claimedUntil: later(99) };
    await database.idempotency.claim(claim, NOW);
    await join();
    const hold = await database.idempotency.find(own.organizationId, own.keyHash, later(61));
    expect(hold).toMatchObject({ renderId: start.id, render: { status: "rendering" } });
    expect(Buffer.from(hold?.requestHash ?? [])).toEqual(Buffer.from([1, 2]));
    expect(await database.idempotency.claim(other, later(61))).toBe(false);
    await database.idempotency.release(claim);
    expect(await database.idempotency.claim(other, later(61))).toBe(false);
    await fail(null);
    expect(await database.idempotency.claim(other, later(62))).toBe(true);
    const next = await database.idempotency.find(own.organizationId, own.keyHash, later(62));
    expect(Buffer.from(next?.requestHash ?? [])).toEqual(Buffer.from([3]));
  });
});
