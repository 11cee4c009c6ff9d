// Splits a page into the part that is the same wherever its canvas draws it and the rest. A tagged file shares only
// artifacts, since ISO 14289-1 forbids to share marked content.
import { ARTIFACT, type Font, type PlacedItem, type Rectangle } from "../../../core/sdk/index.ts";
import { inkExtent, reachOf } from "./extents.ts";
import { areSameItems } from "./same-items.ts";

export interface PageParts {
  /** Items that may be painted before all others: static, and on top of nothing that is not in this part itself. */
  readonly shared: readonly PlacedItem[];
  /** `shared` is what the page before has, too. */
  readonly repeats: boolean;
}

const NONE: readonly PlacedItem[] = [];

/** Splits the pages of one part; what it remembers of the page before saves work and decides nothing. */
export class StaticParts {
  readonly #artifactsOnly: boolean;
  readonly #below = new Rectangles();
  /** Of the last page that had any: its static items, where they lie, and which of them it shared. */
  #static: readonly PlacedItem[] = [];
  #extents: readonly (Rectangle | null)[] = [];
  #bands: Bands = new Bands([]);
  #wasShared: readonly boolean[] = [];
  #font: Font | null = null;
  /** Of the font. */
  #reach: ReturnType<typeof reachOf> | null = null;

  constructor(artifactsOnly: boolean) {
    this.#artifactsOnly = artifactsOnly;
  }

  /**
   * Painting `shared`, then all others gives the same picture as the page's own order: a shared item was moved only in
   * front of items that it does not touch. A link draws nothing and may lie anywhere.
   */
  split(items: readonly PlacedItem[]): PageParts {
    const fixed = this.#fixedOf(items);
    if (fixed === NONE) return { shared: NONE, repeats: false };
    const isKnown = areSameItems(this.#static, fixed);
    if (!isKnown) {
      this.#static = fixed;
      this.#extents = fixed.map(inkExtent);
      this.#bands = new Bands(this.#extents);
    }
    const below = this.#below;
    below.clear();
    const shared: PlacedItem[] = [];
    const isShared: boolean[] = [];
    for (const item of items) {
      // What comes after the last static item lies below none.
      if (isShared.length === fixed.length) break;
      if (item !== fixed[isShared.length]) {
        if (this.#liesApart(item)) continue;
        const extent = inkExtent(item);
        if (extent !== null) below.add(extent);
        continue;
      }
      const extent = this.#extents[isShared.length] ?? null;
      const mayMove = extent !== null && !below.meets(extent);
      isShared.push(mayMove);
      if (mayMove) shared.push(item);
      else if (extent !== null) below.add(extent);
    }
    const repeats = isKnown && isShared.every((value, index) => value === this.#wasShared[index]);
    this.#wasShared = isShared;
    return { shared, repeats };
  }

  /** Whether a level text lies at heights where nothing static does, told without looking at its glyphs. */
  #liesApart(item: PlacedItem): boolean {
    if (item.kind !== "glyphs") return false;
    const { run, sizeEmu, yEmu } = item;
    if (run.direction !== "horizontal" || run.offsets !== null || (item.rotation ?? 0) !== 0) return false;
    if (run.font !== this.#font || this.#reach === null) {
      this.#font = run.font;
      this.#reach = reachOf(run.font);
    }
    // One more for what exact extents round up.
    return !this.#bands.meet(yEmu - this.#reach.up * sizeEmu - 1, yEmu + this.#reach.down * sizeEmu + 1);
  }

  #fixedOf(items: readonly PlacedItem[]): readonly PlacedItem[] {
    let fixed: PlacedItem[] | null = null;
    for (const item of items) {
      if (!item.isStatic || (this.#artifactsOnly && item.node !== ARTIFACT)) continue;
      fixed ??= [];
      fixed.push(item);
    }
    return fixed ?? NONE;
  }
}

/** Heights of the page where something static lies, from the top: two of three texts of a table meet none. */
class Bands {
  /** Top and bottom in turn. */
  readonly #edges: number[] = [];

  constructor(extents: readonly (Rectangle | null)[]) {
    const sorted = extents.filter((extent) => extent !== null).sort((one, other) => one.topEmu - other.topEmu);
    for (const { topEmu, bottomEmu } of sorted) {
      const last = this.#edges.at(-1);
      if (last === undefined || topEmu > last) this.#edges.push(topEmu, bottomEmu);
      else this.#edges[this.#edges.length - 1] = Math.max(last, bottomEmu);
    }
  }

  meet(topEmu: number, bottomEmu: number): boolean {
    const edges = this.#edges;
    for (let at = 0; at < edges.length && (edges[at] as number) < bottomEmu; at += 2) {
      if (topEmu < (edges[at + 1] as number)) return true;
    }
    return false;
  }
}

/** Rectangles, and the one around all of them, which answers for most labels: they lie below or beside the data. */
class Rectangles {
  readonly #edges: number[] = [];
  #count = 0;
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  clear(): void {
    this.#count = 0;
    [this.#left, this.#top, this.#right, this.#bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  }

  add({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): void {
    const edges = this.#edges;
    const at = this.#count * 4;
    edges[at] = leftEmu;
    edges[at + 1] = topEmu;
    edges[at + 2] = rightEmu;
    edges[at + 3] = bottomEmu;
    this.#count += 1;
    if (leftEmu < this.#left) this.#left = leftEmu;
    if (topEmu < this.#top) this.#top = topEmu;
    if (rightEmu > this.#right) this.#right = rightEmu;
    if (bottomEmu > this.#bottom) this.#bottom = bottomEmu;
  }

  meets({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
    if (leftEmu >= this.#right || this.#left >= rightEmu || topEmu >= this.#bottom || this.#top >= bottomEmu) {
      return false;
    }
    const edges = this.#edges;
    for (let at = (this.#count - 1) * 4; at >= 0; at -= 4) {
      if (
        topEmu < (edges[at + 3] as number) &&
        (edges[at + 1] as number) < bottomEmu &&
        leftEmu < (edges[at + 2] as number) &&
        (edges[at] as number) < rightEmu
      ) {
        return true;
      }
    }
    return false;
  }
}
