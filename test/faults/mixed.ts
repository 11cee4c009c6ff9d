// Lasting load, and something at random that breaks every 20 seconds.
import { setTimeout as sleep } from "node:timers/promises";
import { brokenPromises, leftOver } from "../support/kept-promises.ts";
import { FAULTS, type Fault, isPossible } from "./faults.ts";
import { BROKEN, doubledKeys, EXPECTED, GOOD, type Measured, odditiesOf } from "./measure.ts";
import type { Site } from "./site.ts";
import { startTimedLoad } from "./timed-load.ts";

const EVERY_MS = 20_000;
/** A fault and what heals of it fit between two. */
const LASTS_MS_MAX = 8_000;
const MINUTE_MS = 60_000;

/** Breaks what chance says for so many minutes, and judges everything at the end. */
export async function mixedHour(site: Site, minutes: number, seed: number): Promise<Measured> {
  const tenant = await site.cluster.newTenant();
  const load = startTimedLoad(tenant, site.balancer.baseUrl);
  const possible = FAULTS.filter((fault) => isPossible(fault, site));
  const random = numbers(seed);
  const untilMs = performance.now() + minutes * MINUTE_MS;
  let faults = 0;
  while (performance.now() < untilMs) {
    const nextMs = performance.now() + EVERY_MS;
    const fault = possible[random() % possible.length];
    if (fault !== undefined) await happens(site, fault);
    faults += 1;
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  const isDrained = await load.drain();
  const outcomes = Map.groupBy(load.outcomes, ({ outcome }) => outcome);
  const bad = [...outcomes].filter(([outcome]) => !GOOD.has(outcome));
  const refused = bad.filter(([outcome]) => !BROKEN.has(outcome));
  const odd = refused.filter(([outcome]) => !EXPECTED.has(outcome));
  return {
    fault: `${faults} faults in ${minutes} minutes, seed ${seed}`,
    answers: load.outcomes.length,
    refused: Object.fromEntries(refused.map(([outcome, all]) => [outcome, all.length])),
    broken: bad.reduce((sum, [outcome, all]) => sum + (BROKEN.has(outcome) ? all.length : 0), 0),
    recoveredMs: 0,
    slowestMs: load.outcomes.reduce((slowest, { tookMs }) => Math.max(slowest, tookMs), 0),
    files: load.files.length,
    jobs: load.jobs.size,
    faults: [
      ...(isDrained ? [] : ["some prints were never acknowledged"]),
      ...odd.map(([outcome, all]) => `${all.length} requests were answered ${outcome}`),
      ...doubledKeys(load),
      ...(await brokenPromises(site.direct, tenant, load)),
      ...(await leftOver(site.cluster)),
    ],
    oddities: odditiesOf(site, load),
  };
}

async function happens(site: Site, fault: Fault): Promise<void> {
  console.log(`${new Date().toISOString()} ${fault.name}`);
  await fault.begin(site);
  await sleep(Math.min(fault.lastsMs, LASTS_MS_MAX));
  await fault.end(site);
}

/** Whole numbers by a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
