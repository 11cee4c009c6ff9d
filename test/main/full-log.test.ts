// The disk of the log is full, or whoever reads it has gone: the service goes on.
import { constants } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Demo } from "../../src/facades/cli/index.ts";
import { runCommand, startCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { freePort } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Each one is a line of the log. */
const RENDERS = 10;

const LONG = { timeout: 60_000, interval: 200 };

test.each([
  ["a log on a full disk", "2>/dev/full"],
  // The reader takes the first bytes and goes: what is written then breaks the pipe.
  ["a log whose reader is gone", "2> >(head -c 1 >/dev/null)"],
])("%s ends no server", { timeout: 180_000 }, async (_, redirection) => {
  await using folder = await temporaryFolder("full-log");
  const dataDir = join(folder.path, "data");
  await prepareDataFolder(dataDir);
  const command = `exec "$0" src/main.ts serve ${redirection}`;
  await using server = await startCommand("bash", ["-c", command, process.execPath], {
    env: { PLATEN_PORT: "0", PLATEN_DATA_DIR: dataDir, PLATEN_LOG_LEVEL: "trace" },
  });
  const [, baseUrl] = await server.waitFor(/listens on (\S+) /);
  await server.waitFor(/demo's keys are in|demo organization is ready/);
  const { renderKey, canvases }: Demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  const body = await readFile(join(dataDir, "demo-invoice.json"));
  const headers = { "x-api-key": renderKey, "content-type": "application/json" };
  const statuses = new Set<number>();
  for (let at = 0; at < RENDERS; at += 1) {
    const answer = await fetch(`${baseUrl}/v1/canvases/${canvases[0]?.id}/pdf`, { method: "POST", headers, body });
    statuses.add(answer.status);
    await answer.arrayBuffer();
  }
  expect([...statuses]).toEqual([200]);
  expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  const { exitCode, signal } = await server.stop();
  expect([exitCode, signal]).toEqual([0, null]);
});

/** More than a pipe takes that nobody reads. */
const PIPE_BYTES = 4 * 1024 * 1024;

test("a reader that stands still holds no request and no end", { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder("full-pipe");
  const dataDir = join(folder.path, "data");
  const pipe = join(folder.path, "pipe");
  await prepareDataFolder(dataDir);
  await runCommand("mkfifo", [pipe]);
  await using reader = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const filled = await reader.write(Buffer.alloc(PIPE_BYTES)).then(({ bytesWritten }) => bytesWritten);
  expect(filled).toBeLessThan(PIPE_BYTES);
  const port = await freePort();
  await using server = await startCommand(
    "bash",
    ["-c", `exec "$0" src/main.ts serve >"$1" 2>&1`, process.execPath, pipe],
    {
      env: { PLATEN_PORT: String(port), PLATEN_DATA_DIR: dataDir, PLATEN_LOG_LEVEL: "trace" },
    },
  );
  await expect.poll(async () => (await stat(join(dataDir, "demo.json")).catch(() => null)) !== null, LONG).toBe(true);
  const { renderKey, canvases }: Demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  const body = await readFile(join(dataDir, "demo-invoice.json"));
  const headers = { "x-api-key": renderKey, "content-type": "application/json" };
  const url = `http://127.0.0.1:${port}/v1/canvases/${canvases[0]?.id}/pdf`;
  const print = (): Promise<number> =>
    fetch(url, { method: "POST", headers, body }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(print, LONG).toBe(200);
  for (let at = 0; at < RENDERS; at += 1) expect(await print()).toBe(200);
  const { exitCode, signal } = await server.stop();
  expect([exitCode, signal]).toEqual([0, null]);
});
