// The attacks of `npm run attack`, on a server of its own: judged for life, right answers and memory. The times of a
// neighbour and the finer ones of the main thread are printed here and judged there, since other suites run beside
// this one. Those that keep rendering threads at work take a test of their own.
import { expect, test } from "vitest";
import { ATTACKS } from "./attacks.ts";
import { brokenAnywhere, lineOf, measuredFirst, quietNeighbour } from "./measure.ts";
import { startTarget } from "./target.ts";

const WHOLE_RUN_MS = 2_400_000;

const QUICK = ATTACKS.filter(({ computes }) => computes !== true);
const COMPUTING = ATTACKS.filter(({ computes }) => computes === true);

test("there are at least sixty attacks of either kind, each under a name of its own", () => {
  expect(QUICK.length).toBeGreaterThanOrEqual(60);
  expect(COMPUTING.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});

test.each([
  ["no attack ends the process, holds its main thread for long, fills its memory or has a neighbour refused", QUICK],
  ["no attack that computes ends the process, fills its memory or gets a wrong answer", COMPUTING],
] as const)("%s", { timeout: WHOLE_RUN_MS }, async (_, attacks) => {
  await using target = await startTarget();
  await target.warmUp();
  const quiet = await quietNeighbour(target);
  const broken: { readonly attack: string; readonly broken: readonly string[] }[] = [];
  for (const attack of attacks) {
    const row = await measuredFirst(target, attack, quiet);
    console.log(lineOf(row));
    const faults = brokenAnywhere(row, attack);
    if (faults.length > 0) broken.push({ attack: row.attack, broken: faults });
    if (!row.isAlive) break;
  }
  expect(broken).toEqual([]);
});
