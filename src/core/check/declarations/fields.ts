// `field` lines → the declared contract: types, bounds, examples.

import type { Span } from "../../diagnostics/index.ts";
import {
  type CanvasField,
  checkPattern,
  compilePattern,
  Decimal,
  type EnumMember,
  type FieldType,
  nearest,
} from "../../expression/index.ts";
import type { FieldStatement, Property, PropertyValue, TypeName } from "../../language/index.ts";
import { FIELD_PROPERTIES, TYPE_HABITS, TYPES } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { checkRole, knownProperties, staticText, thousandthsOf } from "../values/index.ts";
import { exampleJson, jsonDigits, TEXT_LENGTH_MAX, textsIn } from "./examples.ts";
import { FieldPaths } from "./field-paths.ts";
import { checkFieldEffects, hasBounds, withoutSlips } from "./field-slips.ts";
import { withLines } from "./text-lines.ts";
import { withListMarks } from "./unmarked-lists.ts";

/** Lengths of texts that name none: long enough for a line, short enough for a form. */
const STRING_LENGTH = 200;
const TEXT_LENGTH = 2_000;
const DIGITS_MAX = 40;

/** The fields of a document in source order. Every finding of declarations is told. */
export function checkFields(
  context: CheckContext,
  written: readonly FieldStatement[],
  dataset: string | null,
): readonly CanvasField[] {
  const statements = withListMarks(written);
  const fields: CanvasField[] = [];
  const paths = new FieldPaths();
  for (const statement of statements) {
    if (paths.take(statement)) fields.push(checkField(context, statement, statements));
  }
  paths.report(context);
  checkExampleLengths(context, fields);
  for (const field of fields) requireExample(context, field, fields, dataset);
  return fields;
}

function checkField(context: CheckContext, statement: FieldStatement, all: readonly FieldStatement[]): CanvasField {
  const { path } = statement;
  const declared = { statement, all, type: fieldType(context, statement) };
  const known = knownProperties(context, "field", FIELD_PROPERTIES, withoutSlips(context, declared));
  const values = new Map(known.map(({ property }) => [property.name.text, property]));
  checkFieldEffects(context, declared);
  const pattern = patternText(context, values.get("pattern"));
  const type = withLines(context, statement, {
    type: withLabels(context, declared.type, values.get("labels")),
    property: values.get("lines"),
    pattern,
  });
  const bounds = hasBounds(declared)
    ? { min: bound(context, values.get("min")), max: bound(context, values.get("max")) }
    : { min: null, max: null };
  const ordered = checkBounds(context, values, bounds);
  const depth = path.segments.filter((segment) => segment.many).length;
  const counts = path.segments.at(-1)?.many === true;
  const { min, max } = ordered && !counts ? bounds : { min: null, max: null };
  const matches = pattern === null ? null : compilePattern(pattern);
  const { optional } = statement;
  const typeSpan = textSpan(statement);
  const texts = [values.get("example"), values.get("default")].flatMap((property) => textsIn(property?.value));
  const linesSpan = values.get("lines")?.value.span ?? null;
  const rules = { path: path.text, type, min, max, pattern, matches, depth, typeSpan, linesSpan, texts };
  const read = (name: "example" | "default", levels: number): string | null => {
    const property = values.get(name);
    if (property === undefined) return null;
    // An entry of a plain list is there or not: only a member of a record may be null.
    const mayBeNull = !counts && (optional || (name === "example" && values.has("default")));
    return exampleJson(context, property.value, { ...rules, mayBeNull, depth: levels }, name);
  };
  const instead = read("default", 0);
  return {
    path: path.text,
    type,
    optional: statement.optional || instead !== null,
    role: word(context, values.get("role")),
    label: text(context, values.get("label")),
    description: text(context, values.get("desc")),
    pattern,
    ...bounds,
    example: read("example", depth),
    default: instead,
    span: [statement.span.start, statement.span.end],
  };
}

/** Where `string(n)` or `text(n)` stands. */
function textSpan({ type }: FieldStatement): Span | null {
  return type?.name === "string" || type?.name === "text" ? type.span : null;
}

function word(context: CheckContext, property: Property | undefined): string | null {
  if (property === undefined) return null;
  if (property.value.kind === "word") {
    return checkRole(context, { kind: "word", text: property.value.text }, property.value.span).text;
  }
  const quoted = staticText(property.value);
  context.report({
    code: "RPT1015",
    span: property.value.span,
    message: "role takes a dotted word",
    why: "For example role=line.unitPrice.",
    repair:
      quoted === null
        ? advise("write role=line.unitPrice")
        : rewrite(property.value.span, quoted, `write role=${quoted}`),
  });
  return quoted;
}

function text(context: CheckContext, property: Property | undefined): string | null {
  if (property === undefined) return null;
  const read = staticText(property.value);
  if (read !== null) return read;
  const written = context.textOf(property.value.span);
  const isPattern = property.name.text === "pattern";
  if (property.name.text === "label" && property.value.kind === "list") {
    context.report({
      code: "RPT1015",
      span: property.span,
      message: "label is one text: the name of the field",
      why: "labels= lists the labels of an enum's members.",
      repair: rewrite(property.name.span, "labels", "write labels="),
    });
    return null;
  }
  const quoted = isPattern ? `'${written.replaceAll("'", "\\'")}'` : `"${written.replace(/["()]/g, "")}"`;
  context.report({
    code: "RPT1015",
    span: property.value.span,
    message: `${property.name.text} takes ${isPattern ? "a text in single quotes" : "a quoted text"}`,
    why: isPattern
      ? "A pattern stands in single quotes, in which nothing is computed."
      : "Texts for people stand in quotes.",
    repair: rewrite(property.value.span, quoted, "put it in quotes"),
  });
  return null;
}

function bound(context: CheckContext, property: Property | undefined): string | null {
  if (property === undefined) return null;
  const { value } = property;
  if (value.kind === "number" && value.unit === "") return jsonDigits(value.digits);
  context.report({
    code: "RPT1015",
    span: value.span,
    message: `${property.name.text} takes a number`,
    why: "For example min=1 max=200.",
    repair: rewrite(value.span, /-?[\d.]+/.exec(context.textOf(value.span))?.[0] ?? "0", "write a number"),
  });
  return null;
}

/** Whether the bounds leave room between them. */
function checkBounds(
  context: CheckContext,
  values: ReadonlyMap<string, Property>,
  bounds: { readonly min: string | null; readonly max: string | null },
): boolean {
  const low = bounds.min === null ? null : thousandthsOf(bounds.min);
  const high = bounds.max === null ? null : thousandthsOf(bounds.max);
  const property = values.get("max");
  if (low === null || high === null || low <= high || property === undefined) return true;
  context.report({
    code: "RPT1018",
    span: property.span,
    message: `max=${bounds.max} is less than min=${bounds.min}`,
    why: "Nothing lies between the two.",
    repair: rewrite(property.value.span, bounds.min ?? "0", `write max=${bounds.min}`),
  });
  return false;
}

function patternText(context: CheckContext, property: Property | undefined): string | null {
  if (property === undefined) return null;
  const pattern = text(context, property);
  if (pattern === null) return null;
  const problem = checkPattern(pattern);
  if (problem === null) return pattern;
  context.report({
    code: "RPT2014",
    span: property.value.span,
    message: "the pattern cannot be read",
    why: `Patterns are regular expressions without look-around and references: ${problem}.`,
    repair: rewrite(property.value.span, "'^.*$'", "write a pattern such as '^[0-9]{3}-[0-9]{4}$'"),
  });
  return null;
}

function fieldType(context: CheckContext, statement: FieldStatement): FieldType {
  const { type, path } = statement;
  if (type === null) {
    if (path.segments.at(-1)?.many === true) return { kind: "array" };
    const at = {
      start: path.span.end + (statement.optional ? 1 : 0),
      end: path.span.end + (statement.optional ? 1 : 0),
    };
    const guess = guessType(exampleOf(statement));
    context.report({
      code: "RPT2003",
      span: path.span,
      message: `field ${path.text} has no type`,
      why: `Types: ${Object.values(TYPES).join(", ")}.`,
      repair: rewrite(at, ` ${guess}`, `write a type after the path, for example ${guess}`),
    });
    return { kind: "string", lengthMax: STRING_LENGTH };
  }
  return namedType(context, statement, type);
}

function exampleOf({ properties }: FieldStatement): PropertyValue | undefined {
  return properties.find((property) => property.name.text === "example")?.value;
}

function guessType(example: PropertyValue | undefined): string {
  const value = example?.kind === "list" ? example.items[0] : example;
  if (value?.kind === "number") return value.digits.includes(".") ? "decimal(12,2)" : "int";
  if (value?.kind === "word" && /^(?:true|false)$/.test(value.text)) return "bool";
  const written = value === undefined ? null : staticText(value);
  return written !== null && /^\d{4}-\d{2}-\d{2}$/.test(written) ? "date" : "string(40)";
}

function namedType(context: CheckContext, statement: FieldStatement, type: TypeName): FieldType {
  switch (type.name) {
    case "string":
    case "text":
      return {
        kind: type.name,
        lengthMax: textLength(context, type),
        ...(type.args.length === 0 ? { isLengthUsual: true } : {}),
      };
    case "decimal":
      return decimalType(context, type);
    case "enum":
      return enumType(context, type);
    case "int":
    case "bool":
    case "date":
    case "time":
    case "datetime":
    case "image":
      if (type.args.length > 0) wrongArguments(context, type, type.name);
      return { kind: type.name };
    default:
      return unknownType(context, type, guessType(exampleOf(statement)));
  }
}

/** @param guess the type that the example has: where no name is near, the author probably means that. */
function unknownType(context: CheckContext, type: TypeName, guess: string): FieldType {
  const habit = TYPE_HABITS[type.name] ?? TYPE_HABITS[type.name.toLowerCase()];
  const near = habit ?? TYPES[nearest(type.name, Object.keys(TYPES)) ?? ""] ?? guess;
  const args = context.textOf(type.span).slice(type.name.length);
  const isText = /^(?:string|text)\(/.test(near) && /^\(\d+\)$/.test(args);
  const keeps = isText || (habit === undefined && /^\(/.test(args) && near.includes("("));
  const mended = keeps ? near.replace(/\(.*$/, args) : near;
  context.report({
    code: "RPT2002",
    span: type.span,
    message: `unknown type "${type.name}"`,
    why: `Types: ${Object.values(TYPES).join(", ")}.`,
    repair: rewrite(type.span, mended, `write ${mended}`),
  });
  const name = mended.split("(")[0] ?? "string";
  if (name === "decimal") return { kind: "decimal", precision: 30, scale: 0 };
  if (name === "int" || name === "bool" || name === "date" || name === "time" || name === "datetime") {
    return { kind: name };
  }
  if (name === "image") return { kind: name };
  return { kind: "text", lengthMax: TEXT_LENGTH };
}

function wrongArguments(context: CheckContext, type: TypeName, mended: string): void {
  context.report({
    code: "RPT2005",
    span: type.span,
    message: `${context.textOf(type.span)}: the arguments do not fit ${type.name}`,
    why: `The form is ${TYPES[type.name] ?? type.name}.`,
    repair: rewrite(type.span, mended, `write ${mended}`),
  });
}

function wholeArgument(value: PropertyValue | undefined, min: number, max: number): number | null {
  if (value?.kind !== "number" || value.unit !== "" || !/^\d{1,6}$/.test(value.digits)) return null;
  const number = Number(value.digits);
  return number >= min && number <= max ? number : null;
}

function textLength(context: CheckContext, type: TypeName): number {
  const usual = type.name === "string" ? STRING_LENGTH : TEXT_LENGTH;
  if (type.args.length === 0) return usual;
  const length = type.args.length === 1 ? wholeArgument(type.args[0], 1, TEXT_LENGTH_MAX) : null;
  if (length === null) wrongArguments(context, type, `${type.name}(${usual})`);
  return length ?? usual;
}

function decimalType(context: CheckContext, type: TypeName): FieldType {
  const precision = wholeArgument(type.args[0], 1, DIGITS_MAX);
  const scale = wholeArgument(type.args[1], 0, precision ?? DIGITS_MAX);
  if (precision !== null && scale !== null && type.args.length === 2) return { kind: "decimal", precision, scale };
  wrongArguments(
    context,
    type,
    `decimal(${precision ?? 12},${precision === null || precision >= 2 ? Math.min(2, precision ?? 2) : 0})`,
  );
  return { kind: "decimal", precision: precision ?? 12, scale: Math.min(2, precision ?? 2) };
}

function enumType(context: CheckContext, type: TypeName): FieldType {
  const members = type.args.map((arg): EnumMember | null => {
    if (arg.kind === "word") return { value: arg.text, numeric: false, label: null };
    if (arg.kind === "number" && arg.unit === "") {
      return { value: jsonDigits(arg.digits), numeric: true, label: null };
    }
    const written = staticText(arg);
    return written === null ? null : { value: written, numeric: false, label: null };
  });
  const valid = members.filter((member) => member !== null);
  const distinct = new Set(valid.map((member) => member.value)).size === valid.length;
  const mixed = valid.some((member) => member.numeric) && valid.some((member) => !member.numeric);
  if (valid.length === 0 || valid.length < members.length || !distinct || mixed) {
    const shown = [
      ...new Set(valid.map((member) => (/^[\w]+$/.test(member.value) ? member.value : `"${member.value}"`))),
    ];
    wrongArguments(context, type, `enum(${shown.length === 0 || mixed ? "a, b" : shown.join(", ")})`);
  }
  return { kind: "enum", members: valid.filter((member) => member.numeric === valid[0]?.numeric) };
}

function withLabels(context: CheckContext, type: FieldType, property: Property | undefined): FieldType {
  if (property === undefined) return type;
  const written = property.value.kind === "list" ? null : staticText(property.value);
  const items =
    property.value.kind === "list" ? property.value.items.map(staticText) : (written?.split(/\s*[,、，|/]\s*/) ?? []);
  const labels = items.filter((item) => item !== null);
  if (
    type.kind === "enum" &&
    labels.length === type.members.length &&
    labels.length === items.length &&
    written === null
  ) {
    return { kind: "enum", members: type.members.map((member, at) => ({ ...member, label: labels[at] ?? null })) };
  }
  const members = type.kind === "enum" ? type.members : [];
  const mended = `[${members.map((member, at) => JSON.stringify(labels[at] ?? member.value)).join(", ")}]`;
  context.report({
    code: "RPT2005",
    span: property.span,
    message:
      type.kind === "enum"
        ? written === null
          ? `labels has ${items.length} entries, the enum has ${members.length} members`
          : "labels takes a list of quoted texts"
        : "labels belongs to an enum",
    why: "Every member has one label, in the same order.",
    repair:
      type.kind === "enum"
        ? rewrite(property.value.span, mended, `write labels=${mended}`)
        : rewrite(property.span, "", "delete it"),
  });
  return type;
}

/** RPT2011: the records of an array come from its fields' lists, so these are equally long. */
function checkExampleLengths(context: CheckContext, fields: readonly CanvasField[]): void {
  const first = new Map<string, { readonly lengths: string; readonly shown: string }>();
  for (const field of fields) {
    if (field.example === null || !field.example.startsWith("[")) continue;
    const arrays = [...field.path.matchAll(/\[\]/g)].map((match) => field.path.slice(0, match.index + 2));
    const value = JSON.parse(field.example) as unknown;
    for (const [level, array] of arrays.entries()) {
      const scalars = level === arrays.length - 1 && array === field.path;
      const lengths = lengthsAt(value, level);
      const known = scalars ? undefined : first.get(array);
      if (scalars || lengths === null) continue;
      const shown = lengths.replace(/[[\]]/g, "");
      if (known === undefined) first.set(array, { lengths, shown });
      else if (known.lengths !== lengths) {
        context.report({
          code: "RPT2011",
          span: { start: field.span[0], end: field.span[1] },
          message: `example lists of ${array} have ${known.shown} and ${shown} entries`,
          why: "The n-th entry of every list belongs to the n-th record.",
          repair: advise("make them equally long"),
        });
        break;
      }
    }
  }
}

/** The list lengths at a nesting level as JSON text; null where examples are no lists there. */
function lengthsAt(value: unknown, level: number): string | null {
  if (!Array.isArray(value)) return null;
  if (level === 0) return String(value.length);
  const inner = value.map((item) => lengthsAt(item, level - 1));
  return inner.includes(null) ? null : `[${inner.join(",")}]`;
}

function requireExample(
  context: CheckContext,
  field: CanvasField,
  all: readonly CanvasField[],
  dataset: string | null,
): void {
  if (field.example !== null || field.default !== null || field.optional || field.type.kind === "array") return;
  const span = { start: field.span[0], end: field.span[1] };
  if (/\bexample\s*=/.test(context.textOf(span)) || (dataset !== null && datasetHas(dataset, field.path))) return;
  const sample = sampleFor(field);
  context.report({
    code: "RPT2010",
    span,
    message: `no example for ${field.path}: checks use a placeholder`,
    why: "Examples show whether real content fits before any data arrives.",
    repair:
      sample === null
        ? advise(`add example= with a text that matches '${field.pattern}'`)
        : rewrite(
            { start: span.end, end: span.end },
            ` example=${sample}`,
            (sample === GREY_PICTURE ? "add a grey picture as its example" : `add example=${sample}`) +
              (mayBeEmpty(field, all) ? ", or example=[] where the list is mostly empty" : ""),
          ),
  });
}

/** A value that the declaration takes, as it is written; null where only the author knows one. */
function sampleFor({ type, pattern, min, max }: CanvasField): string | null {
  if (pattern !== null) return null;
  if (type.kind === "enum") return enumSample(type.members[0]);
  if (type.kind === "string" || type.kind === "text") return type.lengthMax < 2 ? '"〇"' : '"〇〇"';
  if (type.kind !== "int" && type.kind !== "decimal") return SAMPLES[type.kind] ?? '"…"';
  const one = Decimal.of("1");
  if (min !== null && one.compare(Decimal.of(min)) < 0) return min;
  if (max !== null && one.compare(Decimal.of(max)) > 0) return max;
  return type.kind === "decimal" && type.precision === type.scale ? "0" : "1";
}

/** Whether the field's outermost list may have no entry, and no example gives it one. */
function mayBeEmpty({ path }: CanvasField, all: readonly CanvasField[]): boolean {
  const end = path.indexOf("[]");
  if (end < 0) return false;
  const list = path.slice(0, end + 2);
  return all.every((field) => {
    if (field.path === list && field.min !== null && Number(field.min) > 0) return false;
    const isWithin = field.path === list || field.path.startsWith(`${list}.`);
    return !isWithin || field.example === null || field.example === "[]";
  });
}

/** A picture that stands in for one that nobody gave, as JSON text: grey, four by three as photos are. */
export const GREY_PICTURE = `"data:image/svg+xml;base64,${[
  "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9Ij",
  "AgMCA0IDMiPjxwYXRoIGQ9Ik0wIDBoNHYzSDB6IiBmaWxsPSIjY2NjIi8+PC9zdmc+",
].join("")}"`;

const SAMPLES: Readonly<Record<string, string>> = {
  bool: "true",
  date: '"2026-01-31"',
  time: '"09:30"',
  datetime: '"2026-01-31T09:30:00+09:00"',
  image: GREY_PICTURE,
};

function enumSample(member: EnumMember | undefined): string {
  const value = member?.value ?? "a";
  return /^\w+$/.test(value) ? value : JSON.stringify(value);
}

function datasetHas(dataset: string, path: string): boolean {
  let values: readonly unknown[] = [JSON.parse(dataset) as unknown];
  for (const part of path.split(".")) {
    const many = part.endsWith("[]");
    const name = many ? part.slice(0, -2) : part;
    values = values.flatMap((value) => {
      const member =
        typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
      if (member === undefined) return [];
      return many && Array.isArray(member) ? (member as readonly unknown[]) : [member];
    });
    if (values.length === 0) return false;
  }
  return true;
}
