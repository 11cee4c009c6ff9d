// `valign` of a row or grid: what stands in it says where it stands in the row's height.
import type { AnyElement, CheckedValues } from "../check/index.ts";
import { lengthOf, wordOf } from "./boxes.ts";
import type { CanvasElement } from "./canvas-elements.ts";
import type { Box } from "./canvas-styles.ts";

export type Down = NonNullable<Box["down"]>;

/** Where a row or grid lets its children stand; absent: they are as high as the row. */
export function downOfRow(values: CheckedValues): Down | undefined {
  return (wordOf(values, "valign") as Down | null) ?? undefined;
}

/** Those that place by their own `valign` what they hold, where they are as high as their row. */
const PLACES_ITSELF: ReadonlySet<string> = new Set(["stack", "box", "image"]);

/** The children of an `each` stand in the row themselves, and it has no box there. */
export function standingIn(down: Down | undefined, element: AnyElement, compiled: CanvasElement): CanvasElement {
  if (down === undefined || compiled.kind === "each" || !("box" in compiled)) return compiled;
  const stretches = PLACES_ITSELF.has(element.name) && lengthOf(element.properties, "h") === null;
  if (stretches && wordOf(element.properties, "valign") !== null) return compiled;
  return { ...compiled, box: { ...compiled.box, down } } as CanvasElement;
}
