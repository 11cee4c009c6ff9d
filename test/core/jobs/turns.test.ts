// Who is served when: jobs of one organization in their order, organizations in turns, however many jobs each has.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRenderQueue, type RenderQueue } from "../../../src/core/jobs/index.ts";
import type { Canvas } from "../../../src/core/persistence/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { inLane } from "../../support/lane.ts";
import {
  expectValue,
  later,
  publishSample,
  type SampleTenant,
  sampleStart,
  sampleTenant,
} from "../persistence/sample-rows.ts";

/** How many jobs one organization has when another comes with ten. */
const BACKLOG = { server: inLane({ fast: 300, full: 10_000 }), embedded: 1_000 } as const;

/** So many are queued in one transaction: the test is about their order and not about transactions. */
const TOGETHER = 250;

interface Customer {
  readonly tenant: SampleTenant;
  readonly canvas: Canvas;
  /** Its jobs in the order of sending. */
  readonly sent: string[];
}

describe.each(DATABASES)("turns on $name", ({ name, open }) => {
  const backlog = name === "PostgreSQL" ? BACKLOG.server : BACKLOG.embedded;
  let opened: TestDatabase;
  let queue: RenderQueue;
  /** Jobs that were fetched beyond what a test serves wait for its end. */
  let end = Promise.withResolvers<void>();
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const customer = async (name: string): Promise<Customer> => {
    const tenant = await sampleTenant(opened.database, name);
    return { tenant, canvas: await publishSample(opened.database, tenant.workspace.id, name), sent: [] };
  };

  const send = async ({ tenant, canvas, sent }: Customer, count: number): Promise<void> => {
    for (let left = count; left > 0; left -= TOGETHER) {
      await opened.database.transaction(async (repositories) => {
        for (let at = 0; at < Math.min(left, TOGETHER); at += 1) {
          const start = sampleStart(tenant, canvas, {
            ...{ concurrentLimit: null, recordLimit: 1_000_000, deadlineAt: later(9e6) },
          });
          const job = { renderId: start.id, payload: null, isList: false, fileCreatedAt: "2000-01-01T00:00:00Z" };
          const facts = { replayUntil: null, requestId: "req_1", refusesMisfit: false };
          const { turn } = expectValue(await repositories.renders.enqueue(start, { ...job, ...facts }));
          await queue.send(repositories.sql, { renderId: start.id, turn, trace: {} });
          sent.push(start.id);
        }
      });
    }
  };

  /** Serves jobs one at a time until so many are served, and answers their ids in the order of serving. */
  const serve = async (count: number, whileServing: (served: number) => Promise<void> = async () => undefined) => {
    const served: string[] = [];
    await queue.work(1, async ({ renderId }) => {
      if (served.length >= count) return end.promise;
      expect(await opened.database.renders.begin(renderId, later(9e6))).not.toBeNull();
      await whileServing(served.length + 1);
      await opened.database.renders.fail({
        ...{ id: renderId, finishedAt: later(1) },
        error: { code: "internal", message: "It broke.", requestId: "req_1" },
      });
      served.push(renderId);
    });
    queue.wake();
    await expect.poll(() => served.length, { timeout: 60_000, interval: 5 }).toBe(count);
    return served;
  };

  const onQueue = (title: string, work: () => Promise<void>): void => {
    test(title, { timeout: 300_000 }, async () => {
      queue = await openRenderQueue(opened.database.sqlHome, (error) => expect.fail(String(error)));
      try {
        await work();
      } finally {
        await opened.database.sqlHome.sql.run("delete from jobs.job");
        await opened.database.sqlHome.sql.run("delete from render_jobs");
        end.resolve();
        await queue.close();
        end = Promise.withResolvers();
      }
    });
  };

  onQueue(
    "jobs of one organization are served as they were sent, also those sent while others are served",
    async () => {
      const one = await customer("一商店");
      await send(one, 6);
      const served = await serve(14, async (count) => {
        if (count % 2 === 0 && count < 10) await send(one, 2);
      });
      expect(served).toEqual(one.sent.slice(0, 14));
    },
  );

  onQueue("jobs that one organization sends at once over many connections take a turn each", async () => {
    const [large, small] = [await customer("大商店"), await customer("小商店")];
    await Promise.all(Array.from({ length: 40 }, () => send(large, 1)));
    await send(small, 4);
    const served = await serve(12);
    expect(served.filter((id) => small.sent.includes(id))).toEqual(small.sent);
  });

  onQueue(`ten jobs are served among the first twenty beside ${backlog} of another organization`, async () => {
    const [large, small] = [await customer("大商店"), await customer("小商店")];
    await send(large, backlog);
    const served = await serve(30, async (count) => {
      if (count === 5) await send(small, 10);
    });
    expect(served.filter((id) => large.sent.includes(id))).toEqual(large.sent.slice(0, 20));
    expect(served.filter((id) => small.sent.includes(id))).toEqual(small.sent);
    // One of each in turn after the fifth, and the one that was fetched meanwhile.
    expect(served.lastIndexOf(small.sent.at(-1) ?? "")).toBeLessThanOrEqual(25);
  });

  onQueue("a backlog is served beside organizations that send a job whenever one of theirs was served", async () => {
    const large = await customer("大商店");
    const steady = [await customer("甲商店"), await customer("乙商店")];
    await send(large, 40);
    for (const each of steady) await send(each, 3);
    const counts = new Map<Customer, number>();
    await serve(60, async () => {
      for (const each of steady) await send(each, 1);
    }).then((served) => {
      for (const each of [large, ...steady]) counts.set(each, served.filter((id) => each.sent.includes(id)).length);
    });
    for (const count of counts.values()) expect(count).toSatisfy((found: number) => Math.abs(found - 20) <= 2);
  });

  onQueue("who comes while a job is tried again and again does not go before all others", async () => {
    const [first, second, last] = [await customer("先商店"), await customer("次商店"), await customer("後商店")];
    await send(first, 1);
    const [failing = ""] = first.sent;
    // It was begun once and waits to be tried again; meanwhile many others are served.
    await opened.database.renders.begin(failing, later(9e6));
    await opened.database.sqlHome.sql.run("update jobs.job set start_after = now() + interval '1 hour'");
    await send(second, 40);
    const served = await serve(40, async (count) => {
      if (count === 20) await send(last, 20);
    });
    expect(served.slice(20).filter((id) => second.sent.includes(id)).length).toBeGreaterThanOrEqual(9);
  });
});
