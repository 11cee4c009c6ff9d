/** A server that does not answer within this time is reported; a start must not hang silently. */
export const CONNECT_TIMEOUT_MS = 5_000;

/**
 * What is wrong with a database, as the rest of a sentence about it, by the system's or PostgreSQL's code. The driver's
 * own words may quote the URL and are left out.
 */
export function problemOf(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case "ECONNREFUSED":
      return "refuses connections: nothing listens there; is PostgreSQL running?";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "can't be found: the host name is unknown";
    case "28P01":
    case "28000":
      return "refuses the user name or password";
    case "3D000":
      return "does not exist; create it first (createdb)";
    case "53300":
      return "has no connection left";
    case "57P03":
      return "is still starting; try again in a moment";
    default:
      return code === null
        ? `does not answer within ${CONNECT_TIMEOUT_MS / 1000} seconds`
        : `can't be used: it answers with code ${code}`;
  }
}

/** The first code in the chain of causes; a connection over several addresses fails with several errors at once. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) {
    return null;
  }
  if ("code" in error && typeof error.code === "string") {
    return error.code;
  }
  const [first] = error instanceof AggregateError ? error.errors : [error.cause];
  return codeOf(first);
}
