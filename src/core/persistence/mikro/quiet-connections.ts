import { countRunningTime } from "../../event-loop/index.ts";
import type { ConnectionWatch } from "./connection-watch.ts";
import type { ConnectionPool, PooledClient } from "./lost-connections.ts";

/** A connection over which the server said nothing for so long is asked before it is lent. A busy pool never asks. */
const QUIET_MS = 1_000;

/**
 * The answer is waited for so long, in the time in which this process runs. Over a way that is slower than this, new
 * connections can't be made within their limit either, so nothing is gained by waiting longer.
 */
const ANSWER_MS_MAX = 2_000;

/** The smallest question that a server answers. */
const QUESTION = "select 1";

/**
 * Asks a quiet connection whether the server is still there before the pool lends it: one round trip. A connection
 * that lost its way while nobody used it costs a request these two seconds, and not the 8 seconds of a statement and an
 * answer 503. Where there is no answer, the connection is ended with all that were silent for longer, and another one
 * is lent.
 */
export function askQuiet(pool: ConnectionPool, watch: Pick<ConnectionWatch, "quietMs" | "end">): void {
  const connect = pool.connect.bind(pool);
  pool.connect = async () => {
    for (;;) {
      const client = await connect();
      if (watch.quietMs(client.connection) < QUIET_MS || (await answers(client, watch))) return client;
      client.release(true);
    }
  };
}

async function answers(client: PooledClient, watch: Pick<ConnectionWatch, "end">): Promise<boolean> {
  const limit = countRunningTime(ANSWER_MS_MAX, () => watch.end(client.connection), ANSWER_MS_MAX / 10);
  try {
    await client.query(QUESTION);
    return true;
  } catch {
    return false;
  } finally {
    limit.stop();
  }
}
