// A disk that refuses calls by their paths, within this process: the embedded database reads and writes by Node.js.
import fs, { readlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What the system is asked. */
type Call = "openSync" | "readSync" | "writeSync" | "fsyncSync";

/** What is refused: calls whose file's path the pattern finds, with one of the system's codes. */
export interface Refusal {
  readonly call: Call;
  readonly path: RegExp;
  readonly code: string;
}

/** Refuses until it is told not to, or disposed of. */
export class FailingDisk implements Disposable {
  readonly #whole = { openSync: fs.openSync, readSync: fs.readSync, writeSync: fs.writeSync, fsyncSync: fs.fsyncSync };
  #refused: Refusal | null = null;

  constructor() {
    const { openSync, readSync, writeSync, fsyncSync } = this.#whole;
    fs.openSync = (path, ...more) => {
      this.#meet("openSync", String(path));
      return openSync(path, ...more);
    };
    fs.readSync = ((fd: number, ...more: [NodeJS.ArrayBufferView]) => {
      this.#meetFile("readSync", fd);
      return readSync(fd, ...more);
    }) as typeof fs.readSync;
    fs.writeSync = ((fd: number, ...more: [NodeJS.ArrayBufferView]) => {
      this.#meetFile("writeSync", fd);
      return writeSync(fd, ...more);
    }) as typeof fs.writeSync;
    fs.fsyncSync = (fd) => {
      this.#meetFile("fsyncSync", fd);
      fsyncSync(fd);
    };
    syncBuiltinESMExports();
  }

  refuse(refusal: Refusal): void {
    this.#refused = refusal;
  }

  work(): void {
    this.#refused = null;
  }

  [Symbol.dispose](): void {
    Object.assign(fs, this.#whole);
    syncBuiltinESMExports();
  }

  #meetFile(call: Call, fd: number): void {
    if (this.#refused?.call === call) this.#meet(call, readlinkSync(`/proc/self/fd/${fd}`));
  }

  #meet(call: Call, path: string): void {
    const refused = this.#refused;
    if (refused === null || refused.call !== call || !refused.path.test(path)) return;
    throw Object.assign(new Error(`${refused.code}: the disk refuses ${call}, '${path}'`), { code: refused.code });
  }
}
