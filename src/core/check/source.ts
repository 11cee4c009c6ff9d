// `source customers as=c`: the array whose records become documents, and the name of its record.

import type { Span } from "../diagnostics/index.ts";
import { type CanvasField, nearest, RESERVED_NAMES, type SourceRecord } from "../expression/index.ts";
import type { ElementStatement } from "../language/index.ts";
import { aliasOf } from "./arguments.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";

/** The record that names may start from; `refused` is a statement that is not looked at again. */
export interface CheckedSource {
  readonly record: SourceRecord | null;
  readonly refused: ElementStatement | null;
}

const NONE: CheckedSource = { record: null, refused: null };

/** Reads the first `source` line against the declared arrays. */
export function checkSource(
  context: CheckContext,
  elements: readonly ElementStatement[],
  fields: readonly CanvasField[],
): CheckedSource {
  const statement = elements.find((each) => each.keyword.text === "source");
  const array = statement?.args[0];
  if (statement === undefined) return NONE;
  if (array === undefined || (array.kind !== "word" && array.kind !== "path")) {
    context.doubt(aliasOf(statement) ?? "");
    return NONE;
  }
  const path = context.textOf(array.span).replace(/\[\]$/, "");
  const arrays = [...new Set(fields.flatMap((each) => arraysOf(each.path)))];
  if (fields.length > 0 && !arrays.includes(path)) {
    const near = reportArray(context, statement, path, arrays);
    const named = aliasOf(statement);
    if (named === undefined) return { record: null, refused: statement };
    // The only array there is may be meant, but what its records hold says nothing about these names.
    if (near !== null && nearest(path, arrays) !== null) {
      return { record: { path: `${near}[]`, alias: named }, refused: statement };
    }
    context.doubt(named);
    return { record: null, refused: statement };
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

/** RPT2020, and the array that was probably meant. */
function reportArray(
  context: CheckContext,
  statement: ElementStatement,
  path: string,
  arrays: readonly string[],
): string | null {
  const span = statement.args[0]?.span ?? statement.keyword.span;
  if (context.mayBeDeclared(path)) return null;
  const near = nearest(path, arrays) ?? (arrays.length === 1 ? arrays[0] : undefined) ?? null;
  context.report({
    code: "RPT2020",
    span,
    message: `source ${path} is not a declared array`,
    why: "One document is made of each record of an array.",
    repair:
      near === null
        ? advise(`declare its fields: field ${path}[].name string`)
        : rewrite(
            span,
            near,
            nearest(path, arrays) === null ? `write ${near}, the only array` : `did you mean ${near}?`,
          ),
  });
  return near;
}

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
