// Expressions: names and types against the declarations, exact decimals, functions; checked code → closures.

export { isCivilDate, isCivilMoment, isCivilTime } from "./calendar.ts";
export { checkExpression, checkShown, formatCode } from "./check.ts";
export type { CheckedExpression } from "./checked.ts";
export type { ExpressionCode } from "./code.ts";
export { Decimal } from "./decimal.ts";
export type {
  CanvasField,
  CanvasLet,
  EnumMember,
  FieldType,
  Template,
  TemplatePart,
} from "./declarations.ts";
export { type CheckedLets, checkLets } from "./lets.ts";
export { type NameScope, narrow, openRecord, rootScope, type SourceRecord, withPageNames } from "./names.ts";
export { nearest } from "./nearest.ts";
export { compileProgram, type Evaluation, type EvaluationOptions, type Program, type Scope } from "./program.ts";
export type { RecordShape, Type } from "./types.ts";
export type {
  PayloadNumber,
  PayloadRecord,
  PayloadValue,
  RecordView,
  Value,
} from "./values.ts";
