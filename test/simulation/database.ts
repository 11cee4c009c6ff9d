// The embedded database of the simulation: the product's repositories and statements, each statement a call of its own.
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPostgreSqlTypeParsers, MikroORM } from "@mikro-orm/pglite";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { canonicalJson, compileSource, frozenForm } from "../../src/core/canvas/index.ts";
import { ENGINE_VERSION, type EnginePool } from "../../src/core/engine/index.ts";
import type { Canvas, Database, Repositories, TransactionRepositories } from "../../src/core/persistence/index.ts";
import { canvasRepository } from "../../src/core/persistence/mikro/canvases.ts";
import { ORM_OPTIONS } from "../../src/core/persistence/mikro/connection.ts";
import { idempotencyRepository } from "../../src/core/persistence/mikro/idempotency.ts";
import { keyRepository } from "../../src/core/persistence/mikro/keys.ts";
import { organizationRepository } from "../../src/core/persistence/mikro/organizations.ts";
import { preparedStatements } from "../../src/core/persistence/mikro/prepared-statements.ts";
import { sqlOver, statementsOver } from "../../src/core/persistence/mikro/query-builder.ts";
import { renderRepository } from "../../src/core/persistence/mikro/renders.ts";
import type { Session, SqlRow, Statements } from "../../src/core/persistence/mikro/session.ts";
import { CanvasContents } from "../../src/core/services/index.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { plainValue, type QuickManagers, quickManagers } from "./quick-questions.ts";
import type { Process, World } from "./world.ts";

/** Who calls in a run, and for which form. */
export interface Tenant {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  readonly canvas: Canvas;
}

/** The one open database of many runs, which come one after another and leave nothing behind. */
export interface SimulatedDatabase extends AsyncDisposable {
  readonly tenant: Tenant;
  /** Past the scheduler, for whoever looks at the end of a run. */
  readonly repositories: Repositories;
  readonly statements: Statements;
  /** What is published, read once for all runs. */
  readonly contents: CanvasContents;
  /** The database as a process sees it: every statement is a call that the scheduler lets go on. */
  seenBy(world: World, process: Process, sight: Sight): Database;
  /** Erases what a run has left. */
  clear(): Promise<void>;
}

/** What is told of what is done, whether its answer comes or not, and what is planted. */
export interface Sight {
  /** A key was asked for, for a render. */
  readonly claimed: (keyHash: Uint8Array, renderId: string) => void;
  readonly committed: () => Promise<void>;
  readonly plant: Plant;
}

/** What a planted fault makes of a process's repositories. */
export type Plant = (repositories: StepRepositories, statements: Statements) => StepRepositories;

/** The repositories whose statements are the steps of a render. */
export type StepRepositories = Pick<Repositories, "renders" | "idempotency">;

/** Rows that ended runs leave are reclaimed now and then: this database has nobody who does it unasked. */
const RUNS_BETWEEN_VACUUMS = 200;

const QUEUE_TABLE = `create table simulated_jobs (
  id serial primary key, render_id text not null, turn integer not null, delay_seconds integer not null
)`;

export async function openSimulatedDatabase(): Promise<SimulatedDatabase> {
  const folder = await temporaryFolder("simulation");
  await prepareDataFolder(folder.path);
  const client = await PGlite.create({
    dataDir: join(folder.path, "database", "cluster"),
    parsers: createPostgreSqlTypeParsers((text) => [text]),
    relaxedDurability: true,
  });
  await client.exec(QUEUE_TABLE);
  const statements = preparedStatements(client);
  const orm = await MikroORM.init({ ...ORM_OPTIONS, dbName: "simulated", driverOptions: { pglite: () => quick } });
  // The ORM's own statements are prepared too, by the product's way: the client's costs five times as much.
  const quick = {
    async query(text: string, values: readonly unknown[]) {
      const rows = await statements(text, values.map(plainValue));
      return { rows: [...rows], affectedRows: rows.length, fields: [] };
    },
    transaction: client.transaction.bind(client),
    close: () => client.close(),
    closed: false,
    ready: true,
    waitReady: client.waitReady,
  };
  const fork = (): SqlEntityManager => orm.em.fork();
  const managers = quickManagers(fork, statements);
  const repositories = repositoriesOver(
    () => managers((perform) => perform()),
    statements,
    (same) => same,
  );
  const tenant = await tenantIn(fork, statements);
  const canvases = canvasRepository(fork, statements);
  // Read now, so that no run waits for it past the scheduler.
  const contents = new CanvasContents({ canvases }, unused<EnginePool>("the engine"));
  await contents.of(tenant.canvas);
  await contents.version(tenant.canvas.id, tenant.canvas.version);
  let runs = 0;
  return {
    tenant,
    repositories,
    statements,
    contents,
    seenBy: (world, process, sight) => seenDatabase({ ...sight, world, process, fork, statements, managers }),
    async clear() {
      for (const text of CLEARING) await statements(text, []);
      runs += 1;
      if (runs % RUNS_BETWEEN_VACUUMS === 0) await client.exec("vacuum");
    },
    async [Symbol.asyncDispose]() {
      await orm.close(true);
      await client.close();
      await folder.remove();
    },
  };
}

const CLEARING = ["render_jobs", "idempotency_keys", "renders", "usage", "simulated_jobs"].map(
  (table) => `delete from ${table}`,
);

const SOURCE = `rpt 1
document estimate name="見積書"
field number int example=1
page A5 portrait margin=10mm {
  body {
    text "{number}"
  }
}
`;

async function tenantIn(fork: Session, statements: Statements): Promise<Tenant> {
  const createdAt = new Date(0);
  const organizations = organizationRepository(fork);
  const { id: organizationId } = await organizations.create({ name: "青空商事", plan: "starter", createdAt });
  const workspace = await organizations.createWorkspace({ organizationId, name: "本社", createdAt });
  if (!workspace.ok) throw new Error(workspace.reason);
  const workspaceId = workspace.value.id;
  const key = await keyRepository(fork, statements).create({
    ...{ organizationId, workspaceId: null, role: "render", label: "simulation", prefix: "simulation", createdAt },
    secretHash: new Uint8Array(32),
  });
  if (!key.ok) throw new Error(key.reason);
  const { value: compiled } = compileSource(SOURCE);
  if (compiled === null) throw new Error("the form of the simulation does not compile");
  const canvas = await canvasRepository(fork, statements).publish({
    ...{ workspaceId, canvasId: null, title: "見積書", publishedAt: createdAt },
    content: {
      ...{
        source: SOURCE,
        compiled: canonicalJson(compiled),
        ...frozenForm(compiled),
        contentHash: "ab".repeat(32),
        engineVersion: ENGINE_VERSION,
      },
      ...{ fontVersions: "none", fieldCount: 1, recordSource: null, encryption: "none" },
    },
  });
  if (!canvas.ok) throw new Error(canvas.reason);
  return { organizationId, workspaceId, keyId: key.value.id, canvas: canvas.value };
}

/** What a run has no use for says so where it is used all the same. */
export function unused<Part extends object>(name: string): Part {
  const refuse = (): never => {
    throw new Error(`${name} is no part of the simulation`);
  };
  return new Proxy({}, { get: refuse }) as Part;
}

const UNUSED: Omit<Repositories, "renders" | "idempotency"> = {
  organizations: unused("organizations"),
  people: unused("people"),
  keys: unused("keys"),
  canvases: unused("canvases"),
  usage: unused("usage"),
  datasets: unused("datasets"),
  oauthRecords: unused("OAuth records"),
  signingKeys: unused("signing keys"),
  linkSecrets: unused("link secrets"),
};

function repositoriesOver(session: Session, statements: Statements, plant: Plant): Repositories {
  const renders = renderRepository(session, statements);
  const idempotency = idempotencyRepository(session, statements);
  return { ...UNUSED, ...plant({ renders, idempotency }, statements) };
}

interface Seen extends Sight {
  readonly managers: QuickManagers;
  readonly world: World;
  readonly process: Process;
  readonly fork: Session;
  readonly statements: Statements;
}

/** What the driver says of a connection that broke, and a database of a full disk. */
const lost = (): Error => new Error("Connection terminated unexpectedly");
const refused = (): Error => Object.assign(new Error("could not extend file"), { code: "53100" });

function seenDatabase(seen: Seen): Database {
  const { world, process, fork, plant } = seen;
  const renders = stepwise("renders", seen, (...over) => repositoriesOver(...over, plant).renders);
  const idempotency = stepwise("idempotency", seen, (...over) => repositoriesOver(...over, plant).idempotency);
  return {
    ...UNUSED,
    kind: "postgresql",
    description: "simulated database",
    renders,
    idempotency: {
      ...idempotency,
      claim(claim, now) {
        seen.claimed(claim.keyHash, claim.renderId);
        return idempotency.claim(claim, now);
      },
    },
    // Others see all of it at once or nothing, so it is one call.
    transaction(work) {
      const perform = async () => {
        const value = await fork().transactional((em) => work(inTransaction(em, plant)));
        await seen.committed();
        return value;
      };
      return world.call(process, { port: "database", name: "transaction", perform, lost, refused });
    },
    sqlHome: unused("the home of other tables"),
    ping: async () => true,
    canWrite: async () => true,
    knock: async () => true,
    close: async () => undefined,
  };
}

function inTransaction(em: SqlEntityManager, plant: Plant): TransactionRepositories {
  const builder = em.getKysely();
  return { ...repositoriesOver(() => em, statementsOver(builder), plant), sql: sqlOver(builder) };
}

/**
 * A repository whose every statement is a call of its own, whatever its methods are: `renders.start` is the first one
 * of that method, and `renders.start/2` the second.
 */
function stepwise<Repository extends object>(
  room: string,
  { world, process, fork, statements, managers }: Seen,
  make: (session: Session, statements: Statements) => Repository,
): Repository {
  const methods = Object.keys(make(fork, statements));
  const stepwiseMethod =
    (method: string) =>
    (...given: readonly unknown[]) => {
      let count = 0;
      const step = <Value>(perform: () => Promise<Value>): Promise<Value> => {
        count += 1;
        const name = count === 1 ? `${room}.${method}` : `${room}.${method}/${count}`;
        return world.call(process, { port: "database", name, perform, lost, refused });
      };
      const gatedStatements: Statements = (text, values) => step<readonly SqlRow[]>(() => statements(text, values));
      const repository = make(() => managers(step), gatedStatements);
      const called: unknown = Reflect.get(repository, method);
      if (typeof called !== "function") throw new Error(`${room}.${method} is no method`);
      return called(...given) as unknown;
    };
  return Object.fromEntries(methods.map((method) => [method, stepwiseMethod(method)])) as Repository;
}
