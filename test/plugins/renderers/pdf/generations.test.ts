import { describe, expect, test } from "vitest";
import { Generations } from "../../../../src/plugins/renderers/pdf/generations.ts";

describe("generations", () => {
  test("what is asked for stays, what is not goes, and no more than two generations are held", () => {
    const kept = new Generations<number>(10);
    for (let round = 0; round < 100; round += 1) {
      expect(kept.get("asked") ?? (round === 0 ? undefined : "gone")).toBe(round === 0 ? undefined : 7);
      if (round === 0) kept.set("asked", 7, 4);
      kept.set(`${round}`, round, 4);
    }
    const held = Array.from({ length: 100 }, (_, round) => kept.get(`${round}`)).filter((value) => value !== undefined);
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThanOrEqual(4);
  });
});
