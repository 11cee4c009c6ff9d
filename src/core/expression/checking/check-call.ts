// A call: the function must exist, take so many arguments, and each of its kind.
import type { Repair } from "../../diagnostics/index.ts";
import type { Expression } from "../../language/index.ts";
import {
  type Checked,
  type Code,
  computed,
  describeType,
  FROM_ZERO,
  FUNCTION_HABITS,
  findSignature,
  isNumeric,
  numberFacts,
  numberType,
  type ParameterKind,
  plainType,
  SIGNATURES,
  type Signature,
  type Type,
  unify,
  withAnswer,
  withOptional,
} from "../code/index.ts";
import { advice, finding, nearest, newFindings, readWord, replace, suggestion } from "../names/index.ts";
import { ROUNDING_MODES } from "../values/index.ts";
import { type CheckContext, contextWhen } from "./check-context.ts";
import { checkDate } from "./check-date.ts";
import { checkFormat, dropChosenDigits } from "./check-format.ts";
import { checkListFunction, isListFunction } from "./check-list-functions.ts";
import { checkTime } from "./check-time.ts";

type Call = Extract<Expression, { kind: "call" }>;

export function checkCall(node: Call, context: CheckContext): Checked | null {
  const signature = findSignature(node.name.text);
  if (signature === null || !takesCount(node, signature)) observeArguments(node, context);
  if (signature === null) return unknownFunction(node, context);
  if (!takesCount(node, signature)) return wrongCount(node, signature, context);
  if (signature.parameters.length > 0) return checkPlain(node, signature, context);
  if (isListFunction(node)) return checkListFunction(node, context);
  switch (node.name.text) {
    case "round":
      return checkRound(node, context);
    case "abs":
      return checkAbs(node, context);
    case "min":
    case "max":
      return checkExtreme(node, context);
    case "if":
    case "case":
      return checkCase(node, context);
    case "has":
      return checkHas(node, context);
    case "coalesce":
      return checkCoalesceCall(node, context);
    case "format":
      return checkFormatCall(node, context);
    case "date":
      return checkDate(node, context);
    case "time":
      return checkTime(node, context);
    default:
      return checkLabel(node, context);
  }
}

/** A call that is being written is not judged by its arguments yet, but an observer wants to know their names. */
function observeArguments(node: Call, context: CheckContext): void {
  if (context.scope.observer === undefined) return;
  for (const arg of node.args) context.check(arg, { ...context, findings: newFindings() });
}

function takesCount(node: Call, signature: Signature): boolean {
  const count = node.args.length;
  if (node.name.text === "case" && count % 2 === 0) return false;
  return count >= signature.argsMin && (signature.argsMax === null || count <= signature.argsMax);
}

/** What counts the hours or the minutes of a time of day, around the argument of a function that is asked for them. */
const OF_TIME: Readonly<Record<string, readonly [before: string, behind: string]>> = {
  hour: ["floor(minutes(time('00:00'), ", ") / 60)"],
  minute: ["(minutes(time('00:00'), ", ") % 60)"],
};

/** `hour(.start)` of a time of day, or of a moment, which only a text has. Null for any other function. */
function partOfTime({ name, span, args: [arg, ...more] }: Call, context: CheckContext): Repair | null {
  const part = Object.hasOwn(OF_TIME, name.text) ? OF_TIME[name.text] : undefined;
  if (part === undefined || arg === undefined || more.length > 0) return null;
  const kind = context.check(arg, { ...context, findings: newFindings() })?.type.kind;
  if (kind === "datetime") return advice(`format(x, '${name.text === "hour" ? "H" : "m"}') gives it as text`);
  if (kind !== "time") return null;
  const [before, behind] = part;
  const repair = suggestion(
    `write ${before}…${behind}`,
    replace({ start: name.span.start, end: arg.span.start }, before),
  );
  return { ...repair, edits: [...repair.edits, replace({ start: arg.span.end, end: span.end }, behind)] };
}

function unknownFunction(node: Call, context: CheckContext): null {
  const { text, span } = node.name;
  const habit = Object.hasOwn(FUNCTION_HABITS, text.toLowerCase()) ? FUNCTION_HABITS[text.toLowerCase()] : undefined;
  const near =
    habit ??
    nearest(
      text,
      SIGNATURES.map((signature) => signature.name),
    );
  const form = near === null || near === undefined ? null : (findSignature(near)?.form ?? near);
  const none = ["now", "today"].includes(text.toLowerCase())
    ? "dates come from data: declare a field of type date"
    : "see the list of functions";
  const repair: Repair =
    partOfTime(node, context) ??
    (near === null || near === undefined || form === null
      ? advice(none)
      : suggestion(`did you mean ${form}?`, replace(span, near)));
  context.findings.diagnostics.push(
    finding("RPT2120", span, `unknown function "${text}"`, "Only the language's own functions can be called.", repair),
  );
  return null;
}

function wrongCount(node: Call, { form, argsMin, argsMax, name }: Signature, context: CheckContext): null {
  const takes =
    argsMax === null ? `at least ${argsMin}` : argsMin === argsMax ? `${argsMin}` : `${argsMin} to ${argsMax}`;
  const what =
    name === "case" ? "an odd number of arguments (the last is else)" : `${takes} argument${takes === "1" ? "" : "s"}`;
  const message = `${name} takes ${what}, but ${node.args.length} stand here`;
  context.findings.diagnostics.push(
    finding("RPT2121", node.span, message, "Each argument has its place.", advice(form)),
  );
  return null;
}

/** Functions whose arguments are single values: absent ones make the result absent. */
function checkPlain(node: Call, signature: Signature, context: CheckContext): Checked | null {
  const args = checkArguments(node, context);
  if (args === null) return null;
  for (const [at, arg] of args.entries()) {
    const kind = signature.parameters[Math.min(at, signature.parameters.length - 1)] ?? "any";
    if (!accepts(kind, arg.type)) return wrongArgument(arg, kind, signature, context);
    if (kind === "int") warnOfFraction(arg, args[0], signature, context);
  }
  const optional = args.some((arg) => arg.type.optional) && signature.name !== "concat";
  return call(node, args, resultType(signature, optional, args));
}

/** All arguments; null where one has an error (every one is checked, so that all are told). */
function checkArguments(node: Call, context: CheckContext): Checked[] | null {
  const args = node.args.map((arg) => context.check(arg, context));
  return args.every((arg) => arg !== null) ? args : null;
}

function call(node: Call, args: readonly Checked[], type: Type): Checked {
  const code: Code = {
    op: "call",
    name: node.name.text,
    args: args.map((arg) => arg.code),
    span: [node.span.start, node.span.end],
  };
  return computed(node.span, code, type);
}

function accepts(kind: ParameterKind, type: Type): boolean {
  if (type.kind === "any" || type.kind === "null" || kind === "any") return true;
  switch (kind) {
    case "num":
    case "int":
      return isNumeric(type);
    case "text":
      return type.kind === "str" || type.kind === "enum" || type.kind === "mixed";
    case "shown":
      return type.kind !== "list" && type.kind !== "record" && type.kind !== "image";
    case "date":
      return type.kind === "date" || type.kind === "datetime";
    case "moment":
      return type.kind === "time" || type.kind === "datetime";
    case "bool":
      return type.kind === "bool";
  }
}

const KIND_NAMES: Readonly<Record<ParameterKind, string>> = {
  num: "a number",
  int: "a number",
  text: "text",
  shown: "a single value",
  date: "a date",
  moment: "a time or datetime",
  any: "a value",
  bool: "a condition",
};

function wrongArgument(arg: Checked, kind: ParameterKind, signature: Signature, context: CheckContext): null {
  const given = `${arg.path ?? "this"} is ${describeType(arg.type)}`;
  const message = `${signature.name} needs ${KIND_NAMES[kind]} here, but ${given}`;
  const repair =
    kind === "text" && isNumeric(arg.type)
      ? suggestion(
          "format(x, '0') makes text of a number",
          replace({ start: arg.span.start, end: arg.span.start }, "format("),
          replace({ start: arg.span.end, end: arg.span.end }, ", '0')"),
        )
      : advice(signature.form);
  context.findings.diagnostics.push(finding("RPT2123", arg.span, message, "Nothing is converted by itself.", repair));
  return null;
}

/**
 * RPT2134: a function counts whole days, minutes, characters or digits, and the number may have decimals, which it
 * drops. The first argument tells whether a time of day could be moved instead.
 */
function warnOfFraction(arg: Checked, first: Checked | undefined, signature: Signature, context: CheckContext): void {
  if (!isNumeric(arg.type) || numberFacts(arg.type).scale === 0) return;
  const { name } = signature;
  const isHours = name === "addDays" && first?.type.kind === "datetime";
  const unit = COUNTED[name] ?? "characters";
  const words = `round() says how to make it whole${isHours ? "; addMinutes(x, 480) moves a datetime by 8 hours" : ""}`;
  const repair = suggestion(
    words,
    replace({ start: arg.span.start, end: arg.span.start }, "round("),
    replace({ start: arg.span.end, end: arg.span.end }, ")"),
  );
  const message = `${name} takes whole ${unit}, but ${arg.path ?? "this number"} may have decimals, which it drops`;
  context.findings.diagnostics.push(
    finding("RPT2134", arg.span, message, "The function counts nothing but the whole number.", repair),
  );
}

/** What functions count; those that are not named count characters. */
const COUNTED: Readonly<Record<string, string>> = {
  addDays: "days",
  addMonths: "months",
  addMinutes: "minutes",
  fixed: "decimals",
  repeat: "repetitions",
};

function resultType(signature: Signature, optional: boolean, args: readonly Checked[]): Type {
  switch (signature.result) {
    case "int": {
      const type = numberType(0, optional);
      return signature.answer === undefined ? type : withAnswer(type, signature.answer);
    }
    case "num":
      return numberType(null, optional);
    case "date":
      return { kind: args[0]?.type.kind === "datetime" ? "datetime" : "date", optional };
    case "moment":
      return { kind: args[0]?.type.kind === "time" ? "time" : "datetime", optional };
    case "bool":
      return plainType("bool");
    case "strings":
      return { kind: "list", optional: false, element: plainType("str"), array: "" };
    default:
      return plainType("str", optional);
  }
}

function needNumber(arg: Checked, name: string, context: CheckContext): boolean {
  if (isNumeric(arg.type) || arg.type.kind === "null") return true;
  const signature = findSignature(name);
  if (signature !== null) wrongArgument(arg, "num", signature, context);
  return false;
}

function checkRound(node: Call, context: CheckContext): Checked | null {
  const [value, digits, mode] = node.args;
  if (value === undefined) return null;
  const checked = context.check(value, context);
  const places = digits === undefined ? null : context.check(digits, context);
  const word = mode === undefined ? "half_up" : readWord(mode, ROUNDING_MODES, "a rounding mode", context.findings);
  if (checked === null || word === null || (digits !== undefined && places === null)) return null;
  if (!needNumber(checked, "round", context) || (places !== null && !needNumber(places, "round", context))) return null;
  const scale = places === null ? 0 : literalInteger(places.code);
  const { scale: before } = numberFacts(checked.type);
  const shown = scale === null ? null : before === null ? Math.max(0, scale) : Math.min(before, Math.max(0, scale));
  const args: Code[] = [checked.code, places?.code ?? { op: "number", digits: "0" }, { op: "text", text: word }];
  const code: Code = { op: "call", name: "round", args, span: [node.span.start, node.span.end] };
  return computed(node.span, code, numberType(shown, checked.type.optional || places?.type.optional === true));
}

function literalInteger(code: Code): number | null {
  if (code.op === "number") return /^\d{1,3}$/.test(code.digits) ? Number(code.digits) : null;
  return code.op === "negate" && code.operand.op === "number" ? -(literalInteger(code.operand) ?? 0) : null;
}

function checkAbs(node: Call, context: CheckContext): Checked | null {
  const args = checkArguments(node, context);
  const [value] = args ?? [];
  if (args === null || value === undefined || !needNumber(value, "abs", context)) return null;
  const { scale, quotient } = numberFacts(value.type);
  return call(node, args, withAnswer(numberType(scale, value.type.optional, quotient), FROM_ZERO));
}

/** `min(a, b)`: null where one is absent. The form over a list is a list function. */
function checkExtreme(node: Call, context: CheckContext): Checked | null {
  const args = checkArguments(node, context);
  if (args === null) return null;
  const wrong = args.find((arg) => !isOrdered(arg.type));
  const [first] = args;
  if (first === undefined) return null;
  if (wrong !== undefined) {
    needNumber(wrong, node.name.text, context);
    return null;
  }
  return call(
    node,
    args,
    args.slice(1).reduce((type, arg) => unify(type, arg.type), first.type),
  );
}

function isOrdered(type: Type): boolean {
  return isNumeric(type) || ["date", "null"].includes(type.kind);
}

/** `if` and `case` share their form: conditions and values in turn, else at the end. */
function checkCase(node: Call, context: CheckContext): Checked | null {
  let scope = context;
  let type: Type | null = null;
  let failed = false;
  const args: Checked[] = [];
  const known = context.findings.diagnostics.length;
  for (let at = 0; at < node.args.length; at += 2) {
    const [head, value] = [node.args[at], node.args[at + 1]];
    if (head === undefined) break;
    const checked = context.check(head, scope);
    failed ||= checked === null;
    if (checked !== null) args.push(checked);
    if (value === undefined) {
      if (checked !== null) type = type === null ? checked.type : unify(type, checked.type);
      break;
    }
    if (checked !== null && !isConditionType(checked.type)) failed = !refuseCondition(checked, node, context);
    const branch = context.check(value, checked === null ? scope : contextWhen(true, checked, scope));
    failed ||= branch === null;
    if (branch !== null) {
      args.push(branch);
      type = type === null ? branch.type : unify(type, branch.type);
    }
    if (checked !== null) scope = contextWhen(false, checked, scope);
  }
  if (failed || type === null) return null;
  dropChosenDigits(args, known, context.findings);
  return {
    ...call(node, args, type),
    code: { op: "call", name: "case", args: args.map((arg) => arg.code), span: [node.span.start, node.span.end] },
  };
}

function isConditionType(type: Type): boolean {
  return type.kind === "bool" || type.kind === "any" || type.kind === "null";
}

function refuseCondition(checked: Checked, node: Call, context: CheckContext): boolean {
  const given = `${checked.path ?? "this"} is ${describeType(checked.type)}`;
  const message = `${node.name.text} needs a condition here, but ${given}`;
  const repair = advice(checked.type.optional ? "has(x) tells whether a value is there" : "compare it with a value");
  context.findings.diagnostics.push(
    finding("RPT2108", checked.span, message, "Conditions are comparisons, has(…), or fields of type bool.", repair),
  );
  return false;
}

function checkHas(node: Call, context: CheckContext): Checked | null {
  const args = checkArguments(node, context);
  return args === null ? null : call(node, args, plainType("bool"));
}

function checkCoalesceCall(node: Call, context: CheckContext): Checked | null {
  const args = checkArguments(node, context);
  if (args === null) return null;
  const last = args[args.length - 1];
  const types = args.map((arg) => withOptional(arg.type, false)).reduce((a, b) => unify(a, b));
  return call(node, args, withOptional(types, last?.type.optional ?? true));
}

function checkFormatCall(node: Call, context: CheckContext): Checked | null {
  const [value, pattern] = node.args;
  if (value === undefined || pattern === undefined) return null;
  const checked = context.check(value, context);
  if (pattern.kind !== "string") {
    const isChosen = pattern.kind === "call" && (pattern.name.text === "if" || pattern.name.text === "case");
    const repair = advice(
      isChosen
        ? "choose between formatted texts: if(a, format(x, '#,##0'), format(x, '#,##0.00'))"
        : "for example format(x, '#,##0')",
    );
    context.findings.diagnostics.push(
      finding(
        "RPT2125",
        pattern.span,
        "the pattern must stand here in quotes",
        "Patterns are checked before any data arrives.",
        repair,
      ),
    );
    return null;
  }
  if (checked === null) return null;
  const formatted = checkFormat(checked, pattern.text, pattern.span, context.findings);
  return formatted === null ? null : { ...formatted, path: null, role: null, span: node.span };
}

function checkLabel(node: Call, context: CheckContext): Checked | null {
  const [value] = checkArguments(node, context) ?? [];
  if (value === undefined) return null;
  const { type: given } = value;
  const isList = given.kind === "list";
  const type = isList ? given.element : given;
  if (type.kind !== "enum" && (isList || type.kind !== "any")) {
    const message = `label needs an enum, but ${value.path ?? "this"} is ${describeType(given)}`;
    context.findings.diagnostics.push(
      finding("RPT2123", value.span, message, "Only enums have labels.", advice("show the value itself")),
    );
    return null;
  }
  const members = type.kind === "enum" ? type.members : [];
  const labels = members.map((member) => [member.value, member.label ?? member.value] as const);
  const text = plainType("str", type.optional);
  if (!isList) return computed(node.span, { op: "label", value: value.code, labels }, text);
  return computed(node.span, { op: "label", value: value.code, labels, isList }, { ...given, element: text });
}
