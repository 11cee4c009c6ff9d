import type { Language } from "./papers.ts";

/** Work that all contestants do. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly kind: "invoices" | "ledger";
  /** Invoices of one file, or rows of the ledger. */
  readonly size: number;
  readonly language: Language;
  /** What a time is given for: one file, or one of its records. */
  readonly items: number;
  readonly unit: string;
  /** How often it is done in one round. */
  readonly runs: number;
}

export const WORKLOADS: readonly Workload[] = [
  {
    ...{ name: "W1", title: "one Japanese invoice", kind: "invoices", size: 1, language: "ja" },
    ...{ items: 1, unit: "ms", runs: 10 },
  },
  {
    ...{ name: "W2", title: "100 invoices in one file", kind: "invoices", size: 100, language: "ja" },
    ...{ items: 100, unit: "ms/record", runs: 3 },
  },
  {
    ...{ name: "W3", title: "a table of 2,000 rows on 50 pages", kind: "ledger", size: 2000, language: "ja" },
    ...{ items: 1, unit: "ms", runs: 3 },
  },
  {
    ...{ name: "W4", title: "one Latin invoice", kind: "invoices", size: 1, language: "en" },
    ...{ items: 1, unit: "ms", runs: 10 },
  },
];
