import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Demo } from "../../src/facades/cli/index.ts";
import { runCommand } from "../support/command.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const platen = (args: readonly string[], env: Record<string, string>) =>
  runCommand(process.execPath, ["src/main.ts", ...args], { env });

describe("a start that can't succeed says why in one sentence", () => {
  test("a port in use", { timeout: 60_000 }, async () => {
    await using folder = await temporaryFolder("start");
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => taken.once("listening", listening));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const result = await platen(["serve"], { PLATEN_PORT: String(port), PLATEN_DATA_DIR: folder.path });
    const admin = { PLATEN_PORT: "0", PLATEN_ADMIN_PORT: String(port), PLATEN_DATA_DIR: folder.path };
    const second = await platen(["serve"], admin);
    taken.close();
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toBe(
      `platen: Port ${port} on 127.0.0.1 is in use. Stop what listens there, or set PLATEN_PORT to another port.\n`,
    );
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/or set PLATEN_ADMIN_PORT to another port\.\n$/);
  });

  test("a data folder that is a file", { timeout: 60_000 }, async () => {
    await using folder = await temporaryFolder("start");
    const path = join(folder.path, "file");
    writeFileSync(path, "");
    const result = await platen(["serve"], { PLATEN_PORT: "0", PLATEN_DATA_DIR: path });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toMatch(/^platen: PLATEN_DATA_DIR is .* can't be used \(EEXIST\); .*\n$/);
  });

  test("a wrong setting", async () => {
    const result = await platen(["serve"], { PLATEN_PORT: "http" });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toMatch(/^platen: PLATEN_PORT .*\n$/);
  });

  test("a database that can't be reached, without its password", async () => {
    await using folder = await temporaryFolder("start");
    const result = await platen(["serve"], {
      PLATEN_PORT: "0",
      PLATEN_DATA_DIR: folder.path,
      PLATEN_DATABASE_URL: "postgres://platen:s3cret-word@127.0.0.1:1/platen",
    });
    expect(result.exitCode).toBe(1);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    expect(result.stderr).toMatch(/database/i);
    expect(result.stdout + result.stderr).not.toContain("s3cret-word");
  });

  test("a second server on the same data folder", { timeout: 60_000 }, async () => {
    await using service = await startService();
    const result = await platen(["serve"], { PLATEN_PORT: "0", PLATEN_DATA_DIR: service.dataDir });
    expect(result.exitCode).toBe(1);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("the demo of a first start", () => {
  test("keeps its secrets to this user, survives kill -9, and is made once", { timeout: 180_000 }, async () => {
    await using folder = await temporaryFolder("demo");
    const dataDir = join(folder.path, "data");
    const first = await startService({ dataDir });
    const demo = first.demo();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
    const payload = readFileSync(join(dataDir, "demo-invoice.json"));
    // Its output is no terminal, so it may be a log.
    const { stdout, stderr } = first.process.output;
    for (const secret of secretsIn(demo)) expect(stdout() + stderr()).not.toContain(secret);
    const render = async (baseUrl: string): Promise<Response> =>
      fetch(`${baseUrl}/v1/canvases/${demo.canvases[0]?.id}/pdf`, {
        method: "POST",
        headers: { "x-api-key": demo.renderKey, "content-type": "application/json" },
        body: payload,
      });
    const before = await render(first.baseUrl);
    expect(before.status).toBe(200);
    await first.process.stop("SIGKILL");

    await using second = await startService({ dataDir });
    const body = new URLSearchParams({ email: demo.person.email });
    expect((await fetch(`${second.baseUrl}/oauth/reset`, { method: "POST", body })).status).toBe(200);
    await second.process.waitFor(/it is the last line of \S+demo-links\.txt\./);
    expect(second.process.output.stdout() + second.process.output.stderr()).not.toContain("/oauth/link/");
    const links = join(dataDir, "demo-links.txt");
    expect(statSync(links).mode & 0o777).toBe(0o600);
    const link = readFileSync(links, "utf8").trim().split(" ").at(-1) ?? "";
    expect((await fetch(link)).status).toBe(200);
    expect(second.demo()).toEqual({ ...demo, baseUrl: second.baseUrl });
    const after = await render(second.baseUrl);
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
    const usage = await fetch(`${second.baseUrl}/v1/usage`, { headers: { "x-api-key": demo.renderKey } });
    expect(await usage.json()).toMatchObject({ records: { used: 2 } });
  });

  test("is refused on an address that others can reach", async () => {
    await using folder = await temporaryFolder("demo");
    const dataDir = join(folder.path, "data");
    await using service = await startService({ dataDir, env: { PLATEN_HOST: "0.0.0.0" }, withDemo: false });
    await new Promise((later) => setTimeout(later, 500));
    expect(() => service.demo()).toThrow(/ENOENT/);
  });
});

/** Every key and every password of a demo. */
function secretsIn(demo: Demo): readonly string[] {
  const texts = Object.values(demo).filter((value) => typeof value === "string" && value.startsWith("pk_"));
  const secrets = [...texts.map(String), demo.person.password, demo.manyOrgsPerson.password];
  expect(secrets.length).toBe(8);
  return secrets;
}
