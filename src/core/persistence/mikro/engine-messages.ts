// What the main thread and the thread of the embedded database say to one another.
import type { QueryOptions, Results } from "@electric-sql/pglite";
import type { LockPlace } from "../folder-lock.ts";
import type { SqlRow, SqlValue } from "./session.ts";

/** What the thread is started with. */
export interface EngineThreadData {
  readonly cluster: string;
  readonly sync: "off" | "full";
  /** The lock of the folder that the cluster lies in. */
  readonly lockPlace: LockPlace;
}

/** How a transaction ends. */
export type TransactionEnd = "commit" | "rollback";

/** What the thread is asked, and what it answers. */
export interface EngineCalls {
  /** Makes an empty cluster where there is none. */
  readonly make: { readonly asks: object; readonly answers: null };
  /** Starts the engine, which repairs what a crash left. */
  readonly start: { readonly asks: object; readonly answers: null };
  readonly statement: {
    readonly asks: { readonly text: string; readonly values: readonly SqlValue[] };
    readonly answers: readonly SqlRow[];
  };
  readonly sql: {
    readonly asks: { readonly text: string; readonly values: readonly unknown[] | undefined };
    readonly answers: { readonly rows: readonly object[] };
  };
  /** A statement of the query builder, in one of its transactions or in none. */
  readonly query: {
    readonly asks: {
      readonly text: string;
      readonly values: readonly unknown[] | undefined;
      readonly options: QueryOptions | undefined;
      readonly transaction: number | null;
    };
    readonly answers: Results<never>;
  };
  /** Waits for the database to be free and begins a transaction, whose number it answers. */
  readonly begin: { readonly asks: object; readonly answers: number };
  readonly end: {
    readonly asks: { readonly transaction: number; readonly how: TransactionEnd };
    readonly answers: null;
  };
  /** Answers as soon as the thread does anything but compute or wait for the disk. */
  readonly pulse: { readonly asks: object; readonly answers: null };
  readonly close: { readonly asks: object; readonly answers: null };
}

export type EngineCall = keyof EngineCalls;

/** A call, with the number that its answer repeats. */
export type EngineQuestion = {
  readonly [Call in EngineCall]: { readonly id: number; readonly call: Call } & EngineCalls[Call]["asks"];
}[EngineCall];

/** What the thread says: answers, and once that its engine has ended by itself. */
export type EngineWord =
  | { readonly kind: "answer"; readonly id: number; readonly value: EngineCalls[EngineCall]["answers"] }
  | { readonly kind: "failure"; readonly id: number; readonly failure: EngineFailure }
  | { readonly kind: "ended" };

/** An error as messages carry it: structured clones of errors lose what PostgreSQL says beside the message. */
export interface EngineFailure {
  readonly message: string;
  readonly stack: string | undefined;
  /** What PostgreSQL or the system says: `code`, `constraint`, `detail` and more, where it is a plain value. */
  readonly members: Readonly<Record<string, string | number | boolean>>;
}

export function failureOf(thrown: unknown): EngineFailure {
  if (!(thrown instanceof Error)) return { message: String(thrown), stack: undefined, members: {} };
  const members: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(thrown)) {
    // The library adds the statement and its values to each error; nobody reads them, and they may be long.
    if (name === "query") continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") members[name] = value;
  }
  return { message: thrown.message, stack: thrown.stack, members };
}

export function errorOf({ message, stack, members }: EngineFailure): Error {
  const error = Object.assign(new Error(message), members);
  if (stack !== undefined) error.stack = stack;
  return error;
}
