// That the simulation finds what is wrong: faults are planted into the parts, and the seeds of the fast lane find each.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DamagedBytes } from "../../src/core/store/index.ts";
import { openSimulatedDatabase, type SimulatedDatabase } from "./database.ts";
import type { Invariant } from "./invariants.ts";
import { planOf } from "./plan.ts";
import { type Outcome, runPlan } from "./run.ts";
import { outcomeText, shrunk } from "./shrink.ts";
import type { Plants } from "./site.ts";

/** A fault of the product, as it could have been written, and what it breaks. */
interface Planted {
  readonly name: string;
  readonly plants: Plants;
  readonly breaks: Invariant;
}

const DAY_MS = 86_400_000;

const PLANTED: readonly Planted[] = [
  {
    name: "a claim that does not look who holds the key, and a start that does not either",
    plants: {
      repositories: ({ renders, idempotency }) => ({
        renders: { ...renders, start: ({ keyHash: _, ...start }) => renders.start(start) },
        idempotency: { ...idempotency, claim: async (...given) => (await idempotency.claim(...given)) || true },
      }),
    },
    breaks: "one key, one charge",
  },
  {
    name: "a start that does not look whether its key is still its own",
    plants: {
      repositories: ({ renders, idempotency }) => ({
        renders: {
          ...renders,
          start: ({ keyHash: _, ...start }) => renders.start(start),
          enqueue: ({ keyHash: _, ...start }, job) => renders.enqueue(start, job),
        },
        idempotency,
      }),
    },
    breaks: "one key, one charge",
  },
  {
    name: "a success that charges once more where it is recorded again",
    plants: {
      repositories: ({ renders, idempotency }, statements) => ({
        renders: {
          ...renders,
          async succeed(success) {
            const render = await renders.succeed(success);
            if (render === null) await statements("update usage set records = records + 1", []);
            return render;
          },
        },
        idempotency,
      }),
    },
    breaks: "usage is what succeeded",
  },
  {
    name: "a sweep that erases what is to be kept for days yet",
    plants: {
      repositories: ({ renders, idempotency }) => ({
        renders: {
          ...renders,
          dueForErasing: (now, limit) => renders.dueForErasing(new Date(now.getTime() + 30 * DAY_MS), limit),
        },
        idempotency,
      }),
    },
    breaks: "kept files are there",
  },
  {
    name: "a failed request that frees its key although its render may have its file",
    plants: {
      repositories: ({ renders, idempotency }, statements) => ({
        renders,
        idempotency: {
          ...idempotency,
          async release({ renderId }) {
            await statements("delete from idempotency_keys where render_id = $1::text", [renderId]);
            return false;
          },
        },
      }),
    },
    breaks: "one key, one charge",
  },
  {
    name: "a damaged reading that is taken for a file that is gone",
    plants: {
      store: (store) => ({
        ...store,
        get: (id, sha256) =>
          store.get(id, sha256).catch((thrown: unknown) => {
            if (thrown instanceof DamagedBytes) return { kind: "missing" };
            throw thrown;
          }),
      }),
    },
    breaks: "no failure of ours",
  },
  {
    name: "a store that answers before it has kept the bytes",
    plants: {
      store: (store) => ({
        ...store,
        async put(id, pdf) {
          void store.put(id, pdf).catch(() => undefined);
          return { bytes: pdf.length, sha256: "" };
        },
      }),
    },
    breaks: "named files are kept",
  },
  {
    name: "a lost file in whose place another render is made, under another id and charged again",
    plants: {
      repositories: ({ renders, idempotency }) => ({ renders: { ...renders, receipt: async () => null }, idempotency }),
    },
    breaks: "one key, one charge",
  },
  {
    name: "a lost file that is charged once more where it is made again",
    plants: {
      repositories: ({ renders, idempotency }, statements) => ({
        renders: {
          ...renders,
          async receipt(id) {
            await statements("update usage set records = records + 1", []);
            return renders.receipt(id);
          },
        },
        idempotency,
      }),
    },
    breaks: "usage is what succeeded",
  },
  {
    name: "a lost file that is made again for its answer and not kept",
    plants: {
      store(store) {
        const lost = new Set<string>();
        return {
          ...store,
          async get(id, sha256) {
            const stored = await store.get(id, sha256);
            if (stored.kind === "missing") lost.add(id);
            return stored;
          },
          put: async (id, pdf) => (lost.has(id) ? { bytes: pdf.length, sha256: "" } : store.put(id, pdf)),
        };
      },
    },
    breaks: "lost files are made again",
  },
];

/** As many as the fast lane runs. */
const SEEDS = 1_000;

describe("faults that are planted", () => {
  let database: SimulatedDatabase;
  beforeAll(async () => {
    database = await openSimulatedDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const found = async ({ plants, breaks }: Planted): Promise<Outcome | null> => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const outcome = await runPlan(database, planOf(seed), plants);
      if (outcome.breaches.some(({ invariant }) => invariant === breaks)) return outcome;
    }
    return null;
  };

  test.each(PLANTED)("$name", async (planted) => {
    const outcome = await found(planted);
    if (outcome === null) throw new Error(`none of ${SEEDS} seeds found it`);
    const smallest = await shrunk(database, outcome, { plants: planted.plants, invariant: planted.breaks });
    expect(smallest.breaches.map(({ invariant }) => invariant)).toContain(planted.breaks);
    expect(smallest.plan.faults.length).toBeLessThanOrEqual(outcome.plan.faults.length);
    expect(outcomeText(smallest)).toContain(`BROKEN: ${planted.breaks}`);
    // The sound product holds under the same plan.
    const sound = await runPlan(database, smallest.plan);
    expect(sound.breaches.length === 0 ? "" : outcomeText(sound)).toBe("");
  });

  test("a plan runs the same way each time", async () => {
    const steps = async (seed: number) => (await runPlan(database, planOf(seed))).trace();
    for (const seed of [2, 31, 104, 236]) expect(await steps(seed)).toBe(await steps(seed));
  });
});
