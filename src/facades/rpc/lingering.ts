// Answers to requests that are still being sent. A connection that is closed while bytes arrive is reset, and a reset
// takes the answer from the client before it was read (RFC 9112 §9.6).
import type http from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** How long a client may go on sending what nobody reads. */
export interface LingerTimes {
  /** Without a single byte. */
  readonly pauseMs: number;
  /** In all. */
  readonly wholeMs: number;
}

/** The times of nginx's `lingering_timeout` and `lingering_time`. */
export const LINGER_TIMES: LingerTimes = { pauseMs: 5_000, wholeMs: 30_000 };

const lingering = new WeakSet<Duplex>();

/** Whether the server has ended its side of a connection, and only waits for the client to end the other. */
export function isLingering(socket: Duplex): boolean {
  return lingering.has(socket);
}

/**
 * Ends the server's side of a connection and discards what still comes, until the client ends its own side or its time
 * is over.
 */
export function linger(socket: Duplex, { pauseMs, wholeMs }: LingerTimes): void {
  if (isLingering(socket) || socket.destroyed) return;
  lingering.add(socket);
  socket.end();
  const destroy = (): void => void socket.destroy();
  const whole = setTimeout(destroy, wholeMs);
  let seenBytes = bytesReadOf(socket);
  const pauses = setInterval(() => {
    const bytes = bytesReadOf(socket);
    if (bytes === seenBytes) destroy();
    seenBytes = bytes;
  }, pauseMs);
  socket.once("close", () => {
    clearTimeout(whole);
    clearInterval(pauses);
  });
}

function bytesReadOf(socket: Duplex): number {
  return "bytesRead" in socket && typeof socket.bytesRead === "number" ? socket.bytesRead : 0;
}

/** The request that is answered last on a connection, once it has had one. */
const requests = new WeakMap<Socket, http.IncomingMessage>();

/**
 * Has a connection that ends with the answer to this request linger where the request is not yet whole. Node.js ends
 * such connections by `destroySoon`, which closes them as soon as the answer is written.
 */
export function lingerAfter(request: http.IncomingMessage, times: LingerTimes): void {
  const { socket } = request;
  const isFirst = !requests.has(socket);
  requests.set(socket, request);
  if (!isFirst) return;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const last = requests.get(socket);
    if (last === undefined || last.complete) return destroySoon();
    linger(socket, times);
    last.resume();
  };
}
