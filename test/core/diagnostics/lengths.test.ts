import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  hundredths,
  millimetres,
  millimetresAtMost,
  millimetresEnough,
  points,
} from "../../../src/core/diagnostics/index.ts";

/** Every length up to a millimetre, and some beyond. */
const LENGTHS = [...Array.from({ length: 36_000 }, (_, at) => at + 1), 40_001, 717_399, 7_560_000];

function numberIn(text: string): number {
  return Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0]);
}

describe("figures of lengths", () => {
  test.each(Object.entries({ millimetres, millimetresEnough, millimetresAtMost }))(
    "%s never reads as zero where the length is not",
    (_, written) => {
      const zero = [...LENGTHS, ...LENGTHS.map((emu) => -emu)].filter((emu) => numberIn(written(emu)) === 0);
      expect(zero).toEqual([]);
      expect(written(0)).toBe("0.0mm");
    },
  );

  test.each([
    [10, "less than 0.01mm"],
    [400, "0.01mm"],
    [1_799, "0.05mm"],
    [1_800, "0.1mm"],
    [-1_000, "-0.03mm"],
    [511_200, "14.2mm"],
  ])("%i EMU is %s", (emu, told) => {
    expect(millimetres(emu)).toBe(told);
  });

  test("what is needed never reads as what there is, where it is more by a hundredth of a millimetre", () => {
    const same = LENGTHS.filter((emu) => millimetresEnough(emu + 360) === millimetresAtMost(emu));
    expect(same).toEqual([]);
    expect([hundredths(36_360), points(127_000)]).toEqual(["1.01mm", "10pt"]);
  });

  test("no stage rounds a length for a sentence by itself", () => {
    const folder = "src/core";
    const own = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && path !== join("diagnostics", "lengths.ts"))
      .filter((path) =>
        /\.toFixed\(\d\)\}(?:mm|pt)`|Math\.round\([^`]*\}(?:mm|pt)`/.test(readFileSync(join(folder, path), "utf8")),
      );
    expect(own).toEqual([]);
  });
});
