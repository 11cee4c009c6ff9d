import type { Subjects } from "./subjects.ts";

/** Thrown by a judge that can't be had on this machine: it is skipped, by name. */
export class NotHereError extends Error {}

/** A program or library that others made, asked for its opinion of what Platen produces. */
export interface Judge {
  /** The line in the report, for instance `qpdf: the invoice's file structure`. */
  readonly name: string;
  /** Commands that must be on the path; where one is missing the judge is skipped by name. */
  readonly needs: readonly string[];
  /** Asks. Throws, or rejects, with the judge's own words when it finds fault. */
  judge(subjects: Subjects): Promise<void>;
}
