// The disk of the PDFs is full: the system itself refuses to let any file of the server grow beyond a few bytes.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test, vi } from "vitest";
import { bundledFonts, createEngine, renderersAt } from "../../src/core/engine/index.ts";
import { runCommand } from "../support/command.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { type RunningService, startService } from "../support/service.ts";

const INVOICE = "docs/examples/invoice.rpt";

/** Of util-linux: it changes what a running process of the same user may do. */
const LIMITER = "prlimit";

const hasLimiter = (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, LIMITER)));

/** A file may have so many bytes, which is less than any PDF. */
const FULL = "4096";

async function limitFiles({ process: { pid } }: RunningService, bytes: string): Promise<void> {
  const result = await runCommand(LIMITER, [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
  if (result.exitCode !== 0) throw new Error(result.stderr);
}

test.skipIf(!hasLimiter)(
  "a full disk is answered plainly, charges nothing, leaves nothing and passes",
  async () => {
    await using database = await createPostgresDatabase();
    const env = { PLATEN_DATABASE_URL: database.url };
    await using service = await startService({ env, withDemo: false });
    const platen = async (...args: readonly string[]): Promise<string> => {
      const result = await runCommand(process.execPath, ["src/main.ts", ...args], {
        env: { ...env, PLATEN_DATA_DIR: service.dataDir },
      });
      if (result.exitCode !== 0) throw new Error(result.stderr);
      return result.stdout;
    };
    await platen("organizations", "create", "山本食品");
    const canvasId = (await platen("publish", INVOICE)).split("\t")[0] ?? "";
    const key = (await platen("keys", "create")).trim();
    const { template } = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) }).check({
      source: readFileSync(INVOICE, "utf8"),
      data: null,
    });
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const get = (path: string): Promise<Response> => fetch(`${service.baseUrl}${path}`, { headers });
    const print = (store: boolean, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(`${service.baseUrl}/v1/canvases/${canvasId}/pdf`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: `{"data":${template?.example ?? "{}"},"options":{"store":${store}}}`,
      });
    const renderIdOf = (answer: Response): string => answer.headers.get("x-service-render-id") ?? "";
    const stored = (): string[] => globSync("renders/**/*.*", { cwd: service.dataDir }).map((path) => path.slice(-34));
    const usedRecords = async (): Promise<unknown> => ((await (await get("/v1/usage")).json()) as Usage).records.used;

    const kept = await print(true);
    expect(kept.status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);

    await limitFiles(service, FULL);
    const refused = await print(true);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await refused.json()).toMatchObject({
      code: "unavailable",
      error: expect.stringMatching(/^The storage of PDFs .*nothing was charged\. Send the request again\.$/),
    });
    const told = await get("/readyz");
    expect([told.status, await told.json()]).toEqual([200, expect.objectContaining({ store: false, database: true })]);
    // What needs no storage goes on, and a job waits for better times.
    expect((await print(false)).status).toBe(200);
    const { id: jobId } = (await (await print(false, { prefer: "respond-async" })).json()) as { readonly id: string };
    expect(await usedRecords()).toBe(2);
    // A failing attempt of the job has a file in the making for a moment.
    await vi.waitFor(() => expect(stored()).toEqual([`${renderIdOf(kept)}.pdf`]));

    await limitFiles(service, "unlimited");
    await vi.waitFor(
      async () => {
        const job = await (await get(`/v1/renders/${jobId}`)).json();
        expect(job).toMatchObject({ status: "succeeded" });
      },
      { timeout: 60_000, interval: 250 },
    );
    expect((await get("/readyz")).status).toBe(200);
    const again = await print(true);
    expect(again.status).toBe(200);
    expect(await usedRecords()).toBe(4);
    for (const one of [kept, again]) {
      const file = await get(`/v1/renders/${renderIdOf(one)}/pdf`);
      const sha256 = createHash("sha256").update(new Uint8Array(await file.arrayBuffer()));
      expect(`"${sha256.digest("hex")}"`).toBe(one.headers.get("etag"));
    }
    expect(stored().toSorted()).toEqual(
      [renderIdOf(kept), jobId, renderIdOf(again)].map((id) => `${id}.pdf`).toSorted(),
    );
  },
  120_000,
);

interface Usage {
  readonly records: { readonly used: number };
}
