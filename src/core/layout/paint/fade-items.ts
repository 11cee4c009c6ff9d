// Items that were painted → the same ones translucent, for blocks with an opacity of their own.
import type { Color } from "../../canvas/index.ts";
import type { Gradient, PlacedItem } from "../page/index.ts";

/** The alpha of what hides all that lies under it. */
export const OPAQUE = 255;

/** Makes what was painted since `first` translucent, each item by itself. */
export function fadeItems(items: PlacedItem[], first: number, alpha: number): void {
  for (let at = first; at < items.length; at++) {
    const item = items[at];
    if (item !== undefined) items[at] = faded(item, alpha);
  }
}

function faded(item: PlacedItem, alpha: number): PlacedItem {
  switch (item.kind) {
    case "link":
      return item;
    case "image":
      return { ...item, alpha: share(item.alpha ?? OPAQUE, alpha) };
    case "glyphs":
      return { ...item, color: fadedColor(item.color, alpha) };
    case "fill":
    case "stroke": {
      const color = fadedColor(item.color, alpha);
      return item.gradient === undefined
        ? { ...item, color }
        : { ...item, color, gradient: fadedGradient(item.gradient, alpha) };
    }
  }
}

function fadedGradient(gradient: Gradient, alpha: number): Gradient {
  return { ...gradient, stops: gradient.stops.map((stop) => ({ ...stop, color: fadedColor(stop.color, alpha) })) };
}

function fadedColor([red, green, blue, own]: Color, alpha: number): Color {
  return [red, green, blue, share(own, alpha)];
}

function share(own: number, alpha: number): number {
  return Math.round((own * alpha) / OPAQUE);
}
