import { randomUUID } from "node:crypto";
import http from "node:http";
import http2 from "node:http2";
import net, { type AddressInfo, type BlockList, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import { takeLoopTurn } from "../../core/event-loop/index.ts";
import {
  errorAnswerOf,
  errorBodyOf,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  INTERNAL_HEADERS,
  isGone,
  isInternalHeader,
  platenError,
} from "../../core/methods/index.ts";
import { callerPartyOf } from "../../core/network/index.ts";
import { ANSWER_LIMITS, AnswerClock, type AnswerLimits } from "./answer-clock.ts";
import { BODY_TIMES, type BodyTimes, timeBody } from "./body-clock.ts";
import { isLingering, LINGER_TIMES, type LingerTimes, lingerAfter } from "./lingering.ts";
import { inTurn } from "./pipelining.ts";
import { FIRST_BYTES_TIMEOUT_MS, splitByPreface } from "./preface.ts";
import { proxyList, remoteAddressOf } from "./remote-address.ts";
import { HTTP2_LIMITS, SessionGuard } from "./session-guard.ts";
import { headTooLarge, refuseUnreadable } from "./unreadable.ts";

/** What a server is made of. */
export interface ServerOptions {
  /** The faces, asked in this order. A request that none of them takes is answered 404. */
  readonly handlers: readonly HttpHandler[];
  /** PEM texts. With them the port speaks TLS, and ALPN tells HTTP/2 from HTTP/1.1. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Proxies of the operator's own, whose word on where a request comes from is taken; left out, nobody's. */
  readonly trustedProxies?: readonly string[];
  /** How long a connection may say nothing before it is closed. */
  readonly firstBytesTimeoutMs?: number;
  /** How long bodies may take; left out, as long as the largest one needs on a slow line. */
  readonly bodyTimes?: BodyTimes;
  /** How long a client may send on what is answered already; left out, half a minute. */
  readonly lingerTimes?: LingerTimes;
  /** How long and how large answers may wait for their clients; left out, a minute and half a gibibyte. */
  readonly answerLimits?: AnswerLimits;
  /** How long an HTTP/2 connection may stay on which nothing is asked. */
  readonly idleSessionMs?: number;
  /** Told about errors that no face has answered. */
  readonly onError?: (error: unknown) => void;
}

/** Where a server listens: an address of the network, or a socket in the file system. */
export type ListenTarget = { readonly host: string; readonly port: number } | { readonly path: string };

/** A server for HTTP/1.1 and HTTP/2 on one port. */
export interface Server {
  /** Starts listening. Answers the port, which the system chooses for port 0; rejects as `net` does (`EADDRINUSE`). */
  listen(target: ListenTarget): Promise<number>;
  /**
   * For as long as the notice, answers everything and takes new connections, and tells clients with each answer to go
   * elsewhere: balancers learn meanwhile that this server leaves. Then stops accepting, lets running requests finish
   * within the grace period, and closes what is left. After a notice, idle connections are answered on until their
   * clients are to use them no more.
   */
  close(graceMs?: number, noticeMs?: number): Promise<void>;
}

/** Running requests get this long at a shutdown: the budget of a render and a little more. */
const CLOSE_GRACE_MS = 30_000;

/** At a shutdown, connections that have said nothing yet get this long for their first request. */
const SILENT_MS_MAX = 1_000;

/** In a turn of the event loop that took no longer, hardly anybody came meanwhile. */
const SHORT_TURN_MS = 0.2;
/** A server that is so busy that no turn is short stops all the same. */
const TURNS_MAX = 500;

/**
 * So long after an answer a client may send its next request on the same connection: the header `Keep-Alive` says so.
 */
const KEEP_ALIVE_MS = 5_000;

/** A request that a client sent in time may be on its way for so long. Node.js waits as long by itself. */
const CROSSING_MS = 1_000;

/** The highest number of a stream: whatever a client begins before it reads of the end is served (RFC 9113 §6.8). */
const ANY_STREAM = 2 ** 31 - 1;

const HTTP1_LIMITS: http.ServerOptions = {
  // The library would refuse a request without a Host by itself, and without a word; so it is refused below.
  requireHostHeader: false,
  // Heads are a few kilobytes: whoever needs longer for one holds a connection and nothing else.
  headersTimeout: 20_000,
  requestTimeout: BODY_TIMES.wholeMs,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: 5_000,
};

/** Makes a server. It listens to nothing yet. */
export function createServer(options: ServerOptions): Server {
  const state = { leaving: false, closing: false, dropsIdle: false };
  const proxies = proxyList(options.trustedProxies ?? []);
  const answers = new WeakMap<Duplex, HttpResponse>();
  const open = new Set<HttpResponse>();
  const clock = new AnswerClock(options.answerLimits ?? ANSWER_LIMITS);
  const lingerTimes = options.lingerTimes ?? LINGER_TIMES;
  const respond = (request: HttpRequest, response: HttpResponse): void => {
    // Whoever is answered for the last time sends no further request; its answer would reach nobody.
    if (isLingering(request.socket)) return void request.socket.destroy();
    if (request instanceof http.IncomingMessage) lingerAfter(request, lingerTimes);
    answers.set(request.socket, response);
    open.add(response);
    if (state.leaving) sendElsewhere(response);
    response.once("close", () => open.delete(response));
    const slow = (): void => void http1Server.emit("clientError", tooSlow(), request.socket);
    timeBody(request, response, options.bodyTimes ?? BODY_TIMES, slow);
    response.once("finish", () => {
      if (state.dropsIdle) setImmediate(() => http1Server.closeIdleConnections());
    });
    void dispatch(options, proxies, request, response);
    clock.watch(request, response);
  };
  const http1Server = Object.assign(http.createServer(HTTP1_LIMITS, inTurn(respond)), HALF_CLOSED_ARE_ANSWERED);
  const http2Server = http2.createServer(HTTP2_LIMITS, respond);
  http1Server.on("clientError", (error, socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    refuseUnreadable(error, socket, { requestId: newRequestId(), isAnswering, lingerTimes });
  });
  // An expectation that nobody knows may be ignored (RFC 9110 §10.1.1).
  for (const one of [http1Server, http2Server]) one.on("checkExpectation", respond);
  // Node watches for slow request heads by an interval that it starts with this event.
  http1Server.emit("listening");

  const guard = new SessionGuard(options.idleSessionMs);
  http2Server.on("session", (session) => {
    guard.watch(session);
    if (state.closing) session.close();
  });
  // Broken connections are the clients' affair.
  http2Server.on("sessionError", () => undefined);

  const { acceptor, sockets, pending } = connectionsOf(options, (socket, protocol) => {
    socket.once("end", () => {
      if (protocol === "http2") socket.end();
      else askWhetherGone(answers.get(socket));
    });
    (protocol === "http2" ? http2Server : http1Server).emit("connection", socket);
  });

  return {
    listen: async (target) => {
      const port = await listen(acceptor, target);
      // Such as no file descriptor left for one more connection; the server goes on.
      acceptor.on("error", (error) => options.onError?.(error));
      return port;
    },
    close: (graceMs = CLOSE_GRACE_MS, noticeMs = 0) => {
      const connections = { acceptor, sockets, silent: options.tls === undefined ? pending : [] };
      return closeServer({ ...connections, http1Server, guard, open, state }, graceMs, noticeMs);
    },
  };
}

/** What of a server is closed. */
interface Closing {
  readonly acceptor: net.Server;
  readonly http1Server: http.Server;
  readonly guard: SessionGuard;
  readonly sockets: Iterable<Socket>;
  /** Connections that have said nothing yet. */
  readonly silent: Iterable<Socket>;
  /** Answers under way. */
  readonly open: Iterable<HttpResponse>;
  readonly state: {
    /** Answers say that this server leaves. */
    leaving: boolean;
    /** No more connections are accepted. */
    closing: boolean;
    /** A connection is closed as soon as nothing is asked on it. */
    dropsIdle: boolean;
  };
}

async function closeServer(
  { acceptor, http1Server, guard, sockets, silent, open, state }: Closing,
  graceMs: number,
  noticeMs: number,
): Promise<void> {
  state.leaving = true;
  for (const response of open) sendElsewhere(response);
  if (noticeMs > 0) {
    await sleep(noticeMs);
    await untilNoneWaits(acceptor);
  }
  state.closing = true;
  const closed = new Promise<void>((resolve) => acceptor.close(() => resolve()));
  const destroy = (connections: Iterable<Socket>): void => {
    for (const socket of connections) socket.destroy();
  };
  // Some of the silent ones were made a moment ago, and their first request is on its way.
  const silence = setTimeout(() => destroy(silent), Math.min(SILENT_MS_MAX, graceMs));
  // A request that crosses with this GOAWAY is refused as one that was not processed (RFC 9113 §6.8), which clients of
  // HTTP/2 send again by themselves.
  for (const session of guard.sessions) session.close();
  const dropIdle = (): void => {
    state.dropsIdle = true;
    // It never listened itself; this closes its idle connections and stops its interval.
    http1Server.close(() => undefined);
  };
  // Who stops without notice has nobody to wait for. Otherwise a client may use an idle connection for as long as the
  // last answer on it said: its next request may be on its way, and would be reset.
  const idleMs = noticeMs > 0 ? Math.min(KEEP_ALIVE_MS + CROSSING_MS, graceMs) : 0;
  const idle = setTimeout(dropIdle, idleMs);
  const end = setTimeout(() => destroy(sockets), graceMs);
  return closed.finally(() => {
    for (const timer of [silence, idle, end]) clearTimeout(timer);
    if (!state.dropsIdle) dropIdle();
  });
}

/**
 * Waits for a short turn of the event loop in which no connection was accepted. The system resets connections that wait
 * to be accepted when the server stops listening; Node.js accepts one in a turn, so that none waits after such a turn.
 */
async function untilNoneWaits(acceptor: net.Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  acceptor.on("connection", count);
  for (let turn = 0, isQuiet = false; turn < TURNS_MAX && !isQuiet; turn += 1) {
    const [beganMs, before] = [performance.now(), accepted];
    await nextTurn();
    isQuiet = accepted === before && performance.now() - beganMs <= SHORT_TURN_MS;
  }
  acceptor.off("connection", count);
}

/** So often a client that ended its side is asked whether it waits; most answers are there before the first time. */
const ASKING_MS = 500;

/**
 * Whoever ends a connection may only have nothing more to send, or may be gone. Interim answers tell: a system resets a
 * connection for which nobody waits any more, and the next one fails. It is the one that clients skip who skip no other
 * (RFC 9110 §15.2.1). Clients of HTTP/1.0 know no such answer.
 */
function askWhetherGone(response: HttpResponse | undefined): void {
  if (!(response instanceof http.ServerResponse) || response.req.httpVersion !== "1.1") return;
  // The last answer of a connection that is kept may long be over: then nobody waits, and nothing would end the asking.
  if (!response.req.complete || response.writableFinished || response.destroyed) return;
  const ask = (): void => {
    if (!response.headersSent) response.writeContinue();
  };
  const asking = setInterval(ask, ASKING_MS);
  response.once("close", () => clearInterval(asking));
}

/**
 * Has the client of an answer send its next request over another connection. Over HTTP/2 it learns so before the answer
 * ends, since what follows an answer may cross with the next request. Whatever is on its way by then is answered.
 */
function sendElsewhere(response: HttpResponse): void {
  if (response instanceof http.ServerResponse) {
    if (!response.headersSent) response.setHeader("connection", "close");
    return;
  }
  const { session } = response.stream;
  if (session === undefined || session.closed || session.destroyed) return;
  session.goaway(http2.constants.NGHTTP2_NO_ERROR, ANY_STREAM);
}

/** All connections, and those among them that have not said yet what they speak. */
function connectionsOf(
  options: ServerOptions,
  take: (socket: Socket, protocol: "http1" | "http2") => void,
): { readonly acceptor: net.Server; readonly sockets: ReadonlySet<Socket>; readonly pending: ReadonlySet<Socket> } {
  const sockets = new Set<Socket>();
  const pending = new Set<Socket>();
  const acceptor = acceptorOf(options, (socket, protocol) => {
    pending.delete(socket);
    take(socket, protocol);
  });
  acceptor.on("connection", (socket: Socket) => {
    sockets.add(socket);
    pending.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      pending.delete(socket);
    });
  });
  return { acceptor, sockets, pending };
}

/** A client may say that it sends no more, and wait for its answer (RFC 9112 §9.6). */
const ACCEPTED: net.ServerOpts = { noDelay: true, allowHalfOpen: true };

/** The switch of Node.js's server for the same, without which it ends a connection whose client has ended. */
const HALF_CLOSED_ARE_ANSWERED = { httpAllowHalfOpen: true };

/** Accepts connections and finds out what they speak: by ALPN behind TLS, by the first bytes otherwise. */
function acceptorOf(options: ServerOptions, take: (socket: Socket, protocol: "http1" | "http2") => void): net.Server {
  if (options.tls === undefined) {
    return net.createServer(ACCEPTED, (socket) => {
      const targets = { http1: (one: Socket) => take(one, "http1"), http2: (one: Socket) => take(one, "http2") };
      splitByPreface(socket, targets, options.firstBytesTimeoutMs);
    });
  }
  const handshakeTimeout = options.firstBytesTimeoutMs ?? FIRST_BYTES_TIMEOUT_MS;
  const alpn = { ALPNProtocols: ["h2", "http/1.1"] };
  const server = tls.createServer({ ...options.tls, ...alpn, ...ACCEPTED, handshakeTimeout });
  server.on("tlsClientError", () => undefined);
  return server.on("secureConnection", (socket) => {
    socket.on("error", () => socket.destroy());
    take(socket, socket.alpnProtocol === "h2" ? "http2" : "http1");
  });
}

function listen(server: net.Server, target: ListenTarget): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(target, () => {
      server.off("error", reject);
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

/** Establishes who calls, as far as the connection tells, and asks the faces one after the other. */
async function dispatch(
  options: ServerOptions,
  proxies: BlockList,
  request: HttpRequest,
  response: HttpResponse,
): Promise<void> {
  const requestId = newRequestId();
  try {
    const address = remoteAddressOf(request, proxies);
    setInternalHeaders(request, requestId, address);
    response.setHeader("x-request-id", requestId);
    if (request.httpVersionMajor === 2 && headBytesOf(request) > http.maxHeaderSize) {
      return refuse(response, headTooLarge(), requestId);
    }
    if (request.httpVersion === "1.1" && request.headers.host === undefined) {
      return refuse(response, hostMissing(), requestId);
    }
    // A hundred requests at once would hold the answers of all others until the last of them has begun.
    await takeLoopTurn(callerPartyOf(address), credentialIn(request));
    if (isGone(request, response)) return;
    for (const handler of options.handlers) {
      if (await handler(request, response)) return;
    }
    refuse(response, platenError("not_found", "There is nothing at this path."), requestId);
  } catch (error) {
    if (isGone(request, response)) return;
    options.onError?.(error);
    if (response.headersSent) response.destroy();
    else refuse(response, error, requestId);
  }
}

/** What Node.js says of a request that took too long. */
function tooSlow(): Error {
  return Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
}

/** A head's size as HTTP/2 counts it (RFC 9113 §6.5.2); HTTP/1.1 has a limit of its own. */
function headBytesOf({ rawHeaders }: HttpRequest): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + HEAD_TEXT_BYTES, 0);
}

/** What a field counts beside its texts, by halves for name and value. */
const HEAD_TEXT_BYTES = 16;

/** RFC 9112 §3.2. */
function hostMissing(): Error {
  return platenError(
    "invalid_argument",
    "The request has no Host header. Send the name that the service is called by.",
  );
}

/** The credential that a request names, good or not: many callers have the address of one proxy. */
function credentialIn({ headers }: HttpRequest): string {
  return String(headers["x-api-key"] ?? headers.authorization ?? "");
}

function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}

/** Takes away what only an edge may say, and says it. */
function setInternalHeaders(request: HttpRequest, requestId: string, remoteAddress: string): void {
  for (const name of Object.keys(request.headers)) {
    if (isInternalHeader(name)) delete request.headers[name];
  }
  // Some libraries read the raw list instead.
  const raw = request.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (isInternalHeader(raw[index] ?? "")) raw.splice(index, 2);
  }
  const own = {
    [INTERNAL_HEADERS.requestId]: requestId,
    [INTERNAL_HEADERS.remoteAddress]: remoteAddress,
  };
  for (const [name, value] of Object.entries(own)) {
    request.headers[name] = value;
    raw.push(name, value);
  }
}

function refuse(response: HttpResponse, error: unknown, requestId: string): void {
  const answer = errorAnswerOf(error, requestId);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader("content-type", "application/json");
  response.end(errorBodyOf(answer));
}
