import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import {
  createRateLimits,
  newId,
  parseApiKey,
  type RateLimits,
  usagePeriodAt,
} from "../../../src/core/tenancy/index.ts";
import { restHandler } from "../../../src/facades/http/index.ts";
import { connectHandler, createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { DATABASES, ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const PER_MINUTE = 12;
const UNKNOWN_KEY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const RENDER = "/platen.v1.RenderService/RenderCanvas";
const NO_CANVAS = "cnv_00000000000000000000000000";

describe.each(DATABASES)("rates on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let server: Server;
  let baseUrl: string;
  let canvasId: string;

  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { plan: { requestsPerMinute: PER_MINUTE } });
    const { transport, admit, routes, interceptors } = bench.services;
    server = createServer({
      handlers: [
        restHandler({ catalogue: platenMethods, transport, admit }),
        connectHandler({ catalogue: platenMethods, routes, router: { interceptors }, door: "rpc", admit }),
      ],
    });
    baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await server.close(0);
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const ask = (path: string, key: string, body?: string): Promise<Response> =>
    fetch(`${baseUrl}${path}`, {
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body }),
    });

  // One story, since a minute's count is one: every answer counts down, and when nothing is left all but the checks
  // that come before the rate answer 429.
  test("every keyed answer says what is left, and beyond it only earlier checks answer otherwise", async () => {
    const paths: readonly (readonly [string, string | undefined, number])[] = [
      ["/v1/usage", undefined, 200],
      ["/v1/canvases", undefined, 200],
      [`/v1/canvases/${NO_CANVAS}/schema`, undefined, 404],
      [`/v1/canvases/${canvasId}/pdf`, "{", 400],
      [`/v1/canvases/${canvasId}/pdf`, '{"data":{"items":[]}}', 400],
      ["/v1/renders?pageSize=0", undefined, 400],
      ["/v1/renders/rnd_00000000000000000000000000", undefined, 404],
      [RENDER, "{", 400],
      [RENDER, `{"canvasId":"${NO_CANVAS}"}`, 404],
      ["/platen.v1.UsageService/GetUsage", "{}", 200],
    ];
    for (const [index, [path, body, status]] of paths.entries()) {
      const answer = await ask(path, bench.renderKey, body);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get("ratelimit-limit")).toBe(String(PER_MINUTE));
      expect(answer.headers.get("ratelimit-remaining")).toBe(String(PER_MINUTE - index - 1));
      expect(answer.headers.get("ratelimit-reset")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    }
    const unknown = await ask("/v1/usage", UNKNOWN_KEY);
    expect([unknown.status, unknown.headers.get("ratelimit-limit")]).toEqual([404, null]);

    for (let left = PER_MINUTE - paths.length; left > 0; left -= 1) await ask("/v1/usage", bench.renderKey);
    const over = await ask("/v1/usage", bench.renderKey);
    expect(over.status).toBe(429);
    expect(over.headers.get("retry-after")).toBe(over.headers.get("ratelimit-reset"));
    expect(over.headers.get("ratelimit-remaining")).toBe("0");
    expect(await over.json()).toMatchObject({
      code: "rate_limited",
      error: expect.stringMatching(/^The plan \(starter\) takes 12 requests a minute.*Wait \d+ seconds\.$/),
    });

    // The canvas comes before the rate, the rate before size, type and form; on Connect as over REST.
    expect((await ask(`/v1/canvases/${NO_CANVAS}/pdf`, bench.renderKey, "{")).status).toBe(404);
    expect((await ask(`/v1/canvases/${canvasId}/pdf`, bench.renderKey, "{")).status).toBe(429);
    expect((await ask(RENDER, bench.renderKey, `{"canvasId":"${NO_CANVAS}"}`)).status).toBe(404);
    const rpc = await ask(RENDER, bench.renderKey, `{"canvasId":"${canvasId}"}`);
    expect([rpc.status, rpc.headers.get("retry-after") === null]).toEqual([429, false]);
    expect((await ask("/v1/usage", await bench.key("data-write"))).status).toBe(404);
    expect((await ask("/v1/health", bench.renderKey)).status).toBe(200);
  });

  test("one organization's haste is not another's", async () => {
    const limits = limitsOf(database);
    for (let count = 0; count < 3; count += 1) await limits.countRequest("org_a", 2);
    expect(await limits.countRequest("org_a", 2)).toMatchObject({ isOver: true, remaining: 0 });
    expect(await limits.countRequest("org_b", 2)).toMatchObject({ isOver: false, remaining: 1 });
  });

  test("a plan that changes in the middle of a minute is judged by its new number", async () => {
    const limits = limitsOf(database);
    for (let count = 0; count < 3; count += 1) await limits.countRequest("org_c", 2);
    expect(await limits.countRequest("org_c", 10)).toMatchObject({ isOver: false, remaining: 6 });
  });

  test("records that do not fit into the minute leave room for those that do", async () => {
    const limits = limitsOf(database);
    expect(await limits.countRecords("org_d", 100, 70)).toMatchObject({ isOver: false, remaining: 30 });
    expect(await limits.countRecords("org_d", 100, 31)).toMatchObject({ isOver: true, remaining: 30 });
    expect(await limits.countRecords("org_d", 100, 30)).toMatchObject({ isOver: false, remaining: 0 });
  });

  test("records that fit are not kept out by those that do not and come at the same time", async () => {
    const limits = limitsOf(database);
    await limits.countRecords("org_f", 100, 70);
    const readings = await Promise.all([31, 30, 40, 35].map((records) => limits.countRecords("org_f", 100, records)));
    expect(readings.map((reading) => reading.isOver)).toEqual([true, false, true, true]);
    expect(await limits.countRecords("org_f", 100, 1)).toMatchObject({ isOver: true, remaining: 0 });
  });

  test("records that are refused as a minute ends give the next one nothing", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { kind, sqlHome } = database.database;
      let passingMs = 0;
      const run: typeof sqlHome.sql.run = async (...asked) => {
        const answer = await sqlHome.sql.run(...asked);
        vi.setSystemTime(Date.now() + passingMs);
        passingMs = 0;
        return answer;
      };
      const limits = createRateLimits(kind === "embedded" ? null : { run });
      expect(await limits.countRecords("org_g", 100, 70)).toMatchObject({ isOver: false });
      passingMs = 60_000;
      expect(await limits.countRecords("org_g", 100, 31)).toMatchObject({ isOver: true });
      if (kind === "embedded") vi.setSystemTime(Date.now() + 60_000);
      expect(await limits.countRecords("org_g", 100, 100)).toMatchObject({ isOver: false, remaining: 0 });
      expect(await limits.countRecords("org_g", 100, 1)).toMatchObject({ isOver: true, resetSeconds: 60 });
    } finally {
      vi.useRealTimers();
    }
  });

  test("records that are given back are free again, in their own minute alone", async () => {
    const limits = limitsOf(database, 1);
    const taken = await limits.countRecords("org_b", 10, 8);
    expect((await limits.countRecords("org_b", 10, 3)).isOver).toBe(true);
    await taken.giveBack();
    const next = await limits.countRecords("org_b", 10, 9);
    expect([next.isOver, next.remaining]).toEqual([false, 1]);
    await vi.waitFor(async () => expect((await limits.countRecords("org_b", 10, 7)).isOver).toBe(false), 10_000);
    await next.giveBack();
    expect((await limits.countRecords("org_b", 10, 0)).remaining).toBe(3);
  });

  test("requests that come at once are each counted once", async () => {
    const limits = limitsOf(database);
    const readings = await Promise.all(Array.from({ length: 40 }, () => limits.countRequest("org_e", 25)));
    expect(readings.filter((reading) => !reading.isOver)).toHaveLength(25);
  });
});

describe("records and renders of an organization", () => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let canvasId: string;

  beforeAll(async () => {
    database = await ONE_DATABASE.open();
    bench = await serviceBench(database, {
      plan: { recordsPerMinute: 10, concurrentRenders: 1, requestsPerMinute: 100 },
    });
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const list = (records: number) =>
    createClient(RenderService, bench.services.transport).renderCanvas(
      { canvasId, dataList: Array.from({ length: records }, () => ({ items: [{ part: 1, whole: 2 }] })) },
      { headers: { "x-api-key": bench.renderKey } },
    );

  test("records beyond any minute are 413, beyond what is left of this one 429, and nothing is charged", async () => {
    const ever = refusalOf(await list(11).catch((thrown) => thrown));
    expect([ever.code, ever.detail.error]).toEqual([
      "too_large",
      "The request has 11 records; the plan (starter) takes 10 a minute. Send fewer at a time.",
    ]);
    expect((await list(7)).records).toBe(7);
    const now = refusalOf(await list(4).catch((thrown) => thrown));
    expect(now.code).toBe("rate_limited");
    expect(now.detail.error).toMatch(/^The plan \(starter\) takes 10 records a minute, and only 3 are left .*Wait \d+/);
    expect(now.detail.retryAfterSeconds).toBeGreaterThan(0);
    expect(await bench.usage()).toMatchObject({ used: 7, reserved: 0, renders: 1 });
  });

  test("a render beyond the plan's slots is 429 and not queued, and gets its turn when one has ended", async () => {
    const { canvases, keys, renders } = database.database;
    const scope = { organizationId: bench.organizationId, workspaceId: null };
    const canvas = await canvases.findPublished(scope, canvasId);
    const key = await keys.findByPrefix(parseApiKey(bench.renderKey)?.prefix ?? "");
    if (canvas === null || key === null) throw new Error("the canvas or the key is not there");
    const id = newId("rnd");
    const createdAt = new Date();
    const started = await renders.start({
      id,
      organizationId: canvas.organizationId,
      workspaceId: canvas.workspaceId,
      canvasId,
      canvasVersion: canvas.version,
      requestedBy: { keyId: key.key.id },
      records: 1,
      recordLimit: 100,
      concurrentLimit: 1,
      period: usagePeriodAt(createdAt).period,
      engineVersion: "0.0.0",
      fileName: "slot",
      createdAt,
      deadlineAt: new Date(createdAt.getTime() + 60_000),
    });
    expect(started.ok).toBe(true);
    const refused = refusalOf(await list(1).catch((thrown) => thrown));
    expect([refused.code, refused.detail.retryAfterSeconds]).toEqual(["rate_limited", 1]);
    expect(refused.detail.error).toMatch(/^The plan \(starter\) has one render at a time/);
    const error = { code: "internal", message: "over", requestId: "" };
    await renders.fail({ id, error, finishedAt: new Date() });
    expect((await list(1)).records).toBe(1);
  });
});

test("a request beyond the month spends nothing of the minute, rendered or queued", async () => {
  await using database = await ONE_DATABASE.open();
  await using bench = await serviceBench(database, { plan: { recordsPerMinute: 9, recordsPerMonth: 8 } });
  const canvasId = await bench.publish(RATIO, "割合");
  const ask = async (records: number, headers: Record<string, string> = {}): Promise<string> => {
    const { renderCanvas } = createClient(RenderService, bench.services.transport);
    const dataList = Array.from({ length: records }, () => ({ items: [{ part: 1, whole: 2 }] }));
    const asked = renderCanvas({ canvasId, dataList }, { headers: { "x-api-key": bench.renderKey, ...headers } });
    return asked.then(
      () => "rendered",
      (thrown) => refusalOf(thrown).code,
    );
  };
  expect(await ask(6)).toBe("rendered");
  for (let count = 0; count < 4; count += 1) expect(await ask(3)).toBe("quota_exceeded");
  for (let count = 0; count < 4; count += 1) expect(await ask(3, { prefer: "respond-async" })).toBe("quota_exceeded");
  expect(await ask(2)).toBe("rendered");
});

describe("unknown credentials", () => {
  test("from one address are told to slow down, while good ones there go on", async () => {
    await using database = await ONE_DATABASE.open();
    await using bench = await serviceBench(database);
    const { transport, admit } = bench.services;
    const server = createServer({ handlers: [restHandler({ catalogue: platenMethods, transport, admit })] });
    const baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
    const status = async (key: string): Promise<number> =>
      (await fetch(`${baseUrl}/v1/usage`, { headers: { "x-api-key": key } })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push(await status(UNKNOWN_KEY));
    expect([statuses.slice(0, 60), statuses.slice(60)]).toEqual([Array(60).fill(404), [429, 429]]);
    expect(await status(bench.renderKey)).toBe(200);
    await server.close(0);
  });
});

function limitsOf({ database }: TestDatabase, windowSeconds = 60): RateLimits {
  return createRateLimits(database.kind === "embedded" ? null : database.sqlHome.sql, windowSeconds);
}
