// What a database says of itself (no room, no memory, read-only, stopping) is no fault of ours and passes: 503.
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { data: { items: [{ part: 1, whole: 2 }] } };

/** PostgreSQL, Appendix A: the conditions of these classes, all of them. */
const PASSING: readonly string[] = [
  ...["08000", "08003", "08006", "08001", "08004", "08007", "08P01"],
  ...["53000", "53100", "53200", "53300", "53400"],
  ...["57000", "57014", "57P01", "57P02", "57P03", "57P04", "57P05"],
  ...["58000", "58030", "58P01", "58P02"],
  ...["25006", "25P03", "25P04", "26000", "42P05", "40001", "40P01", "55P03"],
];

/** Faults of a statement, and thus of ours. */
const OURS: readonly string[] = ["22012", "23514", "25P02", "42601", "42P01", "42501", "XX000"];

/**
 * What lies in the place of one of the server's files, and the code that it says so with: those of a quota that is used
 * up and of a read-only file system are the first one and the last one (`errcode_for_file_access`). Whoever runs the
 * tests may be root, whom no mode keeps from a file; a server never is.
 */
const IN_THE_PLACE = [
  { code: "XX000", plant: (path: string) => symlink(basename(path), path), on: ["embedded", "postgresql"] },
  { code: "42809", plant: (path: string) => mkdir(path), on: ["embedded", "postgresql"] },
  {
    code: "42501",
    plant: async (path: string) => {
      await writeFile(path, "");
      await chmod(path, 0o000);
    },
    on: ["postgresql"],
  },
] as const;

describe.each(DATABASES)("what the database says of itself, on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    http = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** From now on writing to the table fails with the code, as the server itself would. */
  const failing = async (table: string, code: string): Promise<AsyncDisposable> => {
    const { sql } = database.database.sqlHome;
    const says = `raise exception using errcode = '${code}', message = 'it says ${code}'`;
    await sql.run(`create or replace function says() returns trigger language plpgsql as $$ begin ${says}; end $$`);
    await sql.run(`create trigger says before insert or update on ${table} for each row execute function says()`);
    return {
      async [Symbol.asyncDispose]() {
        await sql.run(`drop trigger says on ${table}`);
      },
    };
  };

  for (const table of ["usage", "idempotency_keys"]) {
    test(`every code of a database that can't write ${table} is answered 503, and nothing is charged`, async () => {
      const before = await bench.usage();
      for (const code of PASSING) {
        await using _failing = await failing(table, code);
        const answer = await http.print(canvasId, HALF, { "idempotency-key": `code ${code} ${table}` });
        expect([code, answer.status, answer.headers.get("retry-after")]).toEqual([code, 503, "5"]);
        expect(await factsOf(answer)).toMatchObject({
          code: "unavailable",
          error: expect.stringMatching(/^The database .* Send the request again/),
        });
      }
      expect(await bench.usage()).toEqual(before);
    });
  }

  /** Where the database keeps its files. */
  const filesOf = async (): Promise<string> => {
    const { location } = database;
    if (location.kind === "embedded") return join(location.dataDir, "database", "cluster");
    const { rows } = await database.database.sqlHome.sql.run("show data_directory");
    return String(Object.values(rows[0] ?? {})[0]);
  };

  test("a file of the server that can't be opened is no fault of the statement", async () => {
    const { sql } = database.database.sqlHome;
    const before = await bench.usage();
    for (const { code, plant, on } of IN_THE_PLACE) {
      if (!on.some((kind) => kind === database.location.kind)) continue;
      await sql.run(`create table planted_${code} (at int)`);
      const { rows } = await sql.run(`select pg_relation_filepath('planted_${code}') as path`);
      const { path } = rows[0] as { readonly path: string };
      // The map of a table's free space is a file of its own, which the first row asks for.
      await plant(join(await filesOf(), `${path}_fsm`));
      const insert = `insert into planted_${code} values (1)`;
      await expect(sql.run(insert)).rejects.toMatchObject({ code, file: "md.c" });
      const body = `begin ${insert}; return new; end`;
      await sql.run(`create or replace function plants() returns trigger language plpgsql as $$ ${body} $$`);
      await sql.run("create trigger plants before insert or update on usage for each row execute function plants()");
      const answer = await http.print(canvasId, HALF);
      expect([code, answer.status, answer.headers.get("retry-after")]).toEqual([code, 503, "5"]);
      await sql.run("drop trigger plants on usage");
    }
    expect(await bench.usage()).toEqual(before);
  });

  test("a statement's own faults stay failures of ours", async () => {
    for (const code of OURS) {
      await using _failing = await failing("usage", code);
      expect([code, (await http.print(canvasId, HALF)).status]).toEqual([code, 500]);
    }
  });
});
