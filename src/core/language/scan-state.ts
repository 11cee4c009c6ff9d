// What is known of a line while it is scanned.
import type { Diagnostic, TextEdit } from "../diagnostics/index.ts";

export interface Bracket {
  readonly char: string;
  readonly offset: number;
}

export interface LineScan {
  opens: number;
  closes: number;
  readonly mask: string[];
  readonly stack: Bracket[];
  readonly findings: Diagnostic[];
  readonly wide: TextEdit[];
  readonly semicolons: TextEdit[];
  /** The last character that is no space. */
  previous: string;
  last: string;
  inline: boolean;
  broken: boolean;
}

export const OPENER: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

export const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

/** Masks `length` units from `offset` as text that no pattern may read. */
export function hide(scan: LineScan, length: number, fill = "·"): void {
  scan.mask.push(fill.repeat(length));
  if (fill !== " ") scan.previous = fill;
}
