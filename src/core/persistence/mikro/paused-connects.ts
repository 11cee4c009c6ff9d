import type { ConnectPauses } from "./connect-pauses.ts";
import type { ClientClass } from "./failed-connects.ts";

/**
 * The class, with clients that connect when `pauses` lets them. Every pool of a process shares the pauses, whatever
 * library it belongs to. A pool that waits no longer destroys the client's stream, which ends the waiting.
 */
export function pausingConnects(Client: ClientClass, pauses: ConnectPauses): ClientClass {
  return new Proxy(Client, {
    construct(target, [options]) {
      const client = new target(options);
      const connect = client.connect.bind(client);
      client.connect = (callback) => {
        const { stream } = client.connection;
        const stop = new AbortController();
        const giveUp = (): void => stop.abort(new Error("Connection terminated before it was made"));
        stream.once("close", giveUp);
        pauses.turn(stop.signal).then((tellEnd) => {
          stream.off("close", giveUp);
          connect((error) => {
            tellEnd(error ?? null);
            callback(error);
          });
        }, callback);
      };
      return client;
    },
  });
}
