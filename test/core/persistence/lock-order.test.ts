// Two workers of one job: the statements of a render lock its row before that of its job, so that neither waits for one
// that waits for it.
import { describe, expect, test } from "vitest";
import type { RenderJob } from "../../../src/core/persistence/index.ts";
import { DATABASES } from "../../support/databases.ts";
import { expectValue, later, publishSample, sampleStart, sampleTenant } from "./sample-rows.ts";

const WAITING_SQL = `select count(*)::integer as waiting from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;
const POSTGRESQL = DATABASES.filter(({ name }) => name === "PostgreSQL");

describe.each(POSTGRESQL)("locks of renders on $name", ({ open }) => {
  test("a job that is begun while another worker ends its render waits, and holds nothing of it", async () => {
    await using opened = await open();
    const { database } = opened;
    const tenant = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    const start = { ...sampleStart(tenant, canvas, { records: 1 }), concurrentLimit: null };
    const job: RenderJob = {
      ...{ renderId: start.id, payload: new TextEncoder().encode("{}"), isList: false, refusesMisfit: false },
      ...{ fileCreatedAt: "2000-01-01T00:00:00Z", replayUntil: later(600), requestId: "req_1" },
    };
    expectValue(await database.transaction(({ renders }) => renders.enqueue(start, job)));
    const [locked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ending = database.transaction(async ({ sql }) => {
      await sql.run(`select from renders where id = '${start.id}' for update`);
      locked.resolve();
      await goOn.promise;
      // What ends a render erases its job: nobody may hold that row.
      await sql.run(`select from render_jobs where render_id = '${start.id}' for update nowait`);
    });
    await locked.promise;
    const begun = database.renders.begin(start.id, later(50));
    const waiting = async () => (await database.sqlHome.sql.run(WAITING_SQL)).rows;
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([{ waiting: 1 }]);
    goOn.resolve();
    await ending;
    expect(await begun).toMatchObject({ tries: 1, render: { status: "rendering" } });
  });
});
