import type { Severity } from "./diagnostic.ts";

/** One entry of the catalogue: its usual severity and what the code stands for, for the reference. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly title: string;
}

/**
 * The closed catalogue of codes. 0xxx syntax, 1xxx structure, 2xxx declarations, names and types, 3xxx data,
 * 4xxx content in its box, 5xxx geometry, 7xxx output, 9xxx limits.
 */
export const CODES = {
  RPT0001: { severity: "error", title: 'the first statement must be "rpt 1"' },
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type DiagnosticCode = keyof typeof CODES;
