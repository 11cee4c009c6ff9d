// What lies in an element of the canvas, and whether a place of the source does.
import type { CanvasElement } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";

/** What a flow holds, wherever it stands; tables and pairs have rows of their own. */
export function childrenOf(element: CanvasElement): readonly CanvasElement[] {
  if (element.kind === "cells") return element.cells.flatMap(({ children }) => children ?? []);
  return "children" in element ? element.children : [];
}

export function isWithin(span: SourceSpan, [start, end]: SourceSpan): boolean {
  return span[0] >= start && span[1] <= end;
}
