import type { Socket } from "node:net";
import type { PostgresSettings } from "../ports.ts";
import { endIfUnreadable, guardedStream, guardReading } from "./guarded-reading.ts";

/** Ends connections to PostgreSQL that have fallen silent, or whose sessions may only read. */
export interface SilenceWatch {
  /** What every pool of connections is opened with. */
  readonly settings: PostgresSettings;
  /** From now on a server that owes an answer for so long, in milliseconds, counts as gone. Before, none does. */
  begin(silenceMs: number): void;
}

/** A connection that nobody uses is asked by the system whether the other side is there, first after this time. */
const KEEP_ALIVE_MS = 5_000;

/** SQLSTATE of a write in a session that may only read. */
const READ_ONLY = "25006";
const MAY_ONLY_READ = "a session of the database may only read";

/** What the server says of a session that is in no transaction. */
const IDLE = "I";

/** What the driver's message says under this name; undefined where it says nothing. */
function memberOf(message: unknown, name: string): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined;
}

interface Watched {
  readonly socket: Socket;
  /** Since when an answer is owed; null where none is. Milliseconds of `performance.now`. */
  owedSinceMs: number | null;
  /** When the server was last heard. */
  heardAtMs: number;
  timer: NodeJS.Timeout | null;
  isInTransaction: boolean;
}

/**
 * A connection can be lost without a word: a firewall forgets it, a machine is gone. Whatever is asked over it then is
 * never answered. So each question has a time to be answered in; past it the connection is destroyed, which fails the
 * question and has the pool open another one. What was silent for longer than that one, unasked, goes with it.
 *
 * A session keeps the setting that it may only read from its start to its end, also once new ones may write. So the
 * one that refused a write for it is ended, and with it those that nobody uses: they may have begun at that time too.
 */
export function silenceWatch(): SilenceWatch {
  const all = new Set<Watched>();
  let silenceMs: number | null = null;

  const expire = (one: Watched): void => {
    const { owedSinceMs } = one;
    if (owedSinceMs === null) return;
    end(one);
    for (const other of all) if (other.owedSinceMs === null && other.heardAtMs < owedSinceMs) end(other);
  };
  const endReadOnly = (refusing: Watched): void => {
    end(refusing, MAY_ONLY_READ);
    for (const other of all) if (other.owedSinceMs === null && !other.isInTransaction) end(other, MAY_ONLY_READ);
  };
  const owe = (one: Watched): void => {
    one.owedSinceMs ??= performance.now();
    if (one.timer !== null) clearTimeout(one.timer);
    one.timer = silenceMs === null ? null : setTimeout(expire, silenceMs, one);
    one.timer?.unref();
  };

  const watch: PostgresSettings["onConnect"] = ({ connection }) => {
    // Behind TLS this is another stream than the one that was opened.
    const socket = guardReading(connection.stream);
    const one: Watched = {
      socket,
      owedSinceMs: null,
      heardAtMs: performance.now(),
      timer: null,
      isInTransaction: false,
    };
    all.add(one);
    const write = socket.write.bind(socket);
    socket.write = ((...asked: Parameters<typeof write>) => {
      owe(one);
      return write(...asked);
    }) as typeof socket.write;
    // The driver reads first. An answer counts once it has understood all of it: a changed length has it wait for more.
    connection.on("readyForQuery", (message) => {
      one.isInTransaction = memberOf(message, "status") !== IDLE;
      settle(one);
    });
    connection.on("errorMessage", (message) => {
      endIfUnreadable(socket, message);
      if (memberOf(message, "code") === READ_ONLY) endReadOnly(one);
    });
    socket.on("data", () => {
      one.heardAtMs = performance.now();
      // Half an answer is owed still, and its rest has as much time again.
      if (one.owedSinceMs !== null) owe(one);
    });
    socket.once("close", () => {
      settle(one);
      all.delete(one);
    });
  };

  return {
    settings: {
      onConnect: watch,
      stream: guardedStream,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    },
    begin(ms) {
      silenceMs = ms;
      for (const one of all) if (one.owedSinceMs !== null) owe(one);
    },
  };
}

const CODE = { code: "ETIMEDOUT" } as const;

const end = (one: Watched, why = "the database does not answer over this connection"): void => {
  one.socket.destroy(Object.assign(new Error(why), CODE));
};

const settle = (one: Watched): void => {
  one.owedSinceMs = null;
  if (one.timer !== null) clearTimeout(one.timer);
  one.timer = null;
};
