// Advice: canvas and pages → what a designer would change. All of it is told on request only, and nothing is wrong.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { PageDocument } from "../layout/index.ts";
import { wordsOfAbsent } from "./absent-values.ts";
import { bareConditions } from "./bare-conditions.ts";
import { cutSeconds } from "./cut-seconds.ts";
import { looseHeadings } from "./heading-gaps.ts";
import { hiddenInRows } from "./hidden-fields.ts";
import { lettersAtLines } from "./letters-at-lines.ts";
import { oneLineWeight } from "./line-weights.ts";
import { lonelyLetters } from "./lonely-letters.ts";
import { nearlyEmptyLastPage } from "./page-advice.ts";
import { linesOf } from "./page-lines.ts";
import { missedWidths, nearEdges, unevenGaps } from "./place-advice.ts";
import { looseNumbers, tightColumns } from "./table-advice.ts";
import { nearlySameSizes, smallTitle, tightLines, tooMuchBold } from "./type-advice.ts";

/** What a designer would say of a form as it was drawn. */
export function adviseOn(
  canvas: Canvas,
  document: Pick<PageDocument, "pages" | "records" | "structure">,
): readonly Diagnostic[] {
  const lines = linesOf(document);
  return [
    ...nearlySameSizes(canvas),
    ...tooMuchBold(lines, canvas),
    ...tightColumns(lines, document, canvas),
    ...looseNumbers(lines, document, canvas),
    ...missedWidths(canvas, document),
    ...smallTitle(lines, document, canvas),
    ...unevenGaps(canvas),
    ...looseHeadings(canvas),
    ...tightLines(lines),
    ...nearEdges(canvas),
    ...nearlyEmptyLastPage(canvas, document),
    ...oneLineWeight(canvas, document),
    ...lettersAtLines(canvas, document),
    ...lonelyLetters(lines, canvas),
    ...wordsOfAbsent(canvas),
    ...hiddenInRows(canvas),
    ...bareConditions(canvas),
    ...cutSeconds(canvas),
  ];
}
