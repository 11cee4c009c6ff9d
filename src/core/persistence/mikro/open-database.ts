import { AsyncLocalStorage } from "node:async_hooks";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Database, Repositories } from "../database-ports.ts";
import { canvasRepository } from "./canvases.ts";
import type { Connection } from "./connection.ts";
import { problemOf } from "./database-problem.ts";
import { datasetRepository } from "./datasets.ts";
import { type EmbeddedLocation, openEmbedded } from "./embedded.ts";
import { idempotencyRepository } from "./idempotency.ts";
import { keyRepository } from "./keys.ts";
import { linkSecretRepository } from "./link-secrets.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { oauthRecordRepository, signingKeyRepository } from "./oauth-records.ts";
import { organizationRepository } from "./organizations.ts";
import { personRepository } from "./people.ts";
import { openPostgresql } from "./postgresql.ts";
import { sqlOver, statementsOver } from "./query-builder.ts";
import { RefusedWrites } from "./refused-writes.ts";
import { renderRepository } from "./renders.ts";
import type { Session, Statements } from "./session.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";
import { usageRepository } from "./usage.ts";

/** Which database: the embedded one under a data folder, or a PostgreSQL server. */
export type DatabaseLocation =
  | ({ readonly kind: "embedded" } & EmbeddedLocation)
  | { readonly kind: "postgresql"; readonly url: string; readonly connections: number };

/** An open, migrated database, or one sentence that says why there is none and what to do; never a password. */
export type DatabaseOpening =
  | { readonly ok: true; readonly database: Database; readonly migrated: readonly string[] }
  | { readonly ok: false; readonly sentence: string };

/** Any number, the same in all versions: the advisory lock that migrating processes take. */
const MIGRATION_LOCK = 7_528_366_142;

/** PostgreSQL's code for it; since version 15 only a database's owner may create tables in it without a grant. */
const INSUFFICIENT_PRIVILEGE = "42501";

/** Opens the database and runs the migrations that are pending. `platen migrate` does the same and closes it. */
export async function openDatabase(location: DatabaseLocation): Promise<DatabaseOpening> {
  const refusedWrites = new RefusedWrites();
  const noteFailure = (failure: unknown): void => refusedWrites.note(failure);
  const opening =
    location.kind === "embedded"
      ? await openEmbedded(location, noteFailure)
      : await openPostgresql(location, noteFailure);
  if (!opening.ok) {
    return opening;
  }
  const { connection } = opening;
  try {
    const migrated = await migrate(connection);
    connection.limit();
    return { ok: true, database: databaseOver(location.kind, connection, refusedWrites), migrated };
  } catch (error) {
    await connection.close();
    const sentence = refusalOf(error, connection.description);
    if (sentence === null) {
      throw error;
    }
    return { ok: false, sentence };
  }
}

/** The database has been migrated by a newer version, in a way that this one can't work with. */
class NewerDatabase extends Error {}

async function migrate(connection: Connection): Promise<readonly string[]> {
  const run = async (): Promise<readonly string[]> => {
    const known: readonly string[] = MIGRATIONS.map((migration) => migration.name);
    const isNewer = (await connection.executedMigrations()).some((name) => !known.includes(name));
    if (!isNewer) return connection.migrate();
    // What a newer version has added is in nobody's way, unless it says so.
    const [row] = await connection.statements("select needs_migration from compatibility", []);
    const needed = String(row?.["needs_migration"]);
    if (!known.includes(needed)) throw new NewerDatabase(needed);
    return [];
  };
  if (!connection.isShared) {
    return run();
  }
  // The lock's transaction stays open beside the migrator's own, on a connection of its own.
  return connection.fork().transactional(async (em) => {
    await em.execute("select pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
    return run();
  });
}

/** What to tell an operator who can mend it; null for a failure that is ours. */
function refusalOf(error: unknown, description: string): string | null {
  if (error instanceof NewerDatabase) {
    return `The ${description} was made by a newer version of Platen (migration ${error.message}); start that version.`;
  }
  if (isDatabaseUnavailable(error)) return `The ${description} ${problemOf(error)}.`;
  if (error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE) {
    return `The user of the ${description} may not create tables there; grant it CREATE on the schema.`;
  }
  return null;
}

/** The smallest write that there is: one row as it was. */
const WRITE_SQL = "update compatibility set needs_migration = needs_migration";

function databaseOver(kind: Database["kind"], connection: Connection, refusedWrites: RefusedWrites): Database {
  const inTransaction = new AsyncLocalStorage<true>();
  let isClosed = false;
  const refuseWrongUse = (): void => {
    if (inTransaction.getStore() === true) {
      throw new Error("a repository of the database was used inside a transaction; use the one the work was handed");
    }
    // The ORM would connect again by itself, to a folder whose lock may be another process's by now.
    if (isClosed) {
      throw new Error("the database is closed");
    }
  };
  const freshSession = (): SqlEntityManager => {
    refuseWrongUse();
    return connection.fork();
  };
  const statements: Statements = async (text, values) => {
    refuseWrongUse();
    return connection.statements(text, values);
  };
  return {
    kind,
    description: connection.description,
    ...repositoriesOver(freshSession, statements),
    transaction: (work) =>
      freshSession().transactional((em) =>
        inTransaction.run(true, () => {
          const builder = em.getKysely();
          return work({ ...repositoriesOver(() => em, statementsOver(builder)), sql: sqlOver(builder) });
        }),
      ),
    sqlHome: connection.sqlHome,
    async ping() {
      try {
        await statements("select 1", []);
        return true;
      } catch {
        return false;
      }
    },
    async canWrite() {
      if (refusedWrites.areRecent()) return false;
      try {
        await statements(WRITE_SQL, []);
        return true;
      } catch {
        return false;
      }
    },
    knock: () => connection.knock(),
    close() {
      isClosed = true;
      return connection.close();
    },
  };
}

function repositoriesOver(session: Session, statements: Statements): Repositories {
  return {
    organizations: organizationRepository(session),
    people: personRepository(session),
    keys: keyRepository(session, statements),
    canvases: canvasRepository(session, statements),
    renders: renderRepository(session, statements),
    idempotency: idempotencyRepository(session, statements),
    usage: usageRepository(session),
    datasets: datasetRepository(session),
    oauthRecords: oauthRecordRepository(session),
    signingKeys: signingKeyRepository(session),
    linkSecrets: linkSecretRepository(session),
  };
}
