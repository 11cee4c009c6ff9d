import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { startService } from "../support/service.ts";

const JOB_TRACE = "00-11111111111111111111111111111111-b7ad6b7169203331-01";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/** The spans of one message of OTLP in JSON. */
function spansOf(message: {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}): readonly Span[] {
  return message.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test("the admin port says what happened, and the collector gets a span for each call and phase", async () => {
  const traces: string[] = [];
  const collector = createServer(async (request, response) => {
    traces.push(await text(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise((listening) => collector.listen(0, "127.0.0.1", () => listening(null)));
  const address = collector.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const env = { PLATEN_ADMIN_PORT: "0", PLATEN_OTLP_URL: `http://127.0.0.1:${port}/v1/traces` };
  {
    await using service = await startService({ env });
    const [, adminUrl] = await service.process.waitFor(/Metrics and readiness are on (\S+)\./);
    const demo = service.demo();
    const headers = {
      "x-api-key": demo.renderKey,
      "content-type": "application/json",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    };
    const body = readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8");
    const url = `${service.baseUrl}/v1/canvases/${demo.canvases[0]?.id}/pdf`;
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    expect((await fetch(url, { method: "POST", headers, body: '{"data":{"secretWord":1}}' })).status).toBe(400);

    const queued = await fetch(url, {
      method: "POST",
      headers: { ...headers, prefer: "respond-async", traceparent: JOB_TRACE },
      body,
    });
    const { id } = (await queued.json()) as { readonly id: string };
    await vi.waitFor(
      async () => {
        const render = await fetch(`${service.baseUrl}/v1/renders/${id}`, { headers });
        expect(await render.json()).toMatchObject({ status: "succeeded" });
      },
      { timeout: 30_000, interval: 100 },
    );
    // What is refused before there is a call is counted too: by admission, and by the doors themselves.
    const refused = async (path: string, init: RequestInit): Promise<number> =>
      (await fetch(`${service.baseUrl}${path}`, init)).status;
    expect(await refused("/v1/usage", {})).toBe(401);
    expect(await refused("/v1/usage", { headers: { "x-api-key": "pk_nobody_knows" } })).toBe(404);
    expect(await refused("/v1/usage", { method: "DELETE", headers })).toBe(405);
    expect(await refused("/v1/nothing", { headers })).toBe(404);
    expect(await refused(new URL(url).pathname, { method: "POST", headers, body: "{" })).toBe(400);
    const connect = { method: "POST", headers, body: '{"nothing": 1}' };
    expect(await refused("/platen.v1.UsageService/GetUsage", connect)).toBe(400);
    const tools = { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"no/such/method"}' };
    const accept = "application/json, text/event-stream";
    expect(await refused("/mcp", tools)).toBe(401);
    expect(await refused("/mcp", { ...tools, headers: { ...headers, origin: "https://evil.example" } })).toBe(403);
    expect(await refused("/mcp", { ...tools, headers: { ...headers, accept: "application/json" } })).toBe(406);
    expect(await refused("/mcp", { ...tools, headers: { ...headers, accept } })).toBe(200);

    const page = await (await fetch(`${adminUrl}/metrics`)).text();
    for (const counted of [
      'method="GetUsage",code="unauthenticated"} 1',
      'method="GetUsage",code="not_found"} 1',
      'method="none",code="method_not_allowed"} 1',
      'method="none",code="not_found"} 2',
      'method="none",code="unauthenticated"} 1',
      'method="none",code="origin_not_allowed"} 1',
      'method="none",code="invalid_argument"} 1',
      'method="RenderCanvas",code="invalid_argument"} 1',
      'method="GetUsage",code="invalid_argument"} 1',
    ])
      expect(page).toContain(`platen_call_seconds_count{${counted}`);
    expect(page).toContain('platen_renders_total{outcome="succeeded"} 2');
    expect(page).toContain('platen_renders_total{outcome="data_contract_violation"} 1');
    expect(page).toContain('platen_call_seconds_count{method="RenderCanvas",code="ok"} 2');
    expect(page).toMatch(/^platen_pool_threads [1-9]/m);
    expect(page).toMatch(/^platen_queue_depth 0$/m);
    expect(page).not.toContain(demo.renderKey);
    for (const door of [adminUrl, service.baseUrl]) {
      const ready = await fetch(`${door}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: "ready", database: true, store: true, queue: true },
      ]);
    }
    expect((await fetch(`${service.baseUrl}/metrics`)).status).toBe(404);
  }
  collector.close();
  const all = traces.join("");
  for (const name of ["platen.v1.RenderService/RenderCanvas", "render.draw", "render.record"]) {
    expect(all).toContain(`"name":"${name}"`);
  }
  expect(all).toContain('"traceId":"0af7651916cd43dd8448eb211c80319c"');
  // The job's span and the drawing within it belong to the trace of the request that the job was taken on with.
  const spans = traces.flatMap((sent) => spansOf(JSON.parse(sent)));
  const job = spans.find(({ name }) => name === "render.job");
  const [, traceId] = JOB_TRACE.split("-");
  expect(job).toMatchObject({ traceId });
  const asked = spans.find(({ spanId }) => spanId === job?.parentSpanId);
  expect(asked).toMatchObject({ traceId, name: "platen.v1.RenderService/RenderCanvas" });
  const drawn = spans.find(({ name, parentSpanId }) => name === "render.draw" && parentSpanId === job?.spanId);
  expect(drawn).toMatchObject({ traceId });
  expect(all).not.toMatch(/secretWord|pk_[0-9a-z]{12}_/);
}, 60_000);
