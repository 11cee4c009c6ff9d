// The client library for TypeScript before a real server, with a proxy between that does what networks do.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type ClientOptions, PlatenClient, PlatenError } from "../../clients/typescript/src/index.ts";
import { saveTo } from "../../clients/typescript/src/node.ts";
import { type MisbehavingProxy, startMisbehavingProxy } from "../support/misbehaving-proxy.ts";
import { startServiceWithDemo } from "../support/prepared-demo.ts";
import type { RunningService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let service: RunningService;
let proxy: MisbehavingProxy;
let client: PlatenClient;
let canvasId: string;
let data: { customer: { name: string } };
/** The file of `data`, as it comes without the library: its size and its SHA-256. */
let invoice: { readonly size: number; readonly sum: string };

const sumOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function clientWith(options: Partial<ClientOptions> = {}): PlatenClient {
  return new PlatenClient({ baseUrl: proxy.baseUrl, apiKey: service.demo().renderKey, ...options });
}

beforeAll(async () => {
  service = await startServiceWithDemo();
  proxy = await startMisbehavingProxy(service.baseUrl);
  client = clientWith();
  canvasId = service.demo().canvases[0]?.id ?? "";
  const body = readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8");
  data = (JSON.parse(body) as { data: typeof data }).data;
  const headers = { "x-api-key": service.demo().renderKey, "content-type": "application/json" };
  const answer = await fetch(`${service.baseUrl}/v1/canvases/${canvasId}/pdf`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const bytes = new Uint8Array(await answer.arrayBuffer());
  invoice = { size: bytes.length, sum: sumOf(bytes) };
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  proxy.next();
  proxy.seen();
});

/** What a call fails with. */
async function failureOf(call: Promise<unknown>): Promise<PlatenError> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof PlatenError)) throw thrown ?? new Error("The call succeeded.");
  return thrown;
}

/** The SHA-256 of the bytes that a render brings. */
const rendered = async (options = {}): Promise<string> =>
  sumOf(await (await client.renderPdf(canvasId, data, options)).bytes());

describe("what is answered", () => {
  test("a file has its bytes, its name and what the service says of it", async () => {
    const file = await client.renderPdf(canvasId, data);
    expect(file.answer).toMatchObject({ pages: 1, records: 1, findingCount: 0 });
    expect(file).toMatchObject({ name: "請求書.pdf", size: invoice.size });
    expect(sumOf(await file.bytes())).toBe(invoice.sum);
    expect(() => file.stream()).toThrow("read already");
  });

  test("one file is made of a list of data", async () => {
    const file = await client.renderPdfOfAll(canvasId, [data, data], { options: { onMisfit: "report" } });
    expect(file.answer).toMatchObject({ pages: 2, records: 2 });
    await file.discard();
  });

  test("a list is read to its end, page by page", async () => {
    const titles: string[] = [];
    for await (const { title } of client.canvases({ pageSize: 2 })) titles.push(title);
    expect([...titles].sort()).toEqual(
      service
        .demo()
        .canvases.map(({ title }) => title)
        .sort(),
    );
    expect(proxy.seen()).toHaveLength(3);
    expect((await client.listCanvases({ query: "検査" })).canvases).toHaveLength(1);
  });

  test("a job is waited for and has a file", async () => {
    const job = await client.startRender(canvasId, data);
    expect((await job.wait()).status).toBe("succeeded");
    expect(sumOf(await (await client.job(job.id).file()).bytes())).toBe(invoice.sum);
  });

  test("a job whose key has a file already is that file's render", async () => {
    const file = await client.renderPdf(canvasId, data, { idempotencyKey: "both-ways", options: { store: true } });
    await file.discard();
    const job = await client.startRender(canvasId, data, { idempotencyKey: "both-ways" });
    expect(job.id).toBe(file.answer.renderId);
  });

  test("a call with a key of its own comes again, byte for byte", async () => {
    const first = await client.renderPdf(canvasId, data, { idempotencyKey: "invoice-0417" });
    const second = await client.renderPdf(canvasId, data, { idempotencyKey: "invoice-0417" });
    expect(second.answer).toMatchObject({ renderId: first.answer.renderId, replayed: "1" });
    expect(sumOf(await second.bytes())).toBe(sumOf(await first.bytes()));
    expect(proxy.seen().map(({ key }) => key)).toEqual(["invoice-0417", "invoice-0417"]);
  });
});

describe("errors", () => {
  test("of data have violations with their paths, and are not tried again", async () => {
    const error = await failureOf(client.renderPdf(canvasId, { ...data, customer: { name: 3 } }));
    expect(error).toMatchObject({ kind: "data", code: "data_contract_violation", status: 400 });
    expect(error.violations.find(({ path }) => path === "customer.name")).toMatchObject({
      rule: "type",
      received: "3",
    });
    expect(error.requestId).toMatch(/^req_/);
    expect(proxy.seen()).toHaveLength(1);
  });

  test("of what is not there, of a key, and of what is no Platen have kinds", async () => {
    expect(await failureOf(client.getRender("rnd_none"))).toMatchObject({ kind: "access", code: "not_found" });
    expect(await failureOf(clientWith({ apiKey: undefined }).getUsage())).toMatchObject({
      kind: "access",
      status: 401,
    });
    proxy.next({ kind: "answer", status: 404, body: "<html>" });
    expect(await failureOf(client.getUsage())).toMatchObject({ kind: "service", code: "unexpected_answer" });
    proxy.next({ kind: "answer", status: 200, body: "<html>" });
    expect(await failureOf(client.getUsage())).toMatchObject({ kind: "service", code: "unexpected_answer" });
  });

  test("a redirect is not followed: the key is for one service", async () => {
    proxy.next({ kind: "answer", status: 307, headers: { location: `${service.baseUrl}/v1/usage` } });
    expect((await failureOf(client.getUsage())).message).toContain("baseUrl");
  });
});

/** What a server says that has no time. */
function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify({ error: "Come again.", code, requestId: "req_1" });
  return { kind: "answer", status, headers, body } as const;
}

describe("tries", () => {
  test("go on after 429 and 503, in the time that was asked for, with one key", async () => {
    const startMs = Date.now();
    proxy.next(refusal(429, "rate_limited", { "retry-after": "1" }), refusal(503, "unavailable"));
    expect(await rendered()).toBe(invoice.sum);
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(1_000);
    const keys = proxy.seen().map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    await rendered();
    expect(keys).not.toContain(proxy.seen()[0]?.key);
  });

  test("go on after a date, and after a proxy's failure where nothing is done twice", async () => {
    const late = { "retry-after": new Date(Date.now() - 5_000).toUTCString() };
    proxy.next(refusal(503, "unavailable", late), { kind: "answer", status: 502, body: "Bad Gateway" });
    expect(await rendered()).toBe(invoice.sum);
    proxy.next({ kind: "answer", status: 502, body: "Bad Gateway" });
    proxy.seen();
    expect(await failureOf(rendered({ idempotencyKey: false }))).toMatchObject({ status: 502 });
    expect(proxy.seen()).toHaveLength(1);
  });

  test("go on after 504 only where another one makes sense", async () => {
    proxy.next(refusal(504, "render_budget_exceeded", { "retry-after": "0" }));
    expect(await rendered()).toBe(invoice.sum);
    proxy.next(refusal(504, "render_budget_exceeded"));
    expect(await failureOf(rendered())).toMatchObject({ code: "render_budget_exceeded", kind: "service" });
  });

  test("end with the last error after so many", async () => {
    const busy = refusal(503, "unavailable", { "retry-after": "0" });
    proxy.next(busy, busy, busy);
    const error = await failureOf(clientWith({ retries: 1 }).renderPdf(canvasId, data));
    expect(error).toMatchObject({ code: "unavailable", retryAfterSeconds: 0, idempotencyKey: proxy.seen()[1]?.key });
  });

  test("do not begin after the deadline", async () => {
    proxy.next(refusal(429, "rate_limited", { "retry-after": "60" }));
    const error = await failureOf(clientWith({ timeoutMs: 5_000 }).renderPdf(canvasId, data));
    expect(error).toMatchObject({ kind: "limit", code: "rate_limited", retryAfterSeconds: 60 });
    proxy.next({ kind: "hang" });
    expect(await failureOf(client.getHealth({ timeoutMs: 100 }))).toMatchObject({ code: "deadline_exceeded" });
  });

  test("end at the deadline, though the clock is a little behind the timer", async () => {
    const clocks = [performance, Date].map((clock) => vi.spyOn(clock, "now").mockReturnValue(clock.now()));
    onTestFinished(() => clocks.forEach((clock) => void clock.mockRestore()));
    proxy.next({ kind: "hang" });
    expect(await failureOf(client.getHealth({ timeoutMs: 100 }))).toMatchObject({ code: "deadline_exceeded" });
  });

  test("find the work that was done when its answer was lost", async () => {
    const used = (await client.getUsage()).records.used;
    proxy.next({ kind: "lose" });
    const file = await client.renderPdf(canvasId, data);
    expect(file.answer.replayed).toBe("1");
    expect(sumOf(await file.bytes())).toBe(invoice.sum);
    expect((await client.getUsage()).records.used).toBe(used + 1);
    proxy.next({ kind: "lose" });
    expect(await failureOf(rendered({ idempotencyKey: false }))).toMatchObject({ code: "connection_broken" });
  });
});

describe("a file", () => {
  test("that breaks off comes whole, by the same key or from where it broke", async () => {
    proxy.next({ kind: "cut" }, { kind: "cut" });
    expect(await rendered()).toBe(invoice.sum);
    expect(new Set(proxy.seen().map(({ key }) => key)).size).toBe(1);
    const { answer } = await client.renderPdf(canvasId, data, { options: { store: true } });
    proxy.seen();
    proxy.next({ kind: "cut" });
    expect(sumOf(await (await client.getRenderPdf(answer.renderId)).bytes())).toBe(invoice.sum);
    const half = `bytes=${invoice.size >> 1}-`;
    expect(proxy.seen().map(({ range }) => range)).toEqual([null, half]);
  });

  test("that can't come again fails in place of an end", async () => {
    proxy.next({ kind: "cut" });
    expect(await failureOf(rendered({ idempotencyKey: false }))).toMatchObject({ code: "connection_broken" });
    proxy.next({ kind: "stall" });
    const silent = clientWith({ silenceMs: 300, retries: 0 });
    const read = silent.renderPdf(canvasId, data).then((file) => file.bytes());
    expect(await failureOf(read)).toMatchObject({ code: "connection_broken" });
  });

  test.each(["shorten", "damage"] as const)("that a proxy would %s is refused", async (kind) => {
    proxy.next({ kind });
    expect(await failureOf(rendered())).toMatchObject({ code: "file_damaged", kind: "connection" });
    await using folder = await temporaryFolder("client");
    proxy.next({ kind });
    const file = await client.renderPdf(canvasId, data);
    expect(await failureOf(saveTo(file, join(folder.path, "a.pdf")))).toMatchObject({ code: "file_damaged" });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("is saved under its path when it is whole", async () => {
    await using folder = await temporaryFolder("client");
    await saveTo(await client.renderPdf(canvasId, data), join(folder.path, "a.pdf"));
    expect(sumOf(readFileSync(join(folder.path, "a.pdf")))).toBe(invoice.sum);
    expect(readdirSync(folder.path)).toEqual(["a.pdf"]);
  });
});

describe("an abort", () => {
  const aborting = (afterMs: number): AbortSignal => AbortSignal.timeout(afterMs);
  const timeout = expect.objectContaining({ name: "TimeoutError" });

  test("ends a call that waits for its answer, for another try, and that has not begun", async () => {
    proxy.next({ kind: "hang" });
    await expect(client.renderPdf(canvasId, data, { signal: aborting(50) })).rejects.toEqual(timeout);
    proxy.next(refusal(429, "rate_limited", { "retry-after": "60" }));
    await expect(client.renderPdf(canvasId, data, { signal: aborting(50) })).rejects.toEqual(timeout);
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(client.getUsage({ signal: gone })).rejects.toThrow("gone");
  });

  test("ends the reading of a file", async () => {
    proxy.next({ kind: "stall" });
    const controller = new AbortController();
    const file = await client.renderPdf(canvasId, data, { signal: controller.signal });
    const reading = file.bytes();
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });
});
