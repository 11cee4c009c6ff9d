// Expressions: names and types against the declarations, exact decimals, functions; checked code → closures.

export { SAME_WORDS, textsYielded } from "./branches.ts";
export {
  addMonths,
  type CivilDate,
  type CivilTime,
  dateOfDayNumber,
  dayNumber,
  isCivilDate,
  isCivilMoment,
  isCivilTime,
  parseDate,
  parseMoment,
  printDate,
  printOffset,
} from "./calendar.ts";
export { checkExpression, checkShown, formatCode } from "./check.ts";
export type { CheckedExpression } from "./checked.ts";
export {
  type CompareOperator,
  type ExpressionCode,
  namesCopy,
  namesPage,
  readCode,
  readsData,
  readsRecord,
} from "./code.ts";
export { type DateFormat, readDateParts, readDatePattern } from "./date-format.ts";
export { USUAL_DATE } from "./date-pattern-words.ts";
export { Decimal, ROUNDING_MODES } from "./decimal.ts";
export type {
  CanvasField,
  CanvasLet,
  EnumMember,
  FieldType,
  Template,
  TemplatePart,
} from "./declarations.ts";
export { type ExpressionTree, expressionTree, type TypedCode, typedCodeObserver } from "./expression-tree.ts";
export { FORMAT_PATTERNS, type FormatPattern } from "./format-patterns.ts";
export { IMAGE_TEXT, type ImageTextProblem, imageTextProblem } from "./image-text.ts";
export { type CheckedLets, checkLets } from "./lets.ts";
export { movedCode } from "./moved-code.ts";
export {
  type NameScope,
  type NodeObserver,
  narrow,
  openRecord,
  RESERVED_NAMES,
  type RecordsNear,
  rootScope,
  type SourceRecord,
  withPageNames,
} from "./names.ts";
export { nearest } from "./nearest.ts";
export { isNumberPatternName, type NumberFormat, readNumberPattern, withDecimals } from "./number-format.ts";
export { asOneLine, isOneLine } from "./one-line.ts";
export { checkPattern, compilePattern } from "./pattern.ts";
export { letsByName, lettersPrinted } from "./printed-words.ts";
export {
  compileProgram,
  type Evaluation,
  type EvaluationOptions,
  observed,
  type PrintedText,
  type Printer,
  type Program,
  type Scope,
} from "./program.ts";
export { referencePath } from "./reference-path.ts";
export { countSourceRecords } from "./run.ts";
export { AMBIENT_TYPES } from "./shapes.ts";
export { findSignature, SIGNATURES, type Signature } from "./signatures.ts";
export { isListOf, isSeveral, repairOfSeveral, type WantedValue } from "./single-values.ts";
export {
  bothHold,
  groupsOf,
  itemsOfGroup,
  type SummedCode,
  showsNumber,
  sumInPattern,
  summed,
  sumWrittenLike,
  textCode,
  valueWritten,
} from "./table-code.ts";
export { describeType, type Member, type RecordShape, type Type } from "./types.ts";
export type {
  PayloadNumber,
  PayloadRecord,
  PayloadValue,
  RecordView,
  Value,
} from "./values.ts";
