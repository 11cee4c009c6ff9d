import type { SqlRunner } from "../database-ports.ts";
import type { SqlValue, Statements } from "./session.ts";

/** What the database's own client offers: a text without values may hold several statements. */
interface NativeClient {
  query<Row>(text: string, values: unknown[]): Promise<{ readonly rows: Row[] }>;
  exec(text: string): Promise<readonly { readonly rows: { [column: string]: unknown }[] }[]>;
}

/** A library's texts that are prepared: those that it repeats are few. */
const PREPARED_MAX = 100;

/**
 * The client waits for open transactions by itself, the ORM's among them. A text with plain values is prepared when it
 * comes again, since a queue asks the same few questions for every job.
 */
export function sqlOf(client: NativeClient, statements: Statements): SqlRunner {
  const seen = new Map<string, number>();
  const comesAgain = (text: string): boolean => {
    const times = (seen.get(text) ?? 0) + 1;
    if (times === 1 && seen.size >= PREPARED_MAX) return false;
    seen.set(text, times);
    return times > 1;
  };
  return {
    async run(text, values = []) {
      const plain = plainValues(values);
      // Without values a text may hold several statements, which no name can stand for.
      const isOne = values.length > 0 || !text.includes(";");
      if (plain !== null && isOne && comesAgain(text)) return { rows: [...(await statements(text, plain))] };
      if (values.length > 0) return client.query<object>(text, [...values]);
      return { rows: (await client.exec(text)).flatMap((result) => result.rows) };
    },
  };
}

/** The values as a prepared statement takes them; null where one has no text form that is sure. */
function plainValues(values: readonly unknown[]): readonly SqlValue[] | null {
  const plain: SqlValue[] = [];
  for (const value of values) {
    if (value === null || value === undefined) plain.push(null);
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") plain.push(value);
    else if (Array.isArray(value) && value.every(isIdentifier)) plain.push(`{${value.join(",")}}`);
    else return null;
  }
  return plain;
}

/** Without a character that means something within the text form of an array (PostgreSQL, "Array Input"). */
function isIdentifier(value: unknown): boolean {
  return typeof value === "string" && /^[\w:-]+$/.test(value) && value.toLowerCase() !== "null";
}
