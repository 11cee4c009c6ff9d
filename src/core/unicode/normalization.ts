// Canonical composition (NFC, UAX #15) from pinned tables: the runtime's own tables vary with its version.
import { codePointIn } from "./code-points.ts";
import { combiningTable, decompositionTable, exclusionTable } from "./normalization-tables.ts";

/** Hangul syllables are computed (The Unicode Standard, section 3.12). */
const HANGUL = { first: 0xac00, leading: 0x1100, vowel: 0x1161, trailing: 0x11a7, vowels: 21, trailings: 28 } as const;
const HANGUL_COUNT = 11_172;
const LEADING_COUNT = 19;
/** Below it every character is composed, whatever stands beside it. */
const FIRST_SUSPECT = 0x300;

interface Tables {
  readonly parts: ReadonlyMap<number, readonly number[]>;
  /** What two code points become: by the first, then by the second. */
  readonly pairs: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Combining classes as ranks; a code point without one is a starter. */
  readonly classes: ReadonlyMap<number, number>;
  /** Code points that NFC may change, alone or after another one; one bit each. */
  readonly suspects: Uint32Array;
}

let tables: Tables | null = null;

function read(digits: string): number {
  return Number.parseInt(digits, 36);
}

function* inRanges(text: string): Generator<number> {
  for (const range of text.split(",")) {
    const [first = "", last = first] = range.split("-");
    for (let codePoint = read(first); codePoint <= read(last); codePoint += 1) yield codePoint;
  }
}

function load(): Tables {
  const parts = new Map<number, readonly number[]>();
  for (const line of decompositionTable) {
    for (const entry of line.split(" ")) {
      const [codePoint = "", mapped = ""] = entry.split(":");
      parts.set(read(codePoint), mapped.split(",").map(read));
    }
  }
  const classes = new Map<number, number>();
  const groups = combiningTable.flatMap((line) => line.split(" "));
  for (const [at, group] of groups.entries()) for (const each of inRanges(group)) classes.set(each, at + 1);
  const excluded = new Set(exclusionTable.flatMap((line) => line.split(" ")).flatMap((range) => [...inRanges(range)]));
  const pairs = new Map<number, Map<number, number>>();
  for (const [composed, [first = 0, second]] of parts) {
    if (second === undefined || excluded.has(composed)) continue;
    const seconds = pairs.get(first) ?? new Map<number, number>();
    pairs.set(first, seconds.set(second, composed));
  }
  return { parts, pairs, classes, suspects: suspectsOf(parts, classes, excluded, pairs) };
}

function suspectsOf(
  parts: Tables["parts"],
  classes: ReadonlyMap<number, number>,
  excluded: ReadonlySet<number>,
  pairs: ReadonlyMap<number, ReadonlyMap<number, number>>,
): Uint32Array {
  const suspects = new Uint32Array(0x110000 / 32);
  const mark = (codePoint: number): void => {
    suspects[codePoint >> 5] = (suspects[codePoint >> 5] ?? 0) | (1 << (codePoint & 31));
  };
  for (const codePoint of classes.keys()) mark(codePoint);
  for (const codePoint of excluded) mark(codePoint);
  for (const seconds of pairs.values()) for (const codePoint of seconds.keys()) mark(codePoint);
  for (const codePoint of parts.keys()) {
    let first = codePoint;
    for (let mapped = parts.get(first); mapped !== undefined; mapped = parts.get(first)) first = mapped[0] ?? first;
    if (((suspects[first >> 5] ?? 0) & (1 << (first & 31))) !== 0) mark(codePoint);
  }
  for (let at = 0; at < HANGUL.vowels; at += 1) mark(HANGUL.vowel + at);
  for (let at = 1; at < HANGUL.trailings; at += 1) mark(HANGUL.trailing + at);
  return suspects;
}

/** A stretch of a text and its canonical composition, where the two differ. Offsets are UTF-16 units. */
export interface Composition {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every stretch of a text that is not in composed form, in order; each is as short as composition allows. */
export function compositions(text: string): readonly Composition[] {
  const found: Composition[] = [];
  for (let at = nextSuspect(text, 0); at < text.length; at = nextSuspect(text, at)) {
    const start = starterBefore(text, at);
    const end = endOfSuspects(text, at);
    const original = text.slice(start, end);
    const composed = composeAll(original);
    if (composed !== original) found.push({ start, end, text: composed });
    at = end;
  }
  return found;
}

/** The canonical composition (NFC) of a text. Half surrogates stay what they are. */
export function composed(text: string): string {
  let result = "";
  let offset = 0;
  for (const each of compositions(text)) {
    result += text.slice(offset, each.start) + each.text;
    offset = each.end;
  }
  return result + text.slice(offset);
}

function isSuspect(codePoint: number): boolean {
  if (codePoint < FIRST_SUSPECT) return false;
  tables ??= load();
  return ((tables.suspects[codePoint >> 5] ?? 0) & (1 << (codePoint & 31))) !== 0;
}

function nextSuspect(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_SUSPECT) continue;
    const codePoint = codePointIn(text, at);
    if (isSuspect(codePoint)) return at;
    if (codePoint > 0xffff) at += 1;
  }
  return text.length;
}

/** The character before `at`, to which what stands at `at` may belong. */
function starterBefore(text: string, at: number): number {
  if (at === 0) return 0;
  const low = text.charCodeAt(at - 1);
  const high = at > 1 ? text.charCodeAt(at - 2) : 0;
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 2 : at - 1;
}

function endOfSuspects(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const codePoint = codePointIn(text, at);
    if (!isSuspect(codePoint)) return at;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}

function composeAll(text: string): string {
  tables ??= load();
  const codePoints: number[] = [];
  for (let at = 0; at < text.length; ) {
    const codePoint = codePointIn(text, at);
    decompose(codePoint, codePoints, tables.parts);
    at += codePoint > 0xffff ? 2 : 1;
  }
  order(codePoints, tables);
  // A loop, since a text may be longer than a call takes arguments.
  let result = "";
  for (const codePoint of compose(codePoints, tables)) result += String.fromCodePoint(codePoint);
  return result;
}

function decompose(codePoint: number, into: number[], parts: Tables["parts"]): void {
  const syllable = codePoint - HANGUL.first;
  if (syllable >= 0 && syllable < HANGUL_COUNT) {
    const trailing = syllable % HANGUL.trailings;
    const vowel = Math.floor(syllable / HANGUL.trailings);
    into.push(HANGUL.leading + Math.floor(vowel / HANGUL.vowels), HANGUL.vowel + (vowel % HANGUL.vowels));
    if (trailing > 0) into.push(HANGUL.trailing + trailing);
    return;
  }
  const mapped = parts.get(codePoint);
  if (mapped === undefined) into.push(codePoint);
  else for (const part of mapped) decompose(part, into, parts);
}

/** Canonical ordering: marks between two starters in the order of their classes, equal ones as they stood. */
function order(codePoints: number[], { classes }: Tables): void {
  for (let start = 0; start < codePoints.length; start += 1) {
    if (!classes.has(codePoints[start] ?? 0)) continue;
    let end = start + 1;
    while (end < codePoints.length && classes.has(codePoints[end] ?? 0)) end += 1;
    const marks = codePoints.slice(start, end);
    marks.sort((a, b) => (classes.get(a) ?? 0) - (classes.get(b) ?? 0));
    for (const [at, mark] of marks.entries()) codePoints[start + at] = mark;
    start = end;
  }
}

function compose(codePoints: readonly number[], { classes, pairs }: Tables): readonly number[] {
  const result: number[] = [];
  let starter = -1;
  let lastClass = -1;
  for (const codePoint of codePoints) {
    const own = classes.get(codePoint) ?? 0;
    const before = starter < 0 ? undefined : result[starter];
    // A mark is blocked by one of its own class or higher that stayed between it and the starter.
    const free = before !== undefined && (result.length - 1 === starter || lastClass < own);
    const joined = free ? (hangulPair(before, codePoint) ?? pairs.get(before)?.get(codePoint)) : undefined;
    if (joined !== undefined) {
      result[starter] = joined;
      continue;
    }
    result.push(codePoint);
    lastClass = own;
    if (own === 0) starter = result.length - 1;
  }
  return result;
}

function hangulPair(first: number, second: number): number | undefined {
  const leading = first - HANGUL.leading;
  const vowel = second - HANGUL.vowel;
  if (leading >= 0 && leading < LEADING_COUNT && vowel >= 0 && vowel < HANGUL.vowels) {
    return HANGUL.first + (leading * HANGUL.vowels + vowel) * HANGUL.trailings;
  }
  const syllable = first - HANGUL.first;
  const trailing = second - HANGUL.trailing;
  const open = syllable >= 0 && syllable < HANGUL_COUNT && syllable % HANGUL.trailings === 0;
  return open && trailing > 0 && trailing < HANGUL.trailings ? first + trailing : undefined;
}
