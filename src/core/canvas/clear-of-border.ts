// What is drawn at the edge of its content stands clear of a thick border around it. Letters have padding of their own
// choice: where a border hides one of them, that is found.
import type { CanvasElement, CellBox } from "./canvas-elements.ts";
import type { Edges, Emu, Stroke } from "./canvas-styles.ts";

/** A border that is no wider leaves what it touches whole where nothing is kept free. */
const BESIDE_EMU = 9_525;

/** Borders lie inside the edge of a box; cells share them with their neighbours, so that half lies in each. */
export type BorderPlace = "inside" | "shared";

/** A box whose content begins behind its borders, where they are thick enough to cover what stands at their side. */
export function clearOfBorder<Framed extends CellBox>(box: Framed, place: BorderPlace): Framed {
  const beside = (stroke: Stroke | null, paddingEmu: Emu): Emu => {
    if (stroke === null || stroke.widthEmu <= BESIDE_EMU) return paddingEmu;
    return Math.max(paddingEmu, place === "inside" ? stroke.widthEmu : Math.ceil(stroke.widthEmu / 2));
  };
  const [top, right, bottom, left] = box.padding;
  const padding: Edges = [
    beside(box.borderTop, top),
    beside(box.borderRight, right),
    beside(box.borderBottom, bottom),
    beside(box.borderLeft, left),
  ];
  return { ...box, padding };
}

/** The box of a container of such elements. */
export function aroundDrawn<Framed extends CellBox>(
  box: Framed,
  children: readonly CanvasElement[],
  place: BorderPlace,
): Framed {
  return children.some(isDrawnAtEdge) ? clearOfBorder(box, place) : box;
}

/** What is drawn from edge to edge, or holds such a thing at its own edge. */
function isDrawnAtEdge(element: CanvasElement): boolean {
  switch (element.kind) {
    case "image":
    case "seal":
    case "seals":
    case "comb":
    case "check":
    case "barcode":
    case "chart":
      return true;
    case "stack":
    case "box":
    case "row":
    case "grid":
    case "each":
    case "columns":
      return element.children.some(isDrawnAtEdge);
    case "text":
    case "rich":
    case "markdown":
    case "pairs":
    case "line":
    case "rect":
    case "plate":
    case "table":
    case "cells":
    case "space":
    case "break":
    case "bookmark":
      return false;
  }
}
