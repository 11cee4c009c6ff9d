import type { PGlite } from "@electric-sql/pglite";

/**
 * Has every failure of the client's statements noted: all of them run by one of these two, whether the ORM asks, a
 * transaction, or a library with tables of its own.
 */
export function noteFailures(
  client: Pick<PGlite, "execProtocol" | "execProtocolStream">,
  note: (thrown: unknown) => void,
): void {
  const noting = (thrown: unknown): never => {
    note(thrown);
    throw thrown;
  };
  const execProtocol: PGlite["execProtocol"] = client.execProtocol.bind(client);
  const execProtocolStream: PGlite["execProtocolStream"] = client.execProtocolStream.bind(client);
  client.execProtocol = (message, options) => execProtocol(message, options).catch(noting);
  client.execProtocolStream = (message, options) => execProtocolStream(message, options).catch(noting);
}
