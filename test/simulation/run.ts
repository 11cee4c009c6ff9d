// One run of a plan: faults while the clients ask, then calm, then the judgement.
import { sweep, sweepOrphans } from "../../src/core/jobs/index.ts";
import { clientsOf } from "./clients.ts";
import type { SimulatedDatabase } from "./database.ts";
import { type Breach, type Invariant, judgeAnswers, judgeLeft, judgeRecords, Verdict } from "./invariants.ts";
import type { FaultKind, Plan } from "./plan.ts";
import { type Plants, Site } from "./site.ts";
import { calmStore } from "./store.ts";
import { Stuck, traceText, World } from "./world.ts";

/** What a run has shown. */
export interface Outcome {
  readonly plan: Plan;
  readonly breaches: readonly Breach[];
  readonly judged: ReadonlyMap<Invariant, number>;
  readonly steps: number;
  readonly met: readonly FaultKind[];
  /** The steps as a person reads them. */
  readonly trace: () => string;
}

const HOUR_MS = 3_600_000;

/** Longer than a job may wait, and than any file is kept. */
const CALM_MS = 2 * HOUR_MS;
const RETENTION_MS = 9 * 24 * HOUR_MS;

/** Runs a plan, and judges what is left of it. */
export async function runPlan(database: SimulatedDatabase, plan: Plan, plants: Plants = {}): Promise<Outcome> {
  const world = new World(plan);
  const site = new Site(world, { database, plan, plants });
  const { granted, done } = clientsOf(world, site, plan);
  const verdict = new Verdict();
  try {
    let areDone = false;
    void done.then(() => {
      areDone = true;
    });
    await world.run(() => areDone && site.queue.isEmpty);
    site.calmDown();
    await world.drain();
    judgeAnswers(verdict, granted, site);
    world.skip(CALM_MS);
    await sweepAll(database, world, site);
    await judgeRecords(verdict, { granted, site, statements: database.statements });
    world.skip(RETENTION_MS);
    await sweepAll(database, world, site);
    await judgeLeft(verdict, site, database.statements);
  } catch (thrown) {
    if (!(thrown instanceof Stuck)) throw thrown;
    verdict.expect("every wish is granted", false, () => thrown.message);
  } finally {
    await database.clear();
  }
  const { breaches, judged } = verdict;
  return { plan, breaches, judged, steps: world.steps, met: world.met, trace: () => traceText(world) };
}

/** The sweeps of a process, past the scheduler: nothing else runs any more. */
async function sweepAll({ repositories }: SimulatedDatabase, world: World, { files }: Site): Promise<void> {
  const { renders, idempotency } = repositories;
  const store = calmStore(files, () => world.nowMs);
  const dependencies = { renders, idempotency, store, now: () => new Date(world.nowMs) };
  await sweep(dependencies);
  await sweepOrphans(dependencies);
}
