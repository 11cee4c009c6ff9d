import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inLane } from "../support/lane.ts";
import { campaign, campaignTable, leastOf } from "./campaign.ts";
import { openSimulatedDatabase, type SimulatedDatabase } from "./database.ts";

/** How many files share the seeds, so that as many processes run them. */
const PARTS = 2;

const SEEDS = inLane({ fast: 1_000, merge: 6_000, full: 100_000 });

/** Runs one part of the lane's seeds: the suite of each of the files that share them. */
export function seedsOfPart(part: number): void {
  describe(`part ${part} of ${PARTS} of the simulated runs`, () => {
    let database: SimulatedDatabase;
    beforeAll(async () => {
      database = await openSimulatedDatabase();
    });
    afterAll(() => database[Symbol.asyncDispose]());

    test("no fault loses, doubles or blocks", async () => {
      const count = SEEDS / PARTS;
      const startedMs = performance.now();
      const ran = await campaign(database, { first: 1 + part * count, count });
      process.stderr.write(`${campaignTable(ran, (performance.now() - startedMs) / 1000)}\n`);
      expect(ran.broken.join("\n\n")).toBe("");
      expect(ran.seeds).toBe(count);
      expect(leastOf(ran)).toBeGreaterThan(0);
    }, 3_600_000);
  });
}
