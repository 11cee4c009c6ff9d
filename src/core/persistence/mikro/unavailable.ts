/**
 * What the driver says where a connection can't be made, was lost or was refused: codes of the operating system, and
 * of PostgreSQL (class 08, "connection exception", and the shutdowns and refusals of class 57 and 53).
 */
const CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/** The driver gives these no code. */
const WORDS = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Errors wrap one another a few times; a ring of them must not hang us. */
const DEPTH_MAX = 8;

/** Whether an error is the database being out of reach, rather than a fault of the query or of ours. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < DEPTH_MAX && error instanceof Error; depth += 1) {
    const code = "code" in error ? String(error.code) : "";
    if (CODES.has(code) || /^08\w{3}$/.test(code) || WORDS.test(error.message)) return true;
    if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
    error = error.cause ?? ("previous" in error ? error.previous : undefined);
  }
  return false;
}
