// The disk of the embedded database hangs while a server runs: what it says, how it heals, and that it can be stopped.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startService } from "../support/service.ts";

const FAILING_DISK = new URL("../core/persistence/failing-disk.ts", import.meta.url).href;

/** A database that has said nothing for 15 seconds is silent. */
const REFUSED_MS_MAX = 20_000;

/** A supervisor sends SIGKILL then. */
const STOP_MS_MAX = 40_000;

test("a server whose disk hangs says so, answers what needs no database, heals, and can be stopped", async () => {
  const env = { NODE_OPTIONS: `--import=${FAILING_DISK}`, FAILING_DISK_HANGS: "pg_wal/0" };
  await using service = await startService({ env });
  const { baseUrl, process: running } = service;
  const { canvases, renderKey } = service.demo();
  const turn = (): void => void process.kill(running.pid, "SIGUSR2");
  const render = () =>
    fetch(`${baseUrl}/v1/canvases/${canvases[0]?.id}/pdf`, {
      method: "POST",
      headers: { "x-api-key": renderKey, "content-type": "application/json" },
      body: payload,
    });
  const used = async () => {
    const answer = await fetch(`${baseUrl}/v1/usage`, { headers: { "x-api-key": renderKey } });
    return ((await answer.json()) as { readonly records: { readonly used: number } }).records.used;
  };
  const payload = await readFile(join(service.dataDir, "demo-invoice.json"));
  const ready = async () => (await fetch(`${baseUrl}/readyz`)).json();
  expect((await render()).status).toBe(200);
  const before = await used();

  turn();
  const sinceMs = performance.now();
  const rendering = render();
  // Requests that need no database are answered meanwhile.
  expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  const refused = await rendering;
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
  expect(performance.now() - sinceMs).toBeLessThan(REFUSED_MS_MAX);
  expect(await refused.json()).toMatchObject({ code: "unavailable", error: expect.stringContaining("database") });
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: "ready", database: false }));

  turn();
  await vi.waitFor(async () => expect((await render()).status).toBe(200), { timeout: 10_000, interval: 50 });
  // Nothing that was refused was charged.
  expect(await used()).toBe(before + 1);

  turn();
  const unanswered = render().catch(() => null);
  const stoppingMs = performance.now();
  process.kill(running.pid, "SIGTERM");
  await running.ended;
  expect(performance.now() - stoppingMs).toBeLessThan(STOP_MS_MAX);
  expect((await unanswered)?.status ?? 503).toBe(503);
}, 240_000);
