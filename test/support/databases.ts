import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, type DatabaseLocation, openDatabase } from "../../src/core/persistence/index.ts";
import { inLane } from "./lane.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An open, migrated, empty database of one suite's own, on one of the kinds that the product runs on. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** Where it is, to open it again or from another process. */
  readonly location: DatabaseLocation;
}

/** A kind of database that the product runs on. */
export interface DatabaseKind {
  readonly name: string;
  open(): Promise<TestDatabase>;
}

export const EMBEDDED: DatabaseKind = { name: "the embedded database", open: openEmbedded };
const POSTGRESQL: DatabaseKind = { name: "PostgreSQL", open: openPostgresql };

/** Each suite of persistence runs once a row: `describe.each(EVERY_DATABASE)("… on $name", ({ open }) => …)`. */
export const EVERY_DATABASE: readonly DatabaseKind[] = [EMBEDDED, POSTGRESQL];

/**
 * Suites of what stands above persistence, which sees no difference: on both kinds in the full lane, at every change
 * on the faster one. The embedded one costs half as much again.
 */
export const DATABASES: readonly DatabaseKind[] = inLane({ fast: [POSTGRESQL], full: EVERY_DATABASE });

/** For suites of what stands above persistence that need one database, whatever its kind. */
export const ONE_DATABASE: DatabaseKind = inLane({ fast: POSTGRESQL, full: EMBEDDED });

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
  await prepareDataFolder(folder.path);
  const location: DatabaseLocation = { kind: "embedded", dataDir: folder.path, sync: "off" };
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

/** Makes a data folder as a first start leaves it, without the five seconds that a new embedded database takes. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await cp(await migratedTemplate(), dataDir, { recursive: true });
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
  const database = await openOrThrow({ kind: "embedded", dataDir: draft, sync: "off" });
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
