// Canvas: the checked document compiled to closed JSON, its identity, its contract schema and its field table.
export { BAND_PRECEDENCE, isBandFor, type PageKind } from "../check/index.ts";
export {
  BARCODE_KINDS,
  type BarcodeKind,
  type BarcodeMistake,
  barcodeMistake,
  checkDigitOf,
  withCheckDigit,
} from "../schema/index.ts";
export { assetFiles } from "./assets.ts";
export { canonicalJson, contentHash } from "./canonical-json.ts";
export type {
  Canvas,
  CanvasAllowance,
  CanvasAsset,
  CanvasAttachment,
  CanvasBand,
  CanvasBody,
  CanvasDocument,
  CanvasEncryption,
  CanvasFont,
  CanvasPage,
  CanvasPrinting,
  CanvasRecordSource,
  CanvasSheet,
  PdfKind,
  Permission,
  TextCapacity,
} from "./canvas.ts";
export type {
  BarcodeElement,
  BookmarkElement,
  BreakElement,
  CanvasElement,
  CellBox,
  CellsElement,
  ChartAxis,
  ChartElement,
  ChartSeries,
  CheckElement,
  ColumnsElement,
  CombElement,
  EachElement,
  FootCell,
  FootPart,
  GanttAxis,
  GanttBar,
  GanttMilestone,
  GanttToday,
  GridCell,
  GridElement,
  ImageElement,
  LineElement,
  MarkdownElement,
  MarkdownStyles,
  PageFootCell,
  PairElement,
  PairsElement,
  PlateElement,
  RectElement,
  RichElement,
  RichSpan,
  RowElement,
  SealElement,
  SealsElement,
  SpaceElement,
  StackElement,
  TableCarry,
  TableColumn,
  TableElement,
  TableFoot,
  TableGroup,
  TextElement,
} from "./canvas-elements.ts";
export type { Box, Color, Edges, Emu, Paint, Stroke, TextStyle, Width } from "./canvas-styles.ts";
export {
  type CanvasSummary,
  type FrozenForm,
  frozenForm,
  parseSummary,
  summaryText,
  UNPUBLISHED_ID,
} from "./canvas-summary.ts";
export {
  capacityInLetters,
  describeCapacity,
  describeInLetters,
  type PatternLetters,
  patternLetters,
} from "./capacity.ts";
export { codeStarts } from "./code-fields.ts";
export { type CompileOptions, compileSource, hindersDrawing } from "./compile.ts";
export { isAxis } from "./compile-gantt.ts";
export { type ConditionalPlace, conditionalPlaces } from "./conditional-places.ts";
export { contractSchema, type JsonSchema, type SchemaIdentity } from "./contract-schema.ts";
export { contractShape, filledArray, isOptional, type ShapeNode } from "./contract-shape.ts";
export { decidingCopies } from "./deciding-copies.ts";
export { type EntryCounts, examplePayload, withEntries } from "./example-payload.ts";
export { fieldLabels } from "./field-labels.ts";
export { type FieldRow, fieldTable } from "./field-table.ts";
export { fixedAxes } from "./fixed-axes.ts";
export {
  type CountedList,
  countedLists,
  LIST_DOCUMENTS_MAX,
  lastRecord,
  placesOnSheet,
  takenCount,
} from "./list-counts.ts";
export { parseCanvas } from "./parse-canvas.ts";
export { isElsewhere, isInCells } from "./printed-names.ts";
export { previewPayload } from "./stand-ins.ts";
export { LEGIBLE_EMU } from "./text-styles.ts";
export { usualTiers } from "./time-headings.ts";
export { absentEnds, choiceCases, divisorLists, pictureCases, type UnfitNumber, unfitNumbers } from "./worst-alone.ts";
export { branchCases, branchTrials, searchBranches } from "./worst-branches.ts";
export { type CodeCase, codeCases } from "./worst-codes.ts";
export { collectedTrials } from "./worst-collected.ts";
export { payloadOfCounts } from "./worst-headings.ts";
export { differentKeysTrial, distantKeysTrial } from "./worst-keys.ts";
export { worstMarkdown } from "./worst-markdown.ts";
export { pairTrials, pairwiseRows } from "./worst-pairs.ts";
export { passingTrials, reachingTrials } from "./worst-passing.ts";
export { type WorstCase, withNumbers, worstCases, worstPayload } from "./worst-payload.ts";
export { barEnds, conditionalStarts, namesWithin, pieStarts, reads, unitsOfScales, visit } from "./worst-reads.ts";
export type { Searched } from "./worst-search.ts";
export {
  type FullSize,
  fullText,
  type LetterWidths,
  LONGEST_WORD,
  type WidestOf,
  worstLines,
  worstText,
  worstWords,
} from "./worst-text.ts";
export {
  type Choice,
  choicesTrial,
  declaredChoices,
  declaredTrial,
  ENTRIES_LONG_MAX,
  manyRowsTrial,
  shownTrial,
  singleTrial,
  summedTrials,
  type TriedValue,
  type WorstTrial,
  withoutChoice,
  worstTrials,
} from "./worst-trials.ts";
export { linesOfExamples, linesTrial, otherRowsTrials, writingTrials } from "./worst-writing.ts";
export { hasUseOf, type WrittenElement, type WrittenElements, writtenElements } from "./written-elements.ts";
