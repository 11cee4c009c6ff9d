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
  const shared: PlacedItem[] = [];
  const own: PlacedItem[] = [];
  const below: Rectangle[] = [];
  // What comes after the last static item lies below none, so a page of data alone costs nothing here.
  const lastStatic = items.findLastIndex(mayShare);
  for (const [index, item] of items.entries()) {
    if (index > lastStatic) {
      own.push(item);
      continue;
    }
    const extent = inkExtent(item);
    if (mayShare(item) && extent !== null && !below.some((other) => overlap(extent, other))) {
      shared.push(item);
      continue;
    }
    own.push(item);
    if (extent !== null) below.push(extent);
  }
  return { shared, own };
}
