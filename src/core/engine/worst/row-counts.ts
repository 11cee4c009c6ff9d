// Other numbers of rows than the examples have: the fewest, one, and as many as make the form one page longer.
import { type Canvas, type CountedList, type EntryCounts, placesOnSheet, takenCount } from "../../canvas/index.ts";
import { countedEntries, type Diagnostic } from "../../diagnostics/index.ts";

/** What a payload was laid out to. */
export interface LaidOut {
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
}

/** A list with a number of entries that the form does not hold. */
export interface CountCase {
  readonly field: { readonly path: string };
  readonly words: string;
  readonly isDeclared: boolean;
  /** The number is likely, and no declaration bounds the list. */
  readonly isOpen?: boolean;
  /** Of a field that stays away, which a count of entries never says. */
  readonly isAbsent?: true;
  /** More entries than there are examples stand at the times of these on a time axis: they lie over one another. */
  readonly isAtSameTimes?: true;
  /** What to declare instead, where it is the number of entries that breaks. */
  readonly advice?: string;
  readonly news: readonly Diagnostic[];
}

/** Lays the examples out with other numbers of entries; null where no layout is left. */
export type LayOutCounts = (counts: ReadonlyMap<string, number>) => LaidOut | null;

/** All lists with their fewest entries and with one: together first, and each alone where that breaks. */
export function fewRows(lists: readonly CountedList[], layOut: LayOutCounts): readonly CountCase[] {
  const found: CountCase[] = [];
  const told = new Set<string>();
  for (const few of [fewest, one]) {
    const chosen = lists.flatMap((list) => {
      const count = few(list);
      // The lists of several records may have other numbers of entries than the first one.
      return count === null || (count === list.usual && !list.isNested) ? [] : [{ list, count }];
    });
    if (chosen.length === 0) continue;
    const together = layOut(new Map(chosen.map(({ list, count }) => [list.path, count])));
    if (together === null || together.diagnostics.length === 0) continue;
    for (const { list, count } of chosen) {
      const alone = chosen.length === 1 ? together : layOut(new Map([[list.path, count]]));
      const news = (alone?.diagnostics ?? []).filter((each) => !told.has(keyOf(list.path, each)));
      for (const each of news) told.add(keyOf(list.path, each));
      if (news.length > 0) found.push({ field: list, words: entries(count), isDeclared: true, news });
    }
  }
  return found;
}

/** Labels of a whole sheet, each with the examples: what stands in its last column or row is judged there. */
export function wholeSheet(canvas: Canvas, layOut: LayOutCounts): readonly CountCase[] {
  const places = placesOnSheet(canvas);
  if (canvas.recordSource === undefined || places === 1) return [];
  const news = layOut(new Map())?.diagnostics ?? [];
  return [{ field: { path: canvas.recordSource.path }, words: entries(places), isDeclared: true, news }];
}

function keyOf(path: string, { code, span }: Diagnostic): string {
  return `${path} ${code} ${span.start}`;
}

/** Null where that is one, which is tried by itself. */
function fewest({ least }: CountedList): number | null {
  return least === 1 ? null : least;
}

function one({ least, most }: CountedList): number | null {
  return least <= 1 && (most ?? 1) >= 1 ? 1 : null;
}

function entries(count: number): string {
  return count === 0 ? "no entries" : countedEntries(count);
}

/** A list is laid out with at most so many entries, whatever its `max` allows. */
const ENTRIES_MAX = 200;
/** A list without one is laid out over a few pages, of which the later ones are alike. */
const ENTRIES_UNDECLARED = 80;
/** So many numbers are tried until one makes the form one page longer. */
const TRIES_MAX = 2;

/** All lists with as many entries as they are tried with, and all numbers at their widest. */
export interface AllRows {
  readonly counts: EntryCounts;
  readonly laid: LaidOut;
}

/**
 * A list with its most entries, where they are more than its examples. Lists of values that no element repeats, nor
 * makes the columns of a table of, are tried with a declared number only. Where `all` lists have fit with as many and
 * wider contents, this one does.
 */
export function manyRows(
  list: CountedList,
  usualPages: number,
  all: AllRows | null,
  layOut: LayOutCounts,
): readonly CountCase[] {
  const { path, usual, most, hasRecords, isNested, hasColumns, isRepeated } = list;
  const count = takenCount(list, Math.min(most ?? ENTRIES_UNDECLARED, ENTRIES_MAX));
  const isTried = most !== null || hasColumns || isRepeated || (hasRecords && !isNested);
  if (!isTried || usual === null || (usual === 0 && hasRecords) || count <= usual) return [];
  const held = all !== null && all.laid.diagnostics.length === 0 && all.counts.get(path) === count ? all.laid : null;
  const longest = held ?? layOut(new Map([[path, count]]));
  if (longest === null) return [];
  const pages = { usual, usualPages, count, pages: longest.pages };
  const more = hasRecords && !isNested ? oneMorePage(list, pages, layOut) : [];
  const told = new Set(more.flatMap(({ news }) => news.map(({ span }) => span.start)));
  const news = longest.diagnostics.filter(({ span }) => !told.has(span.start));
  if (news.length === 0) return more;
  const advice = `declare ${most === null ? "" : "a lower "}max= of ${path}`;
  const found = { field: list, words: entries(count), isDeclared: most !== null, news };
  return [...more, ...(list.isOnAxis ? atSameTimes(found) : [hasColumns ? { ...found, advice } : found])];
}

/** What a row of a time axis has no room for. */
const CROWDED: ReadonlySet<string> = new Set(["RPT4003", "RPT4020"]);

/** Entries that a trial adds have the times of the examples: what lies over one another then says little of data. */
function atSameTimes(found: CountCase): readonly CountCase[] {
  const crowded = found.news.filter(({ code }) => CROWDED.has(code));
  const rest = found.news.filter(({ code }) => !CROWDED.has(code));
  const words = `${found.words}, all at the times of its examples`;
  const advice = `give ${found.field.path} as many examples as a row has at most, each at its own time`;
  const repeated: CountCase = { ...found, words, isDeclared: true, isAtSameTimes: true, advice, news: crowded };
  return [...(crowded.length === 0 ? [] : [repeated]), ...(rest.length === 0 ? [] : [{ ...found, news: rest }])];
}

interface Longest {
  readonly usual: number;
  readonly usualPages: number;
  readonly count: number;
  readonly pages: number;
}

/**
 * As many rows as make the form one page longer, by as little as is found in a few tries: where the first of its later
 * pages begins, and the last one is nearly empty.
 */
function oneMorePage(list: CountedList, longest: Longest, layOut: LayOutCounts): readonly CountCase[] {
  const { usual, usualPages } = longest;
  if (longest.pages <= usualPages) return [];
  let [few, many] = [usual, longest.count];
  for (let tried = 0; tried < TRIES_MAX && many - few > 1; tried += 1) {
    // The rows of one page are mostly about as many as those of another; else halving finds some.
    const parts = tried === 0 ? Math.max(2, longest.pages - usualPages) : 2;
    const step = Math.ceil((many - few) / parts);
    const count = Math.min(many - 1, few + step);
    const laid = layOut(new Map([[list.path, count]]));
    if (laid === null) break;
    if (laid.pages > usualPages) many = count;
    else few = count;
    if (laid.diagnostics.length > 0) {
      return [
        { field: list, words: entries(count), isDeclared: true, isOpen: list.most === null, news: laid.diagnostics },
      ];
    }
  }
  return [];
}
