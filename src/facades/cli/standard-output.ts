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
