// What the seeds have found, each as the smallest plan that shows it: it holds now, and breaks as it was before.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSimulatedDatabase, type SimulatedDatabase } from "./database.ts";
import type { Invariant } from "./invariants.ts";
import type { Plan, Wish } from "./plan.ts";
import { runPlan } from "./run.ts";
import { outcomeText } from "./shrink.ts";
import type { Plants } from "./site.ts";

interface Find {
  readonly name: string;
  readonly plan: Plan;
  /** The product as it was when this was found. */
  readonly asItWas: Plants;
  readonly broke: Invariant;
}

const KEYED: Wish = { way: "waiting", key: "key 0", stored: true, payload: 0 };
const KEYED_JOB: Wish = { ...KEYED, way: "job" };

/** Renders and jobs begin whoever has their key by then. */
const WITHOUT_A_LOOK_AT_THE_KEY: Plants = {
  repositories: ({ renders, idempotency }) => ({
    renders: {
      ...renders,
      start: ({ keyHash: _, ...start }) => renders.start(start),
      enqueue: ({ keyHash: _, ...start }, job) => renders.enqueue(start, job),
    },
    idempotency,
  }),
};

/** A job that is begun has only the time of one try left. */
const WITH_ITS_TIME_CUT_SHORT: Plants = {
  repositories: ({ renders, idempotency }, statements) => ({
    renders: {
      ...renders,
      async begin(id, deadlineAt) {
        const begun = await renders.begin(id, deadlineAt);
        await statements("update renders set deadline_at = $1::timestamptz where id = $2::text", [
          ...[deadlineAt.toISOString(), id],
        ]);
        return begun;
      },
    },
    idempotency,
  }),
};

/** Who asks for a job is told of another request's render, and no job is kept for it. */
const WITHOUT_A_JOB_OF_ITS_OWN: Plants = {
  repositories: ({ renders, idempotency }, statements) => ({
    renders: {
      ...renders,
      join: async () => null,
      async store(id, until) {
        const kept = await statements(
          `update renders set expires_at = greatest($1::timestamptz, expires_at)
          where id = $2::text and status in ('queued', 'rendering') returning id`,
          [until.toISOString(), id],
        );
        return kept.length > 0;
      },
    },
    idempotency,
  }),
};

/** A request that failed frees its key although its render is under way as far as the database knows. */
const WITH_A_KEY_FREED_TOO_SOON: Plants = {
  repositories: ({ renders, idempotency }, statements) => ({
    renders,
    idempotency: {
      ...idempotency,
      async release({ renderId }) {
        await statements(
          `delete from idempotency_keys k where k.render_id = $1::text
            and not exists (select from render_jobs j where j.render_id = k.render_id)
            and not exists (select from renders r where r.id = k.render_id and r.bytes_until is not null)`,
          [renderId],
        );
        return false;
      },
    },
  }),
};

const FINDS: readonly Find[] = [
  {
    name: "a process that stands still between its claim and its start goes on beside its successor",
    plan: {
      ...{ seed: 2, processes: 2, clients: [[KEYED]] },
      faults: [{ call: "engine.lay out", nth: 1, kind: "frozen before", ms: 700_000 }],
    },
    asItWas: WITHOUT_A_LOOK_AT_THE_KEY,
    broke: "one key, one charge",
  },
  {
    name: "a job whose transaction lands after its request was refused is rendered beside the repeated one",
    plan: {
      ...{ seed: 104, processes: 2, clients: [[KEYED_JOB]] },
      faults: [{ call: "transaction", nth: 1, kind: "lands later", ms: 0 }],
    },
    asItWas: WITHOUT_A_LOOK_AT_THE_KEY,
    broke: "one key, one charge",
  },
  {
    name: "an accepted job is called abandoned by the first sweep after all workers were away",
    plan: {
      ...{ seed: 7, processes: 1, clients: [[KEYED_JOB]] },
      faults: [{ call: "engine.lay out", nth: 1, kind: "killed before", ms: 700_000 }],
    },
    asItWas: WITH_ITS_TIME_CUT_SHORT,
    broke: "accepted jobs succeed",
  },
  {
    name: "a job that was told of another request's render fails with it where the store refuses its file",
    plan: {
      ...{ seed: 8, processes: 2, clients: [[KEYED], [KEYED_JOB]] },
      faults: [{ call: "store.put", nth: 1, kind: "refused", ms: 0 }],
    },
    asItWas: WITHOUT_A_JOB_OF_ITS_OWN,
    broke: "no failure of ours",
  },
  {
    name: "a job that was told of another request's render fails with it where its process is killed",
    plan: {
      ...{ seed: 7, processes: 2, clients: [[KEYED], [KEYED_JOB]] },
      faults: [{ call: "engine.draw", nth: 1, kind: "killed before", ms: 900 }],
    },
    asItWas: WITHOUT_A_JOB_OF_ITS_OWN,
    broke: "no failure of ours",
  },
  {
    name: "a success that lands after its request was told of an outage is charged beside the repeated one",
    plan: {
      ...{ seed: 1, processes: 2, clients: [[KEYED]] },
      faults: [{ call: "renders.succeed", nth: 1, kind: "lands later", ms: 0, following: 2 }],
    },
    asItWas: WITH_A_KEY_FREED_TOO_SOON,
    broke: "one key, one charge",
  },
];

describe("what the simulation has found", () => {
  let database: SimulatedDatabase;
  beforeAll(async () => {
    database = await openSimulatedDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test.each(FINDS)("$name", async ({ plan, asItWas, broke }) => {
    const now = await runPlan(database, plan);
    expect(now.breaches.length === 0 ? "" : outcomeText(now)).toBe("");
    const before = await runPlan(database, plan, asItWas);
    expect(before.breaches.map(({ invariant }) => invariant)).toContain(broke);
  });
});
