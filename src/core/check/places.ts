// Where an element stands, and which record its expressions see.
import { checkExpression, type NameScope, openRecord, type Type } from "../expression/index.ts";
import type { ElementStatement, Expression } from "../language/index.ts";
import { aliasOf } from "./arguments.ts";
import type { CheckedValue } from "./checked.ts";
import type { ElementDefinition, ElementName } from "./schema.ts";
import { expressionOf } from "./values-expressions.ts";

/** The record of an array that could not be read: any field may be there, so that one mistake is told once. */
const UNKNOWN_RECORD: Type = { kind: "any", optional: false };

/** Where an element stands. */
export interface Place {
  readonly scope: NameScope;
  /** The element that holds it; null at the top level. */
  readonly parent: ElementDefinition | null;
  /** The words of all elements around, from the outermost in; those around a part are not known. */
  readonly holders: readonly ElementName[];
  /** Ids of the columns around, for a table's foot. */
  readonly columns: readonly string[];
  /** Whether the table around has any column, also one without an id. */
  readonly hasColumns: boolean;
  /** Those of them that cells name. */
  readonly celled: ReadonlySet<string>;
  /** The scope around the table, for its foot. */
  readonly outer: NameScope;
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
    ...{ scope, parent: null, holders: [], columns: [], hasColumns: false },
    ...{ celled: new Set(), outer: scope, list: null },
  };
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
  if (place.parent?.name !== "group" || place.list === null) return place.scope;
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
  return openRecord(checkExpression(call, list.scope).value ?? UNKNOWN_RECORD, list.scope, alias);
}
