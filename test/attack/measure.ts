import { readFileSync, writeFileSync } from "node:fs";
import { type Attack, USUAL_ANSWER } from "./attack.ts";
import { later } from "./send.ts";
import type { Target } from "./target.ts";

/** What a server may lose by an attack. */
export const BUDGETS = {
  /** The longest that the main thread may be held. */
  blockMs: 50,
  /** Peak memory over what was used before, in plans' body limits; the largest plan's is 32 MiB. */
  growthMib: 4 * 32,
  /** Of an attack that computes: a thread may take 2 GB before its work is refused, and most take far less. */
  computingMib: 1024,
  /** The neighbour's 99th percentile against its own in quiet. */
  slower: 2,
  /** Below this time no wait is anybody's loss: a machine of two cores has a few of such by itself. */
  slowMs: 150,
} as const;

/** A budget that breaks is measured again so often: the machine does other things, and an attack does not pass. */
const TRIES = 3;

/** A 99th percentile of fewer requests says nothing. */
const NEIGHBOUR_REQUESTS_MIN = 25;

/** The neighbour asks, looks at its paper for so long, and asks again. */
const NEIGHBOUR_PAUSE_MS = 5;

/** What one attack did. */
export interface Measured {
  readonly attack: string;
  readonly isAlive: boolean;
  readonly blockMs: number;
  readonly growthMib: number;
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

/** The neighbour's 99th percentile when nobody attacks, in milliseconds. */
export async function quietNeighbour(target: Target): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < 4 * NEIGHBOUR_REQUESTS_MIN; request += 1) times.push(await neighbourMs(target));
  return percentile(times, 0.99);
}

/** What a machine that does other work besides breaks by itself. */
const HELD = "the main thread was held";
const WAITED = "the neighbour waited";

/** A main thread that is held so long is held by the attack, whatever else the machine does. */
const HELD_MS_MAX = 2_000;

/** What of an attack's broken budgets no other work of the machine explains. */
export function brokenAnywhere({ broken, blockMs }: Measured): readonly string[] {
  return broken.filter((said) => said !== WAITED && (said !== HELD || blockMs > HELD_MS_MAX));
}

/** Runs an attack once, whatever it breaks. */
export async function measuredFirst(target: Target, attack: Attack, quietMs: number): Promise<Measured> {
  return { ...(await measuredOnce(target, attack, quietMs)), tries: 1 };
}

/** Runs an attack and measures it until its budgets hold, at most {@link TRIES} times. */
export async function measured(target: Target, attack: Attack, quietMs: number): Promise<Measured> {
  let quiet = quietMs;
  for (let tries = 1; ; tries += 1) {
    const once = await measuredOnce(target, attack, quiet);
    if (once.broken.length === 0 || !once.isAlive || tries === TRIES) return { ...once, tries };
    // What else the machine does now, the neighbour feels with and without an attack.
    quiet = await quietNeighbour(target);
  }
}

async function measuredOnce(target: Target, attack: Attack, quietMs: number): Promise<Omit<Measured, "tries">> {
  await target.heldMs();
  const before = memoryMib(target, "VmRSS");
  forgetPeak(target);
  const times: number[] = [];
  const refusals = new Set<string>();
  const startedMs = performance.now();
  let isOver = false;
  let wallMs = 0;
  const attacking = attack.run(target).finally(() => {
    isOver = true;
    wallMs = performance.now() - startedMs;
  });
  const living = (async () => {
    while (target.isAlive() && (!isOver || times.length < NEIGHBOUR_REQUESTS_MIN)) {
      times.push(await neighbourMs(target, refusals));
      await later(NEIGHBOUR_PAUSE_MS);
    }
  })();
  const [answers] = await Promise.all([attacking, living]);
  const isAlive = target.isAlive();
  const facts = {
    blockMs: isAlive ? await target.heldMs() : Number.POSITIVE_INFINITY,
    growthMib: isAlive ? Math.max(0, memoryMib(target, "VmHWM") - before) : Number.POSITIVE_INFINITY,
    neighbourMs: percentile(times, 0.99),
  };
  const { answers: right = USUAL_ANSWER } = attack;
  const strange = answers.find(({ said }) => !right.test(said));
  const wrong = attack.wrong?.(answers) ?? null;
  const broken = [
    ...(isAlive ? [] : ["the process ended"]),
    ...(facts.blockMs <= BUDGETS.blockMs ? [] : [HELD]),
    ...(facts.growthMib <= (attack.computes === true ? BUDGETS.computingMib : BUDGETS.growthMib)
      ? []
      : ["memory grew"]),
    ...(facts.neighbourMs <= Math.max(BUDGETS.slowMs, BUDGETS.slower * quietMs) ? [] : [WAITED]),
    ...[...refusals].map((said) => `the neighbour got ${said}`),
    ...(strange === undefined ? [] : [`the answer was ${strange.said}`]),
    ...(wrong === null ? [] : [wrong]),
  ];
  return {
    attack: attack.name,
    isAlive,
    ...facts,
    quietMs,
    wallMs,
    said: countsOf(answers.map(({ said }) => said)),
    broken,
  };
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
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function countsOf(said: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of said) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => (count === 1 ? each : `${each} ×${count}`)).join(", ");
}

/** One line of the table, and what is broken beneath it. */
export function lineOf({
  attack,
  isAlive,
  blockMs,
  growthMib,
  neighbourMs,
  quietMs,
  wallMs,
  said,
  broken,
  tries,
}: Measured): string {
  const columns = [
    broken.length === 0 ? "held  " : "BROKEN",
    attack.padEnd(58),
    isAlive ? "alive" : "DEAD ",
    `block ${blockMs.toFixed(0).padStart(5)} ms`,
    `memory +${growthMib.toFixed(0).padStart(4)} MiB`,
    `neighbour p99 ${neighbourMs.toFixed(0).padStart(5)} ms (quiet ${quietMs.toFixed(0)})`,
    `in ${(wallMs / 1000).toFixed(1).padStart(4)} s`,
    tries === 1 ? "       " : `${tries} tries`,
    said.slice(0, 100),
  ];
  return `${columns.join("  ")}${broken.length === 0 ? "" : `\n        ${broken.join("; ")}`}`;
}
