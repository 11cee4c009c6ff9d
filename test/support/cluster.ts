// A whole installation as it runs on several machines: PostgreSQL, a bucket, and any number of server and worker
// processes, each of which can be killed by itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledFonts, createEngine, renderersAt } from "../../src/core/engine/index.ts";
import { type RunningCommand, runCommand, startCommand } from "./command.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type RunningPostgres, startPostgres } from "./postgres.ts";
import { type S3Server, startS3Server } from "./s3-server.ts";
import { type RunningService, SERVER_FLAGS, startService } from "./service.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An organization's key, its published invoice, and a payload for it as JSON text. */
export interface ClusterTenant {
  readonly key: string;
  readonly canvasId: string;
  readonly payload: string;
}

/** The ways from the processes to what they stand on, which can be broken. */
export interface ClusterWays {
  readonly database: FaultProxy;
  readonly bucket: FaultProxy;
}

export interface ClusterOptions {
  /** A folder on a disk of its own for the database, which can be filled. */
  readonly databaseFolder?: string;
  /** Settings of every process, beside those of the installation. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Cluster extends AsyncDisposable {
  readonly postgres: RunningPostgres;
  readonly ways: ClusterWays;
  /** The database's own address, which no fault of the ways reaches. */
  readonly databaseUrl: string;
  readonly bucket: S3Server;
  readonly tenant: ClusterTenant;
  /** What every process of the installation is told. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes one more organization with a key and a published invoice. */
  newTenant(): Promise<ClusterTenant>;
  /** Starts a process that answers requests, on a port that was free or on one that an earlier one had. */
  startApi(port?: number): Promise<RunningService>;
  /** Starts a process that renders jobs. */
  startWorker(): Promise<RunningCommand>;
}

const DATABASE = "postgres";
const INVOICE = "docs/examples/invoice.rpt";

/** Starts the database and the bucket and makes the tenant; processes are started by whoever needs them. */
export async function startCluster({ databaseFolder, settings }: ClusterOptions = {}): Promise<Cluster> {
  const folder = await temporaryFolder("cluster");
  const postgres = await startPostgres({
    isDurable: true,
    ...(databaseFolder === undefined ? {} : { folder: databaseFolder }),
  });
  const bucket = await startS3Server();
  const { host, port, user } = postgres.server;
  const databaseUrl = `postgresql://${user}@${host}:${port}/${DATABASE}`;
  const ways = {
    database: await startFaultProxy(port),
    bucket: await startFaultProxy(Number(new URL(bucket.location.bucketUrl).port)),
  };
  const env = {
    PLATEN_DATABASE_URL: throughPort(databaseUrl, ways.database.port),
    PLATEN_S3_URL: throughPort(bucket.location.bucketUrl, ways.bucket.port),
    PLATEN_S3_REGION: bucket.location.region,
    PLATEN_S3_ACCESS_KEY_ID: bucket.location.accessKeyId,
    PLATEN_S3_SECRET_ACCESS_KEY: bucket.location.secretAccessKey,
    PLATEN_PLANS: JSON.stringify({ enterprise: { requestsPerMinute: 1_000_000, recordsPerMinute: 1_000_000 } }),
    ...settings,
  };
  let processes = 0;
  const dataDir = (): string => {
    processes += 1;
    return join(folder.path, `process-${processes}`);
  };
  const newTenant = (): Promise<ClusterTenant> => clusterTenantOf({ ...env, PLATEN_DATA_DIR: dataDir() });
  return {
    postgres,
    ways,
    databaseUrl,
    bucket,
    tenant: await newTenant(),
    newTenant,
    env,
    startApi: (wanted = 0) =>
      startService({
        env: { ...env, PLATEN_PORT: String(wanted), PLATEN_LOG_LEVEL: "error" },
        dataDir: dataDir(),
        args: ["--role", "api"],
        withDemo: false,
      }),
    async startWorker() {
      const workerEnv = { ...env, PLATEN_DATA_DIR: dataDir(), PLATEN_LOG_LEVEL: "info" };
      const command = [...SERVER_FLAGS, "src/main.ts", "serve", "--role", "worker"];
      const worker = await startCommand(process.execPath, command, { env: workerEnv });
      await worker.waitFor(/renders jobs/);
      return worker;
    },
    async [Symbol.asyncDispose]() {
      for (const way of [ways.database, ways.bucket]) await way[Symbol.asyncDispose]();
      await bucket[Symbol.asyncDispose]();
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** The same address by another port. */
function throughPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** An organization with a key and a published invoice, made by the operator's commands. */
export async function clusterTenantOf(env: Readonly<Record<string, string>>): Promise<ClusterTenant> {
  const platen = async (...args: readonly string[]): Promise<string> => {
    const result = await runCommand(process.execPath, ["src/main.ts", ...args], { env });
    if (result.exitCode !== 0) throw new Error(result.stderr);
    return result.stdout;
  };
  const made = await platen("organizations", "create", "山本食品", "--plan", "enterprise");
  const [organization = "", workspace = ""] = made.split("\n").map((line) => line.trim().split("\t")[0] ?? "");
  const canvasId = (await platen("publish", INVOICE, "--workspace", workspace)).split("\t")[0] ?? "";
  const keys = await platen("keys", "create", "--role", "render", "--organization", organization);
  const key = /pk_\w+/.exec(keys)?.[0] ?? "";
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) });
  const { template } = engine.check({ source: readFileSync(INVOICE, "utf8"), data: null });
  return { canvasId, key, payload: template?.example ?? "{}" };
}
