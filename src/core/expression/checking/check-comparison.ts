// Comparisons: types of both sides, members of enums, and those that come out the same for every value.
import type { Repair, Span } from "../../diagnostics/index.ts";
import {
  type Answer,
  type Checked,
  type Code,
  type CompareOperator,
  describeType,
  isNumeric,
  isTextual,
  type Ordering,
  plainType,
  type Type,
} from "../code/index.ts";
import { advice, finding, nearest, replace, safe, suggestion } from "../names/index.ts";
import { memberNamed, quoted } from "./bare-words.ts";
import { dayMeant, subtractedDay } from "./check-date.ts";
import { timeMeant } from "./check-time.ts";
import { report, result, type Sides } from "./operator-sides.ts";

/** `==`, `<` and the like; null where the sides cannot be compared. */
export function checkComparison(sides: Sides, operator: CompareOperator): Checked | null {
  const { node, left, right, leftType, rightType, lift } = sides;
  const ordering = orderingOf(leftType, rightType, operator);
  if (ordering === null) {
    const message = `"${operator}" can not compare ${describeType(leftType)} with ${describeType(rightType)}`;
    const why = "Only values of the same type are compared; nothing is converted.";
    return report(sides.context, finding("RPT2110", node.operatorSpan, message, why, repairOfComparison(sides)));
  }
  if (!checkMembers(sides)) return null;
  tellNamesOfMembers(sides);
  tellForeseen(sides, operator);
  const code: Code = { op: "compare", operator, ordering, left: left.code, right: right.code, lift };
  return result(sides, code, plainType("bool"));
}

function orderingOf(left: Type, right: Type, operator: CompareOperator): Ordering | null {
  const equality = operator === "==" || operator === "!=";
  if (left.kind === "null" || right.kind === "null") return equality ? "any" : null;
  if (left.kind === "any" || right.kind === "any") return "any";
  if (isNumeric(left) && isNumeric(right)) return "number";
  if (isTextual(left) && isTextual(right)) return "text";
  if (left.kind !== right.kind) return null;
  switch (left.kind) {
    case "bool":
      return equality ? "any" : null;
    case "date":
      return "text";
    case "time":
      return "time";
    case "datetime":
      return "datetime";
    default:
      return null;
  }
}

function repairOfComparison(sides: Sides): Repair {
  const { node, left, right, leftType, rightType } = sides;
  const [named] = namesOfMembers(sides);
  if (named !== undefined)
    return suggestion(`write the member in quotes: ${named.text}`, replace(named.span, named.text));
  if (isNumeric(leftType) && node.right.kind === "string" && /^-?\d+(\.\d+)?$/.test(node.right.text)) {
    return safe(`write the number without quotes: ${node.right.text}`, replace(right.span, node.right.text));
  }
  if (isTextual(leftType) && node.right.kind === "number") {
    return suggestion(`write it as text: '${node.right.digits}'`, replace(right.span, `'${node.right.digits}'`));
  }
  for (const [type, other] of [
    [leftType, node.right],
    [rightType, node.left],
  ] as const) {
    const written = other.kind === "string" ? other.text : subtractedDay(other);
    const day = type.kind === "date" && written !== null ? dayMeant(written) : null;
    const time = type.kind === "time" && other.kind === "string" ? timeMeant(other.text) : null;
    if (time !== null) return suggestion(`write it as a time: time('${time}')`, replace(other.span, `time('${time}')`));
    if (day !== null) return suggestion(`write it as a day: date('${day}')`, replace(other.span, `date('${day}')`));
  }
  if (leftType.kind === "bool" && rightType.kind === "str")
    return advice(`use ${left.path ?? "it"} alone as the condition`);
  return advice("compare values of one type");
}

/** RPT2112: a literal compared with an enum must be one of its members. */
function checkMembers({ node, leftType, rightType, left, right, context }: Sides): boolean {
  const pairs = [
    { type: leftType, literal: node.right, owner: left },
    { type: rightType, literal: node.left, owner: right },
  ];
  for (const { type, literal, owner } of pairs) {
    if (type.kind !== "enum" || (literal.kind !== "string" && literal.kind !== "number")) continue;
    const value = literal.kind === "string" ? literal.text : literal.digits;
    const members = type.members.map((member) => member.value);
    if (members.includes(value)) continue;
    const near = nearest(value, members) ?? type.members.find((member) => member.label === value)?.value ?? null;
    const list = members.slice(0, 12).join(", ");
    const quoted = literal.kind === "string" ? `'${near}'` : `${near}`;
    const repair =
      near === null ? advice(`members: ${list}`) : suggestion(`did you mean ${quoted}?`, replace(literal.span, quoted));
    const message = `'${value}' is not a member of ${owner.path ?? "the enum"}`;
    report(context, finding("RPT2112", literal.span, message, `Its members are ${list}.`, repair));
    return false;
  }
  return true;
}

/** Declared names that are written where a member of the same name may be meant. */
function namesOfMembers({ node, leftType, rightType, left, right }: Sides): readonly NameOfMember[] {
  const pairs = [
    { name: node.right, named: rightType, type: leftType, owner: left },
    { name: node.left, named: leftType, type: rightType, owner: right },
  ];
  return pairs.flatMap(({ name, named, type, owner }) => {
    if (name.kind !== "name" || type.kind !== "enum" || memberNamed(name.name, type) === null) return [];
    // Two enums with the member in common are compared on purpose.
    if (named.kind === "enum" && memberNamed(name.name, named) !== null) return [];
    return [{ name: name.name, span: name.span, text: quoted(memberNamed(name.name, type) ?? ""), owner }];
  });
}

interface NameOfMember {
  readonly name: string;
  readonly span: Span;
  /** The member as it is written in an expression. */
  readonly text: string;
  readonly owner: Checked;
}

/** RPT2133: `state == late` with a field `late`, whose content is compared. */
function tellNamesOfMembers(sides: Sides): void {
  for (const { name, span, text, owner } of namesOfMembers(sides)) {
    const message = `${name} is a declared name here, and also a member of ${owner.path ?? "the enum"}`;
    const why = `Without quotes the value of ${name} is compared; write concat(${name}) where that is meant.`;
    const repair = suggestion(`write the member in quotes: ${text}`, replace(span, text));
    report(sides.context, finding("RPT2133", span, message, why, repair));
  }
}

const MIRRORED: Readonly<Record<CompareOperator, CompareOperator>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** RPT2132: a comparison with a number that the other side never passes or reaches. */
function tellForeseen(sides: Sides, operator: CompareOperator): void {
  const { node, left, right, leftType, rightType } = sides;
  tellForeseenOf(sides, { side: left, type: leftType, operator, number: right, span: node.span });
  tellForeseenOf(sides, { side: right, type: rightType, operator: MIRRORED[operator], number: left, span: node.span });
}

interface Foreseeable {
  readonly side: Checked;
  readonly type: Type;
  readonly operator: CompareOperator;
  readonly number: Checked;
  readonly span: Span;
}

function tellForeseenOf({ context }: Sides, { side, type, operator, number, span }: Foreseeable): void {
  const value = literalNumber(number.code);
  if (value === null || type.kind !== "num" || type.answer === undefined) return;
  const outcome = foreseen(operator, type.answer, value, type.scale === 0);
  if (outcome === null) return;
  const { least, greatest } = type.answer;
  const name = side.code.op === "call" ? side.code.name : (side.path ?? "the value");
  const isSunday = name === "weekday" && value === 0 && (operator === "==" || operator === "!=");
  const bounds = greatest === null ? `at least ${least}` : `from ${least} to ${greatest}`;
  const message = `this comparison ${outcome ? "always" : "never"} holds: ${name} is a whole number ${bounds}`;
  const why = `Days of the week are 1 Monday to 7 Sunday; months, days and ranks count from 1, lengths from 0.`;
  const repair = isSunday
    ? suggestion("write 7 for Sunday", replace(number.span, "7"))
    : advice(`${outcome ? "leave this comparison out, or compare" : "compare"} with a whole number ${bounds}`);
  report(context, finding("RPT2132", span, message, why, repair));
}

function literalNumber(code: Code): number | null {
  if (code.op === "number") return Number(code.digits);
  return code.op === "negate" && code.operand.op === "number" ? -Number(code.operand.digits) : null;
}

/** The outcome that a comparison has with every number that can be there; null where it depends. */
function foreseen(operator: CompareOperator, answer: Answer, value: number, isWhole: boolean): boolean | null {
  const greatest = answer.greatest ?? Number.POSITIVE_INFINITY;
  const { least } = answer;
  switch (operator) {
    case "==":
    case "!=": {
      const isReached = value >= least && value <= greatest && (!isWhole || Number.isInteger(value));
      return isReached ? null : operator === "!=";
    }
    case "<":
      return value > greatest ? true : value <= least ? false : null;
    case "<=":
      return value >= greatest ? true : value < least ? false : null;
    case ">":
      return value < least ? true : value >= greatest ? false : null;
    case ">=":
      return value <= least ? true : value > greatest ? false : null;
  }
}
