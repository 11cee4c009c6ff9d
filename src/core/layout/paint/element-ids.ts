// The `#id` of elements, for findings that name them.
import type { Canvas } from "../../canvas/index.ts";

/** Answers the id of the element that starts at an offset of the source; looks the canvas through when first asked. */
export function elementIds(canvas: Canvas): (start: number) => string | null {
  let ids: Map<number, string> | null = null;
  return (start) => {
    if (ids === null) {
      ids = new Map();
      collectIds(canvas.pages, ids);
    }
    return ids.get(start) ?? null;
  };
}

/** Whatever has a box with an id is an element, wherever in the compiled form it stands. */
function collectIds(value: unknown, ids: Map<number, string>): void {
  if (typeof value !== "object" || value === null) return;
  if ("box" in value && "span" in value && Array.isArray(value.span)) {
    const { box } = value;
    const start: unknown = value.span[0];
    if (
      typeof box === "object" &&
      box !== null &&
      "id" in box &&
      typeof box.id === "string" &&
      typeof start === "number"
    )
      ids.set(start, box.id);
  }
  for (const member of Object.values(value)) collectIds(member, ids);
}
