import { join } from "node:path";
import { inject } from "vitest";
import { runCommand } from "./command.ts";

/** A database of one suite's own on the test run's private PostgreSQL server. */
export interface PostgresDatabase extends AsyncDisposable {
  /** `postgresql://user@host:port/name`, as `PLATEN_DATABASE_URL` takes it. */
  readonly url: string;
  /** Whether new connections are taken; those that are there stay. */
  allowConnections(isAllowed: boolean): Promise<void>;
  /** Removes the database, ending sessions that are still open. */
  drop(): Promise<void>;
}

let databasesMade = 0;

/**
 * Makes an empty database. Works in the test files that `vitest.config.ts` counts among the database tests, because
 * only for them a server is started.
 */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const server = inject("postgres");
  if (server === undefined) {
    throw new Error(
      "No PostgreSQL server runs for this test file; add its folder to DATABASE_TESTS in vitest.config.ts.",
    );
  }
  databasesMade += 1;
  const name = `test_${process.pid}_${process.env["VITEST_POOL_ID"] ?? "0"}_${databasesMade}`;
  const connection = ["--host", server.host, "--port", String(server.port), "--username", server.user];
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    const result = await runCommand(join(server.binFolder, program), [...connection, ...args]);
    if (result.exitCode !== 0) throw new Error(`${program} failed: ${result.stderr}`);
  };
  // template0 takes no sessions, so suites that start together do not block one another's copy.
  await run("createdb", ["--template", "template0", name]);
  const drop = (): Promise<void> => run("dropdb", ["--if-exists", "--force", name]);
  return {
    url: `postgresql://${server.user}@${server.host}:${server.port}/${name}`,
    allowConnections: (isAllowed) =>
      run("psql", ["--dbname", "postgres", "--command", `alter database ${name} allow_connections ${isAllowed}`]),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}
