// Operators: types of both sides, lists combined entry by entry, repairs in place.
import type { Repair } from "../../diagnostics/index.ts";
import type { BinaryOperator, Expression } from "../../language/index.ts";
import {
  type ArithmeticOperator,
  answerOfRemainder,
  type Checked,
  type Code,
  computed,
  describeType,
  isNumeric,
  isTextual,
  numberFacts,
  numberType,
  plainType,
  type Type,
  unify,
  withAnswer,
  withOptional,
} from "../code/index.ts";
import { advice, around, finding, insert, replace, suggestion } from "../names/index.ts";
import { bareWord, isTextWithoutQuotes } from "./bare-words.ts";
import { checkComparison } from "./check-comparison.ts";
import { type CheckContext, contextWhen } from "./check-context.ts";
import { type Binary, report, result, type Sides, takeApart } from "./operator-sides.ts";

export function checkBinary(node: Binary, context: CheckContext): Checked | null {
  const sides = checkSides(node, context);
  return sides === null ? null : checkOperator(sides);
}

/** Both sides, each told of its errors. A word that may be a text without quotes is judged by the other side. */
function checkSides(node: Binary, context: CheckContext): Sides | null {
  const words = { left: bareWord(node, node.left, context.scope), right: bareWord(node, node.right, context.scope) };
  if (words.left !== null && words.right === null) {
    const right = context.check(node.right, context);
    if (right !== null && isTextWithoutQuotes(words.left, right, context)) return null;
    const left = context.check(node.left, context);
    return left === null || right === null ? null : takeApart(node, left, right, context);
  }
  const left = context.check(node.left, context);
  if (left !== null && words.right !== null && isTextWithoutQuotes(words.right, left, context)) return null;
  const right = context.check(node.right, left === null ? context : contextOfRight(node.operator, left, context));
  return left === null || right === null ? null : takeApart(node, left, right, context);
}

function checkOperator(sides: Sides): Checked | null {
  const { node } = sides;
  switch (node.operator) {
    case "and":
    case "or":
      return checkLogic(sides, node.operator);
    case "??":
      return checkCoalesce(sides);
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return checkArithmetic(sides, node.operator);
    default:
      return checkComparison(sides, node.operator);
  }
}

/** `has(x) and x > 3`: the right side is reached only where the left one leaves it open. */
function contextOfRight(operator: BinaryOperator, left: Checked, context: CheckContext): CheckContext {
  if (operator === "and") return contextWhen(true, left, context);
  return operator === "or" ? contextWhen(false, left, context) : context;
}

function nameOf(side: Checked): string {
  return side.path ?? "this";
}

function checkLogic(sides: Sides, operator: "and" | "or"): Checked | null {
  for (const [side, type] of [
    [sides.left, sides.leftType],
    [sides.right, sides.rightType],
  ] as const) {
    if (!isCondition(type)) return notCondition(`"${operator}"`, side, type, sides.context);
  }
  const { left, right, lift } = sides;
  return result(sides, { op: operator, left: left.code, right: right.code, lift }, plainType("bool"));
}

function isCondition(type: Type): boolean {
  return type.kind === "bool" || type.kind === "any" || type.kind === "null";
}

function notCondition(operator: string, side: Checked, type: Type, context: CheckContext): null {
  const message = `${operator} needs conditions, but ${nameOf(side)} is ${describeType(type)}`;
  const why = "Conditions are comparisons, has(…), or fields of type bool.";
  const repair = type.optional
    ? suggestion("has(x)", ...around(side.span, "has(", ")"))
    : advice("compare it with a value");
  return report(context, finding("RPT2110", side.span, message, why, repair));
}

function checkCoalesce(sides: Sides): Checked | null {
  const { left, right, leftType, rightType, lift } = sides;
  const type = withOptional(unify(withOptional(leftType, false), rightType), rightType.optional);
  return result(
    sides,
    { op: "coalesce", left: left.code, right: right.code, lift },
    leftType.kind === "null" ? rightType : type,
  );
}

function checkArithmetic(sides: Sides, operator: ArithmeticOperator): Checked | null {
  const { node, left, right, leftType, rightType, lift } = sides;
  const span = [node.span.start, node.span.end] as const;
  if (operator === "-" && leftType.kind === "date" && rightType.kind === "date" && lift === "") {
    const absent = [left, right].find((side) => side.type.optional);
    if (absent !== undefined) return mayBeAbsent(absent, sides.context);
    return computed(node.span, { op: "call", name: "days", args: [right.code, left.code], span }, numberType(0));
  }
  for (const [side, type] of [
    [left, leftType],
    [right, rightType],
  ] as const) {
    if (!isNumeric(type)) return notNumber(operator, side, type, sides);
  }
  for (const [side, type] of [
    [left, leftType],
    [right, rightType],
  ] as const) {
    if (type.optional && type.kind !== "any") return mayBeAbsent(side, sides.context);
  }
  const code: Code = { op: "arithmetic", operator, left: left.code, right: right.code, lift, span };
  return result(sides, code, arithmeticType(operator, leftType, rightType, sides));
}

function arithmeticType(operator: ArithmeticOperator, left: Type, right: Type, sides: Sides): Type {
  const a = numberFacts(left);
  const b = numberFacts(right);
  const optional = (left.kind === "any" && left.optional) || (right.kind === "any" && right.optional);
  const quotient = a.quotient || b.quotient;
  const both = a.scale !== null && b.scale !== null;
  if (operator === "*") return numberType(both ? (a.scale ?? 0) + (b.scale ?? 0) : null, optional, quotient);
  const answer = operator === "%" ? answerOfRemainder(left, right, sides.right.code) : null;
  if (answer !== null) return withAnswer(numberType(0, optional), answer);
  if (operator !== "/") return numberType(both ? Math.max(a.scale ?? 0, b.scale ?? 0) : null, optional, quotient);
  const added = decimalsOfDivision(sides.right.code);
  if (added === null) return numberType(null, optional, true);
  return numberType(a.scale === null ? null : a.scale + added, optional, quotient);
}

/** Decimals that dividing by a literal adds, where every quotient ends: `/ 100` adds 2, `/ 8` adds 3. */
function decimalsOfDivision(divisor: Code): number | null {
  if (divisor.op !== "number" || !/^\d{1,15}$/.test(divisor.digits)) return null;
  let rest = Number(divisor.digits);
  if (rest === 0) return null;
  const count = { two: 0, five: 0 };
  for (; rest % 2 === 0; rest /= 2) count.two += 1;
  for (; rest % 5 === 0; rest /= 5) count.five += 1;
  return rest === 1 ? Math.max(count.two, count.five) : null;
}

function notNumber(operator: ArithmeticOperator, side: Checked, type: Type, sides: Sides): null {
  const message = `"${operator}" needs numbers, but ${nameOf(side)} is ${describeType(type)}`;
  const why = "Arithmetic is done on numbers only; nothing is converted.";
  return report(sides.context, finding("RPT2110", side.span, message, why, repairOfOperand(operator, type, sides)));
}

function repairOfOperand(operator: ArithmeticOperator, type: Type, { node, leftType, lift }: Sides): Repair {
  if (operator === "+" && isTextual(type) && lift === "") {
    const title = 'join text with "{a}{b}" or concat(a, b)';
    return suggestion(
      title,
      insert(node.span.start, "concat("),
      replace(node.operatorSpan, ","),
      insert(node.span.end, ")"),
    );
  }
  if (type.kind === "date" && leftType.kind === "date") return advice("addDays(date, n) moves a date");
  if (type.kind === "record") return advice("name one of its fields");
  return advice("use a field of type int or decimal");
}

/** RPT2111 with the repair in place, where a value of the type counts as none. */
export function mayBeAbsent(side: Checked, context: CheckContext): null {
  const why = "An optional value has to be given a substitute or a guard before it is computed with.";
  return report(context, finding("RPT2111", side.span, `${nameOf(side)} may be absent`, why, repairOfAbsent(side)));
}

function repairOfAbsent(side: Checked): Repair {
  const { type, code, path } = side;
  if (type.kind === "list") return advice("filter first: items[has(.field)].field");
  if (!isNumeric(type)) return advice("no such value counts as none: write if(has(x), …, '—') around the whole");
  // Of a call, all of it is meant, and not what it is given.
  const written = path === null && code.op === "call" ? `${code.name}(…)` : "x";
  return suggestion(
    `write (${written} ?? 0), which counts as none; to show a dash instead, if(has(x), …, '—') around the whole`,
    ...around(side.span, "(", " ?? 0)"),
  );
}

export function checkNot(node: Extract<Expression, { kind: "not" }>, context: CheckContext): Checked | null {
  const operand = context.check(node.operand, context);
  if (operand === null) return null;
  const type = operand.type.kind === "list" ? operand.type.element : operand.type;
  if (!isCondition(type)) return notCondition('"not"', operand, type, context);
  const lift = operand.type.kind === "list";
  const code: Code = { op: "not", operand: operand.code, lift };
  return computed(node.span, code, liftedLike(operand, plainType("bool")));
}

export function checkNegate(node: Extract<Expression, { kind: "negate" }>, context: CheckContext): Checked | null {
  const operand = context.check(node.operand, context);
  if (operand === null) return null;
  const type = operand.type.kind === "list" ? operand.type.element : operand.type;
  if (!isNumeric(type)) {
    const message = `"-" needs a number, but ${nameOf(operand)} is ${describeType(type)}`;
    return report(
      context,
      finding(
        "RPT2110",
        operand.span,
        message,
        "Only numbers have a sign.",
        advice("use a field of type int or decimal"),
      ),
    );
  }
  if (type.optional && type.kind !== "any") return mayBeAbsent(operand, context);
  const { scale, quotient } = numberFacts(type);
  const code: Code = {
    op: "negate",
    operand: operand.code,
    lift: operand.type.kind === "list",
    span: [node.span.start, node.span.end],
  };
  return computed(node.span, code, liftedLike(operand, numberType(scale, type.kind === "any", quotient)));
}

function liftedLike(operand: Checked, type: Type): Type {
  return operand.type.kind === "list" ? { ...operand.type, element: type } : type;
}
