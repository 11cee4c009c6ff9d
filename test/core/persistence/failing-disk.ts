// A disk that refuses or holds calls by their paths, in the threads of this process: the embedded database reads and
// writes by Node.js in a thread of its own. It has to be loaded before anything else (`--import`).
import { execFileSync } from "node:child_process";
import fs, { readlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

/** What the system is asked. */
type Call = "openSync" | "readSync" | "writeSync" | "fsyncSync";

/** What is refused: calls whose file's path the pattern finds, with one of the system's codes; or they hang. */
export interface Refusal {
  readonly call: Call;
  readonly path: RegExp;
  readonly code: string | "hangs";
}

const KEY = "failing disk";

/** Whoever opens it to read waits for a writer. */
const PIPE = join(tmpdir(), `failing-disk-${process.pid}`);

const TEXT_BYTES = 4_096;

/** Memory that all threads see: how long the text is that says what is refused, and the text itself, as JSON. */
class Orders {
  readonly #length: Int32Array<SharedArrayBuffer>;
  readonly #text: Uint8Array<SharedArrayBuffer>;

  constructor(memory: SharedArrayBuffer) {
    this.#length = new Int32Array(memory, 0, 1);
    this.#text = new Uint8Array(memory, 4);
  }

  give(refusal: Refusal | null): void {
    const bytes = Buffer.from(refusal === null ? "" : JSON.stringify({ ...refusal, path: refusal.path.source }));
    this.#text.set(bytes);
    Atomics.store(this.#length, 0, bytes.length);
  }

  read(): Refusal | null {
    const length = Atomics.load(this.#length, 0);
    if (length === 0) return null;
    const { path, ...rest } = JSON.parse(Buffer.from(this.#text.slice(0, length)).toString());
    return { ...rest, path: new RegExp(path) };
  }
}

/** Refuses until it is told not to, or disposed of. */
export class FailingDisk implements Disposable {
  readonly #orders: Orders;

  constructor() {
    const memory = getEnvironmentData(KEY);
    if (!(memory instanceof SharedArrayBuffer)) throw new Error("failing-disk.ts was not loaded with --import");
    this.#orders = new Orders(memory);
  }

  refuse(refusal: Refusal): void {
    if (refusal.code === "hangs" && !fs.existsSync(PIPE)) execFileSync("mkfifo", [PIPE]);
    this.#orders.give(refusal);
  }

  work(): void {
    this.#orders.give(null);
    // Those that hang find a writer. Opened to read as well, a pipe has nobody wait (fifo(7)).
    if (fs.existsSync(PIPE)) fs.closeSync(fs.openSync(PIPE, fs.constants.O_RDWR));
  }

  [Symbol.dispose](): void {
    this.work();
    fs.rmSync(PIPE, { force: true });
  }
}

function refuseInThread(orders: Orders): void {
  const { closeSync, openSync, readSync, writeSync, fsyncSync } = fs;
  const meet = (call: Call, pathOf: () => string): void => {
    const refused = orders.read();
    if (refused === null || refused.call !== call || !refused.path.test(pathOf())) return;
    const { code } = refused;
    // A call of the system that nothing within the process can end.
    if (code === "hangs") return closeSync(openSync(PIPE, "r"));
    throw Object.assign(new Error(`${code}: the disk refuses ${call}, '${pathOf()}'`), { code });
  };
  const meetFile = (call: Call, fd: number): void => meet(call, () => readlinkSync(`/proc/self/fd/${fd}`));
  fs.openSync = (path, ...more) => {
    meet("openSync", () => String(path));
    return openSync(path, ...more);
  };
  fs.readSync = ((fd: number, ...more: [NodeJS.ArrayBufferView]) => {
    meetFile("readSync", fd);
    return readSync(fd, ...more);
  }) as typeof fs.readSync;
  fs.writeSync = ((fd: number, ...more: [NodeJS.ArrayBufferView]) => {
    meetFile("writeSync", fd);
    return writeSync(fd, ...more);
  }) as typeof fs.writeSync;
  fs.fsyncSync = (fd) => {
    meetFile("fsyncSync", fd);
    fsyncSync(fd);
  };
  syncBuiltinESMExports();
}

const given = getEnvironmentData(KEY);
if (!isMainThread && given instanceof SharedArrayBuffer) refuseInThread(new Orders(given));
if (isMainThread && given === undefined) {
  setEnvironmentData(KEY, new SharedArrayBuffer(4 + TEXT_BYTES));
  const hanging = process.env["FAILING_DISK_HANGS"];
  if (hanging !== undefined) hangBySignal(new RegExp(hanging));
}

/** Has writes of files whose path the pattern finds hang from a signal to the next one, for a test from outside. */
function hangBySignal(path: RegExp): void {
  const disk = new FailingDisk();
  let hangs = false;
  process.on("SIGUSR2", () => {
    hangs = !hangs;
    if (hangs) disk.refuse({ call: "writeSync", path, code: "hangs" });
    else disk.work();
  });
}
