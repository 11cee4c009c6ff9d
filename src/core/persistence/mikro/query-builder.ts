import { CompiledQuery, type QueryExecutor } from "kysely";
import type { SqlRunner } from "../database-ports.ts";
import type { SqlRow, Statements } from "./session.ts";

/** The query builder beneath the ORM, or a transaction's: it takes `$1` and hands rows on as they are. */
type Builder = Pick<QueryExecutor, "executeQuery">;

/** Statements of ours, as constants. */
export function statementsOver(builder: Builder): Statements {
  return async (text, values) => (await builder.executeQuery<SqlRow>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Statements of libraries that keep tables of their own. */
export function sqlOver(builder: Builder): SqlRunner {
  return {
    async run(text, values = []) {
      const { rows } = await builder.executeQuery<object>(CompiledQuery.raw(text, [...values]));
      return { rows };
    },
  };
}
