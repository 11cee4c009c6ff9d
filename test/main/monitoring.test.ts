import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

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

    const page = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(page).toContain('platen_renders_total{outcome="succeeded"} 1');
    expect(page).toContain('platen_renders_total{outcome="data_contract_violation"} 1');
    expect(page).toContain('platen_call_seconds_count{method="RenderCanvas",code="ok"} 1');
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
  expect(all).not.toMatch(/secretWord|pk_[0-9a-z]{12}_/);
}, 60_000);
