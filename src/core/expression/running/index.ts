// Running: typed code and the values of a payload → computed values and printed texts.
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
export { countSourceRecords } from "./run.ts";
