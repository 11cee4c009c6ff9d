// Every attack of `npm run attack`, on a server of its own: none may break a budget.
import { expect, test } from "vitest";
import { ATTACKS } from "./attacks.ts";
import { type Measured, measured, quietNeighbour } from "./measure.ts";
import { startTarget } from "./target.ts";

const WHOLE_RUN_MS = 1_200_000;

test("there are at least sixty attacks, each under a name of its own", () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});

test("no attack ends the process, holds its main thread, fills its memory or slows a neighbour", {
  timeout: WHOLE_RUN_MS,
}, async () => {
  await using target = await startTarget();
  await target.warmUp();
  const quietMs = await quietNeighbour(target);
  const broken: Pick<Measured, "attack" | "broken">[] = [];
  for (const attack of ATTACKS) {
    const row = await measured(target, attack, quietMs);
    if (row.broken.length > 0) broken.push({ attack: row.attack, broken: row.broken });
    if (!row.isAlive) break;
  }
  expect(broken).toEqual([]);
});
