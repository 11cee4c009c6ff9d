/** An error as the log tells it. */
export interface LoggedError {
  /** Its class, such as `CheckConstraintViolationException`; of what is no error, the type of the value. */
  readonly type: string;
  /** The first line of what it says. */
  readonly message?: string;
  /** Where it came from: the lines of calls alone. */
  readonly stack?: string;
  /** Names and numbers that tell what to look for, such as a system's code or a constraint's name. */
  readonly [name: string]: unknown;
}

/** Members that hold names or numbers of systems, and never what somebody sent. */
const NAMING_MEMBERS = ["code", "status", "syscall", "constraint", "table", "column", "routine"] as const;

const MESSAGE_CHARACTERS_MAX = 500;

/** Errors wrap one another a few times; a ring of them must not hang us. */
const DEPTH_MAX = 6;

/**
 * What a log may hold of an error. Libraries hang everything on theirs that was at hand: a database's has the statement
 * with all of its values and the row that was refused, a bucket's has the answer, a mail server's has the letter. Here
 * the kind, the first line, the place and a few names are kept, and the same of its causes.
 */
export function loggedError(thrown: unknown): LoggedError {
  return told(thrown, DEPTH_MAX);
}

function told(thrown: unknown, depth: number): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const frames = (thrown.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const causes = thrown instanceof AggregateError ? thrown.errors : [];
  return {
    type: thrown.constructor.name,
    message: saidBy(thrown),
    stack: frames.join("\n"),
    ...namesOf(thrown),
    ...(depth > 0 && thrown.cause instanceof Error ? { cause: told(thrown.cause, depth - 1) } : {}),
    ...(depth > 0 && causes.length > 0 ? { errors: causes.map((each: unknown) => told(each, depth - 1)) } : {}),
  };
}

/** Further lines are where databases put the refused row; some quote a value in the first one. */
function saidBy(error: Error): string {
  const [line = ""] = error.message.split("\n");
  const { code } = namesOf(error);
  // PostgreSQL's class 22, "data exception": the type that was expected, a colon, and the value.
  const said = typeof code === "string" && /^22\w{3}$/.test(code) ? line.replace(/: .*$/, "") : line;
  // The parser of JSON shows the text around the mistake.
  return said.replace(/".*" is not valid JSON$/, "it is not valid JSON").slice(0, MESSAGE_CHARACTERS_MAX);
}

function namesOf(error: object): Readonly<Record<string, string | number>> {
  const members = new Map<string, unknown>(Object.entries(error));
  const names: Record<string, string | number> = {};
  for (const name of NAMING_MEMBERS) {
    const value = members.get(name);
    if (typeof value === "string" || typeof value === "number") names[name] = value;
  }
  return names;
}
