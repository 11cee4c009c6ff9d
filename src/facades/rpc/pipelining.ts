// Requests that a client writes behind one another on one HTTP/1.1 connection (RFC 9112 §9.3.2).
import type http from "node:http";
import type { Socket } from "node:net";

type Respond = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/**
 * Clients that pipeline write some ten requests ahead. Node.js hands out all requests of one read at once. A read has
 * room for 1,700 of them, which held the main thread for as long as their answers take together.
 */
const WAITING_MAX = 100;

/**
 * Answers the requests of a connection one after the other, with room between them for those of others. A connection
 * that has more than 100 requests waiting is closed.
 */
export function inTurn(respond: Respond): Respond {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const begin = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    response.once("close", () => setImmediate(next, request.socket));
    respond(request, response);
  };
  const next = (socket: Socket): void => {
    const following = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (following === undefined) waiting.delete(socket);
    else following();
  };
  return (request, response) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      begin(request, response);
    } else if (ahead.length < WAITING_MAX) ahead.push(() => begin(request, response));
    else socket.destroy();
  };
}
