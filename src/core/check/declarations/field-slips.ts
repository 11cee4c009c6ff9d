// Properties of a field that change nothing of its type, or that the language writes in another place.
import type { Repair, TextEdit } from "../../diagnostics/index.ts";
import type { FieldType } from "../../expression/index.ts";
import type { FieldStatement, Property } from "../../language/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { reportUseless } from "../values/index.ts";
import { deletion, kindOf, wholeOf } from "./declared-properties.ts";

/** A field line among all of them, and what its type was understood as. */
export interface Declared {
  readonly statement: FieldStatement;
  readonly all: readonly FieldStatement[];
  readonly type: FieldType;
}

const MARKS: ReadonlySet<string> = new Set(["optional", "nullable", "required"]);
const LENGTHS: ReadonlySet<string> = new Set(["maxlength", "max-length", "maxLength"]);

/** The properties of a field without those that are written otherwise here, which are told with what is written. */
export function withoutSlips(context: CheckContext, { statement, type }: Declared): readonly Property[] {
  return statement.properties.filter((property) => {
    const { text } = property.name;
    if (MARKS.has(text)) reportMark(context, statement, property);
    else if (LENGTHS.has(text) && isText(type)) {
      const repair = lengthInType(context, statement, type, property) ?? advise(`write the length in ${type.kind}(40)`);
      const why = `The type of ${statement.path.text} says how many characters it takes.`;
      context.report({
        code: "RPT1003",
        span: property.name.span,
        message: `field has no property "${text}"`,
        why,
        repair,
      });
    } else return true;
    return false;
  });
}

/** RPT1003 for `optional=true`: the mark stands behind the path. */
function reportMark(context: CheckContext, { path, optional }: FieldStatement, property: Property): void {
  const { text, span } = property.name;
  const isFalse = property.value.kind === "word" && property.value.text === "false";
  const isMeant = text === "required" ? isFalse : !isFalse;
  const marked = isMeant && !optional ? [insertion(path.span.end, "?")] : [];
  context.report({
    code: "RPT1003",
    span,
    message: `field has no property "${text}"`,
    why: "A field is required, unless ? stands behind its path.",
    repair: edited(isMeant ? `write ${path.text}?` : "delete it", ...marked, deletion(context, property)),
  });
}

/** RPT1023 for bounds and patterns that the type has no use for, and for defaults of lists. */
export function checkFieldEffects(context: CheckContext, declared: Declared): void {
  const { statement, type } = declared;
  const named = (name: string) => statement.properties.find((each) => each.name.text === name);
  if (!hasBounds(declared)) reportBounds(context, declared);
  else reportCounted(context, declared);
  const pattern = named("pattern");
  if (pattern !== undefined && !isText(type)) {
    reportUseless(context, pattern, "pattern", `on ${kindOf(type)}`, "A pattern is what a text has to match.");
  }
  const fallback = named("default");
  if (fallback === undefined || type.kind === "array" || !isList(statement)) return;
  const marked = statement.optional ? [] : [insertion(statement.path.span.end, "?")];
  context.report({
    code: "RPT1023",
    span: fallback.span,
    message: "default has no effect on a list",
    why: "A list that is absent is an empty one.",
    repair: edited(`write ${statement.path.text}? without default`, ...marked, deletion(context, fallback)),
  });
}

/** Whether min and max bound anything: a number, or how many entries a list has. */
export function hasBounds({ statement, type }: Pick<Declared, "statement" | "type">): boolean {
  return isList(statement) || type.kind === "int" || type.kind === "decimal";
}

function isList({ path }: FieldStatement): boolean {
  return path.segments.at(-1)?.many === true;
}

function isText(type: FieldType): type is Extract<FieldType, { kind: "string" | "text" }> {
  return type.kind === "string" || type.kind === "text";
}

function reportBounds(context: CheckContext, declared: Declared): void {
  const { statement, type } = declared;
  const bounds = statement.properties.filter(({ name }) => name.text === "min" || name.text === "max");
  const [first] = bounds;
  if (first === undefined) return;
  const names = bounds.map(({ name }) => name.text).join(" and ");
  context.report({
    code: "RPT1023",
    span: first.span,
    message: `${names} ${bounds.length > 1 ? "have" : "has"} no effect on ${kindOf(type)}`,
    why: "They bound numbers, and how many entries a list has.",
    repair:
      boundsOfList(context, declared, bounds) ??
      (isText(type) && bounds.length === 1 && first.name.text === "max"
        ? lengthInType(context, statement, type, first)
        : null) ??
      patternOfSome(declared, bounds) ??
      edited("delete it", ...bounds.map((each) => deletion(context, each))),
  });
}

/** `field a string(60) min=1` asks for a text that is not empty: a pattern says so. */
function patternOfSome({ statement, type }: Declared, bounds: readonly Property[]): Repair | null {
  const [min, ...others] = bounds;
  const hasPattern = statement.properties.some(({ name }) => name.text === "pattern");
  if (!isText(type) || hasPattern || min?.name.text !== "min" || others.length > 0 || wholeOf(min) !== 1) return null;
  return rewrite(min.span, "pattern='\\S'", "write pattern='\\S': a text that is more than blanks");
}

/**
 * RPT1023 for bounds of a list of numbers that are no counts: `field ns[] int min=0 max=100`. Each list has no entry or
 * more, so that whoever writes that means the numbers.
 */
function reportCounted(context: CheckContext, { statement, type }: Declared): void {
  if (!isList(statement) || (type.kind !== "int" && type.kind !== "decimal")) return;
  const bounds = statement.properties.filter(({ name }) => name.text === "min" || name.text === "max");
  const isCount = ({ name, value }: Property): boolean =>
    value.kind !== "number" || (/^\d+$/.test(value.digits) && (name.text === "max" || Number(value.digits) > 0));
  const [first] = bounds.filter((each) => !isCount(each));
  if (first === undefined) return;
  const { path } = statement;
  const written = bounds.map((each) => context.textOf(each.span)).join(" ");
  const typeText = statement.type === null ? type.kind : context.textOf(statement.type.span);
  context.report({
    code: "RPT1023",
    span: first.span,
    message: `${context.textOf(first.span)} has no effect on the numbers of ${path.text}`,
    why: "Bounds of a list are numbers of its entries, and no list has fewer than none.",
    repair: edited(
      `delete ${written}, or make records of the numbers: field ${path.text}.value ${typeText} ${written}`,
      ...bounds.map((each) => deletion(context, each)),
    ),
  });
}

/** `field a[].n string max=3` → `field a[] max=3` before it, or on the line that declares the list. */
function boundsOfList(context: CheckContext, declared: Declared, bounds: readonly Property[]): Repair | null {
  const { statement, all } = declared;
  const many = statement.path.segments.findLastIndex((each) => each.many);
  if (many < 0 || bounds.some((each) => wholeOf(each) === null)) return null;
  const list = statement.path.segments
    .slice(0, many + 1)
    .map((each) => `${each.text}${each.many ? "[]" : ""}`)
    .join(".");
  const deletions = bounds.map((each) => deletion(context, each));
  const owner = all.find((each) => each.path.text === list);
  const taken = new Set((owner?.properties ?? []).map(({ name }) => name.text));
  const moved = bounds.filter(({ name }) => !taken.has(name.text)).map((each) => context.textOf(each.span));
  const isSaid = all.some((each) => each !== statement && each.span.start < statement.span.start && says(each, list));
  if (moved.length === 0 || (owner === undefined && isSaid)) return edited("delete it", ...deletions);
  const title = `write field ${list} ${moved.join(" ")}`;
  if (owner !== undefined) return edited(title, insertion(owner.span.end, ` ${moved.join(" ")}`), ...deletions);
  return edited(title, insertion(statement.span.start, `field ${list} ${moved.join(" ")}\n`), ...deletions);
}

/** Whether an earlier line of the same list has the same slip, whose repair declares the list. */
function says({ path, type, properties }: FieldStatement, list: string): boolean {
  const isMember = path.text.startsWith(`${list}.`) && !path.text.slice(list.length).includes("[]");
  const isNumber = type?.name === "int" || type?.name === "decimal";
  return isMember && !isNumber && properties.some(({ name }) => name.text === "min" || name.text === "max");
}

/** `string(20) max=10` → `string(10)` */
function lengthInType(
  context: CheckContext,
  { type: written }: FieldStatement,
  type: Extract<FieldType, { kind: "string" | "text" }>,
  property: Property,
): Repair | null {
  const length = wholeOf(property);
  if (length === null || length < 1 || written === null) return null;
  const shorter = written.args.length === 0 ? length : Math.min(length, type.lengthMax);
  const typeText = `${type.kind}(${shorter})`;
  return edited(`write ${typeText}`, { span: written.span, text: typeText }, deletion(context, property));
}

function insertion(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

function edited(title: string, ...edits: readonly TextEdit[]): Repair {
  return { ...rewrite({ start: 0, end: 0 }, "", title), edits };
}
