/** The candidate that a slip of the keyboard turns into `word`; null where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  // Of five letters two are nearly half: `cols` is no slip of `role`, nor `lane` of `date`.
  const allowed = word.length <= 5 ? 1 : word.length <= 8 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = allowed + 1;
  const sorted = lettersOf(word);
  const letters = letterSet(word);
  const lower = word.toLowerCase();
  // `heading` is no slip of the keyboard, but `head` in another form.
  const stem = ENDING.exec(word)?.[1];
  let other: string | null = null;
  for (const candidate of candidates) {
    if (candidate === stem) other = candidate;
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    const same = candidate.toLowerCase() === lower;
    // Each slip takes at most one letter out and brings one in.
    if (!same && bitCount(letters ^ letterSet(candidate)) > 2 * allowed) continue;
    const distance = same ? 0 : editDistance(word, candidate);
    // Two letters that changed places are a likelier slip than one that became another.
    const isBetter = distance < bestDistance || (distance === bestDistance && lettersOf(candidate) === sorted);
    if (isBetter && distance <= allowed && distance < Math.max(word.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? other;
}

/** Shorter words begin many others. */
const ENDING = /^([A-Za-z]{4,})(?:s|es|ed|er|ing|ment)$/;

function lettersOf(word: string): string {
  return [...word].sort().join("");
}

/** Which letters a word has, as bits; letters that share a bit only make words look nearer. */
function letterSet(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Insertions, deletions, replacements and transpositions of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
