// The month's last records under requests that come all at once, by every way that spends them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { inLane } from "../../support/lane.ts";
import { factsOf, httpBench } from "./http-bench.ts";
import { RATIO, serviceBench } from "./service-bench.ts";

const LIMIT = 40;
const REQUESTS = inLane({ fast: 24, full: 120 });
const HALF = { items: [{ part: 1, whole: 2 }] };
const UNCOMPUTABLE = { items: [{ part: 1, whole: 0 }] };

/** A few kinds of requests in an order that is no pattern: some fit, some fail, some wait for a worker. */
function requestAt(index: number): { body: unknown; headers: Record<string, string>; records: number } {
  const records = 1 + ((index * 7) % 5);
  const entries = Array.from({ length: records }, (_, at) =>
    index % 6 === 5 && at === records - 1 ? UNCOMPUTABLE : HALF,
  );
  return {
    body: { dataList: entries },
    headers: index % 4 === 1 ? { prefer: "respond-async" } : {},
    records,
  };
}

describe.each(DATABASES)("the edge of the quota on $name", ({ open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test("is never crossed by requests of several processes at once, and no failure keeps a charge", async () => {
    await using bench = await serviceBench(database, { plan: { recordsPerMonth: LIMIT, concurrentRenders: 1_000 } });
    const canvasId = await bench.publish(RATIO, "割合");
    await using first = await httpBench(bench.services, bench.renderKey);
    await using second = await httpBench(bench.again(), bench.renderKey);
    let watching = true;
    const overspent: unknown[] = [];
    const watch = (async () => {
      while (watching) {
        const { used, reserved } = await bench.usage();
        if (used + reserved > LIMIT) overspent.push({ used, reserved });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    // Whether a job of the crowd is taken before the quota ends is chance: one is taken before all others.
    const early = await factsOf(await first.print(canvasId, { dataList: [HALF] }, { prefer: "respond-async" }));
    expect(early["status"]).toBe(202);
    const jobs = [{ id: String(early["id"]), records: 1 }];
    let spent = 0;
    const statuses = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const { body, headers, records } = requestAt(index);
        const facts = await factsOf(await (index % 2 === 0 ? first : second).print(canvasId, body, headers));
        if (facts["status"] === 200) spent += records;
        if (facts["status"] === 202) jobs.push({ id: String(facts["id"]), records });
        return facts["status"];
      }),
    );
    await bench.queue.work(1, bench.services.runJob);
    for (const { id, records } of jobs) {
      for (;;) {
        const { status } = (await (await first.get(`/v1/renders/${id}`)).json()) as { status: string };
        if (status === "succeeded") spent += records;
        if (status === "succeeded" || status === "failed") break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    watching = false;
    await watch;
    expect(overspent).toEqual([]);
    // Which of those that could not be computed came in time to be tried is chance as well.
    expect(statuses.filter((status) => ![200, 202, 400, 402].includes(Number(status)))).toEqual([]);
    expect(statuses).toEqual(expect.arrayContaining([200, 402]));
    expect(await bench.usage()).toMatchObject({ used: spent, reserved: 0, remaining: LIMIT - spent });
    // What is left is spent to the last record, and not one further.
    for (let left = LIMIT - spent; left >= 0; left -= 1) {
      const { status } = await factsOf(await first.print(canvasId, { data: HALF }));
      expect(status).toBe(left > 0 ? 200 : 402);
    }
  });
});
