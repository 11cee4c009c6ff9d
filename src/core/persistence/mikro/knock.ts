import type { ClientClass } from "./failed-connects.ts";

/** A server that takes a connection takes it within this time, or is too busy for a restart to help. */
const ANSWER_MS_MAX = 3_000;

/**
 * Whether a PostgreSQL server takes a new connection: it lets this user sign in. One that starts up, has no connection
 * left or refuses the login answers too, and would refuse a process that was started anew.
 */
export function knock(Client: ClientClass, url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS_MAX });
  return new Promise((resolve) => {
    client.on("error", () => resolve(false));
    client.connect((error) => {
      const isIn = error === undefined || error === null;
      if (isIn) client.end(() => undefined);
      else client.connection.stream.destroy();
      resolve(isIn);
    });
  });
}
