// PostgreSQL ends its process where going on would be wrong, as where a full disk refuses its log. Compiled into this
// process it can't, and its library goes on: statements run in what is left, and some are acknowledged and never kept.
import type { PGlite } from "@electric-sql/pglite";

/** What is answered from the end of an engine to the start of the next one: the code is that of a crashed server. */
export class EngineEnded extends Error {
  readonly code = "57P02";

  constructor() {
    super("the embedded database has failed, and is opened again as soon as that works");
  }
}

/** The library's word for an exception that is a statement's failure (`POSTGRES_MAIN_LONGJMP`). */
const STATEMENT_FAILED = 100;

/** What the library calls after a statement, or once one has failed. */
const AFTERWARDS = ["_PostgresMainLongJmp", "_PostgresSendReadyForQueryIfNecessary", "_pgl_pq_flush"] as const;

/** What an engine ends by, and who is told. */
export interface EngineGuard {
  /** Is called once, from within the call that the engine ends in. */
  readonly onEnd: () => void;
  /** Whether the files are this process's. */
  readonly isOwner: () => boolean;
}

/**
 * Has the engine end for good at the first exception that is not a statement's failure: a PANIC or FATAL, a trap of the
 * compiled code, an exception of the file system; and where its files are another process's by now. From then on
 * nothing of it runs, and whatever it is asked throws `EngineEnded`.
 */
export function guardEngine(client: PGlite, { onEnd, isOwner }: EngineGuard): void {
  const module = client.Module;
  let hasThrown = false;
  let hasEnded = false;
  const end = (): never => {
    if (!hasEnded) {
      hasEnded = true;
      onEnd();
    }
    throw new EngineEnded();
  };
  wrap(module, "_PostgresMainLoopOnce", (run) => () => {
    try {
      run();
    } catch (thrown) {
      hasThrown = true;
      throw thrown;
    }
  });
  // The library asks what has happened, and goes on with the rest of the message whatever it is told.
  wrap(module, "_pgl_setPGliteExitStatus", (setStatus) => (status) => {
    const happened = setStatus(status);
    if (!hasThrown) return happened;
    hasThrown = false;
    return happened === STATEMENT_FAILED ? happened : end();
  });
  for (const name of AFTERWARDS) {
    wrap(module, name, (finish) => () => {
      if (hasEnded) return;
      try {
        finish();
      } catch {
        end();
      }
    });
  }
  const execute = client.execProtocolRawSync.bind(client);
  client.execProtocolRawSync = (message) => {
    if (hasEnded || !isOwner()) return end();
    const answer = execute(message);
    // The process may have been frozen within the statement.
    return isOwner() ? answer : end();
  };
}

type EngineModule = PGlite["Module"];

/** Puts a function around one of the engine's, which at its first call sets itself anew. */
function wrap<Name extends "_PostgresMainLoopOnce" | "_pgl_setPGliteExitStatus" | (typeof AFTERWARDS)[number]>(
  module: EngineModule,
  name: Name,
  around: (inner: EngineModule[Name]) => EngineModule[Name],
): void {
  let inner = module[name];
  const wrapped = around(((status: number) => (inner as (status: number) => unknown)(status)) as EngineModule[Name]);
  Object.defineProperty(module, name, {
    get: () => wrapped,
    set: (next: EngineModule[Name]) => {
      inner = next;
    },
  });
}
