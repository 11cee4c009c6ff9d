import type { Socket } from "node:net";

/** What is used here of a client of the driver's, before it is connected. */
interface ConnectingClient {
  readonly connection: { readonly stream: Socket };
  connect(callback: (error?: Error | null) => void): void;
  end(callback: () => void): void;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A class of clients, as pools of the driver take it: they connect each client that they make. */
export type ClientClass = new (options: unknown) => ConnectingClient;

/**
 * The class, with clients that close their connection where they can't connect. The pool forgets such clients.
 * Where a message came that has no place in a handshake, such as a row, its connection is sound. It would stay open
 * beyond the bounds of the pool, and each further attempt would hold one more: a pool of ten took all connections that
 * a server has within seconds.
 */
export function closingFailedConnects(Client: ClientClass): ClientClass {
  return new Proxy(Client, {
    construct(target, [options]) {
      const client = new target(options);
      const connect = client.connect.bind(client);
      client.connect = (callback) =>
        connect((error) => {
          if (error !== undefined && error !== null) client.connection.stream.destroy();
          callback(error);
        });
      return client;
    },
  });
}
