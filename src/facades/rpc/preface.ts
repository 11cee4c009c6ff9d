import type { Socket } from "node:net";

/** The first bytes of every HTTP/2 connection (RFC 9113, 3.4). No HTTP/1.1 request starts like this. */
const HTTP2_PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

/** A client that connects and says nothing for this long is closed: it holds a socket for no purpose. */
export const FIRST_BYTES_TIMEOUT_MS = 10_000;

/** Who takes a connection once its protocol is known. */
export interface PrefaceTargets {
  readonly http1: (socket: Socket) => void;
  readonly http2: (socket: Socket) => void;
}

/**
 * Looks at the first bytes of a connection and hands the socket, nothing consumed, to the one who speaks its protocol.
 * The bytes may come one by one: it decides at the first that differs from the preface, or when the preface is whole.
 */
export function splitByPreface(
  socket: Socket,
  targets: PrefaceTargets,
  timeoutMs: number = FIRST_BYTES_TIMEOUT_MS,
): void {
  let seen: Buffer = Buffer.alloc(0);
  const giveUp = (): void => {
    socket.destroy();
  };
  const look = (chunk: Buffer): void => {
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
    const compared = Math.min(seen.length, HTTP2_PREFACE.length);
    const matches = seen.subarray(0, compared).equals(HTTP2_PREFACE.subarray(0, compared));
    if (matches && compared < HTTP2_PREFACE.length) return;
    handOver(matches ? targets.http2 : targets.http1);
  };
  const handOver = (target: (socket: Socket) => void): void => {
    socket.off("data", look);
    socket.off("timeout", giveUp);
    socket.off("end", giveUp);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(seen);
    target(socket);
    // The new owner's listeners are in place; HTTP/2 takes the socket over and reads by itself.
    process.nextTick(() => socket.resume());
  };
  // A connection reset is not ours to report, neither now nor after the handing over.
  socket.on("error", giveUp);
  socket.setTimeout(timeoutMs, giveUp);
  socket.on("end", giveUp);
  socket.on("data", look);
}
