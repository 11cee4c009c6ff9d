import { constants, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import { reasonOf } from "./files.ts";

/** Ends the process where what it says can't be written any more: there is nobody left to tell. */
export function endWithOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) closes the pipe; that is its right, and no failure of ours.
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(`platen: Standard output can't be written: ${reasonOf(error)}.\n`);
    process.exit(1);
  });
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    process.exit(1);
  });
}

/** Writes to standard output, or tells that it was written. */
type Write = (chunk: string | Uint8Array, encoding: BufferEncoding, done: () => void) => void;

/** So long the last words of a server wait for a reader. */
const UNREAD_MS = 1_000;

/** Whether this process is a server, which ends whether or not its words are read. */
let isServer = false;

/** What the words of the command are written by: at first the process's own stream. */
let writeOwn: Write = () => undefined;

/**
 * For a server, which answers others: it goes on where what it says can't be written, and waits for no reader. Writing
 * to a pipe that is full would hold the whole process until somebody reads.
 */
export function goOnWithoutOutput(): void {
  isServer = true;
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", () => undefined);
  }
  const [output, errors] = [pipeOf(process.stdout.fd), pipeOf(process.stderr.fd)];
  if (output !== null) writeOwn = (chunk, encoding, done) => void output.write(chunk, encoding, done);
  if (errors === null) return;
  process.stderr.write = errors.write.bind(errors);
  process.stdout.write = process.stderr.write;
}

/** The pipe of a file descriptor, whose bytes wait in memory for their reader; null for files and terminals. */
function pipeOf(fd: number): Socket | null {
  const own = unblocked(fd);
  if (own === fd) return null;
  return new Socket({ fd: own, readable: false, writable: true }).on("error", () => undefined).unref();
}

/**
 * The same pipe as a file descriptor that takes bytes without waiting for a reader; the descriptor itself where it is
 * no pipe, or where the system can't open it anew. Others who have the pipe are not affected.
 */
export function unblocked(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}

/**
 * Standard output for what the command answers. From then on all else that code in this process prints, as plugins may,
 * goes to standard error: it would stand within a PDF file or between the messages to an editor.
 */
export function ownStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  writeOwn = (chunk, encoding, done) => {
    if (typeof chunk === "string") write(chunk, encoding, done);
    else write(chunk, done);
  };
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, written) => {
      // What can't be written is told where the process's own stream fails.
      const done = () => written();
      writeOwn(chunk, encoding, done);
    },
  });
}

/** Ends the process when all that was said is written, whatever plugins have left running in it. */
export function endWhenWritten(output: Writable, status: number): void {
  process.exitCode = status;
  output.end(() => process.stderr.write("", () => process.exit()));
  if (isServer) setTimeout(() => process.exit(), UNREAD_MS);
}
