import type { Socket } from "node:net";
import type { PostgresSettings } from "../database-ports.ts";
import { endIfUnreadable, guardedStream, guardReading } from "./guarded-reading.ts";

/** Ends connections to PostgreSQL whose answers do not end in time, or whose sessions may only read. */
export interface ConnectionWatch {
  /** What every pool of connections is opened with. */
  readonly settings: Omit<PostgresSettings, "Client">;
  /**
   * From now on a connection is closed when its answer has not ended after this time in milliseconds, plus the time
   * that the bytes of question and answer take. Before this call no connection is closed.
   */
  begin(answerMs: number): void;
  /** For how long the server was not heard over a connection, in milliseconds; 0 for one that is not watched. */
  quietMs(connection: WatchedConnection): number;
  /** Ends a connection whose server does not answer, with all that were silent for longer and owe no answer. */
  end(connection: WatchedConnection): void;
}

/**
 * The slowest line to the database: 4 MiB in a second. An answer that trickles over a broken line counts like one that
 * does not come; else it would hold its connection for hours.
 */
const BYTES_PER_MS = 4_096;

/** An answer of more bytes has no end. The largest payload, of 32 MiB, travels as 64 MiB of hexadecimal digits. */
const ANSWER_BYTES_MAX = 80 * 1024 * 1024;

/** A connection that nobody uses is asked by the system whether the other side is there, first after this time. */
const KEEP_ALIVE_MS = 5_000;

/**
 * The server ends a session whose client is gone without a word, at most 25 seconds after it last heard of it. Else
 * such sessions would use up its connections: by its own default it notices after two hours. A server without one of
 * these settings, or one that is reached by a local socket, ignores it.
 */
const SERVER_KEEP_ALIVE =
  "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000";

/** SQLSTATE of a write in a session that may only read. */
const READ_ONLY = "25006";
const MAY_ONLY_READ = "a session of the database may only read";

/** What the server says of a session that is in no transaction. */
const IDLE = "I";

/** What the driver's message says under this name; undefined where it says nothing. */
function memberOf(message: unknown, name: string): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined;
}

type WatchedConnection = Parameters<PostgresSettings["onConnect"]>[0]["connection"];

interface Watched {
  readonly socket: Socket;
  /** Since when an answer is owed; null where none is. Milliseconds of `performance.now`. */
  owedSinceMs: number | null;
  /** When the server was last heard. */
  heardAtMs: number;
  /** The bytes of the question, and of its answer so far. */
  askedBytes: number;
  answeredBytes: number;
  timer: NodeJS.Timeout | null;
  isInTransaction: boolean;
}

/**
 * A connection can be lost without a word: a firewall forgets it, a machine is gone. Whatever is asked over it then is
 * never answered. So each question has a time to be answered in, to the end of the answer; past it the connection is
 * destroyed, which fails the question and has the pool open another one. What was silent for longer than that one,
 * unasked, goes with it.
 *
 * A session keeps the setting that it may only read from its start to its end, also once new ones may write. So the
 * one that refused a write for it is ended, and with it those that nobody uses: they may have begun at that time too.
 *
 * @param noteFailure receives each error that the server reports, over any pool.
 */
export function connectionWatch(noteFailure: (failure: unknown) => void): ConnectionWatch {
  const connections = new Connections(noteFailure);
  return {
    settings: {
      onConnect: ({ connection }) => connections.watch(connection),
      stream: guardedStream,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      options: SERVER_KEEP_ALIVE,
    },
    begin: (answerMs) => connections.begin(answerMs),
    quietMs: (connection) => connections.quietMs(connection),
    end: (connection) => connections.end(connection),
  };
}

/** All connections of all pools. Closes those whose answers do not end in time. */
class Connections {
  readonly #all = new Set<Watched>();
  readonly #byConnection = new WeakMap<WatchedConnection, Watched>();
  readonly #noteFailure: (failure: unknown) => void;
  #answerMs: number | null = null;

  constructor(noteFailure: (failure: unknown) => void) {
    this.#noteFailure = noteFailure;
  }

  quietMs(connection: WatchedConnection): number {
    const one = this.#byConnection.get(connection);
    return one === undefined ? 0 : performance.now() - one.heardAtMs;
  }

  end(connection: WatchedConnection): void {
    const one = this.#byConnection.get(connection);
    if (one !== undefined) this.#expire(one);
  }

  begin(answerMs: number): void {
    this.#answerMs = answerMs;
    for (const one of this.#all) {
      if (one.owedSinceMs !== null) one.owedSinceMs = performance.now();
      this.#wait(one);
    }
  }

  watch(connection: WatchedConnection): void {
    // Behind TLS this is another stream than the one that was opened.
    const socket = guardReading(connection.stream);
    const one: Watched = {
      ...{ socket, owedSinceMs: null, heardAtMs: performance.now(), askedBytes: 0, answeredBytes: 0 },
      ...{ timer: null, isInTransaction: false },
    };
    this.#all.add(one);
    this.#byConnection.set(connection, one);
    const write = socket.write.bind(socket);
    socket.write = ((...asked: Parameters<typeof write>) => {
      this.#owe(one, lengthOf(asked[0]));
      return write(...asked);
    }) as typeof socket.write;
    // The driver reads first. An answer counts once it has understood all of it: a changed length has it wait for more.
    connection.on("readyForQuery", (message) => {
      one.isInTransaction = memberOf(message, "status") !== IDLE;
      settle(one);
    });
    connection.on("errorMessage", (message) => {
      this.#noteFailure(message);
      endIfUnreadable(socket, message);
      if (memberOf(message, "code") === READ_ONLY) this.#endReadOnly(one);
    });
    socket.on("data", (bytes) => {
      one.heardAtMs = performance.now();
      if (one.owedSinceMs === null) return;
      one.answeredBytes += lengthOf(bytes);
      if (one.answeredBytes > ANSWER_BYTES_MAX) this.#expire(one);
    });
    socket.once("close", () => {
      settle(one);
      this.#all.delete(one);
    });
  }

  #owe(one: Watched, bytes: number): void {
    one.askedBytes += bytes;
    if (one.owedSinceMs !== null) return;
    one.owedSinceMs = performance.now();
    this.#wait(one);
  }

  /** Sets a timer to the deadline. The bytes that arrive meanwhile move the deadline, so it is computed again then. */
  #wait(one: Watched): void {
    if (one.timer !== null) clearTimeout(one.timer);
    one.timer = null;
    if (this.#answerMs === null || one.owedSinceMs === null) return;
    const mayTakeMs = this.#answerMs + (one.askedBytes + one.answeredBytes) / BYTES_PER_MS;
    const leftMs = one.owedSinceMs + mayTakeMs - performance.now();
    if (leftMs <= 0) return this.#expire(one);
    one.timer = setTimeout(() => this.#wait(one), leftMs);
    one.timer.unref();
  }

  #expire(one: Watched): void {
    const { owedSinceMs } = one;
    if (owedSinceMs === null) return;
    end(one);
    for (const other of this.#all) if (other.owedSinceMs === null && other.heardAtMs < owedSinceMs) end(other);
  }

  #endReadOnly(refusing: Watched): void {
    end(refusing, MAY_ONLY_READ);
    for (const other of this.#all) {
      if (other.owedSinceMs === null && !other.isInTransaction) end(other, MAY_ONLY_READ);
    }
  }
}

const CODE = { code: "ETIMEDOUT" } as const;

const end = (one: Watched, why = "the database does not answer over this connection"): void => {
  one.socket.destroy(Object.assign(new Error(why), CODE));
};

const settle = (one: Watched): void => {
  one.owedSinceMs = null;
  one.askedBytes = 0;
  one.answeredBytes = 0;
  if (one.timer !== null) clearTimeout(one.timer);
  one.timer = null;
};

/** The length of a chunk that a stream reads or writes, in bytes. */
function lengthOf(carried: unknown): number {
  return typeof carried === "string" || carried instanceof Uint8Array ? carried.length : 0;
}
