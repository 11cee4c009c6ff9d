import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { lockFolder } from "../../../src/core/persistence/folder-lock.ts";
import { openDatabase } from "../../../src/core/persistence/index.ts";
import { MIGRATIONS } from "../../../src/core/persistence/mikro/migrations/index.ts";
import { startCommand } from "../../support/command.ts";
import { EMBEDDED, EVERY_DATABASE, openOrThrow } from "../../support/databases.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { NOW, PERIOD, publishSample, sampleContent, sampleStart, sampleTenant, wholeOf } from "./sample-rows.ts";

const WRITER = fileURLToPath(new URL("./write-until-killed.ts", import.meta.url));

/** Enough writes that some are still in buffers of the database, if it kept any. */
const RENDERS_BEFORE_KILL = 15;

describe.each(EVERY_DATABASE)("opening again on $name", ({ name, open }) => {
  test("what was written is there after a restart, and nothing is migrated twice", async () => {
    await using opened = await open();
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    await opened.database.renders.start(sampleStart(tenant, canvas, { records: 3 }));
    await opened.database.close();
    await expect(opened.database.organizations.list()).rejects.toThrow("the database is closed");
    expect(await opened.database.ping()).toBe(false);

    const again = await openDatabase(opened.location);
    if (!again.ok) throw new Error(again.sentence);
    expect(again.migrated).toEqual([]);
    const { database } = again;
    expect(await database.keys.findByPrefix(tenant.key.prefix)).toMatchObject({ key: tenant.key });
    expect(await database.canvases.findPublished(wholeOf(tenant), canvas.id)).toEqual(canvas);
    expect(await database.canvases.content(canvas.id, 1)).toEqual(sampleContent());
    expect(await database.usage.read(tenant.organization.id, PERIOD)).toMatchObject({ reserved: 3 });
    await database.close();
  });

  test("every acknowledged write outlives a kill -9", async () => {
    await using opened = await open();
    await opened.database.close();
    await using writer = await startCommand(process.execPath, [WRITER, JSON.stringify(opened.location)]);
    await writer.waitFor(new RegExp(`(render [^\\n]*\\n[^]*){${RENDERS_BEFORE_KILL}}`));
    const { signal, stdout } = await writer.stop("SIGKILL");
    expect(signal).toBe("SIGKILL");

    const said = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
    const idsOf = (kind: string): string[] => said.flatMap(([word, id = ""]) => (word === kind ? [id] : []));
    const database = await openOrThrow(opened.location);
    const scope = { organizationId: idsOf("tenant")[0] ?? "", workspaceId: null };
    for (const id of idsOf("canvas")) expect(await database.canvases.findPublished(scope, id)).not.toBeNull();
    for (const id of idsOf("render")) {
      expect(await database.renders.find(scope, id, NOW)).toMatchObject({ status: "succeeded" });
    }
    const usage = await database.usage.read(scope.organizationId, PERIOD);
    expect(usage.records).toBeGreaterThanOrEqual(idsOf("render").length);
    await database.close();
  });

  test("the description says which database it is", async () => {
    await using opened = await open();
    expect(opened.database.description).toContain(
      name === "PostgreSQL" ? "PostgreSQL database test_" : "embedded database in",
    );
    expect(await opened.database.ping()).toBe(true);
  });

  test.runIf(name !== "PostgreSQL")(
    "the embedded database takes no more memory for its cache than it is told to",
    async () => {
      await using opened = await open();
      const { rows } = await opened.database.sqlHome.sql.run("show shared_buffers");
      expect(rows).toEqual([{ shared_buffers: "16MB" }]);
    },
  );
});

describe("the embedded database's folder", () => {
  test("is refused while a living process has it, with a sentence that names the process", async () => {
    await using opened = await EMBEDDED.open();
    const second = await openDatabase(opened.location);
    expect(second).toEqual({ ok: false, sentence: expect.stringContaining(`in use by process ${process.pid} on `) });
    expect(await opened.database.ping()).toBe(true);
  });

  // Making a database takes seconds even on an idle machine.
  test("is made anew after a first start that was cut short", { timeout: 60_000 }, async () => {
    await using folder = await temporaryFolder("first");
    const half = join(folder.path, "database", "cluster.new");
    await mkdir(half, { recursive: true });
    await writeFile(join(half, "PG_VERSION"), "1");
    const opening = await openDatabase({ kind: "embedded", dataDir: folder.path, sync: "off" });
    if (!opening.ok) throw new Error(opening.sentence);
    expect(opening.migrated).toEqual(MIGRATIONS.map(({ name }) => name));
    await opening.database.close();
  });

  test("is refused in a sentence where it is damaged, and stays unlocked", async () => {
    await using folder = await temporaryFolder("damaged");
    const cluster = join(folder.path, "database", "cluster");
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, "PG_VERSION"), "18");
    const opening = await openDatabase({ kind: "embedded", dataDir: folder.path, sync: "off" });
    expect(opening).toEqual({ ok: false, sentence: expect.stringContaining("is the folder damaged?") });
    const again = await lockFolder(join(folder.path, "database"));
    expect(again.ok).toBe(true);
    if (again.ok) await again.lock.release();
  });

  test("is refused in a sentence where it can't be made", async () => {
    await using folder = await temporaryFolder("blocked");
    const blocked = join(folder.path, "file");
    await writeFile(blocked, "");
    const opening = await openDatabase({ kind: "embedded", dataDir: blocked, sync: "off" });
    expect(opening).toEqual({
      ok: false,
      sentence: expect.stringContaining(`The data folder ${blocked} can't be made`),
    });
  });
});
