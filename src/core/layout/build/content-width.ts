// The width of a box that says `w=auto` and `place`: that of its content, so that it may stand elsewhere than left.
import type { CanvasElement, Emu } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import { fillsItsRoom, naturalWidth, sideBySide } from "../elements/index.ts";
import type { LayoutInput } from "../words/index.ts";

/** An element of a flow, and what it is laid out with. */
export interface FittedElement {
  readonly element: CanvasElement;
  readonly input: LayoutInput;
}

/** The element with the width of its content, at most that of its room; itself where it has a width of its own. */
export function fittedElement(input: LayoutInput, element: CanvasElement, scope: Scope, roomEmu: Emu): FittedElement {
  const isFitted = "box" in element && element.box.fitsContent === true && !fillsItsRoom(element);
  if (!isFitted || !input.evaluation.condition(element.box.when, scope)) return { element, input };
  const { box } = element;
  const sides = box.margin[1] + box.margin[3];
  const emu = Math.max(0, Math.min(wholeWidth(input, element, scope), roomEmu) - sides);
  const fitted = { ...element, box: { ...box, width: { kind: "length", emu } } } as const;
  // What such a box holds is bounded by its room, and not by what its examples are wide.
  return { element: fitted, input: input.rooms === null ? input : { ...input, rooms: null } };
}

/** With margins and padding. */
function wholeWidth(input: LayoutInput, element: Extract<CanvasElement, { box: unknown }>, scope: Scope): Emu {
  if (element.kind !== "row") return naturalWidth(input, element, scope);
  // Those of an `each` stand side by side too, and what is not shown has no gap.
  const items = sideBySide(input, element.children, scope);
  const { margin, padding } = element.box;
  const around = margin[1] + margin[3] + padding[1] + padding[3] + element.gapEmu * Math.max(0, items.length - 1);
  return items.reduce((width, item) => width + naturalWidth(input, item.element, item.scope), around);
}
