// From a plan that breaks something to the smallest one that does.
import type { SimulatedDatabase } from "./database.ts";
import type { Invariant } from "./invariants.ts";
import { faultText, type Plan } from "./plan.ts";
import { type Outcome, runPlan } from "./run.ts";
import type { Plants } from "./site.ts";

interface Shrinking {
  readonly plants?: Plants;
  /** Left out, the first that is broken. */
  readonly invariant?: Invariant | undefined;
}

/** Drops faults, wishes and clients for as long as the invariant is broken, and answers what is left. */
export async function shrunk(
  database: SimulatedDatabase,
  outcome: Outcome,
  { plants = {}, invariant = outcome.breaches[0]?.invariant }: Shrinking = {},
): Promise<Outcome> {
  let smallest = outcome;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const plan of smallerThan(smallest.plan)) {
      const tried = await runPlan(database, plan, plants);
      if (!tried.breaches.some((breach) => breach.invariant === invariant)) continue;
      smallest = tried;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** Every plan that is smaller by one thing. */
function* smallerThan(plan: Plan): Generator<Plan> {
  for (const at of plan.faults.keys()) yield { ...plan, faults: plan.faults.toSpliced(at, 1) };
  for (const [at, { following, ...fault }] of plan.faults.entries()) {
    if (following !== undefined) yield { ...plan, faults: plan.faults.with(at, fault) };
  }
  for (const at of plan.clients.keys()) yield { ...plan, clients: plan.clients.toSpliced(at, 1) };
  for (const [at, wishes] of plan.clients.entries()) {
    for (const wish of wishes.keys()) {
      if (wishes.length > 1) yield { ...plan, clients: plan.clients.with(at, wishes.toSpliced(wish, 1)) };
    }
  }
  if (plan.processes > 2) yield { ...plan, processes: plan.processes - 1 };
}

/** A broken run as whoever mends it reads it: what is broken, the plan, and each step with its fault. */
export function outcomeText({ plan, breaches, trace }: Outcome): string {
  const clients = plan.clients.map(
    (wishes, at) => `client ${at}: ${wishes.map((wish) => JSON.stringify(wish)).join(", ")}`,
  );
  return [
    `seed ${plan.seed}, ${plan.processes} processes`,
    ...clients,
    ...plan.faults.map((fault) => `fault: ${faultText(fault)}`),
    ...breaches.map(({ invariant, what }) => `BROKEN: ${invariant}: ${what}`),
    trace(),
  ].join("\n");
}
