// Values that are computed: lists, conditions, numbers and whatever an expression yields.
import type { Repair, Span } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  describeType,
  isListOf,
  isSeveral,
  repairOfSeveral,
  type WantedValue,
} from "../../expression/index.ts";
import type { Expression, PropertyValue } from "../../language/index.ts";
import { advise, type CheckedValue, rewrite } from "../context/index.ts";
import { staticText, type ValuePlace, wrongKind } from "./value-place.ts";

export function checkCondition(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const expression = expressionOf(value);
  if (expression === null || value.kind !== "expression") {
    const text = place.context.textOf(value.span);
    const inner = staticText(value) ?? text;
    place.context.report({
      code: "RPT1015",
      span: value.span,
      message: `${place.name} takes a condition in parentheses`,
      why: `For example ${place.name}=${place.definition.example}.`,
      repair: rewrite(value.span, `(${inner})`, `write ${place.name}=(${inner})`),
    });
    return null;
  }
  const checked = place.context.expression(expression, place.scope);
  if (checked === null) return null;
  if (checked.type.kind !== "bool" && checked.type.kind !== "any") {
    if (isSeveral(checked.type)) {
      place.context.report({
        code: "RPT2108",
        span: expression.span,
        message: `a condition must be true or false, and this is ${describeType(checked.type)}`,
        why: "A condition is one value.",
        repair: repairOfSeveral(checked, "condition"),
      });
      return null;
    }
    const optional = checked.type.optional;
    const inner = place.context.textOf(expression.span);
    place.context.report({
      code: "RPT2108",
      span: expression.span,
      message: `a condition must be true or false, and this is ${describeType(checked.type)}`,
      why: "Conditions are comparisons, has(…), or fields of type bool.",
      repair: rewrite(
        expression.span,
        optional ? `has(${inner})` : `${inner} == …`,
        optional ? `write has(${inner})` : `compare it: ${inner} == …`,
      ),
    });
    return null;
  }
  return { kind: "code", checked };
}

/** The expression that a value is or names; null for any other value. */
export function expressionOf(value: PropertyValue): Expression | null {
  if (value.kind === "expression" || value.kind === "path") return value.expression;
  if (value.kind === "word") {
    const [first, ...rest] = value.text.split(".");
    // Where blanks stand around the dots, the places of the names are not known exactly.
    const exact = value.span.end - value.span.start === value.text.length;
    let end = value.span.start + (first?.length ?? 0);
    const upTo = (): Span => (exact ? { start: value.span.start, end } : value.span);
    let expression: Expression = { kind: "name", span: upTo(), name: first ?? "" };
    for (const text of rest) {
      end += 1 + text.length;
      const name = { text, span: exact ? { start: end - text.length, end } : value.span };
      expression = { kind: "member", span: upTo(), base: expression, name };
    }
    return expression;
  }
  return null;
}

const ONE: Readonly<Record<WantedValue, string>> = {
  text: "one value",
  picture: "one picture or name",
  colour: "one colour",
  number: "a number",
  numbers: "numbers",
  summed: "a number of the row",
  instant: "a date or a time of day",
  dates: "dates",
  condition: "true or false",
};

/** RPT2123 for a list or a record where one value is drawn; whether it is told. */
export function refuseSeveral(
  { context, name }: Pick<ValuePlace, "context" | "name">,
  checked: CheckedExpression,
  wanted: WantedValue,
  written: PropertyValue | null = null,
): boolean {
  const { type } = checked;
  if (!isSeveral(type) || isListOf(type, wanted)) return false;
  const isBare = written !== null && written.kind !== "expression";
  context.report({
    code: "RPT2123",
    span: checked.span,
    message: `${name} takes ${ONE[wanted]}, and this is ${describeType(type)}`,
    why: `Only ${ONE[wanted]} can be drawn here.`,
    repair:
      markForEach(name, context.textOf(checked.span)) ?? repairOfSeveral(checked, wanted, isBare ? written.span : null),
  });
  return true;
}

/** `bar start=(.bookings[].start)`: a bar has one start, and is drawn for each entry of a list that it names. */
function markForEach(name: string, written: string): Repair | null {
  const [, list, field] = /^(\..+)\[\]\.([A-Za-z]\w*)$/.exec(written) ?? [];
  if (list === undefined) return null;
  if (name === "date") return advise(`name the list first, for a mark of each entry: milestone ${list} (.${field})`);
  const isEnd = name === "start" || name === "end";
  return isEnd ? advise(`name the list first, for a bar of each entry: bar ${list} ${name}=(.${field})`) : null;
}

/** A list or value that is named or computed: `items`, `.items`, `(expr)`. */
export function checkCode(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const expression = expressionOf(value);
  if (expression === null) return wrongKind(place, value, "an expression in parentheses");
  const checked = place.context.expression(expression, place.scope);
  return checked === null ? null : { kind: "code", checked };
}
