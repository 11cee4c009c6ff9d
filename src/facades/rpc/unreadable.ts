// What is no HTTP request reaches no face; it is answered here, in the form of every other refusal.
import { maxHeaderSize, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswerOf, errorBodyOf, platenError } from "../../core/methods/index.ts";
import { isLingering, type LingerTimes, linger } from "./lingering.ts";

/** What a refusal depends on. */
export interface Refusing {
  readonly requestId: string;
  /** The connection is in the middle of an answer. */
  readonly isAnswering: boolean;
  readonly lingerTimes: LingerTimes;
}

/**
 * Answers what could not be read as HTTP/1.1, and ends the connection: nobody knows where the next request would begin.
 * In the middle of an answer it just ends.
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { requestId, isAnswering, lingerTimes }: Refusing,
): void {
  // Whatever follows is as unreadable, and is discarded.
  if (isLingering(socket)) return;
  if (isAnswering || !socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const answer = errorAnswerOf(refusalOf(error), requestId);
  const body = errorBodyOf(answer);
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    `x-request-id: ${requestId}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...[...answer.headers].map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  linger(socket, lingerTimes);
}

function refusalOf({ code }: NodeJS.ErrnoException): Error {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return headTooLarge();
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return platenError("unavailable", "The request took too long to arrive. Send it again, whole.");
    default: {
      const sentence =
        "The request is not HTTP/1.1 as RFC 9112 has it, or breaks off. Send it whole, by an HTTP client.";
      return platenError("invalid_argument", sentence);
    }
  }
}

/** The refusal of a head that is larger than any client's. */
export function headTooLarge(): Error {
  const sentence = `The request's address and headers have more than ${maxHeaderSize} bytes.`;
  return platenError("too_large", `${sentence} Send a shorter address, or fewer headers.`);
}
