// `source customers as=c`: the array whose records become documents, and the name of its record.

import type { Repair, Span } from "../../diagnostics/index.ts";
import { type CanvasField, nearest, RESERVED_NAMES, type SourceRecord } from "../../expression/index.ts";
import type { ElementStatement, LetStatement } from "../../language/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { aliasOf } from "../values/index.ts";
import { type SourceArgument, sourceArgument } from "./source-arrays.ts";

/** The record that names may start from; `refused` is a statement that is not looked at again. */
export interface CheckedSource {
  readonly record: SourceRecord | null;
  readonly refused: ElementStatement | null;
}

const NONE: CheckedSource = { record: null, refused: null };

/** What `source` is read against. */
export interface SourceDeclarations {
  readonly fields: readonly CanvasField[];
  readonly lets: readonly LetStatement[];
}

/** Reads the first `source` line against the declared arrays. */
export function checkSource(
  context: CheckContext,
  elements: readonly ElementStatement[],
  { fields, lets }: SourceDeclarations,
): CheckedSource {
  const statement = elements.find((each) => each.keyword.text === "source");
  if (statement === undefined) return NONE;
  const argument = sourceArgument(statement, lets);
  if (argument === null) {
    context.doubt(aliasOf(statement) ?? "");
    return NONE;
  }
  const { path } = argument;
  const arrays = [...new Set(fields.flatMap((each) => arraysOf(each.path)))];
  if (path === null || (fields.length > 0 && !arrays.includes(path))) {
    return withoutArray(context, statement, { argument, arrays, fields });
  }
  const alias = aliasOf(statement);
  if (alias === undefined) return NONE;
  if (RESERVED_NAMES.includes(alias) || fields.some((each) => each.path.split(/[.[]/)[0] === alias)) {
    reportAlias(context, statement, alias, usesOf(context, alias, membersOf(path, fields)));
    context.doubt(alias);
    return { record: null, refused: null };
  }
  return { record: { path: `${path}[]`, alias }, refused: null };
}

/** The arrays of records on a declared path: `a[].b[].c` has `a` and `a[].b`. */
function arraysOf(path: string): readonly string[] {
  return [...path.matchAll(/\[\]\./g)].map((match) => path.slice(0, match.index));
}

/** What names no declared array, and what there is instead. */
interface NoArray {
  readonly argument: SourceArgument;
  readonly arrays: readonly string[];
  readonly fields: readonly CanvasField[];
}

/** RPT2020. The statement is not looked at again; its record is that of the array that was probably meant. */
function withoutArray(context: CheckContext, statement: ElementStatement, found: NoArray): CheckedSource {
  const { argument } = found;
  const named = aliasOf(statement);
  const refused = { record: null, refused: statement };
  if (argument.path !== null && context.mayBeDeclared(argument.path)) {
    context.doubt(named ?? "");
    return refused;
  }
  const meant = meantArray(found);
  context.report({
    code: "RPT2020",
    span: argument.span,
    message: messageOf(context, found),
    why: "One document is made of each record of an array of the data, in their order.",
    repair: fieldsOfAlias(context, found, named) ?? repairOf(found, meant),
  });
  if (named === undefined) return refused;
  // The only array there is may be meant, but what its records hold says nothing about these names.
  if (meant?.isSure === true) return { record: { path: `${meant.array}[]`, alias: named }, refused: statement };
  context.doubt(named);
  return refused;
}

/** `field g.name …` under `source goods as=g`: fields are declared by their array, and read by the record's name. */
function fieldsOfAlias(context: CheckContext, { argument, arrays }: NoArray, alias: string | undefined): Repair | null {
  const { path } = argument;
  if (path === null || alias === undefined || arrays.length > 0) return null;
  const start = new RegExp(`^[ \\t]*field[ \\t]+${alias}\\.`, "gmu");
  const edits = [...context.source.matchAll(start)].map((match) => {
    const at = match.index + match[0].length - 1 - alias.length;
    return { span: { start: at, end: at + alias.length }, text: `${path}[]` };
  });
  if (edits.length === 0) return null;
  return { title: `declare its fields by the array: field ${path}[].…`, applicability: "suggestion", edits };
}

function messageOf(context: CheckContext, { argument, fields }: NoArray): string {
  const { path, span } = argument;
  if (isComputed(argument)) return `source ${context.quoteOf(span)} is a computed list, not an array of the data`;
  const isPlainList = fields.some((each) => each.path === `${path}[]`);
  return `source ${path} ${isPlainList ? "is an array of single values, not of records" : "is not a declared array"}`;
}

/** Whether a list is made in the place, or by a let. */
function isComputed({ path, from }: SourceArgument): boolean {
  return path === null || from.length > 1;
}

interface MeantArray {
  readonly array: string;
  /** Whether what is written leads to it; else it is only the one that there is. */
  readonly isSure: boolean;
}

function meantArray({ argument, arrays, fields }: NoArray): MeantArray | null {
  const { path, from } = argument;
  const written = from.flatMap((each) => [each, ...arraysOf(each).toReversed()]).find((each) => arrays.includes(each));
  if (written !== undefined) return { array: written, isSure: true };
  const name = path ?? from[0] ?? "";
  const isDeclared = fields.some((each) => each.path === name || each.path.startsWith(`${name}[]`));
  const near = isDeclared ? null : nearest(name, arrays);
  if (near !== null) return { array: near, isSure: true };
  const within = arrays.filter((each) => each.startsWith(`${path}.`) && !each.includes("[]"));
  const [only] = within.length === 1 ? within : arrays.length === 1 ? arrays : [];
  return only === undefined ? null : { array: only, isSure: false };
}

function repairOf({ argument, arrays, fields }: NoArray, meant: MeantArray | null): Repair {
  const { path, span, from } = argument;
  const plain = fields.find((each) => each.path === `${path ?? from[0]}[]`);
  if (meant !== null) {
    const { array } = meant;
    if (meant.isSure && (isComputed(argument) || from.some((each) => each.startsWith(`${array}[]`)))) {
      return rewrite(span, array, `write ${array}: send only the records that become documents, in their order`);
    }
    const isOnly = !meant.isSure && arrays.length === 1;
    return rewrite(span, array, isOnly ? `write ${array}, the only array` : `did you mean ${array}?`);
  }
  if (plain !== undefined) return advise(`make records of its entries: field ${plain.path}.value …`);
  if (arrays.length > 0) return advise(`name one of the arrays: ${arrays.slice(0, ARRAYS_NAMED_MAX).join(", ")}`);
  return advise(`declare its fields: field ${path ?? "records"}[].name string`);
}

/** A form has few arrays; of more the first are named. */
const ARRAYS_NAMED_MAX = 8;

/** The first names within the records of an array. */
function membersOf(array: string, fields: readonly CanvasField[]): readonly string[] {
  const start = `${array}[].`;
  return fields.flatMap(({ path }) =>
    path.startsWith(start) ? path.slice(start.length).split(/[.[]/).slice(0, 1) : [],
  );
}

/** Where the form writes the alias before one of those names. */
function usesOf({ source }: CheckContext, alias: string, members: readonly string[]): readonly Span[] {
  const uses = [...source.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_.])${alias}\\.([\\p{L}\\p{N}_]+)`, "gu"))];
  return uses
    .filter(([, member = ""]) => members.includes(member))
    .map(({ index }) => ({ start: index, end: index + alias.length }));
}

function reportAlias(context: CheckContext, statement: ElementStatement, alias: string, uses: readonly Span[]): void {
  const property = statement.properties.find((each) => each.name.text === "as");
  if (property === undefined) return;
  const reserved = RESERVED_NAMES.includes(alias);
  const free = `${alias}Record`;
  context.report({
    code: reserved ? "RPT2008" : "RPT2007",
    span: property.value.span,
    message: reserved ? `"${alias}" is a reserved name` : `${alias} is already declared`,
    why: "The record's name must not hide another one.",
    repair: {
      title: `write as=${free}${uses.length === 0 ? "" : ", and so in its uses"}`,
      applicability: "suggestion",
      edits: [property.value.span, ...uses].map((span) => ({ span, text: free })),
    },
  });
}
