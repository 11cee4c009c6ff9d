import { readFileSync, writeFileSync } from "node:fs";
import { DEFAULT_PLANS, planNamed } from "../../src/core/tenancy/index.ts";
import { type Attack, USUAL_ANSWER } from "./attack.ts";
import { type Answer, later, type RawAnswer, requestsAtOnce } from "./send.ts";
import type { AttackerPlan, Target } from "./target.ts";

/** What a server may lose by an attack. */
export const BUDGETS = {
  /** The longest that the main thread may be held while an attack is sent once. */
  blockMs: 50,
  /**
   * The same of an attack that is sent up to {@link REPEATS_MAX} times, one right after another: then it is the longest
   * of thousands of turns, in which V8 collects what all those requests left.
   */
  blockAgainMs: 100,
  /** What one request may take of the main thread's memory, in bodies of the attacker's plan. */
  growthPlans: 4,
  /** What many requests at a time may take of it together. */
  togetherMib: 256,
  /** Peak memory of the process, of an attack that needs no rendering thread: hashes of passwords are among it. */
  processMib: 128,
  /** Of an attack that computes: a thread may take 2 GB before its work is refused, and most take far less. */
  computingMib: 1024,
  /** The neighbour's 99th percentile against its own in quiet. */
  slower: 2,
  /** Below this time no wait is anybody's loss: a machine of two cores has a few of such by itself. */
  slowMs: 150,
} as const;

/** The plan of those who have none: methods that are open to anyone take less than any plan does. */
const NOBODYS_PLAN = "starter";

const MEBIBYTE = 1024 * 1024;

/** What requests of a plan may take of the main thread's memory, so many of them at a time, in MiB. */
function growthMibMax(plan: string, atOnce: number): number {
  const one = (BUDGETS.growthPlans * planNamed(DEFAULT_PLANS, plan).requestBytesMax) / MEBIBYTE;
  return Math.min(Math.max(1, atOnce) * one, Math.max(one, BUDGETS.togetherMib));
}

/** A budget that breaks is measured again so often: the machine does other things, and an attack does not pass. */
const TRIES = 3;

/**
 * A 99th percentile of fewer requests says nothing. An attack that is over before is sent again, one time after
 * another, until so many requests of the neighbour began within it.
 */
const NEIGHBOUR_REQUESTS_MIN = 100;

/** However soon an attack is over, so many requests of the neighbour have to be answered in and after it. */
const ANSWERED_MIN = 25;

/** An attack that is over at once, or that keeps the neighbour waiting, is sent no more than so often and so long. */
const REPEATS_MAX = 200;
const REPEATING_MS_MAX = 60_000;

/** The neighbour asks, looks at its paper for so long, and asks again. */
const NEIGHBOUR_PAUSE_MS = 5;

/** What one attack did. */
export interface Measured {
  readonly attack: string;
  readonly isAlive: boolean;
  /** The longest that the main thread was held while the attack was sent once. */
  readonly blockMs: number;
  /** The longest that it was held while the attack was sent again and again. */
  readonly blockAgainMs: number;
  /** How far the main thread's memory grew by the attack, without what the neighbour alone has it grow. */
  readonly growthMib: number;
  /** How far it might have. */
  readonly growthMibMax: number;
  /** How far the memory of the whole process grew, with all its threads. */
  readonly processMib: number;
  readonly neighbourMs: number;
  /** The same without an attack, just before where it was measured anew. */
  readonly quietMs: number;
  readonly wallMs: number;
  /** How often each answer came, such as `429 rate_limited ×20`. */
  readonly said: string;
  /** What of the budgets is broken; empty where all hold. */
  readonly broken: readonly string[];
  /** How often it was measured until its budgets held. */
  readonly tries: number;
}

/** What the server does for the neighbour when nobody attacks. */
export interface Quiet {
  /** The neighbour's 99th percentile, in milliseconds. */
  readonly quietMs: number;
  /** How far the main thread's memory grows until it is collected. */
  readonly quietMib: number;
}

/** Measures the neighbour alone. */
export async function quietNeighbour(target: Target): Promise<Quiet> {
  await target.watched("memory");
  await livedAlone(target);
  const { grownMib: quietMib } = await target.watched("times");
  const times = await livedAlone(target);
  return { quietMs: percentile(times, 0.99), quietMib };
}

async function livedAlone(target: Target): Promise<readonly number[]> {
  const times: number[] = [];
  for (let request = 0; request < NEIGHBOUR_REQUESTS_MIN; request += 1) {
    times.push(await neighbourMs(target));
    await later(NEIGHBOUR_PAUSE_MS);
  }
  return times;
}

/** What a machine that does other work besides breaks by itself. */
const HELD = "the main thread was held";
const WAITED = "the neighbour waited";

/** What a neighbour is told who is refused. */
const REFUSED = "the neighbour got ";

/** A main thread that is held so long is held by the attack, whatever else the machine does. */
const HELD_MS_MAX = 2_000;

/**
 * What of an attack's broken budgets no other work of the machine explains. Beside one that computes a neighbour gets
 * no thread in time where other programs take the processors.
 */
export function brokenAnywhere(
  { broken, blockMs, blockAgainMs }: Measured,
  { computes = false }: Attack,
): readonly string[] {
  return broken
    .filter((said) => said !== WAITED && (said !== HELD || Math.max(blockMs, blockAgainMs) > HELD_MS_MAX))
    .filter(
      (said) => !computes || !(said.startsWith(REFUSED) && / (?:unavailable|render_budget_exceeded)$/.test(said)),
    );
}

/** Runs an attack once, whatever it breaks; how long the neighbour waited says little then. */
export async function measuredFirst(target: Target, attack: Attack, quiet: Quiet): Promise<Measured> {
  return { ...(await measuredOnce(target, attack, quiet, false)), tries: 1 };
}

/** Runs an attack and measures it until its budgets hold, at most {@link TRIES} times. */
export async function measured(target: Target, attack: Attack, first: Quiet): Promise<Measured> {
  let quiet = first;
  for (let tries = 1; ; tries += 1) {
    const once = await measuredOnce(target, attack, quiet, true);
    if (once.broken.length === 0 || !once.isAlive || tries === TRIES) return { ...once, tries };
    // What else the machine does now, the neighbour feels with and without an attack.
    quiet = await quietNeighbour(target);
  }
}

type Once = Omit<Measured, "tries">;

/** @param isTimed whether the neighbour's times are taken by themselves, beside attacks that nothing is collected in */
async function measuredOnce(
  target: Target,
  attack: Attack,
  { quietMs, quietMib }: Quiet,
  isTimed: boolean,
): Promise<Once> {
  await target.watched("memory");
  requestsAtOnce();
  const beforeMib = memoryMib(target, "VmRSS");
  forgetPeak(target);
  const plans: AttackerPlan[] = [];
  // Where the neighbour is asked for its times afterwards, it takes no memory beside the attack that is measured.
  const first = isTimed ? await attackedAlone(target, attack, plans) : await attackedAndLived(target, attack, plans);
  if (!isTimed) await livedOn(target, first);
  const atOnce = requestsAtOnce();
  const { heldMs: blockMs, grownMib } = target.isAlive() ? await target.watched("times") : DEAD;
  const peakMib = target.isAlive() ? memoryMib(target, "VmHWM") : Number.POSITIVE_INFINITY;
  const { rounds, wallMs, times, refusals } = isTimed ? await attackedAgain(target, attack, first) : first;
  const isAlive = target.isAlive();
  const { heldMs: blockAgainMs } = isAlive ? await target.watched() : DEAD;
  const facts = {
    ...{ isAlive, blockMs, blockAgainMs, growthMib: Math.max(0, grownMib - (isTimed ? 0 : quietMib)), quietMs, wallMs },
    growthMibMax: attack.mainMibMax ?? Math.max(...[NOBODYS_PLAN, ...plans].map((plan) => growthMibMax(plan, atOnce))),
    processMib: Math.max(0, peakMib - beforeMib),
    neighbourMs: percentile(times, 0.99),
  };
  const said = countsOf(rounds.flat().map((each) => each.said));
  return { attack: attack.name, ...facts, said, broken: brokenBy(attack, facts, rounds, refusals) };
}

const DEAD = { heldMs: Number.POSITIVE_INFINITY, grownMib: Number.POSITIVE_INFINITY } as const;

/** What one run of an attack was answered. */
type Round = readonly (Answer | RawAnswer)[];

/** What came of an attack, and how the neighbour lived within it. */
interface Lived {
  /** An attack that is sent again asks for other things than before, such as keys: each round is judged alone. */
  readonly rounds: readonly Round[];
  readonly wallMs: number;
  readonly times: readonly number[];
  readonly refusals: Set<string>;
}

/** The neighbour asks on after an attack: whoever is refused then is refused for it, and times say nothing of it. */
async function livedOn(target: Target, { times, refusals }: Lived): Promise<void> {
  for (let request = times.length; request < ANSWERED_MIN && target.isAlive(); request += 1) {
    await neighbourMs(target, refusals);
    await later(NEIGHBOUR_PAUSE_MS);
  }
}

/** Runs an attack again until enough requests of the neighbour began within it, whose times are all that count. */
async function attackedAgain(target: Target, attack: Attack, first: Lived): Promise<Lived> {
  const startedMs = performance.now();
  const times: number[] = [];
  const rounds = [...first.rounds];
  const refusals = new Set(first.refusals);
  for (let repeat = 0; repeat < REPEATS_MAX && target.isAlive(); repeat += 1) {
    const again = await attackedAndLived(target, attack, []);
    times.push(...again.times);
    rounds.push(...again.rounds);
    for (const refusal of again.refusals) refusals.add(refusal);
    if (times.length >= NEIGHBOUR_REQUESTS_MIN || performance.now() - startedMs > REPEATING_MS_MAX) break;
  }
  return { rounds, wallMs: first.wallMs, times, refusals };
}

/** Runs an attack, and puts the plans of those who attack into `plans`. */
async function attackedAlone(target: Target, attack: Attack, plans: AttackerPlan[]): Promise<Lived> {
  const attacker: Target["attacker"] = (plan = "starter") => {
    plans.push(plan);
    return target.attacker(plan);
  };
  const startedMs = performance.now();
  const answers = await attack.run({ ...target, attacker });
  return { rounds: [answers], wallMs: performance.now() - startedMs, times: [], refusals: new Set() };
}

/** The same while the neighbour lives on. */
async function attackedAndLived(target: Target, attack: Attack, plans: AttackerPlan[]): Promise<Lived> {
  const times: number[] = [];
  const refusals = new Set<string>();
  let isOver = false;
  const attacking = attackedAlone(target, attack, plans).finally(() => {
    isOver = true;
  });
  const living = (async () => {
    // What is asked after an attack says nothing of it.
    while (target.isAlive() && !isOver) {
      times.push(await neighbourMs(target, refusals));
      await later(NEIGHBOUR_PAUSE_MS);
    }
  })();
  const [attacked] = await Promise.all([attacking, living]);
  return { ...attacked, times, refusals };
}

type Facts = Omit<Once, "attack" | "said" | "broken">;

function brokenBy(
  { answers: right = USUAL_ANSWER, computes = false, isStored = false, wrong }: Attack,
  { isAlive, blockMs, blockAgainMs, growthMib, growthMibMax: mibMax, processMib, neighbourMs: ms, quietMs }: Facts,
  rounds: readonly Round[],
  refusals: ReadonlySet<string>,
): readonly string[] {
  const strange = rounds.flat().find(({ said }) => !right.test(said));
  const faults = new Set(rounds.flatMap((answers) => wrong?.(answers) ?? []));
  return [
    ...(isAlive ? [] : ["the process ended"]),
    ...(blockMs <= BUDGETS.blockMs && blockAgainMs <= BUDGETS.blockAgainMs ? [] : [HELD]),
    ...(growthMib <= mibMax ? [] : ["the main thread's memory grew"]),
    ...(processMib <= (computes ? BUDGETS.computingMib : BUDGETS.processMib + mibMax) ? [] : ["memory grew"]),
    ...(isStored || ms <= Math.max(BUDGETS.slowMs, BUDGETS.slower * quietMs) ? [] : [WAITED]),
    ...[...refusals].map((said) => `${REFUSED}${said}`),
    ...(rounds.every((answers) => answers.length > 0) ? [] : ["nothing was answered"]),
    ...(strange === undefined ? [] : [`the answer was ${strange.said}`]),
    ...faults,
  ];
}

async function neighbourMs(target: Target, refusals: Set<string> = new Set()): Promise<number> {
  const { status, said, ms } = await target.neighbour();
  if (status !== 200) refusals.add(said);
  // Who is refused for what somebody else did waits for ever.
  return status === 200 ? ms : Number.POSITIVE_INFINITY;
}

function memoryMib({ pid }: Target, kind: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
}

/** Lets the peak begin anew from what is used now (proc(5), `clear_refs`). */
function forgetPeak({ pid }: Target): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  // By nearest rank: of 100 times, the 99th.
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function countsOf(said: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of said) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => (count === 1 ? each : `${each} ×${count}`)).join(", ");
}

/** One line of the table, and what is broken beneath it. */
export function lineOf(row: Measured): string {
  const { attack, isAlive, blockMs, growthMib, growthMibMax: mibMax, processMib, wallMs, said, broken, tries } = row;
  const columns = [
    broken.length === 0 ? "held  " : "BROKEN",
    attack.padEnd(58),
    isAlive ? "alive" : "DEAD ",
    `block ${blockMs.toFixed(0).padStart(5)} ms (again ${row.blockAgainMs.toFixed(0)})`,
    `main +${growthMib.toFixed(0).padStart(4)} of ${mibMax.toFixed(0).padStart(3)} MiB`,
    `process +${processMib.toFixed(0).padStart(4)} MiB`,
    `neighbour p99 ${row.neighbourMs.toFixed(0).padStart(5)} ms (quiet ${row.quietMs.toFixed(0)})`,
    `in ${(wallMs / 1000).toFixed(1).padStart(4)} s`,
    tries === 1 ? "       " : `${tries} tries`,
    said.slice(0, 100),
  ];
  return `${columns.join("  ")}${broken.length === 0 ? "" : `\n        ${broken.join("; ")}`}`;
}
