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

/** For a server, which answers others: it goes on where what it says can't be written. */
export function goOnWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", () => undefined);
  }
}

/**
 * Standard output for what the command answers. From then on all else that code in this process prints, as plugins may,
 * goes to standard error: it would stand within a PDF file or between the messages to an editor.
 */
export function ownStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, written) => {
      // What can't be written is told where the process's own stream fails.
      const done = () => written();
      if (typeof chunk === "string") write(chunk, encoding, done);
      else write(chunk, done);
    },
  });
}

/** Ends the process when all that was said is written, whatever plugins have left running in it. */
export function endWhenWritten(output: Writable, status: number): void {
  process.exitCode = status;
  output.end(() => process.stderr.write("", () => process.exit()));
}
