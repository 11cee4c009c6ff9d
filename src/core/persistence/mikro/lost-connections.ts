import type { DriverConnection } from "../database-ports.ts";
import type { ClientClass } from "./failed-connects.ts";

/** What is used here of a connection of the driver's. */
export interface PooledClient {
  readonly connection: DriverConnection;
  query(text: string): Promise<unknown>;
  once(event: "end", listener: () => void): void;
  /** Gives it back to the pool, which drops it. A second time throws. */
  release(isBroken: boolean): void;
}

/** What is used here of the driver's pool. */
export interface ConnectionPool {
  /** What its connections are made by. */
  Client: ClientClass;
  /** Lends a connection. The query builder calls it without a callback. */
  connect(): Promise<PooledClient>;
  on(event: "acquire" | "connect", listener: (client: PooledClient) => void): void;
  on(event: "release", listener: (error: unknown, client: PooledClient) => void): void;
}

/** Whoever holds a connection that has ended learns of it at once, and has given it back by then. */
const GRACE_MS = 1_000;

/**
 * Gives connections back that were lost within a transaction. The query builder keeps a connection whose rollback
 * fails, as one over a lost connection does; each would take a place of the pool for good, until none is left.
 */
export function giveBackLost(pool: ConnectionPool): void {
  const held = new Set<PooledClient>();
  pool.on("acquire", (client) => held.add(client));
  pool.on("release", (_error, client) => held.delete(client));
  pool.on("connect", (client) =>
    client.once("end", () => {
      setTimeout(() => {
        if (held.has(client)) client.release(true);
      }, GRACE_MS).unref();
    }),
  );
}
