import type { DriverException } from "@mikro-orm/core";
import type { PostgreSqlDriver } from "@mikro-orm/postgresql";
import { ConnectPauses } from "./connect-pauses.ts";
import { type ConnectionOpening, ORM_OPTIONS } from "./connection.ts";
import { connectionWatch } from "./connection-watch.ts";
import { CONNECT_TIMEOUT_MS, problemOf } from "./database-problem.ts";
import { type ClientClass, closingFailedConnects } from "./failed-connects.ts";
import { knock } from "./knock.ts";
import { type ConnectionPool, giveBackLost } from "./lost-connections.ts";
import { pausingConnects } from "./paused-connects.ts";
import { sqlOver, statementsOver } from "./query-builder.ts";
import { quickenLiterals } from "./quick-literals.ts";
import { askQuiet } from "./quiet-connections.ts";

const DEFAULT_PORT = "5432";

/** No statement of ours takes so long in health: the server gives up what does, and its locks with it. */
const STATEMENT_MS_MAX = 7_000;

/** A transaction that nobody goes on with, as of a process that was frozen, holds its locks no longer. */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;

/** A connection whose answer has not ended by then is closed; the server's own limit is shorter. */
const ANSWER_MS_MAX = 8_000;

/** What the server is asked to keep to, for each connection. */
const LIMITS = {
  statement_timeout: STATEMENT_MS_MAX,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
} as const;

/** The parts of the driver's pool that are used here. Its options are read anew for each connection. */
interface PoolOptions extends Partial<typeof LIMITS> {
  maxUses: number;
}

/**
 * Connects to a PostgreSQL server and makes sure that it answers.
 *
 * @param noteFailure receives each error that the server reports.
 */
export async function openPostgresql(
  { url, connections }: { readonly url: string; readonly connections: number },
  noteFailure: (failure: unknown) => void,
): Promise<ConnectionOpening> {
  const { host, port, database, description } = describe(url);
  const { MikroORM, PostgreSqlDriver } = await import("@mikro-orm/postgresql");
  const watch = connectionWatch(noteFailure);
  const pauses = new ConnectPauses();
  let options: PoolOptions | null = null;
  let Client: ClientClass | null = null;
  const orm = await MikroORM.init({
    ...ORM_OPTIONS,
    driver: keepingCauses(PostgreSqlDriver),
    dbName: database,
    pool: { min: 0, max: connections },
    // The address is handed to the driver whole: it knows parameters (sslmode, application_name) that others drop.
    driverOptions: {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...watch.settings,
      // Migrations take the time that they take, so what is opened for them is used for nothing after.
      maxUses: 1,
      onPoolCreated: (pool: ConnectionPool & { readonly options: PoolOptions }) => {
        giveBackLost(pool);
        askQuiet(pool, watch);
        ({ options } = pool);
        Client = closingFailedConnects(pool.Client);
        pool.Client = pausingConnects(Client, pauses);
      },
    },
  });
  quickenLiterals(orm.em.getPlatform());
  try {
    await orm.em.fork().execute("select 1");
  } catch (error) {
    await orm.close(true);
    const sentence = `The database ${database} at ${host}:${port} ${problemOf(error)} (PLATEN_DATABASE_URL).`;
    return { ok: false, sentence };
  }
  if (Client === null) throw new Error("the driver has no pool");
  // The queue opens its own connections with these: its statements may last no longer either.
  const settings = { ...watch.settings, ...LIMITS, Client: pausingConnects(Client, pauses) };
  const Knocking: ClientClass = Client;
  const builder = orm.em.fork().getKysely();
  const connection = {
    description,
    isShared: true,
    sqlHome: { kind: "postgresql" as const, url, sql: sqlOver(builder), settings },
    statements: statementsOver(builder),
    fork: () => orm.em.fork(),
    executedMigrations: async () => (await orm.migrator.getExecuted()).map(({ name }) => name),
    migrate: async () => (await orm.migrator.up()).map(({ name }) => name),
    limit() {
      if (options === null) throw new Error("the driver has no pool");
      Object.assign(options, LIMITS, { maxUses: Number.POSITIVE_INFINITY });
      watch.begin(ANSWER_MS_MAX);
    },
    // It asks what is true now, so it waits for no pause.
    knock: () => knock(Knocking, url),
    close: () => orm.close(true),
  };
  return { ok: true, connection };
}

/**
 * The ORM puts an exception of its own in the place of each error, and keeps its words alone. The error itself tells
 * whether the driver could not read an answer.
 */
function keepingCauses(driver: typeof PostgreSqlDriver): typeof PostgreSqlDriver {
  return class extends driver {
    override convertException(thrown: Error): DriverException {
      const converted = super.convertException(thrown);
      if (converted !== thrown) converted.cause = thrown;
      return converted;
    }
  };
}

function describe(url: string): { host: string; port: string; database: string; description: string } {
  const { hostname, port, pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  const shownPort = port === "" ? DEFAULT_PORT : port;
  return {
    host: hostname,
    port: shownPort,
    database,
    description: `PostgreSQL database ${database} at ${hostname}:${shownPort}`,
  };
}
