// Counts as every sentence writes them, so that one of something is never several.

/** `1 line`, `3 lines`; where a count has digits of its own (`min=01`), they stay as they are written. */
export function counted(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${Number(count) === 1 ? one : many}`;
}

/** `1 entry`, `0 entries` */
export function countedEntries(count: number | string): string {
  return counted(count, "entry", "entries");
}

/** `at least 1 entry`, `2 to 3 entries`, `2 entries` where there must be so many; null where nothing bounds them. */
export function boundedEntries(min: number | string | null, max: number | string | null): string | null {
  if (min !== null && max !== null) {
    return Number(min) === Number(max) ? countedEntries(max) : `${min} to ${countedEntries(max)}`;
  }
  if (min !== null) return `at least ${countedEntries(min)}`;
  return max === null ? null : `at most ${countedEntries(max)}`;
}
