import type { DestinationStream, pino } from "pino";

/** Lines that can't be written wait in memory, up to so many bytes; further ones are lost. */
const WAITING_BYTES_MAX = 1024 * 1024;

const STANDARD_ERROR = 2;

/**
 * Where the log of a service goes: standard error, line by line. A disk that is full, or a reader that stands still, is
 * no reason to answer nobody: what can't be written waits, and is written with the next line that can.
 */
export function logDestination({ destination }: Pick<typeof pino, "destination">): DestinationStream {
  // Trying again at once would hold the event loop until somebody reads.
  const options = { dest: STANDARD_ERROR, sync: true, maxLength: WAITING_BYTES_MAX, retryEAGAIN: () => false };
  const log = destination(options);
  log.on("error", () => undefined);
  return log;
}
