import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { type Database, openDatabase } from "../../../src/core/persistence/index.ts";
import { MIGRATIONS } from "../../../src/core/persistence/mikro/migrations/index.ts";
import { runCommand } from "../../support/command.ts";
import { openOrThrow } from "../../support/databases.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";
import { NOW, PERIOD, publishSample, sampleStart, sampleTenant } from "./sample-rows.ts";

describe("opening PostgreSQL", () => {
  test("several processes that start at once migrate once", async () => {
    await using created = await createPostgresDatabase();
    const location = { kind: "postgresql", url: created.url, connections: 3 } as const;
    const openings = await Promise.all(Array.from({ length: 4 }, () => openDatabase(location)));
    const migrations = openings.flatMap((opening) => (opening.ok ? opening.migrated : [opening.sentence]));
    expect(migrations).toEqual(MIGRATIONS.map(({ name }) => name));
    for (const opening of openings) if (opening.ok) await opening.database.close();
  });

  const psql = async (url: string, sql: string): Promise<void> => {
    const result = await runCommand(join(inject("postgres").binFolder, "psql"), ["--no-psqlrc", "-c", sql, url]);
    if (result.exitCode !== 0) throw new Error(result.stderr);
  };

  /** What a newer version may add: columns, tables, indexes, and rows in places that this version does not know. */
  const NEWER = `insert into migrations (name) values ('9998-adds');
    alter table renders add column weather text not null default 'fine';
    alter table canvases add column weather jsonb;
    alter table api_keys add column last_used_at timestamptz;
    alter table usage add column seconds bigint not null default 0;
    create table weather (id text primary key references renders (id));
    create index weather_index on renders (weather)`;

  test("a process goes on while a newer version's migrations run, and starts again on what they added", async () => {
    await using created = await createPostgresDatabase();
    const location = { kind: "postgresql", url: created.url, connections: 2 } as const;
    const running = await openOrThrow(location);
    const tenant = await sampleTenant(running);
    const canvas = await publishSample(running, tenant.workspace.id, "請求書");
    const scope = { organizationId: tenant.organization.id, workspaceId: null };
    const renders = async (database: Database): Promise<string> => {
      const start = sampleStart(tenant, canvas);
      const started = await database.renders.start(start);
      if (!started.ok) return started.reason;
      const facts = { pages: 1, bytes: 5, sha256: "00".repeat(32), receipt: "{}", finishedAt: NOW };
      const done = await database.renders.succeed({ id: start.id, ...facts, storedUntil: null, replayUntil: null });
      const read = await database.renders.find(scope, start.id, NOW);
      const seen = await database.canvases.findPublished(scope, canvas.id);
      const credential = await database.keys.findByPrefix(tenant.key.prefix);
      return JSON.stringify([done?.status, read?.status, seen?.title, credential?.plan]);
    };
    const asEver = JSON.stringify(["succeeded", "succeeded", "請求書", "starter"]);
    expect(await renders(running)).toBe(asEver);
    await psql(created.url, NEWER);
    expect(await renders(running)).toBe(asEver);
    const again = await openDatabase(location);
    if (!again.ok) throw new Error(again.sentence);
    expect(again.migrated).toEqual([]);
    expect(await renders(again.database)).toBe(asEver);
    expect((await running.usage.read(tenant.organization.id, PERIOD)).renders).toBe(3);
    await again.database.close();
    await running.close();
  });

  test("a database from which a newer version took something is left alone", async () => {
    await using created = await createPostgresDatabase();
    await (await openOrThrow({ kind: "postgresql", url: created.url, connections: 2 })).close();
    await psql(created.url, NEWER);
    await psql(created.url, "update compatibility set needs_migration = '9999-from-the-future'");
    expect(await refusal(created.url)).toMatch(
      /^The PostgreSQL database test_\S+ at \S+ was made by a newer version .*9999/,
    );
  });

  test("a user who may not create tables is told so", async () => {
    await using created = await createPostgresDatabase();
    const { pathname } = new URL(created.url);
    const user = `guest_${pathname.slice(1)}`;
    await psql(created.url, `create role ${user} login; revoke create on schema public from public`);
    const { host, port } = inject("postgres");
    const sentence = await refusal(`postgresql://${user}:secret@${host}:${port}${pathname}`);
    expect(sentence).toMatch(/^The user of the PostgreSQL database test_\S+ at \S+ may not create tables there; grant/);
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
