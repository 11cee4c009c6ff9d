import { expect, test } from "vitest";
import type { Sample } from "./case.ts";
import { formatStages, formatTable, quantile, summarize } from "./summary.ts";

function sample(warmMs: readonly number[], changes: Partial<Sample> = {}): Sample {
  return { coldMs: 100, warmMs, cpuMsPerRun: 2, peakRssMib: 64, items: 1, bytes: 2048, stagesMs: {}, ...changes };
}

test.for([
  [[5, 1, 3], 0, 1],
  [[5, 1, 3], 0.5, 3],
  [[5, 1, 3], 0.99, 5],
  [[4, 2], 0.5, 2],
] as const)("of %o the quantile %d is %d", ([values, share, expected]) => {
  expect(quantile(values, share)).toBe(expected);
});

test("a ratio compares runs of the same round, for one item", () => {
  const [, batch] = summarize([
    { name: "one", group: "w", baseline: true, samples: [sample([10]), sample([40])] },
    {
      name: "batch",
      group: "w",
      baseline: false,
      samples: [sample([500], { items: 100 }), sample([2000], { items: 100 })],
    },
  ]);
  expect(batch).toMatchObject({ ratio: 0.5, cpuMsPerItem: 0.02, itemsPerCpuSecond: 50_000 });
});

test("a group without a baseline has no ratio", () => {
  const [alone] = summarize([{ name: "alone", group: "w", baseline: false, samples: [sample([1])] }]);
  expect(alone?.ratio).toBeUndefined();
});

test("the table lines its columns up", () => {
  const table = formatTable(summarize([{ name: "one", group: "w", baseline: true, samples: [sample([10, 20])] }]));
  const [head = "", row = ""] = table.split("\n");
  expect(head.indexOf("p50 ms") + "p50 ms".length).toBe(row.indexOf("10.00") + "10.00".length);
});

test("stages are told with their share of the whole, the median of the rounds", () => {
  const samples = [1, 3, 2].map((ms) => sample([10], { stagesMs: { read: ms, write: 6 } }));
  const summaries = summarize([
    { name: "one", group: "w", baseline: true, samples },
    { name: "silent", group: "w", baseline: false, samples: [sample([10])] },
  ]);
  expect(formatStages(summaries).split("\n")).toEqual([
    "ms a run, by stage         read        write",
    "w/one               2.00 (25 %)  6.00 (75 %)",
  ]);
  expect(formatStages(summaries.slice(1))).toBe("");
});
