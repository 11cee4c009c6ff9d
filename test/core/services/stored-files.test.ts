// What is kept and what is not, and what a download says of a render in each of its states.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweep } from "../../../src/core/jobs/index.ts";
import { answersIn, requestOf } from "../../facades/mcp/clients.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const DATA = { items: [{ part: 1, whole: 2 }] };
const ASYNC = { prefer: "respond-async" };
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(DATABASES)("files on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  let nowMs = Date.parse("2026-11-20T09:00:00Z");
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { now: () => new Date(nowMs) });
    http = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const keptIds = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    for await (const { id } of bench.store.list()) ids.push(id);
    return ids;
  };
  const printed = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const answer = await http.print(canvasId, { data: DATA, ...body }, headers);
    expect(answer.status).toBe(200);
    return answer.headers.get("x-service-render-id") ?? "";
  };
  const queued = async (data: unknown = DATA): Promise<string> =>
    ((await (await http.print(canvasId, { data }, ASYNC)).json()) as { readonly id: string }).id;
  const done = (renderId: string) => bench.services.runJob({ renderId, trace: {} });
  const renderOf = async (id: string): Promise<unknown> => (await http.get(`/v1/renders/${id}`)).json();
  const download = async (id: string) => {
    const answer = await http.get(`/v1/renders/${id}/pdf`);
    const body = answer.status === 200 ? {} : ((await answer.json()) as object);
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ...body };
  };

  test("nothing is kept that nobody asked for", async () => {
    const id = await printed({});
    expect(await keptIds()).not.toContain(id);
    expect(await renderOf(id)).toMatchObject({ status: "succeeded", stored: false });
    expect(await download(id)).toMatchObject({
      ...{ status: 404, retryAfter: null, code: "not_found" },
      error: expect.stringContaining("not stored"),
    });
  });

  test("what is asked to be stored is kept, and so are jobs and what tools render", async () => {
    const call = requestOf(
      "modern",
      "tools/call",
      JSON.stringify({ name: "render_document", arguments: { document: canvasId, data: DATA } }),
    );
    const headers = { ...call.headers, "x-api-key": bench.renderKey };
    const tool = await fetch(`${http.baseUrl}/mcp`, { method: "POST", headers, body: call.body });
    const answer = answersIn(await tool.text())[0]?.result?.["structuredContent"] as { readonly renderId: string };
    const job = await queued();
    await done(job);
    for (const id of [await printed({ options: { store: true } }), job, answer.renderId]) {
      expect(await keptIds()).toContain(id);
      expect(await renderOf(id)).toMatchObject({ status: "succeeded", stored: true });
      expect(await download(id)).toMatchObject({ status: 200 });
    }
  });

  test("bytes that are kept for replays alone are no stored file", async () => {
    const id = await printed({}, { "idempotency-key": "replays alone" });
    expect(await keptIds()).toContain(id);
    expect(await renderOf(id)).toMatchObject({ stored: false });
    expect(await download(id)).toMatchObject({ status: 404, error: expect.stringContaining("not stored") });
  });

  test("a render that is not there yet says when to come back", async () => {
    const id = await queued();
    const early = { status: 404, retryAfter: "1", code: "not_found" };
    expect(await download(id)).toMatchObject({ ...early, error: expect.stringContaining("is queued") });
    await bench.database.renders.begin(id, new Date(nowMs + DAY_MS));
    expect(await renderOf(id)).toMatchObject({ status: "rendering", stored: false });
    expect(await download(id)).toMatchObject({ ...early, error: expect.stringContaining("is rendering") });
    await done(id);
    expect(await download(id)).toMatchObject({ status: 200 });
  });

  test("one that failed says so, and one past its retention that it has expired", async () => {
    const failed = await queued({ items: [{ part: 1, whole: 0 }] });
    await done(failed);
    const never = { status: 404, retryAfter: null, code: "not_found" };
    expect(await download(failed)).toMatchObject({ ...never, error: expect.stringContaining("failed") });
    const kept = await printed({ options: { store: true } });
    expect(await download(kept)).toMatchObject({ status: 200 });
    nowMs += 8 * DAY_MS;
    expect(await renderOf(kept)).toMatchObject({ status: "expired", stored: false });
    expect(await download(kept)).toMatchObject({ ...never, error: expect.stringContaining("has expired") });
  });

  test("one whose retention ends while it is read says that it has expired", async () => {
    const key = await bench.key("render");
    const kept = await printed({ options: { store: true } });
    const store: typeof bench.store = {
      ...bench.store,
      async get(...asked) {
        nowMs += 8 * DAY_MS;
        await sweep({ ...bench.database, store: bench.store, now: () => new Date(nowMs) });
        return bench.store.get(...asked);
      },
    };
    await using late = await httpBench(bench.again({ store }), key);
    const answer = await late.get(`/v1/renders/${kept}/pdf`);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: expect.stringContaining("has expired") },
    ]);
    expect(await keptIds()).not.toContain(kept);
  });
});
