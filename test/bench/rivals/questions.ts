import type { Workload } from "./workloads.ts";

/** What the runner asks a contestant's process. */
export type Question =
  | {
      readonly kind: "run";
      readonly workload: Workload;
      /** The first iteration's number: no two runs have the same data. */
      readonly iteration: number;
      readonly runs: number;
      /** Where the first run's file is kept, to be looked at; null for nowhere. */
      readonly keep: string | null;
    }
  | { readonly kind: "usage" }
  | { readonly kind: "end" };

export type Answer =
  | { readonly kind: "ready"; readonly version: string }
  | { readonly kind: "ran"; readonly times: readonly number[]; readonly bytes: number }
  | { readonly kind: "used"; readonly peakRssMib: number }
  | { readonly kind: "failed"; readonly reason: string };
