import type { Options } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { SqlHome } from "../database-ports.ts";
import { ENTITIES } from "./entities.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import type { Statements } from "./session.ts";

/** What each kind of database brings: a way to query, its migrations, and what has to be given back at the end. */
export interface Connection {
  readonly description: string;
  /** Whether other processes may be migrating the same database at this moment. */
  readonly isShared: boolean;
  /** A fresh entity manager, with nothing loaded and no transaction. */
  fork(): SqlEntityManager;
  readonly sqlHome: SqlHome;
  readonly statements: Statements;
  /** The names of the migrations that were run, by this version or another. */
  executedMigrations(): Promise<readonly string[]>;
  /** Runs the pending migrations and answers their names. */
  migrate(): Promise<readonly string[]>;
  /** From now on no statement may take long, and no silence: what needs time, as migrations do, is over. */
  limit(): void;
  /** Whether a server takes new connections where this one goes, whatever became of those that there are. */
  knock(): Promise<boolean>;
  close(): Promise<void>;
}

/** A connection that answers, or one sentence that says why there is none and what to do; never a password. */
export type ConnectionOpening =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly sentence: string };

/** The settings that both databases share: nothing is guessed, cached in files or printed. */
export const ORM_OPTIONS = {
  entities: ENTITIES,
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true, tableName: "migrations" },
  metadataCache: { enabled: false },
  ensureDatabase: false,
  // Losing an idle connection is no event of ours: the next query opens another one or fails where it is awaited.
  logger: () => undefined,
} satisfies Partial<Options>;
