import { existsSync, globSync } from "node:fs";
import { chown } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import type { TestProject } from "vitest/node";
import { type CommandOptions, type RunningCommand, runCommand, startCommand } from "./command.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** How to reach the private PostgreSQL server of this test run. */
export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** The folder of the server's own programs (`createdb`, `dropdb`, `psql`). */
  readonly binFolder: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres: PostgresServer;
  }
}

const HOST = "127.0.0.1";
const USER = "platen";

/** A test run's data is thrown away, so nothing waits for the disk. */
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: "",
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

/** Another process may take a free port between our look and the server's start; then the next one is tried. */
const START_ATTEMPTS_MAX = 5;

/**
 * Vitest's global setup of the database tests: one private server on a random loopback port in a temporary folder, for
 * the whole run. Each suite makes a database of its own in it (`postgres-database.ts`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres();
  project.provide("postgres", server);
  return stop;
}

/** A private server. */
export interface RunningPostgres {
  readonly server: PostgresServer;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
  /** Cuts every session off without a word, as a crash does, and starts it again on the same port and data. */
  crash(): Promise<void>;
  /** Ends it and leaves its data, until `resume` starts it again on the same port. */
  halt(): Promise<void>;
  resume(): Promise<void>;
}

interface StartOptions {
  /** Whether what was committed outlives a crash, as in production; it makes the server slower. */
  readonly isDurable?: boolean;
  /** An empty folder on a small disk to keep its data in, which the caller removes; without it, one of its own. */
  readonly folder?: string;
}

/**
 * Starts a private server. Throws one sentence when PostgreSQL is not installed.
 */
export async function startPostgres({ isDurable = false, folder: given }: StartOptions = {}): Promise<RunningPostgres> {
  const binFolder = postgresBinFolder();
  const as = await unprivilegedUser();
  const folder =
    given === undefined ? await temporaryFolder("postgres") : { path: given, remove: async () => undefined };
  if (as.user !== undefined) await chown(folder.path, as.user.uid, as.user.gid);
  const dataFolder = join(folder.path, "data");
  const initialized = await runCommand(
    join(binFolder, "initdb"),
    ["--pgdata", dataFolder, "--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"],
    { ...as, cwd: folder.path },
  );
  if (initialized.exitCode !== 0) throw new Error(`initdb failed:\n${initialized.stdout}${initialized.stderr}`);

  const options = { ...as, cwd: folder.path };
  const settings = {
    ...SETTINGS,
    ...(isDurable ? { synchronous_commit: "on", full_page_writes: "on" } : {}),
    ...(given === undefined ? {} : { max_wal_size: "64MB", min_wal_size: "32MB" }),
  };
  const { port, running: first } = await startOnFreePort(binFolder, dataFolder, settings, options);
  let running = first;
  const stop = async (): Promise<void> => {
    // SIGINT is PostgreSQL's fast shutdown: open sessions are ended instead of waited for.
    await running.stop("SIGINT");
    await folder.remove();
  };
  const resume = async (): Promise<void> => {
    running = await startOn(port, binFolder, dataFolder, settings, options);
    await running.waitFor(READY);
  };
  const crash = async (): Promise<void> => {
    // SIGQUIT is its immediate shutdown: nothing is written, and the next start recovers from the log.
    await running.stop("SIGQUIT");
    await resume();
  };
  const halt = async (): Promise<void> => void (await running.stop("SIGINT"));
  return { server: { host: HOST, port, user: USER, binFolder }, stop, crash, halt, resume };
}

const READY = /ready to accept connections/;

function startOn(
  port: number,
  binFolder: string,
  dataFolder: string,
  chosen: Readonly<Record<string, string>>,
  options: CommandOptions,
): Promise<RunningCommand> {
  const settings = Object.entries({ ...chosen, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return startCommand(join(binFolder, "postgres"), ["-D", dataFolder, ...settings], options);
}

async function startOnFreePort(
  binFolder: string,
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
  options: CommandOptions,
): Promise<{ readonly port: number; readonly running: RunningCommand }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const running = await startOn(port, binFolder, dataFolder, settings, options);
    try {
      await running.waitFor(READY);
      return { port, running };
    } catch (error) {
      const portTaken = /could not bind|Address already in use/.test(running.output.stderr());
      if (!portTaken || attempt === START_ATTEMPTS_MAX) throw error;
    }
  }
}

/** The newest PostgreSQL on this machine: Debian keeps server programs in versioned folders off the path. */
function postgresBinFolder(): string {
  const versioned = globSync("/usr/lib/postgresql/*/bin").sort(
    (left, right) => Number(right.split("/")[4]) - Number(left.split("/")[4]),
  );
  const onPath = (process.env["PATH"] ?? "").split(delimiter);
  const folder = [...versioned, ...onPath].find((candidate) => existsSync(join(candidate, "initdb")));
  if (folder === undefined) {
    throw new Error("PostgreSQL's server programs are not installed; on Debian: apt-get install postgresql.");
  }
  return folder;
}

/** PostgreSQL refuses to run as root; a root shell (a container, CI) hands the server to a user without rights. */
async function unprivilegedUser(): Promise<Pick<CommandOptions, "user">> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const uid = await runCommand("id", ["-u", name]);
    const gid = await runCommand("id", ["-g", name]);
    if (uid.exitCode === 0 && gid.exitCode === 0) return { user: { uid: Number(uid.stdout), gid: Number(gid.stdout) } };
  }
  throw new Error("PostgreSQL refuses to run as root, and this machine has neither a postgres nor a nobody user.");
}

/** A port of the loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, HOST, () => {
      const address = probe.address();
      if (address === null || typeof address === "string") return reject(new Error("The probe has no port."));
      probe.close(() => resolve(address.port));
    });
  });
}
