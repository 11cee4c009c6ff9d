import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ORM_OPTIONS } from "../../../src/core/persistence/mikro/connection.ts";
import { MIGRATIONS } from "../../../src/core/persistence/mikro/migrations/index.ts";
import { runCommand } from "../../support/command.ts";
import { openOrThrow } from "../../support/databases.ts";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/postgres-database.ts";

// The migrations are the truth about the database and the entities about its rows. Here they meet.

describe("the migrated schema", () => {
  let created: PostgresDatabase;
  beforeAll(async () => {
    created = await createPostgresDatabase();
    await (await openOrThrow({ kind: "postgresql", url: created.url, connections: 2 })).close();
  });
  afterAll(() => created.drop());

  const query = async (sql: string): Promise<string> => {
    const args = ["--no-psqlrc", "--tuples-only", "--no-align", "-c", sql, created.url];
    const result = await runCommand(join(inject("postgres").binFolder, "psql"), args);
    return (result.stdout + result.stderr).trim();
  };

  // The migrator and the rate limiter keep tables that their libraries read alone.
  test("has exactly the entities' columns, types and nullability", async () => {
    const { MikroORM } = await import("@mikro-orm/postgresql");
    const orm = await MikroORM.init({ ...ORM_OPTIONS, dbName: "unused", clientUrl: created.url });
    const declared = [...orm.getMetadata().getAll().values()].flatMap((entity) =>
      entity.props.map((property) => {
        const type = property.columnTypes[0] ?? "";
        return [entity.tableName, property.fieldNames[0], type, property.nullable === true ? "YES" : "NO"].join(" ");
      }),
    );
    await orm.close();
    const found = await query(`
      select c.table_name || ' ' || c.column_name || ' ' || replace(format_type(a.atttypid, a.atttypmod),
          'timestamp(3) with time zone', 'timestamptz(3)') || ' ' || c.is_nullable
      from information_schema.columns c
      join pg_attribute a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
      where c.table_schema = 'public' and c.table_name not in ('migrations', 'rate_limits', 'compatibility')`);
    const normalized = (lines: readonly string[]): string[] =>
      lines.map((line) => line.replace(/ int /, " integer ")).sort();
    expect(normalized(found.split("\n"))).toEqual(normalized(declared));
  });

  test("compares every id byte by byte", async () => {
    const ids = await query(`
      select count(*) from information_schema.columns
      where table_schema = 'public' and (column_name = 'id' or column_name like '%\\_id') and data_type = 'text'
        and column_name not in ('error_request_id', 'request_id') and collation_name is distinct from 'C'`);
    expect(ids).toBe("0");
  });

  test("lets no published version be changed", async () => {
    const setUp = `
      insert into organizations values ('org_1', 'a', 'free', now());
      insert into workspaces values ('wsp_1', 'org_1', 'w', now());
      begin;
      insert into canvases values ('cnv_1', 'org_1', 'wsp_1', 't', 't', 1, now(), repeat('a', 64), 0, null, 'none');
      insert into canvas_versions
        values ('cnv_1', 1, 't', 's', 'c', 'j', repeat('a', 64), '1', 'f', 0, null, 'none', now());
      commit`;
    expect(await query(setUp)).not.toContain("ERROR");
    const changed = await query("update canvas_versions set source = 'x'");
    expect(changed).toContain("a published version does not change");
  });

  test.for([
    ["a canvas in another organization's workspace", canvasRow("'org_2'", "1"), "canvases_workspace_foreign"],
    ["a canvas without its newest version", canvasRow("'org_1'", "7"), "canvases_version_foreign"],
    ["a key of another organization's workspace", keyRow("'org_2'", "32"), "api_keys_workspace_foreign"],
    ["a key with a short hash", keyRow("'org_1'", "31"), "api_keys_secret_hash_check"],
    ["usage below zero", "insert into usage values ('org_1', '2026-11', -1, 0, 0, 0)", "usage_records_check"],
    ["a month that is none", "insert into usage values ('org_1', '2026', 0, 0, 0, 0)", "usage_period_check"],
    ["a render that nobody asked for", renderRow("null, null, 'rendering'"), "renders_requested_check"],
    ["a success without a result", renderRow("'key_1', null, 'succeeded'"), "renders_finished_check"],
  ] as const)("refuses %s", async ([, sql, constraint]) => {
    await query("insert into organizations values ('org_1', 'a', 'free', now()), ('org_2', 'b', 'free', now())");
    await query("insert into organizations values ('org_2', 'b', 'free', now())");
    await query("insert into workspaces values ('wsp_1', 'org_1', 'w', now())");
    expect(await query(sql)).toContain(`"${constraint}"`);
  });

  test("migrations are numbered in their order and named as their files", () => {
    const names = MIGRATIONS.map((migration) => migration.name);
    expect(names).toEqual([...names].sort());
    for (const [index, name] of names.entries())
      expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, "0")}-`));
  });
});

function canvasRow(organization: string, version: string): string {
  return `insert into canvases
    values ('cnv_9', ${organization}, 'wsp_1', 'u', 'u', ${version}, now(), repeat('a', 64), 0, null, 'none')`;
}

function keyRow(organization: string, hashBytes: string): string {
  return `insert into api_keys values ('key_9', ${organization}, 'wsp_1', 'render', '', 'p',
    decode(repeat('00', ${hashBytes}), 'hex'), now(), null)`;
}

function renderRow(requestedByAndStatus: string): string {
  return `insert into renders (id, organization_id, workspace_id, canvas_id, canvas_version, key_id, person_id, status,
      period, records, engine_version, file_name, created_at, deadline_at, stored)
    values ('rnd_9', 'org_1', 'wsp_1', 'cnv_1', 1, ${requestedByAndStatus}, '2026-11', 1, '1', 'f', now(), now(),
      false)`;
}
