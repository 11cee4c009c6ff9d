// Code: what checking makes of an expression and running reads: code, types, declarations, signatures.
export { answerOfRemainder, FROM_ONE, FROM_ZERO } from "./answers.ts";
export { branchesOf, SAME_WORDS, textsYielded } from "./branches.ts";
export { type Checked, type CheckedExpression, computed } from "./checked.ts";
export {
  type Ambient,
  type ArithmeticOperator,
  type Code,
  type CompareOperator,
  codeKey,
  type ExpressionCode,
  type FormatKind,
  type KeyOrdering,
  type Lift,
  namesCopy,
  namesPage,
  type Ordering,
  operandsHere,
  readCode,
  readsData,
  readsRecord,
  spanOf,
} from "./code.ts";
export type {
  CanvasField,
  CanvasLet,
  EnumMember,
  FieldType,
  Template,
  TemplatePart,
  TextFieldType,
} from "./declarations.ts";
export { keyOrdering } from "./key-ordering.ts";
export { movedCode } from "./moved-code.ts";
export { letsByName, lettersPrinted } from "./printed-words.ts";
export { lastNameOf, referencePath } from "./reference-path.ts";
export {
  AMBIENT_TYPES,
  childShape,
  groupShape,
  joinPath,
  listOf,
  newShape,
  readSegments,
  recordOf,
  type Segment,
  shapeOfFields,
} from "./shapes.ts";
export { FUNCTION_HABITS, findSignature, type ParameterKind, SIGNATURES, type Signature } from "./signatures.ts";
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
export {
  type Answer,
  describeEntries,
  describeType,
  type EnumType,
  isNumeric,
  isNumericEnum,
  isTextual,
  type ListType,
  type Member,
  markOfType,
  numberFacts,
  numberType,
  plainType,
  type RecordShape,
  type Type,
  unify,
  withAnswer,
  withOptional,
} from "./types.ts";
