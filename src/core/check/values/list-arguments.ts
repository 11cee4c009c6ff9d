// Arguments that are lists: what stands there in the signs of other languages, and values that are no list.
import type { Repair } from "../../diagnostics/index.ts";
import { findSignature, type NameScope, type RecordShape } from "../../expression/index.ts";
import type { ElementStatement, Expression, PropertyValue } from "../../language/index.ts";
import type { ArgumentDefinition, ElementDefinition } from "../../schema/index.ts";
import { advise, type CheckContext, type CheckedValue, rewrite } from "../context/index.ts";
import { fieldsRead, fittingLists } from "./fitting-lists.ts";
import { expressionOf } from "./values-expressions.ts";

/** Whether an argument is what an element repeats over. */
export function isListKind(kind: ArgumentDefinition["kind"]): boolean {
  return kind === "array" || kind === "records";
}

/** RPT2104 for a value that has no entries; the value itself where it has some. */
export function arrayOnly(
  context: CheckContext,
  checked: CheckedValue | null,
  value: PropertyValue,
  { scope, statement }: { readonly scope: NameScope; readonly statement: ElementStatement },
): CheckedValue | null {
  if (checked?.kind !== "code") return checked;
  const { type } = checked.checked;
  if (type.kind === "list" || type.kind === "any") return checked;
  const text = context.textOf(value.span).replace(/^\((.*)\)$/s, "$1");
  const lists = type.kind === "record" ? listNames(type.shape) : [];
  const [only] = lists.length === 1 ? lists : [];
  context.report({
    code: "RPT2104",
    span: value.span,
    message: `${context.quoteOf(value.span)} is not an array`,
    why: "A table or each repeats over the records of an array.",
    repair:
      oneEntry(context, value) ??
      (only === undefined
        ? meantArray(checked.checked.path, value, { scope, statement })
        : rewrite(value.span, `${text}.${only}`, `write ${text}.${only}, its list`)),
  });
  return null;
}

function listNames({ members }: RecordShape): readonly string[] {
  return [...members.values()].filter((member) => member.typeSoFar()?.kind === "list").map(({ name }) => name);
}

/** A form has few arrays; of more the first are named. */
const ARRAYS_NAMED_MAX = 8;

/** The list whose entries have all the fields that the element reads; words that name the lists where none has. */
function meantArray(
  path: string | null,
  value: PropertyValue,
  { scope, statement }: { readonly scope: NameScope; readonly statement: ElementStatement },
): Repair {
  const read = fieldsRead({ ...statement, args: statement.args.filter((arg) => arg !== value) });
  const lists = fittingLists(scope, read);
  const names = lists.slice(0, ARRAYS_NAMED_MAX).map(({ written }) => written);
  const declare = path === null ? "declare an array" : `declare it as an array: field ${path}[] …`;
  const [best] = lists;
  if (best === undefined) return advise(declare);
  if (read.size > 0 && best.fields === read.size)
    return rewrite(
      value.span,
      best.written,
      `write ${best.written}, whose entries have ${[...read].join(", ")}, or ${declare}`,
    );
  return advise(`name one of the arrays (${names.join(", ")}), or ${declare}`);
}

/** `first(items)` → `items[index == 1]`: the list of the one entry. Null for anything else. */
function oneEntry(context: CheckContext, value: PropertyValue): Repair | null {
  const node = expressionOf(value);
  if (node?.kind !== "call" || node.args.length !== 1 || !isPath(node.args[0])) return null;
  const [list] = node.args;
  const written = list === undefined ? "" : context.textOf(list.span).replace(/\[\]$/, "");
  const at = { first: "1", last: `count(${written})` }[node.name.text];
  if (at === undefined) return null;
  const text = `${written}[index == ${at}]`;
  return rewrite(value.span, text, `write ${text}, the list of this one entry`);
}

function isPath(node: Expression | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === "name" || node.kind === "current") return true;
  return (node.kind === "member" || node.kind === "all") && isPath(node.base);
}

/** `"items"` and `[items]` → `items`; null for anything else. */
export function listInOtherSigns(context: CheckContext, arg: PropertyValue): Repair | null {
  const isQuoted = arg.kind === "template" || arg.kind === "literal";
  const isListed = arg.kind === "list" && arg.items.length === 1 && expressionOf(arg.items[0] ?? arg) !== null;
  if (!isQuoted && !isListed) return null;
  const inner = context.textOf(arg.span).slice(1, -1).trim();
  return rewrite(arg.span, inner, `write ${inner}`);
}

const FILTER_WORDS: ReadonlySet<string> = new Set(["where", "filter", "if"]);

/** `each items where .late` → `each items[.late]`; null for anything else. */
export function filterBehindList(
  context: CheckContext,
  { args }: ElementDefinition,
  statement: ElementStatement,
  word: PropertyValue,
): Repair | null {
  const at = statement.args.indexOf(word);
  const [list, condition] = [statement.args[at - 1], statement.args[at + 1]];
  const kind = args.find((each) => isListKind(each.kind))?.kind;
  if (word.kind !== "word" || !FILTER_WORDS.has(word.text) || kind === undefined) return null;
  if (list === undefined || condition === undefined || expressionOf(list) === null) return null;
  if (expressionOf(condition) === null) return null;
  const written = context.textOf(list.span).replace(/\[\]$/, "");
  const span = { start: list.span.start, end: condition.span.end };
  if (kind === "records")
    return rewrite(span, written, `write ${written}: send only the records that become documents`);
  const holds = context.textOf(condition.span).replace(/^\((.*)\)$/s, "$1");
  const text = `${written}[${holds}]`;
  return rewrite(span, text, `write ${text}`);
}

interface Reading {
  readonly definition: ElementDefinition;
  readonly statement: ElementStatement;
  readonly waiting: readonly ArgumentDefinition[];
}

/** RPT1014 for `each distinct(items[].name)`, whose call has no parentheses around it. */
export function tellBareCall(
  context: CheckContext,
  { definition, statement, waiting }: Reading,
  position: number,
): boolean {
  const [name, args] = [statement.args[position], statement.args[position + 1]];
  if (waiting[0]?.kind !== "array" || name?.kind !== "word" || args?.kind !== "expression") return false;
  if (name.span.end !== args.span.start || findSignature(name.text) === null) return false;
  const span = { start: name.span.start, end: args.span.end };
  const call = context.textOf(span);
  context.report({
    code: "RPT1014",
    span,
    message: `${definition.name} takes a computed list in parentheses`,
    why: "A value that is computed stands in parentheses, so that it is seen where it ends.",
    repair: oneEntryOf(context, call, args) ?? rewrite(span, `(${call})`, `write (${call})`),
  });
  return true;
}

/** `first(items)` yields no list: the one entry of it does. */
function oneEntryOf(context: CheckContext, call: string, args: PropertyValue): Repair | null {
  const node = expressionOf(args);
  const [, name = ""] = /^(first|last)\(/.exec(call) ?? [];
  if (node === null || name === "" || !isPath(node)) return null;
  const span = { start: args.span.start - name.length, end: args.span.end };
  const list = context.textOf(node.span).replace(/\[\]$/, "");
  const text = `${list}[index == ${name === "first" ? "1" : `count(${list})`}]`;
  return rewrite(span, text, `write ${text}, the list of this one entry`);
}
