// The edges of the lines and frames of a page, by which their alignment is judged: pages of one form mostly share them.
import type { Emu } from "../canvas/index.ts";
import type { FillItem, Rectangle, StrokeItem } from "../layout/index.ts";

/** Outlines of pages that were found in order, kept: the first page's and the others' of most forms. */
const OUTLINES_KEPT = 4;

/** An edge of the outline: element, left, right, kind and thickness. */
const EDGE_NUMBERS = 5;

/** The outline of the page that is looked at, and those that were found in order. Its memory is reused. */
export class PageOutline {
  readonly #edges: number[] = [];
  readonly #known: (readonly number[])[] = [];
  readonly #ruleThicknessMostEmu: Emu;

  constructor(ruleThicknessMostEmu: Emu) {
    this.#ruleThicknessMostEmu = ruleThicknessMostEmu;
  }

  begin(): void {
    this.#edges.length = 0;
  }

  /** Whether the page has lines, and no page with the same ones was found in order. */
  get isNew(): boolean {
    return this.#edges.length > 0 && !this.#known.some((each) => areSame(each, this.#edges));
  }

  /** The page was found in order, as all are whose outline is the same. */
  keep(): void {
    this.#known.unshift([...this.#edges]);
    if (this.#known.length > OUTLINES_KEPT) this.#known.pop();
  }

  /**
   * Adds what the alignment of an item is judged by; what the item before says already is left out.
   *
   * @param start where its element begins
   */
  add(item: FillItem | StrokeItem, start: number, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): void {
    const thick = this.#ruleThicknessMostEmu;
    const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
    const isFrame = item.kind === "stroke" && width > thick && height > thick;
    const shape = (item.kind === "stroke" ? 1 : 0) + (item.shape.kind === "path" ? 2 : 0) + (isFrame ? 4 : 0);
    const kind = shape + (width < height ? 8 : 0);
    const half = item.kind === "stroke" ? item.widthEmu : Math.min(width, height);
    const list = this.#edges;
    const at = list.length - EDGE_NUMBERS;
    const isSame =
      at >= 0 &&
      list[at] === start &&
      list[at + 1] === leftEmu &&
      list[at + 2] === rightEmu &&
      list[at + 3] === kind &&
      list[at + 4] === half;
    if (!isSame) list.push(start, leftEmu, rightEmu, kind, half);
  }
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
