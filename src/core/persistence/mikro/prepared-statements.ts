import { type PGlite, protocol } from "@electric-sql/pglite";
import type { SqlRow, SqlValue, Statements } from "./session.ts";

const { serialize } = protocol;

/**
 * Runs statements of the embedded database as named, prepared ones, with all messages of the protocol in one call: a
 * statement costs a fifth of what the client's own `query` takes, which parses, plans and describes it each time.
 *
 * The two locks are those that the client's own queries take, so a statement waits for an open transaction to end. What
 * the locks call is one function for all statements, and holds none of them: each call of theirs leaves a shape in V8's
 * old space until the next full collection, and with it all that the called function holds, 11 KB for a render.
 */
export function preparedStatements(client: PGlite): Statements {
  const prepared: Prepared = { byText: new Map(), names: 0 };
  const waiting: Waiting[] = [];
  const runWaiting = async (): Promise<void> => {
    for (const { text, values, resolve, reject } of waiting.splice(0)) {
      await run(client, prepared, text, values).then(resolve, reject);
    }
  };
  const runLocked = (): Promise<void> => client._runExclusiveQuery(runWaiting);
  const giveUp = (error: unknown): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  return (text, values) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, values, resolve, reject });
      // Those that come while it waits for the locks are run with it.
      if (waiting.length === 1) client._runExclusiveTransaction(runLocked).catch(giveUp);
    });
}

/** A statement that waits for the locks. */
interface Waiting {
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The statements that are known to be prepared, and how many names were given away. */
interface Prepared {
  readonly byText: Map<string, Statement>;
  names: number;
}

async function run(
  client: PGlite,
  prepared: Prepared,
  text: string,
  values: readonly SqlValue[],
): Promise<readonly SqlRow[]> {
  const known = prepared.byText.get(text);
  // A statement may fail after it was prepared, and its name can't be given again; a second one costs little.
  if (known === undefined) prepared.names += 1;
  const name = known?.name ?? `s${prepared.names}`;
  const bind = serialize.bind({ statement: name, values: values.map(textOf) });
  const messages =
    known === undefined ? [serialize.parse({ name, text }), bind, DESCRIBE, EXECUTE, SYNC] : [bind, EXECUTE, SYNC];
  // In a folder the client's sync does nothing, behind a lock of its own; browsers need it.
  const answer = await client.execProtocol(Buffer.concat(messages), { syncToFs: false });
  const statement = known ?? { name, columns: columnsOf(answer.messages) };
  prepared.byText.set(text, statement);
  return rowsOf(client, statement.columns, answer.messages);
}

/** A prepared statement, and what its rows have for as long as it is prepared. */
interface Statement {
  readonly name: string;
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

const DESCRIBE = serialize.describe({ type: "P" });
const EXECUTE = serialize.execute({});
const SYNC = serialize.sync();

/** The text form of a value, which PostgreSQL reads by the cast that stands in the statement. */
function textOf(value: SqlValue): string | null {
  if (value === null) return null;
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : String(value);
}

type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"];

function columnsOf(messages: Messages): readonly Column[] {
  return messages.flatMap((message) => (isDescription(message) ? message.fields : []));
}

/** The rows of an answer, read by the parsers of the client. */
function rowsOf({ parsers }: PGlite, columns: readonly Column[], messages: Messages): readonly SqlRow[] {
  const rows: SqlRow[] = [];
  for (const message of messages) {
    if (!isRow(message)) continue;
    const row: Record<string, unknown> = {};
    message.fields.forEach((text, index) => {
      const { name = "", dataTypeID = 0 } = columns[index] ?? {};
      row[name] = text === null ? null : (parsers[dataTypeID]?.(text, dataTypeID) ?? text);
    });
    rows.push(row);
  }
  return rows;
}

type Message = Messages[number];

function isDescription(message: Message): message is InstanceType<typeof protocol.messages.RowDescriptionMessage> {
  return message.name === "rowDescription";
}

function isRow(message: Message): message is InstanceType<typeof protocol.messages.DataRowMessage> {
  return message.name === "dataRow";
}
