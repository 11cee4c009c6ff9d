import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunningCommand, startCommand } from "./command.ts";

/** What the first start writes into `demo.json`. */
export interface Demo {
  readonly baseUrl: string;
  readonly renderKey: string;
  readonly secondRenderKey: string;
  readonly dataWriteKey: string;
  readonly person: { readonly email: string; readonly password: string };
  readonly canvases: readonly { readonly id: string; readonly title: string }[];
}

/** A server in a process of its own, started as a user starts it, on a free port. */
export interface DemoServer extends AsyncDisposable {
  readonly demo: Demo;
  readonly process: RunningCommand;
}

/** The first start makes the embedded database, which takes seconds on a busy machine. */
const START_TIMEOUT_MS = 120_000;

/**
 * Starts `platen serve` on `dataFolder` and waits until it says that its demo is there. Further settings come as
 * variables.
 */
export async function startDemoServer(
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DemoServer> {
  const server = await startCommand(process.execPath, ["src/main.ts", "serve"], {
    env: { PLATEN_PORT: "0", PLATEN_DATA_DIR: dataFolder, ...settings },
  });
  // A server that hangs is killed; waiting for its words then fails with what it has said so far.
  const timer = setTimeout(() => void server.stop("SIGKILL"), START_TIMEOUT_MS);
  try {
    await server.waitFor(/demo organization is ready|demo's keys are in/);
  } finally {
    clearTimeout(timer);
  }
  const demo: Demo = JSON.parse(await readFile(join(dataFolder, "demo.json"), "utf8"));
  return { demo, process: server, [Symbol.asyncDispose]: async () => void (await server.stop()) };
}
