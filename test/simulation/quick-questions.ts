// The ORM's entity manager as the repositories see it, whose plain questions take a tenth of its time: a run asks
// dozens of them. The statements are those that the ORM would make; whatever is asked otherwise goes to the ORM itself.
import type { EntityName } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { numbered, type SqlRow, type SqlValue, type Statements } from "../../src/core/persistence/mikro/session.ts";

/** Does one statement, or has it wait before. */
export type Step = <Value>(perform: () => Promise<Value>) => Promise<Value>;

/** Makes managers for a database. */
export type QuickManagers = (step: Step) => SqlEntityManager;

/** How the ORM names a table's columns. */
interface Table {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
}

interface Column {
  readonly column: string;
  readonly kind: string;
}

/** What the repositories ask of the ORM: each is one statement. */
const ASKED = ["find", "findOne", "count", "execute", "nativeDelete"] as const;

type Asked = (typeof ASKED)[number];

/** Managers over the ORM's own, each of whose statements is a step. */
export function quickManagers(fork: () => SqlEntityManager, statements: Statements): QuickManagers {
  const ask = questions(fork(), statements);
  return (step) =>
    new Proxy(fork(), {
      get(em, name) {
        const asked = ASKED.find((each) => each === name);
        if (asked === undefined) throw new Error(`the simulation knows no ${String(name)} of the ORM`);
        return (...given: readonly unknown[]) =>
          step(async () => ask(asked, given) ?? (Reflect.apply(Reflect.get(em, asked), em, given) as unknown));
      },
    });
}

/** Asks a plain question; null where it is none. */
function questions(em: SqlEntityManager, statements: Statements) {
  const tables = new Map<unknown, Table>();
  const texts = new Map<string, string>();
  const tableOf = (entity: unknown): Table => {
    const known = tables.get(entity) ?? tableIn(em, entity as EntityName<object>);
    tables.set(entity, known);
    return known;
  };
  const numberedOnce = (text: string): string => {
    const known = texts.get(text) ?? numbered(text);
    texts.set(text, known);
    return known;
  };
  return (asked: Asked, given: readonly unknown[]): Promise<unknown> | null => {
    if (asked === "execute") return statements(numberedOnce(String(given[0])), plainValues(given[1]));
    const [entity, where, options = {}] = given;
    const table = tableOf(entity);
    const condition = conditionOf(where, table);
    const ending = endingOf(options, table);
    if (condition === null || ending === null) return null;
    const verb = { find: "select *", findOne: "select *", count: "select count(*)", nativeDelete: "delete" }[asked];
    const returning = asked === "nativeDelete" ? " returning 1 as one" : "";
    const text = numberedOnce(`${verb} from ${table.name} where ${condition.text}${ending}${returning}`);
    return statements(text, condition.values).then((rows) => answerOf(asked, rows, table));
  };
}

function answerOf(asked: Exclude<Asked, "execute">, rows: readonly SqlRow[], table: Table): unknown {
  switch (asked) {
    case "find":
      return rows.map((row) => entityOf(row, table));
    case "findOne":
      return rows[0] === undefined ? null : entityOf(rows[0], table);
    case "count":
      return Number(rows[0]?.["count"]);
    case "nativeDelete":
      return rows.length;
  }
}

function tableIn(em: SqlEntityManager, entity: EntityName<object>): Table {
  const { tableName, props } = em.getMetadata(entity);
  const columns = props.map(({ name, fieldNames, runtimeType }): [string, Column] => [
    name,
    { column: fieldNames[0] ?? name, kind: runtimeType },
  ]);
  return { name: tableName, columns: new Map(columns) };
}

interface Condition {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Members that are equal to a value or at most as large; null where the condition says more. */
function conditionOf(where: unknown, table: Table): Condition | null {
  if (typeof where !== "object" || where === null) return null;
  const parts = Object.entries(where).flatMap(([name, value]): readonly (Condition | null)[] => {
    if (name === "$and" && Array.isArray(value)) return value.map((each) => conditionOf(each, table));
    return [comparisonOf(table.columns.get(name)?.column, value)];
  });
  if (parts.length === 0 || !parts.every((part) => part !== null)) return null;
  return { text: parts.map(({ text }) => text).join(" and "), values: parts.flatMap(({ values }) => values) };
}

function comparisonOf(column: string | undefined, value: unknown): Condition | null {
  if (column === undefined || typeof value !== "object" || value === null) {
    return column !== undefined && typeof value === "string" ? { text: `${column} = ?`, values: [value] } : null;
  }
  if (value instanceof Uint8Array) return { text: `${column} = ?`, values: [value] };
  const [[operator, limit] = [], ...others] = Object.entries(value);
  if (operator !== "$lte" || !(limit instanceof Date) || others.length > 0) return null;
  return { text: `${column} <= ?`, values: [limit.toISOString()] };
}

/** The order and the limit; null where the options say more. Fields that were not asked for do no harm. */
function endingOf(options: unknown, { columns }: Table): string | null {
  const { orderBy = {}, limit, fields: _, ...others } = options as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0) return null;
  const orders = Object.entries(orderBy as object).map(([name, way]) => `${columns.get(name)?.column} ${String(way)}`);
  const order = orders.length === 0 ? "" : ` order by ${orders.join(", ")}`;
  return typeof limit === "number" ? `${order} limit ${limit}` : order;
}

function entityOf(row: SqlRow, { columns }: Table): Record<string, unknown> {
  const entity: Record<string, unknown> = {};
  for (const [property, { column, kind }] of columns) {
    const value = row[column] ?? null;
    entity[property] = value === null ? null : fieldOf(value, kind);
  }
  return entity;
}

function fieldOf(value: unknown, kind: string): unknown {
  if (kind === "number") return Number(value);
  return kind === "Date" && !(value instanceof Date) ? new Date(String(value)) : value;
}

function plainValues(values: unknown): readonly SqlValue[] {
  return Array.isArray(values) ? values.map(plainValue) : [];
}

/** A value of the ORM's, as a prepared statement takes it. */
export function plainValue(value: unknown): SqlValue {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value === undefined) return null;
  throw new Error(`a statement of the ORM has a value that is not plain: ${String(value)}`);
}
