// Where an element stands, and which record its expressions see.
import {
  checkExpression,
  type NameScope,
  openRecord,
  type RecordsNear,
  type Type,
  withPageNames,
} from "../../expression/index.ts";
import type { ElementStatement, Expression } from "../../language/index.ts";
import type { ElementDefinition, ElementName } from "../../schema/index.ts";
import type { CheckContext, CheckedValue } from "../context/index.ts";
import { aliasOf } from "./aliases.ts";
import { expressionOf } from "./values-expressions.ts";

/** The record of an array that could not be read: any field may be there, so that one mistake is told once. */
export const UNKNOWN_RECORD: Type = { kind: "any", optional: false };

/** Where an element stands. */
export interface Place {
  readonly scope: NameScope;
  /** The element that holds it; null at the top level. */
  readonly parent: ElementDefinition | null;
  /** The words of all elements around, from the outermost in; those around a part are not known. */
  readonly holders: readonly ElementName[];
  /** The statements of `holders`. */
  readonly statements: readonly ElementStatement[];
  /** Ids of the columns around, for a table's foot. */
  readonly columns: readonly string[];
  /** Whether the table around has any column, also one without an id. */
  readonly hasColumns: boolean;
  /** Those of them that cells name. */
  readonly celled: ReadonlySet<string>;
  /** The scope around the table, for its foot. */
  readonly outer: NameScope;
  /** What a row of the table around sees: what is summed over the rows of a page. */
  readonly row: NameScope | null;
  /** The array that is repeated over, and the scope in which it is named: for groups. */
  readonly list: RepeatedList | null;
}

interface RepeatedList {
  readonly expression: Expression;
  readonly scope: NameScope;
}

/** A place at the top level. */
export function topPlace(scope: NameScope): Place {
  return {
    ...{ scope, parent: null, holders: [], statements: [], columns: [], hasColumns: false },
    ...{ celled: new Set(), outer: scope, row: null, list: null },
  };
}

/** What an element sees. Bands and texts of fixed size may show page numbers, a foot sees what is around its table. */
export function elementScope(
  scope: NameScope,
  definition: ElementDefinition,
  statement: ElementStatement,
  place: Place,
): NameScope {
  const base = { ...scopeSeen(scope, definition, place), mayBeSized: mayBeSized(definition, scope) };
  const fixed = ["w", "h"].every((name) =>
    statement.properties.some(
      (each) => each.name.text === name && each.value.kind === "number" && /^(?:mm|cm|pt|in|Q)$/.test(each.value.unit),
    ),
  );
  const band = BANDS.includes(definition.name);
  const paged = band || (fixed && ["text", "label", "rich"].includes(definition.name));
  return paged ? withPageNames(base) : base;
}

/** Drawn page by page, with all that stands in them. */
const BANDS: readonly string[] = ["header", "footer", "background"];

/** What properties see: the words of a text of fixed size come with its page, but what the text looks like before. */
export function unpaged(scope: NameScope, { holders }: Place): NameScope {
  const isDrawnLate = !scope.pageNames || holders.some((name) => BANDS.includes(name));
  return isDrawnLate ? scope : { ...scope, pageNames: false, mayBeSized: false };
}

/** Texts of one size each may show page numbers, and so may what stands in them. */
function mayBeSized({ name, properties }: ElementDefinition, around: NameScope): boolean {
  if (["span", "ruby"].includes(name)) return around.mayBeSized === true;
  return ["text", "label", "rich"].includes(name) && Object.hasOwn(properties, "h");
}

/** A table's own heading stands above all records. What sums the rows of a page stands near none of them. */
function scopeSeen(scope: NameScope, definition: ElementDefinition, { parent, outer }: Place): NameScope {
  if (definition.name === "pagefoot" || definition.name === "carry") return { ...outer, near: undefined };
  const heads = definition.name === "head" && (parent?.name === "table" || parent?.name === "gantt");
  return definition.seesOutside === true || heads ? outer : scope;
}

/** Of a group its key is of a row, and so are numbers that are summed over a page; other arguments see what it sees. */
export function argumentScope(
  { name }: ElementDefinition,
  { args: [first] }: ElementStatement,
  own: NameScope,
  place: Place,
): NameScope {
  if (name === "group") return rowScope(place);
  const isSum =
    name === "carry" || (place.parent?.name === "pagefoot" && (first?.kind === "expression" || first?.kind === "word"));
  return isSum ? (place.row ?? own) : own;
}

/** Where the records of an element's array, or of a group, are seen; else what is seen around it. */
export function recordScope(
  definition: ElementDefinition,
  statement: ElementStatement,
  args: ReadonlyMap<string, CheckedValue>,
  own: NameScope,
  place: Place,
): NameScope {
  const alias = aliasOf(statement);
  if (definition.name === "group") return groupScope(statement, place, alias);
  const list = args.get("array");
  if (list?.kind === "code" && definition.opensRecord === true) return openRecord(list.checked, own, alias);
  return definition.opensRecord === true ? openRecord(UNKNOWN_RECORD, own, alias) : own;
}

/** What is seen around the records that an element opens, where all of them can be named. */
export function scopeBeside(
  context: CheckContext,
  list: RepeatedList | null,
  own: NameScope,
  record: NameScope,
): NameScope {
  const shape = record.records[0]?.shape ?? null;
  if (record === own || list === null || shape === null || !isNamed(list.expression)) return own;
  const text = context.textOf(list.expression.span);
  return { ...own, near: { written: text.endsWith("]") ? text : `${text}[]`, shape } };
}

/** Whether members of all entries can be named behind an expression. */
function isNamed({ kind }: Expression): boolean {
  return kind === "name" || kind === "current" || kind === "member" || kind === "all" || kind === "filter";
}

/** The array that nested groups part. */
export function listOf(
  definition: ElementDefinition,
  statement: ElementStatement,
  own: NameScope,
  record: NameScope,
  place: Place,
): RepeatedList | null {
  const { span } = statement.keyword;
  if (definition.name === "group") {
    return { expression: { kind: "current", span, name: { text: "items", span } }, scope: record };
  }
  if (definition.opensRecord !== true) return place.list;
  const at = definition.args.findIndex((each) => each.kind === "array");
  const array = statement.args[at];
  const expression = array === undefined ? null : expressionOf(array);
  return expression === null ? null : { expression, scope: own };
}

/** The records that a group parts, seen one by one: what its key is made of. */
export function rowScope(place: Place): NameScope {
  return place.parent?.name === "group" ? partedScope(place) : place.scope;
}

function partedScope(place: Place): NameScope {
  if (place.list === null) return place.scope;
  const rows = checkExpression(place.list.expression, place.list.scope).value;
  return openRecord(rows ?? UNKNOWN_RECORD, place.list.scope);
}

/** The record of a group: `.key` and `.items`, typed as the function `group` types them. */
export function groupScope(statement: ElementStatement, place: Place, alias: string | undefined): NameScope {
  const key = statement.args[0];
  const { list } = place;
  if (key?.kind !== "expression" || list === null) return openRecord(UNKNOWN_RECORD, place.outer, alias);
  const call: Expression = {
    kind: "call",
    span: key.span,
    name: { text: "group", span: key.span },
    args: [list.expression, key.expression],
  };
  const group = openRecord(checkExpression(call, list.scope).value ?? UNKNOWN_RECORD, list.scope, alias);
  const shape = partedScope(place).records[0]?.shape ?? null;
  if (shape === null) return group;
  const by = key.expression.kind === "current" ? { key: key.expression.name.text } : {};
  const near: RecordsNear = { written: ".items[]", shape, ...by };
  return { ...group, near };
}
