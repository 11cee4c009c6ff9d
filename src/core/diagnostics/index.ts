// Diagnostics: spans, findings, outcomes, the closed catalogue of codes, and printing as line:col.
export { withArticle } from "./article.ts";
export {
  CODES,
  type CodeEntry,
  type DiagnosticCode,
  isAdvice,
  isAllowable,
  LOST_DATA_CODES,
  type Severity,
} from "./codes.ts";
export { boundedEntries, counted, countedEntries } from "./counted.ts";
export {
  type Diagnostic,
  hasErrors,
  type LinesChange,
  type Outcome,
  type PropertyChange,
  type Repair,
  type TextEdit,
} from "./diagnostic.ts";
export { countFindings, filterFindings } from "./filter.ts";
export { fieldOf, SAME_PLACE_MAX } from "./folding.ts";
export { type JsonPlace, jsonMistake, jsonPlace, refusedJson, unreadJson } from "./json-mistakes.ts";
export { findingsIn, type Judgement, judgementOf, type SomeFindings } from "./judgement.ts";
export { hundredths, hundredthsAtMost, millimetres, millimetresAtMost, millimetresEnough, points } from "./lengths.ts";
export { LineIndex, type Position } from "./line-index.ts";
export {
  applyEdits,
  arrange,
  diagnose,
  type Finding,
  formatDiagnostics,
  type MachineDiagnostic,
  type MachinePlace,
  type MachineRepair,
  machineDiagnostics,
} from "./report.ts";
export { namedFirst, shortened } from "./shortened.ts";
export type { LineRange, SourceSpan, Span } from "./span.ts";
