import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, type DatabaseLocation, openDatabase } from "../../src/core/persistence/index.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An open, migrated, empty database of one suite's own, on one of the kinds that the product runs on. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** Where it is, to open it again or from another process. */
  readonly location: DatabaseLocation;
}

/** Each persistence suite runs once for every row: `describe.each(DATABASES)("… on $name", ({ open }) => …)`. */
export const DATABASES: readonly { readonly name: string; open(): Promise<TestDatabase> }[] = [
  { name: "the embedded database", open: openEmbedded },
  { name: "PostgreSQL", open: openPostgresql },
];

/** Enough for tests that let several transactions wait for one another. */
const CONNECTIONS = 8;

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/platen-tests/", import.meta.url));
const ENGINE = fileURLToPath(new URL("../../node_modules/@electric-sql/pglite/package.json", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../src/core/persistence/mikro/migrations/", import.meta.url));

/** Opens a database that has to open; a refusal fails the test with its sentence. */
export async function openOrThrow(location: DatabaseLocation): Promise<Database> {
  const opening = await openDatabase(location);
  if (!opening.ok) throw new Error(opening.sentence);
  return opening.database;
}

async function openEmbedded(): Promise<TestDatabase> {
  const folder = await temporaryFolder("embedded");
  await cp(await migratedTemplate(), folder.path, { recursive: true });
  const location: DatabaseLocation = { kind: "embedded", dataDir: folder.path };
  const database = await openOrThrow(location);
  return {
    database,
    location,
    async [Symbol.asyncDispose]() {
      await database.close();
      await folder.remove();
    },
  };
}

async function openPostgresql(): Promise<TestDatabase> {
  const created = await createPostgresDatabase();
  const location: DatabaseLocation = { kind: "postgresql", url: created.url, connections: CONNECTIONS };
  const database = await openOrThrow(location);
  return {
    database,
    location,
    async [Symbol.asyncDispose]() {
      await database.close();
      await created.drop();
    },
  };
}

/**
 * A data folder with a migrated embedded database in it, made once for these migrations and this version: making one
 * takes seconds, copying one a fraction of that. The rename lets test processes race for it.
 */
async function migratedTemplate(): Promise<string> {
  const template = join(CACHE, `embedded-${await templateKey()}`);
  if ((await stat(template).catch(() => null)) !== null) return template;
  const draft = `${template}.${process.pid}.new`;
  await mkdir(draft, { recursive: true });
  const database = await openOrThrow({ kind: "embedded", dataDir: draft });
  await database.close();
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

async function templateKey(): Promise<string> {
  const migrations = globSync("*.ts", { cwd: MIGRATIONS }).sort();
  const hash = createHash("sha256");
  for (const path of [ENGINE, ...migrations.map((file) => join(MIGRATIONS, file))]) {
    hash.update(await readFile(path));
  }
  return hash.digest("hex").slice(0, 16);
}
