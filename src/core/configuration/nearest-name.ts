/** Above this many edits a suggestion would be a guess; of a short name, above a quarter of its letters. */
const EDITS_MAX = 4;
const LETTERS_PER_EDIT = 4;

/** The known name with the fewest edits from `name`, or null where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let fewest = Math.min(EDITS_MAX, Math.ceil(name.length / LETTERS_PER_EDIT)) + 1;
  for (const candidate of known) {
    const edits = editDistance(name, candidate);
    if (edits < fewest) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

/** Levenshtein's distance, one row of its table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
