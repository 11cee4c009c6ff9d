// Profiles (layer 3 of the gate): what is declared and drawn → facts that rules see; facts and rules → findings.
export {
  describeProfile,
  type ProfileDescription,
  profileMistake,
  type RuleDescription,
  resolveProfile,
} from "./catalogue.ts";
export { type DeclaredForm, declaredForm } from "./declared.ts";
export {
  describeExporter,
  type Exported,
  type ExporterDescription,
  type Exporting,
  exporterMistake,
  exportFailure,
  exportForm,
} from "./export.ts";
export { DrawnFacts, plainFacts, type RecordFacts } from "./facts.ts";
export {
  areSettled,
  deepFrozen,
  type Judging,
  judgeByTrusted,
  judgeForm,
  mayBeSettled,
  type ProfileVerdict,
  type RuleWatch,
  ruleFailure,
  unjudgedBy,
} from "./judge.ts";
export { type ElementPlaces, elementPlaces } from "./pages.ts";
