import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { lockFolder } from "../../../src/core/persistence/folder-lock.ts";
import { openDatabase } from "../../../src/core/persistence/index.ts";
import { startCommand } from "../../support/command.ts";
import { DATABASES, openOrThrow } from "../../support/databases.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { NOW, PERIOD, publishSample, sampleContent, sampleStart, sampleTenant, wholeOf } from "./sample-rows.ts";

const WRITER = fileURLToPath(new URL("./write-until-killed.ts", import.meta.url));

/** Enough writes that some are still in buffers of the database, if it kept any. */
const RENDERS_BEFORE_KILL = 15;

describe.each(DATABASES)("opening again on $name", ({ name, open }) => {
  test("what was written is there after a restart, and nothing is migrated twice", async () => {
    await using opened = await open();
    const tenant = await sampleTenant(opened.database);
    const canvas = await publishSample(opened.database, tenant.workspace.id, "請求書");
    await opened.database.renders.start(sampleStart(tenant, canvas, { records: 3 }));
    await opened.database.close();

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
    expect(opened.database.description).toContain(name === "PostgreSQL" ? "PostgreSQL test_" : "embedded database in");
    expect(await opened.database.ping()).toBe(true);
  });
});

describe("the embedded database's folder", () => {
  test("is refused while a living process has it, with a sentence that names the process", async () => {
    const [embedded] = DATABASES;
    if (embedded === undefined) throw new Error("there is an embedded database");
    await using opened = await embedded.open();
    const second = await openDatabase(opened.location);
    expect(second).toEqual({ ok: false, sentence: expect.stringContaining(`in use by process ${process.pid} on `) });
    expect(await opened.database.ping()).toBe(true);
  });

  test("is made anew after a first start that was cut short", async () => {
    await using folder = await temporaryFolder("first");
    const half = join(folder.path, "database", "cluster.new");
    await mkdir(half, { recursive: true });
    await writeFile(join(half, "PG_VERSION"), "1");
    const opening = await openDatabase({ kind: "embedded", dataDir: folder.path });
    if (!opening.ok) throw new Error(opening.sentence);
    expect(opening.migrated).toEqual(["0001-organizations-canvases-renders"]);
    await opening.database.close();
  });

  test("is refused in a sentence where it is damaged, and stays unlocked", async () => {
    await using folder = await temporaryFolder("damaged");
    const cluster = join(folder.path, "database", "cluster");
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, "PG_VERSION"), "18");
    const opening = await openDatabase({ kind: "embedded", dataDir: folder.path });
    expect(opening).toEqual({ ok: false, sentence: expect.stringContaining("is the folder damaged?") });
    const again = await lockFolder(join(folder.path, "database"));
    expect(again.ok).toBe(true);
    if (again.ok) await again.lock.release();
  });

  test("is refused in a sentence where it can't be made", async () => {
    await using folder = await temporaryFolder("blocked");
    const blocked = join(folder.path, "file");
    await writeFile(blocked, "");
    const opening = await openDatabase({ kind: "embedded", dataDir: blocked });
    expect(opening).toEqual({
      ok: false,
      sentence: expect.stringContaining(`The data folder ${blocked} can't be made`),
    });
  });
});

describe("PostgreSQL", () => {
  test("several processes that start at once migrate once", async () => {
    await using created = await createPostgresDatabase();
    const location = { kind: "postgresql", url: created.url, connections: 3 } as const;
    const openings = await Promise.all(Array.from({ length: 4 }, () => openDatabase(location)));
    const migrations = openings.flatMap((opening) => (opening.ok ? opening.migrated : [opening.sentence]));
    expect(migrations).toEqual(["0001-organizations-canvases-renders"]);
    for (const opening of openings) if (opening.ok) await opening.database.close();
  });

  const refusal = async (url: string): Promise<string> => {
    const opening = await openDatabase({ kind: "postgresql", url, connections: 2 });
    if (!opening.ok) return opening.sentence;
    await opening.database.close();
    throw new Error("the database was opened");
  };

  test("nothing listening is told in one sentence, without the password", async () => {
    const port = await closedPort();
    const sentence = await refusal(`postgresql://platen:secret@127.0.0.1:${port}/forms`);
    expect(sentence).toBe(
      `The database forms at 127.0.0.1:${port} refuses connections: nothing listens there; is PostgreSQL running? ` +
        "(PLATEN_DATABASE_URL).",
    );
  });

  test("a server that accepts and stays silent is given up after seconds", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const sentence = await refusal(`postgresql://platen:secret@127.0.0.1:${address.port}/forms`);
    expect(sentence).toContain(`forms at 127.0.0.1:${address.port} does not answer within 5 seconds`);
    expect(sentence).not.toContain("secret");
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test("an unknown database, an unknown user and an unknown host are told apart", async () => {
    const { host, port, user } = inject("postgres");
    expect(await refusal(`postgresql://${user}@${host}:${port}/nowhere`)).toContain("does not exist; create it first");
    expect(await refusal(`postgresql://nobody:secret@${host}:${port}/postgres`)).toContain("refuses the user name");
    expect(await refusal("postgresql://platen:secret@nowhere.invalid:5432/forms")).toContain("can't be found");
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<unknown>((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
