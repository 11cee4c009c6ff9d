// Many seeds, one after another: what they broke, shrunk, and what they were good for.
import type { SimulatedDatabase } from "./database.ts";
import { INVARIANTS, type Invariant } from "./invariants.ts";
import { FAULT_KINDS, type FaultKind, planOf } from "./plan.ts";
import { runPlan } from "./run.ts";
import { outcomeText, shrunk } from "./shrink.ts";
import type { Plants } from "./site.ts";

/** What many runs have shown. */
export interface Campaign {
  readonly seeds: number;
  readonly steps: number;
  readonly faults: ReadonlyMap<FaultKind, number>;
  readonly judged: ReadonlyMap<Invariant, number>;
  /** The smallest plan of each broken run, as text. */
  readonly broken: readonly string[];
}

/** Shrinking takes dozens of runs, and the first few finds are enough to mend. */
const BROKEN_MAX = 3;

/** Runs the plans of `count` seeds from `first` on, until a few of them are broken. */
export async function campaign(
  database: SimulatedDatabase,
  { first, count, plants = {} }: { readonly first: number; readonly count: number; readonly plants?: Plants },
): Promise<Campaign> {
  const faults = new Map<FaultKind, number>();
  const judged = new Map<Invariant, number>();
  const broken: string[] = [];
  let steps = 0;
  let seeds = 0;
  for (; seeds < count && broken.length < BROKEN_MAX; seeds += 1) {
    const outcome = await runPlan(database, planOf(first + seeds), plants);
    steps += outcome.steps;
    for (const kind of outcome.met) faults.set(kind, (faults.get(kind) ?? 0) + 1);
    for (const [invariant, times] of outcome.judged) judged.set(invariant, (judged.get(invariant) ?? 0) + times);
    if (outcome.breaches.length === 0) continue;
    const smallest = await shrunk(database, outcome, { plants });
    broken.push(outcomeText(smallest));
  }
  return { seeds, steps, faults, judged, broken };
}

/** The runs in figures, as a table for a terminal. */
export function campaignTable({ seeds, steps, faults, judged }: Campaign, seconds: number): string {
  const kinds = Object.keys(FAULT_KINDS) as readonly FaultKind[];
  const invariants = Object.keys(INVARIANTS) as readonly Invariant[];
  const line = (name: string, count: number): string => `  ${name.padEnd(46)} ${String(count).padStart(9)}`;
  return [
    `${seeds} seeds, ${steps} steps, ${(seeds / seconds).toFixed(0)} seeds a second`,
    "faults that were met",
    ...kinds.map((kind) => line(kind, faults.get(kind) ?? 0)),
    "invariants that were judged",
    ...invariants.map((invariant) => line(invariant, judged.get(invariant) ?? 0)),
  ].join("\n");
}

/** The least often that anything was met or judged: what never is can't fail, and is a defect of the simulation. */
export function leastOf({ faults, judged }: Campaign): number {
  const kinds = Object.keys(FAULT_KINDS) as readonly FaultKind[];
  const invariants = Object.keys(INVARIANTS) as readonly Invariant[];
  const counts = [...kinds.map((kind) => faults.get(kind) ?? 0), ...invariants.map((name) => judged.get(name) ?? 0)];
  return Math.min(...counts);
}
