/** A calendar month in UTC, in which records are counted against the plan. `end` is the next month's start. */
export interface UsagePeriod {
  readonly period: string;
  readonly start: Date;
  readonly end: Date;
}

/** The period that `instant` falls in, named as in `2026-11`. */
export function usagePeriodAt(instant: Date): UsagePeriod {
  const start = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1));
  const end = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1));
  return { period: start.toISOString().slice(0, 7), start, end };
}
