// Which letters of a file show which expected text: runs in the order of the file, taken once.
import type { Expected } from "./expected.ts";
import type { SeenFile, SeenLetter, SeenRun } from "./seen.ts";

/** An expected text with the runs that show it; null where they are not there. */
export interface Match {
  readonly expected: Expected;
  readonly text: string;
  readonly runs: readonly SeenRun[] | null;
}

interface FreeRun {
  readonly run: SeenRun;
  readonly text: string;
  /** Of a run of the file: a text mostly begins and ends with one. */
  readonly starts: boolean;
  readonly ends: boolean;
  /** One for each letter, shared by the run and the letter. */
  readonly taken: readonly { is: boolean }[];
}

function isTaken({ taken }: FreeRun): boolean {
  return taken.some(({ is }) => is);
}

/** Forms of one sign that readers give back for one another. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\s|[\u00ad\u200b-\u200f\u2060\ufeff]/gu, ""],
  [/\p{Variation_Selector}/gu, ""],
  [/[‐‑‒–—―−─]/gu, "-"],
  [/[‘’‛′]/gu, "'"],
  [/[“”″〝〟]/gu, '"'],
  [/[·‧∙•]/gu, "・"],
  [/[〜～∼]/gu, "~"],
  [/[∕⁄]/gu, "/"],
];

/** What is compared: letters without blanks, in their compatible form. */
export function solid(text: string): string {
  let plain = text.normalize("NFKC");
  for (const [pattern, sign] of ALIKE) plain = plain.replaceAll(pattern, sign);
  return plain;
}

/** More steps than these are taken from no place, and for no text: what many pages repeat would never end. */
const STEPS_MAX = 4_000;
const STEPS_MAX_OF_TEXT = 200_000;
/** Hundreds of pages of equal rows would take minutes: the texts that are left then are not looked for, and counted. */
const STEPS_MAX_OF_FILE = 20_000_000;

/** Lines and letters of one text are not farther from one another than this, in type sizes. */
const NEAR_SIZES = 6;
/** Readings are half as high as their letters, whose lines may be five type sizes apart. */
const READING_PT_MAX = 6;

/** What stands in between must not lead to another text of the page; on the next one everything begins anew. */
function areNear(one: SeenRun, other: SeenRun): boolean {
  const [last, first] = [one.letters.at(-1)?.area, other.letters[0]?.area];
  if (last === undefined || first === undefined || one.page !== other.page) return true;
  const sizePt = Math.max(one.sizePt, other.sizePt);
  const farthest = NEAR_SIZES * (sizePt < READING_PT_MAX ? 2 * sizePt : sizePt);
  const isBelow = Math.abs(last.top - first.top) <= farthest;
  const isInNextColumn = first.top < last.top && first.left > last.left;
  return isBelow || isInNextColumn || Math.abs(last.left - first.left) <= farthest;
}

/** Readings beside letters are half as large as these, and belong to another text; spans of one text differ by less. */
const LEAST_SIZE_SHARE = 0.52;

function isOfText(taken: readonly FreeRun[], { run }: FreeRun): boolean {
  const last = taken.at(-1);
  return last === undefined || run.sizePt >= last.run.sizePt * LEAST_SIZE_SHARE;
}

/** Runs in one order, and where those of a page begin. */
interface Ordered {
  readonly runs: readonly FreeRun[];
  readonly pageStarts: readonly number[];
  /** Steps of all that was looked for. */
  spent: number;
  /** Places of runs by their first letter; those that were taken are left out now and then. */
  readonly byFirst: Map<string, readonly number[]>;
}

function ordered(pages: readonly (readonly FreeRun[])[]): Ordered {
  const runs = pages.flat();
  const pageStarts = [0];
  for (const page of pages) pageStarts.push((pageStarts.at(-1) ?? 0) + page.length);
  const byFirst = Map.groupBy(runs.keys(), (at) => runs[at]?.text[0] ?? "");
  return { runs, pageStarts, byFirst, spent: 0 };
}

/** The letters of a run, each by itself. */
function lettersOf({ run, taken }: FreeRun): readonly FreeRun[] {
  const shown = run.letters.map((letter, at) => ({ letter, at })).filter(({ letter }) => solid(letter.text) !== "");
  return shown.map(({ letter, at }, place) => ({
    run: { ...run, letters: [letter], text: letter.text },
    text: solid(letter.text),
    starts: place === 0,
    ends: place === shown.length - 1,
    taken: taken.slice(at, at + 1),
  }));
}

/** Baselines of one line may differ by rounding. */
const SAME_LINE_PT = 1.5;

/** Lines from the top, and along each from the left. */
function byPlace(runs: readonly FreeRun[]): readonly FreeRun[] {
  const place = ({ run }: FreeRun): SeenLetter["area"] => run.letters[0]?.area ?? NOWHERE;
  const sorted = runs.toSorted((one, other) => place(one).bottom - place(other).bottom);
  let [line, bottom] = [0, Number.NEGATIVE_INFINITY];
  const lines = new Map<FreeRun, number>();
  for (const run of sorted) {
    if (place(run).bottom - bottom > SAME_LINE_PT) [line, bottom] = [line + 1, place(run).bottom];
    lines.set(run, line);
  }
  return sorted.toSorted(
    (one, other) => (lines.get(one) ?? 0) - (lines.get(other) ?? 0) || place(one).left - place(other).left,
  );
}

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

export class Matcher {
  /** As the file paints them. */
  readonly #painted: Ordered;
  /** The same letter by letter: a run may show more than one text. */
  readonly #letters: Ordered;
  /** What is the same on many pages is painted first, so that a text may come in pieces. */
  readonly #placed: Ordered;
  /** What was not found is not found later either: letters are taken, and never given back. */
  readonly #notFound = new Set<string>();

  /** Whether it looked for so long that it gave up. */
  get isExhausted(): boolean {
    return [this.#painted, this.#letters, this.#placed].reduce((sum, { spent }) => sum + spent, 0) > STEPS_MAX_OF_FILE;
  }

  constructor(file: SeenFile) {
    const pages = file.pages.map((page) =>
      page.runs.flatMap((run): readonly FreeRun[] => {
        const text = solid(run.text);
        const taken = run.letters.map(() => ({ is: false }));
        return text === "" ? [] : [{ run, text, starts: true, ends: true, taken }];
      }),
    );
    this.#letters = ordered(pages.map((runs) => runs.flatMap(lettersOf)));
    this.#painted = ordered(pages);
    this.#placed = ordered(pages.map((runs) => byPlace(runs)));
  }

  /** Takes the runs within these pages that read a text: in one piece, else with others in between. */
  take(text: string, isParted: boolean, from: number, to: number): readonly SeenRun[] | null {
    const key = `${from} ${to} ${isParted} ${text}`;
    if (this.isExhausted || this.#notFound.has(key)) return null;
    // Whole runs in the order of the page come before the letters of a run that says something else.
    const whole = isParted
      ? null
      : (nearest(this.#painted, text, false, from, to) ??
        nearer(nearest(this.#placed, text, false, from, to), nearest(this.#letters, text, false, from, to)));
    const best = whole !== null && distanceOf(whole) < A_PAGE ? whole : this.#nearestInPieces(whole, text, from, to);
    if (best === null) {
      this.#notFound.add(key);
      return null;
    }
    for (const { taken } of best.runs) for (const letter of taken) letter.is = true;
    return best.runs.map(({ run }) => run);
  }

  /** The runs of the file that no text has taken a letter of. */
  get left(): readonly SeenRun[] {
    return this.#painted.runs.flatMap((free) => (free.taken.some(({ is }) => is) ? [] : [free.run]));
  }

  /**
   * Takes the letters of a text wherever they stand; false where one is missing. Another text of the same letters may
   * have taken some of these, and has left its own.
   */
  takeScattered(text: string, from: number, to: number): boolean {
    const { runs, pageStarts, byFirst } = this.#letters;
    const [start, end] = [pageStarts[from] ?? 0, pageStarts[to] ?? runs.length];
    const own: FreeRun[] = [];
    for (const letter of text) {
      const free = (byFirst.get(letter) ?? []).flatMap((at) => (at >= start && at < end ? (runs[at] ?? []) : []));
      const one = free.find((each) => each.text === letter && !isTaken(each) && !own.includes(each));
      if (one === undefined) return false;
      own.push(one);
    }
    for (const { taken } of own) for (const letter of taken) letter.is = true;
    return true;
  }

  #nearestInPieces(whole: Found | null, text: string, from: number, to: number): Found | null {
    const painted = nearest(this.#painted, text, true, from, to);
    const placed = nearest(this.#placed, text, true, from, to);
    // A run may show the end of one text and this one behind it.
    return nearer(nearer(whole, painted), placed) ?? nearest(this.#letters, text, false, from, to);
  }
}

/**
 * Of all places that read a text, the one with the fewest runs in between, and then the fewest of its own. Only what no
 * page reads by itself goes on to another.
 */
function nearest(runs: Ordered, text: string, isParted: boolean, from: number, to: number): Found | null {
  return (
    nearestOn(runs, text, isParted, from, to, true) ??
    (to - from > 1 ? nearestOn(runs, text, isParted, from, to, false) : null)
  );
}

function nearestOn(
  runs: Ordered,
  text: string,
  isParted: boolean,
  from: number,
  to: number,
  isOnOnePage: boolean,
): Found | null {
  const [start, end] = [runs.pageStarts[from] ?? 0, runs.pageStarts[to] ?? runs.runs.length];
  let best: Found | null = null;
  let left = STEPS_MAX_OF_TEXT;
  const beginnings = freeBeginnings(runs, text[0] ?? "");
  runs.spent += beginnings.length;
  for (const at of beginnings) {
    if (at < start || at >= end || left <= 0) continue;
    const page = runs.runs[at]?.run.page ?? 0;
    const last = isOnOnePage ? Math.min(end, runs.pageStarts[page + 1] ?? end) : end;
    const steps = Math.min(STEPS_MAX, left);
    const reading = { runs, end: last, isParted, steps };
    const found = readFrom(reading, at, text);
    const walked = steps - Math.max(0, reading.steps);
    left -= walked;
    runs.spent += walked;
    if (found === null || (best !== null && distanceOf(found) >= distanceOf(best))) continue;
    best = found;
    if (distanceOf(found) === NEAREST) break;
  }
  return best;
}

/** Long documents repeat their texts, so that most runs of a letter are taken in the end. */
function freeBeginnings({ runs, byFirst }: Ordered, letter: string): readonly number[] {
  const all = byFirst.get(letter) ?? [];
  const isFree = (at: number): boolean => runs[at] !== undefined && !isTaken(runs[at]);
  const middle = all[all.length >> 1];
  if (all.length < MANY_RUNS || middle === undefined || isFree(middle)) return all;
  const free = all.filter(isFree);
  byFirst.set(letter, free);
  return free;
}

const MANY_RUNS = 64;

function nearer(one: Found | null, other: Found | null): Found | null {
  if (one === null || other === null) return one ?? other;
  return distanceOf(other) < distanceOf(one) ? other : one;
}

interface Found {
  readonly runs: readonly FreeRun[];
  readonly first: number;
  readonly last: number;
}

/** Other pages weigh more than letters of others in between, these more than ends within a run, and those than runs. */
function distanceOf({ runs, first, last }: Found): number {
  const within = [runs[0]?.starts, runs.at(-1)?.ends].filter((isEnd) => isEnd !== true).length;
  const pages = (runs.at(-1)?.run.page ?? 0) - (runs[0]?.run.page ?? 0);
  return pages * A_PAGE + (last - first - runs.length + 1) * 1_000 + within + 1 - 1 / runs.length;
}

const A_PAGE = 1_000_000;
/** One run that reads the whole text, and nothing else. */
const NEAREST = 0;

interface Reading {
  readonly runs: Ordered;
  readonly end: number;
  readonly isParted: boolean;
  steps: number;
}

/** Runs that read the text beginning with that at `at`. */
function readFrom(reading: Reading, at: number, text: string): Found | null {
  const taken: FreeRun[] = [];
  let rest = text;
  for (let next = at; next < reading.end; next++) {
    const free = reading.runs.runs[next];
    if (free === undefined || reading.steps-- < 0) return null;
    const last = taken.at(-1);
    const isNear = !reading.isParted || last === undefined || (areNear(last.run, free.run) && isOfText(taken, free));
    if (!isTaken(free) && isNear && rest.startsWith(free.text)) {
      taken.push(free);
      rest = rest.slice(free.text.length);
      if (rest === "") return { runs: taken, first: at, last: next };
    } else if (last === undefined) return null;
    else if (!reading.isParted && !isTaken(free)) return onLaterPage(reading, { taken, first: at }, rest);
  }
  return null;
}

/** A text goes on at any place of a later page. */
function onLaterPage(
  reading: Reading,
  { taken, first }: { readonly taken: readonly FreeRun[]; readonly first: number },
  rest: string,
): Found | null {
  const { runs, end } = reading;
  const page = taken.at(-1)?.run.page ?? 0;
  const start = runs.pageStarts[page + 1] ?? runs.runs.length;
  if (start >= end) return null;
  for (const at of runs.byFirst.get(rest[0] ?? "") ?? []) {
    if (at < start || at >= end) continue;
    const more = readFrom(reading, at, rest);
    if (more !== null) return { runs: [...taken, ...more.runs], first, last: more.last };
    if (reading.steps < 0) return null;
  }
  return null;
}
