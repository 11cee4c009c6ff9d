import { median, quantile } from "../summary.ts";
import type { Workload } from "./workloads.ts";

/** What one contestant measured of one workload: times in milliseconds for one item, round by round. */
export interface Measured {
  readonly contestant: string;
  readonly workload: string;
  readonly rounds: readonly (readonly number[])[];
  readonly bytes: number;
}

/** One row of the comparison. */
export interface Compared {
  readonly contestant: string;
  readonly workload: string;
  readonly minMs: number;
  readonly medianMs: number;
  /** From the lower to the upper quartile, as a share of the median. */
  readonly spread: number;
  /** How many times as long as Platen: the median over the rounds of the ratio of the medians in that round. */
  readonly ratio: number;
  /** The same of the fastest runs, which is about what a quiet machine would show. */
  readonly minRatio: number;
  readonly kilobytes: number;
  readonly runs: number;
}

export const OURS = "platen";

export function compare(measured: readonly Measured[]): readonly Compared[] {
  return measured.map(({ contestant, workload, rounds, bytes }) => {
    const all = rounds.flat();
    const ours = measured.find((other) => other.contestant === OURS && other.workload === workload);
    const ratios = rounds.flatMap((times, round) => {
      const base = ours?.rounds[round];
      return base === undefined || base.length === 0 || times.length === 0 ? [] : [median(times) / median(base)];
    });
    const medianMs = median(all);
    return {
      ...{ contestant, workload, medianMs, runs: all.length },
      minMs: quantile(all, 0),
      spread: (quantile(all, 0.75) - quantile(all, 0.25)) / medianMs,
      ratio: median(ratios),
      minRatio: quantile(all, 0) / quantile(ours?.rounds.flat() ?? [], 0),
      kilobytes: bytes / 1024,
    };
  });
}

const number = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : "–");

/** Everything that was measured, for a terminal. */
export function comparisonText(rows: readonly Compared[], workloads: readonly Workload[]): string {
  const lines = ["case  contestant       min   median  spread    × ours  × ours(min)      KB  runs"];
  for (const { name, title, unit } of workloads) {
    lines.push(`${name}: ${title}, ${unit}`);
    for (const row of rows.filter(({ workload }) => workload === name)) {
      const cells = [
        row.contestant.padEnd(11),
        number(row.minMs, 2).padStart(8),
        number(row.medianMs, 2).padStart(8),
        `${number(row.spread * 100, 0)} %`.padStart(7),
        number(row.ratio, 2).padStart(9),
        number(row.minRatio, 2).padStart(12),
        number(row.kilobytes, 0).padStart(7),
        String(row.runs).padStart(5),
      ];
      lines.push(`      ${cells.join(" ")}`);
    }
  }
  return lines.join("\n");
}

/** The table of the README, the quickest first: times, sizes, memory, and how many times as long as Platen it took. */
export function comparisonTable(
  rows: readonly Compared[],
  workloads: readonly Workload[],
  contestants: readonly { readonly name: string; readonly version: string; readonly peakRssMib: number }[],
): string {
  const head = ["", ...workloads.map(({ title, unit }) => `${title}, ${unit}`), "KB", "peak MiB"];
  const ratioIn = (name: string): number =>
    rows.find((row) => row.contestant === name && row.workload === workloads[0]?.name)?.ratio ?? 0;
  const ordered = contestants.toSorted((one, other) => ratioIn(one.name) - ratioIn(other.name));
  const body = ordered.map(({ name, version, peakRssMib }) => {
    const own = rows.filter(({ contestant }) => contestant === name);
    const times = workloads.map((workload) => {
      const row = own.find((one) => one.workload === workload.name);
      if (row === undefined) return "–";
      const ratio = name === OURS ? "" : ` (${number(row.ratio, 1)}×)`;
      return `${number(row.medianMs, row.medianMs < 10 ? 2 : row.medianMs < 100 ? 1 : 0)}${ratio}`;
    });
    const sizes = workloads.map(({ name: workload }) => own.find((one) => one.workload === workload)?.kilobytes ?? 0);
    return [version, ...times, sizes.map((size) => number(size, 0)).join(" / "), number(peakRssMib, 0)];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}
