import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** How a child process is started: everything has a default but the command itself. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Added to this process's own environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the process reads on standard input; without it standard input is empty. */
  readonly input?: string | Uint8Array;
  /** The user a process runs as, where this process is root and the program refuses root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** After this long the process is killed and the promise rejects: a hanging program must not hang the suite. */
  readonly timeoutMs?: number;
}

/** What a finished process left behind. */
export interface CommandResult {
  /** `null` when a signal ended the process. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as it came, for programs that write a file there. */
  readonly stdoutBytes: Uint8Array;
}

/** A process that goes on running, such as a server under test. */
export interface RunningCommand extends AsyncDisposable {
  readonly pid: number;
  /** Everything written so far. */
  readonly output: { stdout(): string; stderr(): string };
  /**
   * Resolves once standard output or standard error contains a match; rejects with the output if the process ends
   * first.
   */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Resolves when the process has ended by itself or by a signal. */
  readonly ended: Promise<CommandResult>;
  /** Sends a signal to this one process (`SIGTERM` when not said) and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<CommandResult>;
}

/** Long enough for a cold start on a busy machine, short enough that a hang is noticed. */
const TIMEOUT_MS = 60_000;

/** How long a process may take to obey `stop` before it is killed: a server has 36 seconds after its notice. */
const STOP_GRACE_MS = 45_000;

/**
 * Runs a program to its end. A non-zero exit is an answer, not an error; a program that cannot start or hangs throws.
 */
export async function runCommand(
  command: string,
  args: readonly string[] = [],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const running = await startCommand(command, args, options);
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    void running.stop("SIGKILL");
  }, timeoutMs);
  const result = await running.ended;
  clearTimeout(timer);
  if (timedOut) {
    throw new Error(`${command} did not end within ${timeoutMs} ms.\n${result.stdout}${result.stderr}`);
  }
  return result;
}

/** Starts a program and leaves it running. The caller stops it, best by `await using`. */
export async function startCommand(
  command: string,
  args: readonly string[] = [],
  options: CommandOptions = {},
): Promise<RunningCommand> {
  const child = spawn(command, args, spawnOptions(options));
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A program may end without reading its input; that is not the test's failure.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(options.input);
  await once(child, "spawn"); // rejects where the program cannot start
  const ended = endOf(child, stdout, stderr);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${command} started without a process id.`);

  const text = { stdout: () => Buffer.concat(stdout).toString(), stderr: () => Buffer.concat(stderr).toString() };
  const stop = (signal: NodeJS.Signals = "SIGTERM"): Promise<CommandResult> => stopChild(child, ended, signal);
  return {
    pid,
    output: text,
    ended,
    stop,
    waitFor: (pattern) => waitForOutput(child, ended, () => text.stdout() + text.stderr(), pattern),
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

function spawnOptions(options: CommandOptions): SpawnOptions {
  return {
    stdio: "pipe",
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.user ?? {}),
  };
}

async function endOf(
  child: ChildProcess,
  stdout: readonly Buffer[],
  stderr: readonly Buffer[],
): Promise<CommandResult> {
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  const stdoutBytes = Buffer.concat(stdout);
  return { exitCode, signal, stdout: stdoutBytes.toString(), stderr: Buffer.concat(stderr).toString(), stdoutBytes };
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<CommandResult>,
  signal: NodeJS.Signals,
): Promise<CommandResult> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
  const result = await ended;
  clearTimeout(timer);
  return result;
}

async function waitForOutput(
  child: ChildProcess,
  ended: Promise<CommandResult>,
  output: () => string,
  pattern: RegExp,
): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const match = output().match(pattern);
      if (match === null) return;
      child.stdout?.off("data", look);
      child.stderr?.off("data", look);
      resolve(match);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    void ended.then((result) => {
      look();
      reject(new Error(`The process ended (${result.exitCode ?? result.signal}) before ${pattern}:\n${output()}`));
    });
    look();
  });
}
