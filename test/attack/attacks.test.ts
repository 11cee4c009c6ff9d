// The attacks of `npm run attack` but those that compute, on a server of its own. The times of a neighbour and the
// finer ones of the main thread are printed here and judged there, since other suites run beside this one.
import { expect, test } from "vitest";
import { ATTACKS } from "./attacks.ts";
import { brokenAnywhere, lineOf, measuredFirst, quietNeighbour } from "./measure.ts";
import { startTarget } from "./target.ts";

const WHOLE_RUN_MS = 1_200_000;

/** Those that keep rendering threads at work take minutes; the command has them too. */
const QUICK = ATTACKS.filter(({ computes }) => computes !== true);

test("there are at least sixty attacks, each under a name of its own", () => {
  expect(QUICK.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});

test("no attack ends the process, holds its main thread for long, fills its memory or has a neighbour refused", {
  timeout: WHOLE_RUN_MS,
}, async () => {
  await using target = await startTarget();
  await target.warmUp();
  const quietMs = await quietNeighbour(target);
  const broken: { readonly attack: string; readonly broken: readonly string[] }[] = [];
  for (const attack of QUICK) {
    const row = await measuredFirst(target, attack, quietMs);
    console.log(lineOf(row));
    const faults = brokenAnywhere(row);
    if (faults.length > 0) broken.push({ attack: row.attack, broken: faults });
    if (!row.isAlive) break;
  }
  expect(broken).toEqual([]);
});
