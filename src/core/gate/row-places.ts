// Elements that rows of data draw several times on a page: each of their places is a place of a finding.
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import { inkOf, leadsDown, type Page, type PlacedItem } from "../layout/index.ts";
import type { ElementIndex } from "./elements.ts";

/** What was found of two elements, at one of the places where they are drawn. */
export interface FoundInRow {
  /** Of two elements: their starts in order. */
  readonly pair: string;
  /** Which of its drawings on the page the first of them is, from 1. */
  readonly row: number;
  /** Worded for its page. */
  readonly finding: Diagnostic;
}

/** Findings of pairs of elements of a page, each pair once in each row. */
export class FoundByRow {
  readonly #page: Page;
  readonly #elements: ElementIndex;
  readonly #found = new Map<string, FoundInRow & { readonly at: string }>();
  /** In how many rows a pair was found. */
  readonly #rows = new Map<string, number>();
  #drawings: ReadonlyMap<PlacedItem, number> | null = null;

  constructor(page: Page, elements: ElementIndex) {
    this.#page = page;
    this.#elements = elements;
  }

  /** Whether it is known of these elements where `item` is drawn, which belongs to one of them. */
  has(pair: string, item: PlacedItem): boolean {
    return this.#found.size > 0 && this.#found.has(`${pair} ${this.#rowOf(item)}`);
  }

  add(pair: string, finding: Diagnostic, item: PlacedItem): void {
    const row = this.#rowOf(item);
    const key = `${pair} ${row}`;
    if (this.#found.has(key)) return;
    this.#found.set(key, { pair, row, finding, at: pointOf(item) });
    this.#rows.set(pair, (this.#rows.get(pair) ?? 0) + 1);
  }

  /** In the order of the page. Several rows say where they stand. */
  all(): readonly FoundInRow[] {
    return [...this.#found.values()].map(({ at, ...found }) => {
      if ((this.#rows.get(found.pair) ?? 0) < 2) return found;
      const message = found.finding.message.replace(/ \(page (\d+)\)$/, ` (page $1${at})`);
      return { ...found, finding: { ...found.finding, message } };
    });
  }

  #rowOf(item: PlacedItem): number {
    this.#drawings ??= drawingsOf(this.#page, this.#elements);
    return this.#drawings.get(item) ?? 0;
  }
}

/**
 * What an element draws at one place is painted at once: where others are painted between, it is drawn again, and where
 * its lines stand farther apart than those of one text.
 */
function drawingsOf({ items }: Page, { byStart }: ElementIndex): ReadonlyMap<PlacedItem, number> {
  const drawings = new Map<PlacedItem, number>();
  const counts = new Map<number, number>();
  let before = -1;
  let last: PlacedItem | null = null;
  for (const item of items) {
    const start = byStart.get(item.span[0])?.ownSpan[0] ?? item.span[0];
    const count = (counts.get(start) ?? 0) + (start === before && !areApart(last, item) ? 0 : 1);
    counts.set(start, count);
    drawings.set(item, count);
    before = start;
    last = item;
  }
  return drawings;
}

/** Lines of one text are no farther apart, in parts of their size. */
const LINES_APART_SHARE = 2.5;

function areApart(before: PlacedItem | null, item: PlacedItem): boolean {
  if (before?.kind !== "glyphs" || item.kind !== "glyphs") return false;
  const apart = leadsDown(item) ? before.xEmu - item.xEmu : before.yEmu - item.yEmu;
  return Math.abs(apart) > LINES_APART_SHARE * Math.max(before.sizeEmu, item.sizeEmu);
}

/** The pair of two elements by their starts. */
export function pairOf(one: number, two: number): string {
  return `${Math.min(one, two)} ${Math.max(one, two)}`;
}

/** `, x 15.0mm, y 17.0mm`: the upper left corner of the item. */
function pointOf(item: PlacedItem): string {
  const ink = inkOf(item);
  return ink === null ? "" : `, x ${millimetres(ink.leftEmu)}, y ${millimetres(ink.topEmu)}`;
}
