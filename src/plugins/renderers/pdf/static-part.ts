// Splits a page into the part that is the same wherever its canvas draws it and the rest. A tagged file shares only
// artifacts, since ISO 14289-1 forbids to share marked content.
import type { PlacedItem, Rectangle } from "../../../core/sdk/index.ts";
import { inkExtent, overlap } from "./extents.ts";

export interface PageParts {
  /** Items that may be painted before all others: static, and on top of nothing that is not in this part itself. */
  readonly shared: readonly PlacedItem[];
  /** Everything else, in paint order. */
  readonly own: readonly PlacedItem[];
}

/**
 * Painting `shared`, then `own` gives the same picture as the page's own order: a shared item was moved only in front
 * of items that it does not touch. A link draws nothing and may lie anywhere.
 */
export function splitStaticPart(
  items: readonly PlacedItem[],
  mayShare: (item: PlacedItem) => boolean = (item) => item.isStatic,
): PageParts {
  // What comes after the last static item lies below none, so a page of data alone costs nothing here.
  const movable = items.findLastIndex(mayShare) + 1;
  if (movable === 0) return { shared: NONE, own: items };
  const shared: PlacedItem[] = [];
  const own: PlacedItem[] = [];
  const below: Rectangle[] = [];
  for (let index = 0; index < movable; index += 1) {
    const item = items[index] as PlacedItem;
    const extent = inkExtent(item);
    if (mayShare(item) && extent !== null && !liesOn(extent, below)) {
      shared.push(item);
      continue;
    }
    own.push(item);
    if (extent !== null) below.push(extent);
  }
  for (let index = movable; index < items.length; index += 1) own.push(items[index] as PlacedItem);
  return { shared, own };
}

const NONE: readonly PlacedItem[] = [];

function liesOn(extent: Rectangle, below: readonly Rectangle[]): boolean {
  for (const other of below) if (overlap(extent, other)) return true;
  return false;
}
