import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { openDatabase } from "../../../src/core/persistence/index.ts";
import { MIGRATIONS } from "../../../src/core/persistence/mikro/migrations/index.ts";
import { runCommand } from "../../support/command.ts";
import { openOrThrow } from "../../support/databases.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";

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

  test("a database that a newer version migrated is left alone", async () => {
    await using created = await createPostgresDatabase();
    await (await openOrThrow({ kind: "postgresql", url: created.url, connections: 2 })).close();
    await psql(created.url, "insert into migrations (name) values ('9999-from-the-future')");
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
