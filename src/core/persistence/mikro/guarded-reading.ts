import { Socket } from "node:net";

/** What a query fails with whose answer can't be read. The code is that of a lost connection. */
function unreadable(cause: unknown): Error {
  return Object.assign(new Error("the database's answer can't be read", { cause }), { code: "ECONNABORTED" });
}

const GUARDED = new WeakSet<Socket>();

/**
 * A stream whose reader may throw: a changed byte in an answer has the driver read beyond a message. What it throws
 * then ends the connection, as the loss of it does. Without this it would end the process.
 */
export function guardReading<Stream extends Socket>(stream: Stream): Stream {
  if (GUARDED.has(stream)) return stream;
  GUARDED.add(stream);
  const emit: (event: string | symbol, ...values: readonly unknown[]) => boolean = stream.emit.bind(stream);
  stream.emit = ((event: string | symbol, ...values: readonly unknown[]) => {
    if (event !== "data") return emit(event, ...values);
    try {
      return emit(event, ...values);
    } catch (error) {
      stream.destroy(unreadable(error));
      return true;
    }
  }) as Stream["emit"];
  return stream;
}

/** The stream of a new connection. Behind TLS another one reads, which is guarded once it is connected. */
export function guardedStream(): Socket {
  return guardReading(new Socket());
}

/** How the driver words a message of no known kind. It goes on behind it, with whatever comes. */
const UNKNOWN_MESSAGE = /^received invalid response/i;

/** Ends a connection over which a message of no known kind came: nothing that follows it can be trusted. */
export function endIfUnreadable(stream: Socket, message: unknown): void {
  if (message instanceof Error && UNKNOWN_MESSAGE.test(message.message)) stream.destroy(unreadable(message));
}
