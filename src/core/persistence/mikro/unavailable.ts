/** What the operating system says where a connection can't be made or was lost, or the embedded one's disk fails. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...["EAI_AGAIN", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN"],
  ...["ENETRESET", "ENETUNREACH", "ENOTFOUND", "EPIPE", "ETIMEDOUT"],
  ...["EDQUOT", "EFBIG", "EIO", "EMFILE", "ENFILE", "ENOSPC", "EROFS"],
]);

/**
 * What PostgreSQL says where the fault is its own and passes (PostgreSQL, Appendix A): whole classes by their first two
 * characters, and conditions of other classes. Everything else is a fault of the statement, and thus of ours.
 */
const CLASSES: ReadonlySet<string> = new Set([
  "08", // connection exception
  "53", // insufficient resources: a full disk, no memory, no connection left, a limit of the configuration
  "57", // operator intervention: a shutdown, a start, a statement that took too long
  "58", // system error: reading or writing failed
]);
const CONDITIONS: ReadonlySet<string> = new Set([
  "25006", // read-only transaction: this server is a standby, or was told to write nothing more
  "25P03", // a transaction that was idle for too long
  "25P04", // a transaction that took too long
  "26000", // invalid statement name: a pooler handed out another connection than the one that prepared it
  "40001", // serialization failure
  "40P01", // deadlock detected
  "42P05", // duplicate prepared statement: the same pooler, the other way round
  "55P03", // lock not available
]);

/**
 * What PostgreSQL says of a failed file operation whose reason has no condition of its own: a quota that is used up and
 * anything unknown is an internal error, a read-only file system or a file of another owner a missing privilege, and a
 * folder in the place of a file a wrong object (`errcode_for_file_access`). Statements fail with these codes by their
 * own fault as well, so the source that reports it has to be one of those that handle the server's own files.
 */
const UNNAMED: ReadonlySet<string> = new Set(["42501", "42622", "42809", "XX000"]);
const FILE_SOURCES: ReadonlySet<string> = new Set([
  ...["fd.c", "buffile.c", "copydir.c", "fileset.c", "sharedfileset.c"], // open files, and those of one statement
  ...["md.c", "smgr.c", "bulk_write.c", "bufmgr.c", "localbuf.c"], // tables and their pages
  ...["xlog.c", "xloginsert.c", "xlogutils.c", "xlogarchive.c", "timeline.c"], // the log
  ...["slru.c", "clog.c", "multixact.c", "twophase.c", "relmapper.c", "logtape.c", "dsm_impl.c"],
]);

/** The driver gives these no code: a connection that is lost or closed, or answers of the server that make no sense. */
const WORDS = [
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout)/,
  /^Client (?:has encountered a connection error|was closed) and is not queryable/,
  /^received (?:invalid response|unexpected \w+ message)/i,
  /^(?:Unknown authenticationOk message|The server does not support SSL|There was an error establishing an SSL)/,
  /^SASL: (?!Only mechanism|Mechanism|SCRAM-SERVER-FIRST-MESSAGE: client password|attribute pairs text|text must)/,
  // What a process still asks as it stops, after its time to finish has ended.
  /^(?:Cannot use a pool after calling end|driver has already been destroyed|the database is closed)/,
];

/** Errors wrap one another a few times; a ring of them must not hang us. */
const DEPTH_MAX = 8;

/**
 * A row that no writing of ours makes, since a column of it is null or has another type: the answer was changed on its
 * way, or is that of another statement.
 */
export class WrongRow extends Error {
  /** @param what whose row it is: `a key` */
  constructor(what: string) {
    super(`${what}'s row is not as the migrations made it`);
  }
}

/** Whether an error is the database being out of reach, rather than a fault of the query or of ours. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  return errorsIn(thrown).some((error) => {
    const { message } = error;
    return (
      error instanceof WrongRow ||
      isPassing(codeOf(error)) ||
      isFailedFile(error) ||
      isFatal(error) ||
      isUnreadable(error) ||
      WORDS.some((words) => words.test(message))
    );
  });
}

/** A stack whose innermost call is in the driver. */
const IN_DRIVER = /^[^\n]*\n\s+at [^\n]*[\\/]node_modules[\\/]pg(?:-protocol|-types)?[\\/]/;

/** Whether the driver failed to parse an answer, such as a row that no description came before. */
function isUnreadable(error: Error): boolean {
  return (error instanceof TypeError || error instanceof RangeError) && IN_DRIVER.test(error.stack ?? "");
}

/**
 * What says that a database has no room to write, or a disk that fails. A server that only reads is none of them: it
 * takes every write again, or refuses every one.
 */
const REFUSING: ReadonlySet<string> = new Set(["53100", "58030", "EDQUOT", "EIO", "ENOSPC", "EROFS"]);

/** Whether an error is a database that takes no writes at the moment, for want of room. */
export function isWriteRefused(thrown: unknown): boolean {
  return errorsIn(thrown).some((error) => REFUSING.has(codeOf(error)) || isFailedFile(error));
}

/** Whether a file of the server's own could not be opened, read or written. */
function isFailedFile(error: Error): boolean {
  const source = "file" in error ? String(error.file).split("/").at(-1) : undefined;
  return source !== undefined && UNNAMED.has(codeOf(error)) && FILE_SOURCES.has(source);
}

/** An error and those that it wraps. */
function errorsIn(thrown: unknown): readonly Error[] {
  const found: Error[] = [];
  let error = thrown;
  for (let depth = 0; depth < DEPTH_MAX && error instanceof Error; depth += 1) {
    found.push(error);
    if (error instanceof AggregateError) found.push(...error.errors.flatMap(errorsIn));
    error = error.cause ?? ("previous" in error ? error.previous : undefined);
  }
  return found;
}

/**
 * What ends a connection, whatever its code (PostgreSQL, "Message Severity Levels"). A login is refused so: of a role
 * that may not log in, or to a database that was renamed, or takes no connections.
 */
function isFatal(error: Error): boolean {
  return "severity" in error && (error.severity === "FATAL" || error.severity === "PANIC");
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

/** SQLSTATEs have five characters; the codes of the operating system begin with an E. */
function isPassing(code: string): boolean {
  if (SYSTEM_CODES.has(code) || CONDITIONS.has(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && CLASSES.has(code.slice(0, 2));
}
