// What the code of plugins prints.
import { writeSync } from "node:fs";

const STANDARD_ERROR = 2;

/**
 * Sends what this thread prints to standard error, at once: standard output is what a command answers, and a thread
 * that is waited for has no turn in which its prints would leave it.
 */
export function printToStandardError(): void {
  const write = (chunk: string | Uint8Array, ...further: readonly unknown[]): boolean => {
    try {
      if (typeof chunk === "string") writeSync(STANDARD_ERROR, chunk);
      else writeSync(STANDARD_ERROR, chunk);
    } catch {
      // Nobody reads it, or not as fast: what a plugin prints is no reason to fail.
    }
    const told = further.at(-1);
    if (typeof told === "function") told();
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
}
