// Checking: parsed expressions and the names around them → typed code, with findings.
export { checkExpression, checkShown, formatCode } from "./check.ts";
export { type ExpressionTree, expressionTree, type TypedCode, typedCodeObserver } from "./expression-tree.ts";
export { type CheckedLets, checkLets } from "./lets.ts";
export { isListOf, isSeveral, repairOfSeveral, type WantedValue } from "./single-values.ts";
