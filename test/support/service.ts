import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Demo } from "../../src/facades/cli/index.ts";
import { type RunningCommand, startCommand } from "./command.ts";
import { prepareDataFolder } from "./databases.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A whole server in a process of its own, on a free port, with its first start's demo. */
export interface RunningService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly process: RunningCommand;
  /** Read anew at each call: a restart writes the file again. */
  demo(): Demo;
}

/** How a server is started: what is not said is as a first start has it. */
export interface ServiceOptions {
  /** The data folder of an earlier server, to start it again, or of a first start; else it has an empty database. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** More arguments of `platen serve`. */
  readonly args?: readonly string[];
  /** Whether to wait for the demo; it is not made beyond loopback or on PostgreSQL. */
  readonly withDemo?: boolean;
}

/** The first start makes the embedded database, which takes seconds on a busy machine. */
const START_TIMEOUT_MS = 120_000;

/** The code of Node.js lies on large pages. */
export const LARGE_PAGES = "--use-largepages=silent";

/** How `npm start` and the container file start it: its heaps are kept small, too. */
export const SERVER_FLAGS = [LARGE_PAGES, "--max-semi-space-size=16", "--heap-growing-percent=100"];

/** Starts `platen serve` and waits until it listens and, on the embedded database, its demo is there. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const folder = options.dataDir === undefined ? await temporaryFolder("service") : null;
  const dataDir = options.dataDir ?? join(folder?.path ?? "", "data");
  const isEmbedded = options.env?.["PLATEN_DATABASE_URL"] === undefined;
  if (folder !== null && isEmbedded) await prepareDataFolder(dataDir);
  const command = [...SERVER_FLAGS, "src/main.ts", "serve", ...(options.args ?? [])];
  const running = await startCommand(process.execPath, command, {
    env: { PLATEN_PORT: "0", PLATEN_DATA_DIR: dataDir, PLATEN_LOG_LEVEL: "warn", ...options.env },
  });
  const baseUrl = await startOf(running, options.withDemo ?? true);
  return {
    baseUrl,
    dataDir,
    process: running,
    demo: () => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")),
    async [Symbol.asyncDispose]() {
      await running.stop();
      await folder?.[Symbol.asyncDispose]();
    },
  };
}

/** Waits for a server's words and answers its address; one that hangs is killed, and the wait fails with its output. */
async function startOf(running: RunningCommand, withDemo: boolean): Promise<string> {
  const timer = setTimeout(() => void running.stop("SIGKILL"), START_TIMEOUT_MS);
  try {
    const match = await running.waitFor(/listens on (\S+) /);
    if (withDemo) await running.waitFor(/demo organization is ready|demo's keys are in/);
    return match[1] ?? "";
  } finally {
    clearTimeout(timer);
  }
}
