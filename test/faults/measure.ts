// One fault under load: what clients saw, how soon they saw nothing more of it, and what of the promises is broken.
import { setTimeout as sleep } from "node:timers/promises";
import { brokenPromises, leftOver } from "../support/kept-promises.ts";
import type { Fault } from "./faults.ts";
import type { Site } from "./site.ts";
import { startTimedLoad, type TimedLoad } from "./timed-load.ts";

export interface Measured {
  readonly fault: string;
  readonly answers: number;
  /** Requests that were refused, by status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Connections that ended without an answer. */
  readonly broken: number;
  /** From the fault's end to the last request that was not answered well; 0 where there was none. */
  readonly recoveredMs: number;
  /** The longest time from a request to its answer. */
  readonly slowestMs: number;
  readonly files: number;
  readonly jobs: number;
  /** What should hold and does not, a sentence each. */
  readonly faults: readonly string[];
  /** Refusals that no fault explains, with what servers wrote to their logs of them, to be printed below the table. */
  readonly oddities: readonly string[];
}

const BEFORE_MS = 4_000;
const AFTER_MS = 12_000;
export const GOOD: ReadonlySet<string> = new Set(["200", "202"]);
/** A balancer that reads requests answers 502 where its own connection to the server broke. */
export const BROKEN: ReadonlySet<string> = new Set(["reset", "late", "502"]);

/** Breaks one thing while an organization of its own prints, and judges what became of it. */
export async function measured(site: Site, fault: Fault): Promise<Measured> {
  const tenant = await site.cluster.newTenant();
  const load = startTimedLoad(tenant, site.balancer.baseUrl);
  await sleep(BEFORE_MS);
  await fault.begin(site);
  await sleep(fault.lastsMs);
  await fault.end(site);
  const endedMs = performance.now();
  await sleep(AFTER_MS);
  const isDrained = await load.drain();
  const told = tellOf(load, endedMs);
  const faults = [
    ...(isDrained ? [] : ["some prints were never acknowledged"]),
    ...excessOf(fault, told),
    ...doubledKeys(load),
    ...(await brokenPromises(site.direct, tenant, load)),
    ...(await leftOver(site.cluster)),
  ];
  const oddities = odditiesOf(site, load);
  return { fault: fault.name, ...told, files: load.files.length, jobs: load.jobs.size, faults, oddities };
}

const ODDITIES_SHOWN = 5;

/** The first refusals that no fault explains: when they came, what they said, and the log of their requests. */
export function odditiesOf(site: Site, { outcomes }: TimedLoad): readonly string[] {
  const odd = outcomes.filter(({ outcome }) => !GOOD.has(outcome) && !BROKEN.has(outcome) && !EXPECTED.has(outcome));
  return odd.slice(0, ODDITIES_SHOWN).map(({ atMs, outcome, said }) => {
    const at = new Date(performance.timeOrigin + atMs).toISOString();
    const [, requestId] = /"requestId":\s*"([^"]+)"/.exec(said) ?? [];
    return [`${at} ${outcome} ${said}`, ...(requestId === undefined ? [] : site.logOf(requestId))].join("\n  ");
  });
}

type Told = Pick<Measured, "answers" | "refused" | "broken" | "recoveredMs" | "slowestMs">;

function tellOf({ outcomes }: TimedLoad, endedMs: number): Told {
  const bad = outcomes.filter(({ outcome }) => !GOOD.has(outcome));
  const refused: Record<string, number> = {};
  for (const { outcome } of bad.filter((one) => !BROKEN.has(one.outcome)))
    refused[outcome] = (refused[outcome] ?? 0) + 1;
  return {
    answers: outcomes.length,
    refused,
    broken: bad.filter(({ outcome }) => BROKEN.has(outcome)).length,
    recoveredMs: Math.max(0, ...bad.map(({ atMs }) => atMs - endedMs)),
    slowestMs: outcomes.reduce((slowest, { tookMs }) => Math.max(slowest, tookMs), 0),
  };
}

/** These ask clients to come again: 429 where renders that wait for a fault take all of the plan's slots. */
export const EXPECTED: ReadonlySet<string> = new Set(["409", "429", "503", "504"]);

function excessOf(fault: Fault, { refused, broken, recoveredMs, slowestMs }: Told): readonly string[] {
  const others = Object.keys(refused).filter((status) => !EXPECTED.has(status));
  const isFelt = Object.keys(refused).length > 0 || broken > 0;
  return [
    ...others.map((status) => `${refused[status]} requests were answered ${status}`),
    ...(isFelt && !fault.isFelt ? ["requests failed, and none should"] : []),
    ...(broken > 0 && !fault.breaksConnections ? [`${broken} connections ended without an answer`] : []),
    ...(slowestMs > fault.answersMs ? [`a request waited ${Math.round(slowestMs)} ms for its answer`] : []),
    ...(recoveredMs > fault.recoversMs ? [`recovered after ${Math.round(recoveredMs)} ms of ${fault.recoversMs}`] : []),
  ];
}

export function doubledKeys({ idsOfKeys }: TimedLoad): readonly string[] {
  const doubled = [...idsOfKeys].filter(([, ids]) => ids.size > 1);
  return doubled.map(([key, ids]) => `the key ${key} stands for ${[...ids].join(" and ")}`);
}

/** A line of the table. */
export function lineOf(row: Measured): string {
  const refused = Object.entries(row.refused).map(([status, count]) => `${count} × ${status}`);
  const cells = [
    row.fault,
    row.answers,
    refused.join(", ") || "0",
    row.broken,
    `${(row.recoveredMs / 1_000).toFixed(1)} s`,
    `${(row.slowestMs / 1_000).toFixed(1)} s`,
    row.files,
    row.jobs,
    row.faults.length === 0 ? "exact" : row.faults.join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

const COLUMNS = [
  "Fault",
  "Answers",
  "Refused",
  "Broken",
  "Recovered after",
  "Slowest answer",
  "Files",
  "Jobs",
  "Promises",
];

export const HEADING = `| ${COLUMNS.join(" | ")} |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`;
