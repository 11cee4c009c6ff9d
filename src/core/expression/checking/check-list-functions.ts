// Functions over lists: `sum(items[].amount)`, `group(items, .rate, desc)`.
import type { Expression } from "../../language/index.ts";
import {
  type Checked,
  type Code,
  codeKey,
  computed,
  describeEntries,
  describeType,
  FROM_ZERO,
  groupShape,
  isNumeric,
  keyOrdering,
  type ListType,
  numberFacts,
  numberType,
  plainType,
  recordOf,
  type Type,
  withAnswer,
  withOptional,
} from "../code/index.ts";
import { advice, around, declaredMember, finding, insert, openRecord, readWord, suggestion } from "../names/index.ts";
import type { CheckContext } from "./check-context.ts";

type Call = Extract<Expression, { kind: "call" }>;

const LIST_FUNCTIONS = ["sum", "avg", "count", "first", "last", "distinct", "group", "sort", "join", "any", "all"];
const ORDERS = ["asc", "desc"] as const;
/** Computed columns that have no type yet are most likely numbers. */
const NUMBER = numberType(null);
/** Decimals of an average come from a division. */
const AVERAGE = { scale: null, quotient: true };

/** `min` and `max` take a list where they have one argument. */
export function isListFunction({ name, args }: Call): boolean {
  return LIST_FUNCTIONS.includes(name.text) || ((name.text === "min" || name.text === "max") && args.length === 1);
}

export function checkListFunction(node: Call, context: CheckContext): Checked | null {
  const [argument] = node.args;
  const checked = argument === undefined ? null : context.check(argument, context);
  if (checked === null) return null;
  const list = listOfArgument(checked);
  if (list === null) return needsArray(node, checked, context);
  switch (node.name.text) {
    case "group":
      return checkGroup(node, checked, list, context);
    case "sort":
      return checkSort(node, checked, list, context);
    case "join":
      return checkJoin(node, checked, list, context);
    case "sum":
    case "avg":
    case "min":
    case "max":
      return checkAggregate(node, checked, list, context);
    case "any":
    case "all":
      return checkQuantifier(node, checked, list, context);
    case "count":
      return checkCount(node, checked, list);
    case "distinct":
      return ownList(callByKeys(node, [checked.code], list, list.element), list.element);
    default:
      return call(node, [checked.code], withOptional(list.element, !hasValue(list)));
  }
}

/** Whether the list surely holds a value: it has an entry, and none of them may be absent. */
function hasValue({ isFilled, element }: ListType): boolean {
  return isFilled === true && !element.optional;
}

function listOfArgument({ type, code }: Checked): ListType | null {
  if (type.kind === "list") return type;
  return type.kind === "any"
    ? { kind: "list", optional: false, element: plainType("any", true), array: codeKey(code) }
    : null;
}

function call(node: Call, args: readonly Code[], type: Type): Checked {
  return computed(node.span, { op: "call", name: node.name.text, args, span: [node.span.start, node.span.end] }, type);
}

/** Of values that may be absent, those that are there are counted; records are always there. */
function checkCount(node: Call, checked: Checked, { element }: ListType): Checked {
  const span = [node.span.start, node.span.end] as const;
  const skipsAbsent = skippedByCount(element);
  const skips = skipsAbsent === null ? {} : { skipsAbsent };
  const code: Code = { op: "call", name: "count", args: [checked.code], span, ...skips };
  return computed(node.span, code, withAnswer(numberType(0), FROM_ZERO));
}

function skippedByCount({ kind, optional }: Type): true | "blank" | null {
  if (kind === "str" || kind === "any") return "blank";
  return optional && kind !== "record" ? true : null;
}

/** A call whose answer depends on which keys are equal, and on their order. */
function callByKeys(node: Call, args: readonly Code[], type: Type, key: Type): Checked {
  const span = [node.span.start, node.span.end] as const;
  return computed(node.span, { op: "call", name: node.name.text, args, span, ...keyOrdering(key) }, type);
}

/** A list that follows no other array but the call that made it. */
function ownList(made: Checked, element: Type): Checked {
  return { ...made, spread: false, type: { kind: "list", optional: false, element, array: codeKey(made.code) } };
}

function needsArray(node: Call, checked: Checked, context: CheckContext): null {
  const { text: name } = node.name;
  const message = `${name} needs an array, but ${checked.path ?? "this"} is ${describeType(checked.type)}`;
  const ofRow = checked.path?.replace(/^.*\[\](?=\.)/, "");
  const list = declaredMember(context.scope, null, ({ kind }) => kind === "num" || name === "count");
  const repair = checked.path?.includes("[]")
    ? advice(`write ${ofRow} for this row alone, or ${name}(${checked.path}) for all`)
    : advice(list === null ? "declare one: the name of an array ends in []" : `arrays are written ${list}`);
  context.findings.diagnostics.push(
    finding("RPT2122", checked.span, message, "It works on all entries of an array.", repair),
  );
  return null;
}

function checkAggregate(node: Call, checked: Checked, list: ListType, context: CheckContext): Checked | null {
  const name = node.name.text;
  const { element } = list;
  const dates = (name === "min" || name === "max") && element.kind === "date";
  if (!isNumeric(element) && !dates && element.kind !== "null") {
    const needs = name === "min" || name === "max" ? "numbers or dates" : "numbers";
    const message = `${name} needs ${needs}, but the entries are ${describeEntries(element)}`;
    context.findings.diagnostics.push(
      finding(
        "RPT2123",
        checked.span,
        message,
        "It computes with the entries.",
        ofEntries(name, checked, element, context),
      ),
    );
    return null;
  }
  const { scale, quotient } = name === "avg" ? AVERAGE : numberFacts(element);
  const isAbsent = name !== "sum" && !hasValue(list);
  const type = dates ? withOptional(element, isAbsent) : numberType(scale, isAbsent, quotient);
  return call(node, [checked.code], type);
}

/** What to write instead: the first of sorted records, where they have times, else a field of numbers. */
function ofEntries(name: string, checked: Checked, element: Type, context: CheckContext) {
  const [, member] = /\[\]\.([^.[\]]+)$/.exec(checked.path ?? "") ?? [];
  if (element.kind !== "datetime" || member === undefined || !ORDERED.has(name)) {
    return numericField(name, checked, element, context);
  }
  // A path says where a list is declared, not by which name it is reached here.
  return advice(
    `sort the records of the list: first(sort(list, .${member}${name === "max" ? ", desc" : ""})).${member}`,
  );
}

const ORDERED: ReadonlySet<string> = new Set(["min", "max"]);

function numericField(name: string, checked: Checked, element: Type, { scope }: CheckContext) {
  const members = element.kind === "record" ? [...element.shape.members.values()] : [];
  const numeric = members.filter((member) => (member.typeSoFar() ?? NUMBER).kind === "num");
  const field = numeric[0];
  if (field === undefined) {
    const other = declaredMember(scope, checked.path, ({ kind }) => kind === "num");
    return advice(
      other === null ? `declare a field of numbers: no list has one for ${name}` : `name numbers: ${name}(${other})`,
    );
  }
  const names = numeric.map((member) => member.name).join(", ");
  const written = `${checked.spread ? "" : "[]"}.${field.name}`;
  return suggestion(`name a field of numbers (${names}): …${written}`, insert(checked.span.end, written));
}

function checkQuantifier(node: Call, checked: Checked, list: ListType, context: CheckContext): Checked | null {
  if (list.element.kind === "bool" || list.element.kind === "any") return call(node, [checked.code], plainType("bool"));
  const why = "It asks whether conditions hold.";
  const message = `${node.name.text} needs conditions, but the entries are ${describeEntries(list.element)}`;
  context.findings.diagnostics.push(
    finding("RPT2123", checked.span, message, why, advice(comparedEntries(node.name.text, checked, list, context))),
  );
  return null;
}

/** A condition of the entries: of what is named, or of a field of it. */
function comparedEntries(name: string, { path }: Checked, { element }: ListType, { scope }: CheckContext): string {
  const isSingle = (type: Type) => !["record", "list", "image"].includes(type.kind);
  const named = path !== null && isSingle(element) ? path : declaredMember(scope, path, isSingle);
  return named === null ? "compare the entries" : `compare the entries: ${name}(${named} == …)`;
}

function checkJoin(node: Call, checked: Checked, list: ListType, context: CheckContext): Checked | null {
  if (["record", "list", "image"].includes(list.element.kind)) {
    const field = declaredMember(
      context.scope,
      checked.path,
      (type) => !["record", "list", "image"].includes(type.kind),
    );
    const repair = advice(`name one of the fields${field === null ? "" : `: join(${field}, '、')`}`);
    context.findings.diagnostics.push(
      finding("RPT2123", checked.span, "join needs single values", "Only single values can be shown.", repair),
    );
    return null;
  }
  const [, separator] = node.args;
  if (separator === undefined) return call(node, [checked.code, { op: "text", text: "" }], plainType("str"));
  const between = context.check(separator, context);
  if (between === null) return null;
  if (between.type.kind !== "str" && between.type.kind !== "any") {
    const repair = suggestion("write the separator in quotes", ...around(between.span, "'", "'"));
    context.findings.diagnostics.push(
      finding(
        "RPT2123",
        between.span,
        "join needs a text between the entries",
        "Nothing is converted by itself.",
        repair,
      ),
    );
    return null;
  }
  return call(node, [checked.code, between.code], plainType("str"));
}

function checkGroup(node: Call, checked: Checked, list: ListType, context: CheckContext): Checked | null {
  const [, key, order] = node.args;
  if (key === undefined) return null;
  const keyed = checkKey(key, list, context);
  const word = order === undefined ? "" : readWord(order, ORDERS, "an order", context.findings);
  if (keyed === null || word === null) return null;
  const made = callByKeys(node, [checked.code, keyed.code, { op: "text", text: word }], list, keyed.type);
  return ownList(made, recordOf(groupShape(keyed.type, list.element)));
}

function checkSort(node: Call, checked: Checked, list: ListType, context: CheckContext): Checked | null {
  const [, second, third] = node.args;
  const bareOrder = third === undefined && second?.kind === "name" && ORDERS.some((order) => order === second.name);
  const order = bareOrder ? second : third;
  const word = order === undefined ? "asc" : readWord(order, ORDERS, "an order", context.findings);
  const keyed = second === undefined || bareOrder ? null : checkKey(second, list, context);
  if (word === null || (keyed === null && second !== undefined && !bareOrder)) return null;
  const keyCode: Code = keyed?.code ?? { op: "constant", value: null };
  const args: Code[] = [checked.code, keyCode, { op: "text", text: word }];
  const made = callByKeys(node, args, list, keyed?.type ?? list.element);
  return ownList({ ...made, path: null }, list.element);
}

/** A key is computed for each entry; it must be a single value. */
function checkKey(key: Expression, list: ListType, context: CheckContext): Checked | null {
  const keyed = context.check(key, { ...context, scope: openRecord(list, context.scope) });
  if (keyed === null) return null;
  if (!["record", "list", "image"].includes(keyed.type.kind)) return keyed;
  const message = `a key must be a single value, but this is ${describeType(keyed.type)}`;
  context.findings.diagnostics.push(
    finding("RPT2123", keyed.span, message, "Entries are compared by their keys.", advice("name one field: .rate")),
  );
  return null;
}
