import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";

/**
 * Where a repository runs its queries: a fresh entity manager for each call, or a transaction's. Every query of
 * a call goes through the one it was handed; a query beside it would wait for ever on a database with one connection.
 */
export type Session = () => SqlEntityManager;

/**
 * Runs one statement with `$1`-style parameters in one round trip, past the ORM: what every request waits for. Outside
 * of a transaction it is prepared once and kept by its text, so texts are constants. Rows come as the driver gives
 * them.
 */
export type Statements = (text: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** What statements take. Every parameter is cast where it stands, so its text says enough. */
export type SqlValue = string | number | boolean | null | Uint8Array;

/** A row by its columns' names. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** The statement with `$1`, `$2`, … in the place of its question marks, in their order. */
export function numbered(statement: string): string {
  let parameters = 0;
  return statement.replaceAll("?", () => {
    parameters += 1;
    return `$${parameters}`;
  });
}

/** An instant in a row, which one driver reads and another hands on as text. */
export function instantOf(column: unknown): Date | null {
  if (column === null || column === undefined) return null;
  return column instanceof Date ? column : new Date(String(column));
}

/**
 * Runs writes that may meet a unique constraint: answers null and the constraint's name instead of throwing. Inside a
 * transaction it runs in a savepoint, since PostgreSQL gives up a transaction at its first failed statement.
 */
export async function attempt<Value>(
  em: SqlEntityManager,
  work: (em: SqlEntityManager) => Promise<Value>,
): Promise<{ readonly value: Value; readonly taken: null } | { readonly value: null; readonly taken: string }> {
  try {
    const value = em.isInTransaction() ? await em.transactional(work) : await work(em);
    return { value, taken: null };
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) {
      return { value: null, taken: constraintOf(error) };
    }
    throw error;
  }
}

function constraintOf(error: UniqueConstraintViolationException): string {
  const { constraint } = error as { readonly constraint?: unknown };
  if (typeof constraint !== "string") {
    throw new Error("the database did not name the violated constraint", { cause: error });
  }
  return constraint;
}

/** An instant as SQL parameters take it on both databases alike; the statement casts it to `timestamptz`. */
export function sqlInstant(instant: Date): string {
  return instant.toISOString();
}

/** `text` as a LIKE pattern that stands for itself. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
