// What to declare so that a divisor is never zero: only what was tried. A sum over a list that may be empty is zero
// whatever its entries are.
import {
  type Canvas,
  type CountedList,
  countedLists,
  divisorLists,
  type EntryCounts,
  type UnfitNumber,
  withNumbers,
  worstPayload,
} from "../../canvas/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { CountCase, LaidOut } from "./row-counts.ts";

/** Lays a payload out and returns all of its findings, also those that were reported before. */
type LayAgain = (payload: string) => LaidOut | null;

/** More lists than these are not declared one by one: a guard is shorter. */
const LISTS_MAX = 2;

/**
 * The declarations that keep a divisor from zero, beside those that the field already has; undefined where none of them
 * do, which leaves a guard.
 */
export function divisorAdvice(
  canvas: Canvas,
  one: UnfitNumber,
  finding: Diagnostic,
  lay: LayAgain,
): string | undefined {
  const lists = emptyLists(canvas);
  const mended = one.also.length > 0 ? [] : withNumbers([one], "1");
  const breaks = (counts: EntryCounts): boolean => isDivided(lay(worstPayload(canvas, mended, counts)), finding);
  if (mended.length > 0 && breaks(new Map())) return undefined;
  if (lists.length === 0 || !breaks(entriesOf(lists, 0))) return one.advice;
  if (mended.length === 0 || lists.length > LISTS_MAX || breaks(entriesOf(lists, 1))) return undefined;
  return `${one.advice} and ${entriesOfEach(lists)}`;
}

/** The same where a list without entries makes a divisor zero: with one entry it is not, as examples show. */
export function withEntriesAdvice(canvas: Canvas, one: CountCase, lay: LayAgain): readonly CountCase[] {
  const isZero = ({ code }: Diagnostic): boolean => code === "RPT3020";
  const zeros = one.news.filter(isZero);
  const own = emptyLists(canvas).filter(({ path }) => path === one.field.path);
  if (zeros.length === 0 || own.length === 0) return [one];
  const single = lay(worstPayload(canvas, [], entriesOf(own, 1)));
  const isMended = zeros.every((finding) => !isDivided(single, finding));
  const advised = isMended ? { ...one, advice: `declare ${entriesOfEach(own)}` } : one;
  return [
    { ...advised, news: zeros },
    { ...one, news: one.news.filter((each) => !isZero(each)) },
  ];
}

/** Lists that a divisor reads and that may have no entries. */
function emptyLists(canvas: Canvas): readonly CountedList[] {
  const names = divisorLists(canvas);
  return countedLists(canvas).filter(({ path, least }) => least === 0 && names(path));
}

function entriesOf(lists: readonly CountedList[], count: number): EntryCounts {
  return new Map(lists.map(({ path }) => [path, count]));
}

function entriesOfEach(lists: readonly CountedList[]): string {
  return `min=1 of ${lists.map(({ path }) => path).join(" and ")}`;
}

/** What was not laid out may be divided by zero. */
function isDivided(laid: LaidOut | null, { code, span }: Diagnostic): boolean {
  return laid?.diagnostics.some((each) => each.code === code && each.span.start === span.start) ?? true;
}
