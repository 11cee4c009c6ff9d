// What keeps one HTTP/2 connection from costing more than its requests do.
import http2, { type ServerHttp2Session, type ServerOptions } from "node:http2";

/** What the server says and holds to on each HTTP/2 connection. */
export const HTTP2_LIMITS: ServerOptions = {
  settings: {
    // More streams than this wait; it bounds what one client can start at once.
    maxConcurrentStreams: 100,
    // As for HTTP/1.1.
    maxHeaderListSize: 16 * 1024,
    enablePush: false,
  },
  maxHeaderListPairs: 128,
  // Mebibytes of what a session holds outside of the heap.
  maxSessionMemory: 10,
  maxSettings: 32,
  maxOutstandingPings: 10,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  // A client may cancel what it asked for; one that does nothing else (rapid reset) is cut off.
  streamResetBurst: 300,
  streamResetRate: 30,
};

/** Frames that ask for an answer of the protocol itself; clients send one in ten seconds or so. */
const CONTROL_FRAMES_PER_MINUTE = 300;

/** A connection on which nothing was asked for so long is closed. */
const IDLE_MS = 5 * 60_000;

/** How often idle connections and counts are looked at. */
const LOOK_MS = 10_000;

interface Watched {
  streams: number;
  controlFrames: number;
  lastStreamMs: number;
  countedSinceMs: number;
}

/** Watches the HTTP/2 connections of a server. */
export class SessionGuard {
  readonly #sessions = new Map<ServerHttp2Session, Watched>();
  readonly #idleMs: number;
  #timer: NodeJS.Timeout | null = null;

  /** @param idleMs how long a connection may stay on which nothing is asked */
  constructor(idleMs: number = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** The connections that are open. */
  get sessions(): Iterable<ServerHttp2Session> {
    return this.#sessions.keys();
  }

  watch(session: ServerHttp2Session): void {
    const nowMs = performance.now();
    const watched: Watched = { streams: 0, controlFrames: 0, lastStreamMs: nowMs, countedSinceMs: nowMs };
    this.#sessions.set(session, watched);
    session.once("close", () => this.#forget(session));
    session.on("stream", (stream) => {
      watched.streams += 1;
      stream.once("close", () => {
        watched.streams -= 1;
        watched.lastStreamMs = performance.now();
      });
    });
    const count = (): void => this.#count(session, watched);
    session.on("ping", count);
    session.on("remoteSettings", count);
    this.#timer ??= setInterval(() => this.#closeIdle(), Math.min(LOOK_MS, this.#idleMs)).unref();
  }

  #count(session: ServerHttp2Session, watched: Watched): void {
    const nowMs = performance.now();
    if (nowMs - watched.countedSinceMs > 60_000) {
      watched.countedSinceMs = nowMs;
      watched.controlFrames = 0;
    }
    watched.controlFrames += 1;
    if (watched.controlFrames > CONTROL_FRAMES_PER_MINUTE && !session.destroyed) {
      session.destroy(undefined, http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
    }
  }

  #closeIdle(): void {
    const nowMs = performance.now();
    for (const [session, { streams, lastStreamMs }] of this.#sessions) {
      if (streams === 0 && nowMs - lastStreamMs > this.#idleMs && !session.closed) session.close();
    }
  }

  #forget(session: ServerHttp2Session): void {
    this.#sessions.delete(session);
    if (this.#sessions.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
