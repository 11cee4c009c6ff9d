// The way to the database falls silent while a server runs: what it says, how it heals, and that it can be stopped.
import { expect, test, vi } from "vitest";
import { runCommand, startCommand } from "../support/command.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** After new connections work, everything works again within this time. */
const RECOVERY_MS_MAX = 10_000;

/** A supervisor sends SIGKILL then. */
const STOP_MS_MAX = 40_000;

/** More than the connections of a process. */
const AT_ONCE = 15;

test("a server whose database falls silent says so, heals, and stops in time while nothing answers", async () => {
  await using database = await createPostgresDatabase();
  const url = new URL(database.url);
  await using proxy = await startFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  await using service = await startService({ env: { PLATEN_DATABASE_URL: url.href }, withDemo: false });
  const env = { PLATEN_DATABASE_URL: database.url, PLATEN_DATA_DIR: service.dataDir };
  const platen = async (...args: readonly string[]): Promise<string> => {
    const result = await runCommand(process.execPath, ["src/main.ts", ...args], { env });
    if (result.exitCode !== 0) throw new Error(result.stderr);
    return result.stdout;
  };
  await platen("organizations", "create", "山本食品");
  const headers = { "x-api-key": (await platen("keys", "create", "--role", "render")).trim() };
  const list = () => fetch(`${service.baseUrl}/v1/renders`, { headers });
  const statuses = async (): Promise<readonly number[]> => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, list));
    return answers.map(({ status }) => status);
  };
  const healthy = Array.from({ length: AT_ONCE }, () => 200);
  expect(await statuses()).toEqual(healthy);

  proxy.silence();
  const startedMs = performance.now();
  await vi.waitFor(async () => expect(await statuses()).toEqual(healthy), { timeout: 60_000, interval: 10 });
  expect(performance.now() - startedMs).toBeLessThan(RECOVERY_MS_MAX);

  proxy.freeze();
  const refused = await list();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({ code: "unavailable", error: expect.stringContaining("The database") });
  const told = await fetch(`${service.baseUrl}/readyz`);
  expect([told.status, await told.json()]).toMatchObject([200, { status: "ready", database: false }]);
  expect((await fetch(`${service.baseUrl}/v1/health`)).status).toBe(200);

  void list().catch(() => undefined);
  const stoppingMs = performance.now();
  process.kill(service.process.pid, "SIGTERM");
  await service.process.ended;
  expect(performance.now() - stoppingMs).toBeLessThan(STOP_MS_MAX);
}, 240_000);

test.for(["all", "api", "worker"])(
  "a start as %s that hangs ends at once when it is told to",
  { timeout: 120_000 },
  async (role) => {
    await using database = await createPostgresDatabase();
    const url = new URL(database.url);
    await using proxy = await startFaultProxy(Number(url.port));
    url.port = String(proxy.port);
    proxy.freeze();
    await using folder = await temporaryFolder("hanging-start");
    const env = { PLATEN_DATABASE_URL: url.href, PLATEN_DATA_DIR: folder.path, PLATEN_PORT: "0" };
    await using starting = await startCommand(process.execPath, ["src/main.ts", "serve", "--role", role], { env });
    await vi.waitFor(() => expect(proxy.connections).toBeGreaterThan(0), { timeout: 60_000 });
    process.kill(starting.pid, "SIGTERM");
    // By its own word: the first process of a container is not ended by the signal itself.
    expect(await starting.ended).toMatchObject({ exitCode: 143, signal: null });
  },
);
