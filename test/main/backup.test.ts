// The backup and restore of the operations guide, step by step: a dump of the database, then a copy of the files.
import { createHash } from "node:crypto";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const RENDERS = 5;

test("a restored backup has every stored file, key, charge and waiting job of its moment", async () => {
  await using folder = await temporaryFolder("backup");
  await using live = await createPostgresDatabase();
  await using restored = await createPostgresDatabase();
  const at = (name: string): string => join(folder.path, name);
  const { binFolder } = inject("postgres");
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const result = await runCommand(program, args, {
      env: { PLATEN_DATABASE_URL: live.url, PLATEN_DATA_DIR: at("commands") },
    });
    if (result.exitCode !== 0) throw new Error(result.stderr);
    return result.stdout;
  };
  const platen = (...args: readonly string[]) => run(process.execPath, "src/main.ts", ...args);
  await platen("organizations", "create", "山本食品", "--plan", "enterprise");
  const canvasId = (await platen("publish", "docs/examples/service-contract.rpt")).split("\t")[0] ?? "";
  const key = /pk_\w+/.exec(await platen("keys", "create", "--role", "render"))?.[0] ?? "";
  const data = {
    client: { name: "株式会社山田商店" },
    provider: { name: "プラテン株式会社" },
    fee: 1250000,
    closing: "毎月末日",
    signed: "2026-11-20",
  };
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const print = (baseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${baseUrl}/v1/canvases/${canvasId}/pdf`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ data, options: { store: true } }),
    });

  const files: { readonly id: string; readonly sha256: string }[] = [];
  let jobId = "";
  {
    const env = { PLATEN_DATABASE_URL: live.url };
    await using service = await startService({ dataDir: at("live"), env, args: ["--role", "api"], withDemo: false });
    for (let render = 0; render < RENDERS; render += 1) {
      const answer = await print(service.baseUrl);
      expect(answer.status).toBe(200);
      const sha256 = hashOf(await answer.arrayBuffer());
      files.push({ id: answer.headers.get("x-service-render-id") ?? "", sha256 });
    }
    jobId = ((await (await print(service.baseUrl, { prefer: "respond-async" })).json()) as { id: string }).id;
    // The database first: bytes are stored before their render says so, and so none can be missing from a later copy.
    await run(join(binFolder, "pg_dump"), "--format=custom", `--file=${at("dump")}`, live.url);
    await print(service.baseUrl);
    await cp(join(at("live"), "renders"), join(at("restored"), "renders"), { recursive: true });
  }

  await run(join(binFolder, "pg_restore"), "--exit-on-error", "--no-owner", `--dbname=${restored.url}`, at("dump"));
  const env = { PLATEN_DATABASE_URL: restored.url };
  await using service = await startService({ dataDir: at("restored"), env, withDemo: false });
  const get = (path: string): Promise<Response> => fetch(`${service.baseUrl}${path}`, { headers });
  for (const { id, sha256 } of files) {
    expect([id, hashOf(await (await get(`/v1/renders/${id}/pdf`)).arrayBuffer())]).toEqual([id, sha256]);
  }
  const statusOf = async (): Promise<string> =>
    ((await (await get(`/v1/renders/${jobId}`)).json()) as { status: string }).status;
  while (["queued", "rendering"].includes(await statusOf())) await sleep(100);
  expect(await statusOf()).toBe("succeeded");
  expect(await (await get("/v1/usage")).json()).toMatchObject({
    renders: RENDERS + 1,
    records: { used: RENDERS + 1 },
  });
  expect((await print(service.baseUrl)).status).toBe(200);
});

function hashOf(bytes: ArrayBuffer): string {
  return createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
}
