import type { Sample } from "./case.ts";

/** What a case's samples of all rounds come to. */
export interface Summary {
  readonly name: string;
  readonly group: string;
  readonly coldMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The fastest run: about what a quiet machine would show. */
  readonly minMs: number;
  /** On one core, computed from CPU time, so that threads and waiting do not flatter it. */
  readonly itemsPerCpuSecond: number;
  readonly cpuMsPerItem: number;
  readonly peakRssMib: number;
  readonly kilobytes: number;
  /** Median over the rounds of (this case's p50 for one item ÷ the baseline's in the same round). */
  readonly ratio: number | undefined;
  /** Medians over the rounds; empty where a case tells no stages. */
  readonly stagesMs: Readonly<Record<string, number>>;
}

export interface MeasuredCase {
  readonly name: string;
  readonly group: string;
  readonly baseline: boolean;
  /** One sample for each round; rounds of all cases are interleaved. */
  readonly samples: readonly Sample[];
}

export function summarize(cases: readonly MeasuredCase[]): Summary[] {
  return cases.map((measured) => {
    const { samples } = measured;
    const baseline = cases.find((each) => each.group === measured.group && each.baseline);
    const items = samples[0]?.items ?? 1;
    const warm = samples.flatMap((sample) => sample.warmMs);
    const cpuMsPerItem = median(samples.map((sample) => sample.cpuMsPerRun)) / items;
    return {
      name: measured.name,
      group: measured.group,
      coldMs: median(samples.map((sample) => sample.coldMs)),
      p50Ms: quantile(warm, 0.5),
      p99Ms: quantile(warm, 0.99),
      minMs: quantile(warm, 0),
      itemsPerCpuSecond: 1000 / cpuMsPerItem,
      cpuMsPerItem,
      peakRssMib: Math.max(...samples.map((sample) => sample.peakRssMib)),
      kilobytes: (samples[0]?.bytes ?? 0) / 1024,
      ratio: baseline === undefined ? undefined : median(roundRatios(samples, baseline.samples)),
      stagesMs: stageMedians(samples),
    };
  });
}

function stageMedians(samples: readonly Sample[]): Readonly<Record<string, number>> {
  const stages = Object.keys(samples[0]?.stagesMs ?? {});
  return Object.fromEntries(
    stages.map((stage) => [stage, median(samples.map(({ stagesMs }) => stagesMs[stage] ?? 0))]),
  );
}

/** Two cases of one round ran under the same load, so only their ratio in that round is trusted. */
function roundRatios(samples: readonly Sample[], baseline: readonly Sample[]): number[] {
  const perItem = (sample: Sample): number => quantile(sample.warmMs, 0.5) / sample.items;
  return samples.flatMap((sample, round) => {
    const other = baseline[round];
    return other === undefined ? [] : [perItem(sample) / perItem(other)];
  });
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least the given share of the values does not exceed; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

const COLUMNS: readonly (readonly [title: string, cell: (summary: Summary) => string])[] = [
  ["case", (s) => `${s.group}/${s.name}`],
  ["cold ms", (s) => s.coldMs.toFixed(0)],
  ["p50 ms", (s) => s.p50Ms.toFixed(2)],
  ["p99 ms", (s) => s.p99Ms.toFixed(2)],
  ["min ms", (s) => s.minMs.toFixed(2)],
  ["CPU ms/item", (s) => s.cpuMsPerItem.toFixed(2)],
  ["items/CPU s", (s) => s.itemsPerCpuSecond.toFixed(1)],
  ["peak MiB", (s) => s.peakRssMib.toFixed(0)],
  ["KiB out", (s) => s.kilobytes.toFixed(1)],
  ["× baseline", (s) => (s.ratio === undefined ? "" : s.ratio.toFixed(2))],
];

/** Where the time of a run goes, stage by stage; empty where no case tells it. */
export function formatStages(summaries: readonly Summary[]): string {
  const told = summaries.filter(({ stagesMs }) => Object.keys(stagesMs).length > 0);
  const stages = [...new Set(told.flatMap(({ stagesMs }) => Object.keys(stagesMs)))];
  if (stages.length === 0) return "";
  const cells = told.map(({ group, name, stagesMs }) => {
    const whole = Object.values(stagesMs).reduce((sum, ms) => sum + ms, 0);
    const shares = stages.map((stage) => {
      const ms = stagesMs[stage] ?? 0;
      return `${ms.toFixed(2)} (${((ms * 100) / whole).toFixed(0)} %)`;
    });
    return [`${group}/${name}`, ...shares];
  });
  return aligned([["ms a run, by stage", ...stages], ...cells]);
}

export function formatTable(summaries: readonly Summary[]): string {
  const rows = [COLUMNS.map(([title]) => title), ...summaries.map((each) => COLUMNS.map(([, cell]) => cell(each)))];
  return aligned(rows);
}

/** The first column to the left, all others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}
