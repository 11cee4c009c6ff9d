import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createMetrics } from "../../../src/core/observability/index.ts";
import { adminHandler, livenessOf, type Readiness } from "../../../src/facades/admin/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";

const running: Server[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close(0);
});

/** The admin door on a free port, with metrics of their own. */
async function door(given: Omit<Readiness, "lives"> & Partial<Readiness>, arrived: () => void = () => undefined) {
  const metrics = createMetrics({
    pool: () => ({ threads: 2, busy: 1, waiting: 3 }),
    queued: async () => 5,
  });
  const readiness: Readiness = { lives: up, ...given };
  const counting: HttpHandler = async () => {
    arrived();
    return false;
  };
  const server = createServer({
    handlers: [counting, adminHandler({ readiness, metrics: metrics.page, hosts: HOSTS })],
  });
  running.push(server);
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  return { metrics, port, get: (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method }) };
}

/** What an operator calls the port by. */
const HOSTS = ["10.0.0.5", "Metrics.internal", "named.internal:9464"];

const up = async (): Promise<boolean> => true;

test("readiness tells which part is away, and the process is ready for what needs no such part", async () => {
  const state = { database: true, store: true };
  const { get } = await door({
    parts: { database: async () => state.database, store: async () => state.store, queue: up },
    isStopping: () => false,
  });
  const ready = await get("/readyz");
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", database: true, store: true, queue: true },
  ]);
  state.store = false;
  const away = await get("/readyz?verbose");
  expect([away.status, await away.json()]).toEqual([
    200,
    { status: "ready", database: true, store: false, queue: true },
  ]);
});

test("a process that can't go on by itself is neither ready nor alive", async () => {
  const { get } = await door({ parts: { database: up }, isStopping: () => false, lives: async () => false });
  for (const [path, body] of [
    ["/readyz", { status: "broken", database: true }],
    ["/livez", { status: "broken" }],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, await answer.json()]).toEqual([path, 503, body]);
  }
});

test("a process lives while it stops", async () => {
  const { get } = await door({ parts: {}, isStopping: () => true });
  const answer = await get("/livez");
  expect([answer.status, await answer.json()]).toEqual([200, { status: "live" }]);
});

test("a process is dead a minute after its last round trip, unless the database itself is away", async () => {
  const state = { ping: true, knock: true, nowMs: 0 };
  const lives = livenessOf({
    ping: async () => state.ping,
    knock: async () => state.knock,
    nowMs: () => state.nowMs,
  });
  expect(await lives()).toBe(true);
  Object.assign(state, { ping: false, nowMs: 3_600_000 });
  expect(await lives()).toBe(true);
  state.nowMs += 59_999;
  expect(await lives()).toBe(true);
  state.nowMs += 1;
  expect(await lives()).toBe(false);
  state.knock = false;
  expect(await lives()).toBe(true);
  Object.assign(state, { ping: true, knock: true });
  expect(await lives()).toBe(true);
  state.ping = false;
  expect(await lives()).toBe(true);
});

test("a part that fails or hangs is away", async () => {
  const { get } = await door({
    parts: { database: () => Promise.reject(new Error("x")), store: () => new Promise(() => undefined) },
    isStopping: () => false,
  });
  expect(await (await get("/readyz")).json()).toEqual({ status: "ready", database: false, store: false });
});

test("a probe is answered before a balancer gives it up, while everything hangs", async () => {
  const hangs = (): Promise<boolean> => new Promise(() => undefined);
  const lives = livenessOf({ ping: hangs, knock: hangs, nowMs: () => 0 });
  const { get } = await door({ parts: { database: hangs, store: hangs }, isStopping: () => false, lives });
  // The parts themselves are waited for longer than this.
  const late = sleep(2_000, "late");
  for (const [path, body] of [
    ["/readyz", { status: "ready", database: false, store: false }],
    ["/livez", { status: "live" }],
    ["/readyz", { status: "ready", database: false, store: false }],
  ] as const) {
    const answer = await Promise.race([get(path), late]);
    if (typeof answer === "string") throw new Error(`${path} is ${answer}`);
    expect([path, answer.status, await answer.json()]).toEqual([path, 200, body]);
  }
});

test("a process that is found broken stays so for probes that come while it is asked again", async () => {
  const state = { ping: async () => false, nowMs: 0 };
  const lives = livenessOf({ ping: () => state.ping(), knock: up, nowMs: () => state.nowMs });
  expect(await lives()).toBe(true);
  state.nowMs += 60_000;
  expect(await lives()).toBe(false);
  state.ping = () => new Promise(() => undefined);
  expect(await lives()).toBe(false);
});

test("probes that come at once are answered by one question, and the next one asks anew", async () => {
  let asked = 0;
  let arrived = 0;
  const answers = Promise.withResolvers<boolean>();
  const store = (): Promise<boolean> => {
    asked += 1;
    return answers.promise;
  };
  const { get } = await door({ parts: { store }, isStopping: () => false }, () => {
    arrived += 1;
  });
  const first = Array.from({ length: 20 }, () => get("/readyz"));
  await vi.waitFor(() => expect(arrived).toBe(20), { timeout: 30_000 });
  answers.resolve(true);
  for (const answer of await Promise.all(first)) expect(answer.status).toBe(200);
  expect(asked).toBe(1);
  await get("/readyz");
  expect(asked).toBe(2);
});

test("a process that stops is not ready, whatever answers", async () => {
  const { get } = await door({ parts: { database: up }, isStopping: () => true });
  const answer = await get("/readyz");
  expect([answer.status, await answer.json()]).toEqual([503, { status: "stopping", database: true }]);
});

test("metrics are those that happened, in the text format of Prometheus", async () => {
  const { get, metrics } = await door({ parts: {}, isStopping: () => false });
  metrics.callEnded({ method: "RenderCanvas", code: "ok", seconds: 0.004 });
  metrics.callEnded({ method: "RenderCanvas", code: "rate_limited", seconds: 0.001 });
  metrics.renderEnded({ outcome: "succeeded", records: 100, pages: 120 });
  metrics.renderEnded({ outcome: "render_budget_exceeded", records: 7, pages: 9 });
  metrics.phaseEnded("draw", 0.003);
  metrics.cacheAsked("canvas", true);
  const answer = await get("/metrics");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const lines = (await answer.text()).split("\n");
  for (const line of [
    'platen_call_seconds_bucket{le="0.005",method="RenderCanvas",code="ok"} 1',
    'platen_call_seconds_count{method="RenderCanvas",code="rate_limited"} 1',
    'platen_renders_total{outcome="succeeded"} 1',
    'platen_renders_total{outcome="render_budget_exceeded"} 1',
    "platen_records_total 100",
    "platen_pages_total 120",
    'platen_render_phase_seconds_count{phase="draw"} 1',
    'platen_cache_requests_total{cache="canvas",result="hit"} 1',
    "platen_pool_threads 2",
    "platen_pool_busy_threads 1",
    "platen_pool_waiting_tasks 3",
    "platen_queue_depth 5",
  ]) {
    expect(lines).toContain(line);
  }
});

test("a queue that can't be read leaves its number out, and the rest stands", async () => {
  const metrics = createMetrics({ pool: () => ({ threads: 1, busy: 0, waiting: 0 }), queued: async () => null });
  const { text } = await metrics.page();
  expect(text).not.toMatch(/^platen_queue_depth \d/m);
  expect(text).toMatch(/^platen_pool_threads 1$/m);
});

test("there is nothing else at this door", async () => {
  const { get } = await door({ parts: {}, isStopping: () => false });
  expect((await get("/v1/health")).status).toBe(404);
  expect((await get("/metrics", "POST")).status).toBe(404);
});

/** Asks with a Host header, which fetch would not send. */
function statusUnder(port: number, host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.once("error", reject).end();
  });
}

test.for([
  ["localhost", 200],
  ["LOCALHOST:9464", 200],
  ["127.0.0.1:9464", 200],
  ["[::1]:9464", 200],
  ["10.0.0.5:9464", 200],
  ["192.0.2.1", 200],
  ["metrics.internal", 200],
  ["metrics.internal:9464", 200],
  ["named.internal:9464", 200],
  ["named.internal", 421],
  ["named.internal:9465", 421],
  ["evil.example", 421],
  ["evil.example:9464", 421],
  ["localhost.evil.example", 421],
  ["127.0.0.1.evil.example", 421],
  ["metrics.internal.evil.example", 421],
  ["evil.example.:80", 421],
  ["2130706433", 421],
  ["[evil.example]", 421],
  ["localhost@evil.example", 421],
] as const)("a page under the name %j is answered %i, wherever its name leads", async ([host, status]) => {
  const { port } = await door({ parts: {}, isStopping: () => false });
  for (const path of ["/metrics", "/readyz"]) expect(await statusUnder(port, host, path)).toBe(status);
  expect(await statusUnder(port, host, "/other")).toBe(status === 200 ? 404 : 421);
});

test("the same holds over HTTP/2", async () => {
  const { port } = await door({ parts: {}, isStopping: () => false });
  const session = connect(`http://127.0.0.1:${port}`);
  const statusOf = async (authority: string): Promise<unknown> => {
    const stream = session.request({ ":path": "/metrics", ":authority": authority });
    stream.resume();
    const [headers] = await once(stream, "response");
    return headers[":status"];
  };
  expect([await statusOf("evil.example"), await statusOf("localhost"), await statusOf("192.0.2.1:9")]).toEqual([
    ...[421, 200, 200],
  ]);
  session.close();
});
