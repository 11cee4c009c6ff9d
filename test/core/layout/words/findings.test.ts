import fc from "fast-check";
import { expect, test } from "vitest";
import { type Finding, FindingLog, toldTogether } from "../../../../src/core/layout/words/findings.ts";

const FINDING = {
  ...{ code: "RPT4001", severity: "error", span: [3, 9], message: "needs 5mm" },
  ...{ why: "", repair: "enlarge h" },
} as const satisfies Partial<Finding>;

/** Findings of rows, `from` up to `to`. */
function logOf(from: number, to: number): FindingLog {
  const log = new FindingLog(
    () => null,
    () => 0,
  );
  for (let row = from; row < to; row += 1) {
    const path = `items[${row}].name`;
    // Said again of the same place: a text may be laid out twice.
    for (let time = 0; time <= row % 2; time += 1) log.add({ ...FINDING, path }, 1, { xEmu: 0, yEmu: row });
  }
  return log;
}

test("every finding is counted once, and has its own place, however the records are parted", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(90), { minLength: 1, maxLength: 6 }), (lengths) => {
      let from = 0;
      const runs = lengths.map((length) => {
        const log = logOf(from, from + length);
        from += length;
        return log.found();
      });
      const told = toldTogether(runs);
      expect(told).toEqual(logOf(0, from).diagnostics());
      expect(told.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(from);
      expect(told.map(({ dataPath }) => dataPath)).toEqual(
        Array.from({ length: Math.min(100, from) }, (_, row) => `items[${row}].name`),
      );
    }),
  );
});
