// The rule tester (`platen/sdk/testing`): forms and the findings that a rule is to make of them → tests for any runner.
export { type CheckedForm, checkForm, type FormToCheck, findingLine } from "./check-form.ts";
export { type InvalidForm, type RuleCases, type RuleTest, ruleTests, type ValidForm } from "./rule-tests.ts";
