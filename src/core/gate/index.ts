// Gate: pages → findings about their geometry (layer 2). Fit, layer 1, is told by layout, which measures it.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { PageDocument } from "../layout/index.ts";
import { findLowContrast } from "./contrast.ts";
import { findFaintLines, findNearlyAlignedLines } from "./drawn-lines.ts";
import { indexElements } from "./elements.ts";
import { findNearlyAligned, findOutsidePrintable, findUnevenMargins } from "./margins.ts";
import { findOverlaps } from "./overlap.ts";
import { findPrivateCharacters } from "./private-characters.ts";
import { judgeReading } from "./reading-order.ts";
import { findTypeSizes } from "./type-sizes.ts";

/** Judges the geometry of laid-out pages, in the order of the codes. Page numbers count from the file's first page. */
export function judgeGeometry(canvas: Canvas, document: PageDocument): readonly Diagnostic[] {
  const elements = indexElements(canvas);
  const declared = findNearlyAligned(elements);
  const told = new Set(declared.map(({ span }) => span.start));
  return [
    ...findOverlaps(document.pages, elements),
    ...findOutsidePrintable(canvas, document.pages, elements),
    ...findUnevenMargins(canvas, document.pages, elements),
    ...findTypeSizes(canvas, document.pages),
    ...declared,
    ...findNearlyAlignedLines(document.pages, elements, told),
    ...findLowContrast(document.pages),
    ...findFaintLines(document.pages, elements),
    ...findPrivateCharacters(canvas, document),
    ...judgeReading(canvas, document, elements),
  ];
}

export { measureCapacities } from "./capacity.ts";
export { contrastOf, overPaper, PAPER } from "./contrast.ts";
