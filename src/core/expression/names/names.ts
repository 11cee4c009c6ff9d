import type { Span } from "../../diagnostics/index.ts";
import type { Expression } from "../../language/index.ts";
import {
  type CanvasField,
  type Checked,
  type CheckedExpression,
  type Code,
  codeKey,
  newShape,
  type RecordShape,
  readCode,
  readSegments,
  recordOf,
  shapeOfFields,
  type Type,
} from "../code/index.ts";
import { compareCodePoints, Decimal } from "../values/index.ts";

/** The names that an expression may use at one place of the template. */
export interface NameScope {
  readonly root: RecordShape;
  /** Opened records, innermost first. */
  readonly records: readonly OpenedRecord[];
  readonly source: SourceRecord | null;
  /** Whether `page.n` and `page.total` may be used. */
  readonly pageNames: boolean;
  /** Whether a list is to be named here: names near a misspelt one are those of lists. Filters see any name. */
  readonly wantsList?: boolean;
  /** Records that stand near, and of which none is open here. */
  readonly near?: RecordsNear | undefined;
  /** False where no text that could have `w` and `h`, and with them page numbers, holds the expression. */
  readonly mayBeSized?: boolean;
  /** References known to be present, as keys made by `factKey`. */
  readonly facts: ReadonlySet<string>;
  /** Told of every node that is typed here and in scopes made from this one. */
  readonly observer?: NodeObserver;
  /** Told of every path that is used here and declared nowhere, with the place of its last name. */
  readonly missing?: MissingPaths;
  /** Told of every use of a name that the language keeps and the form declares all the same. */
  readonly reserved?: MissingPaths;
  /** Where the form gives a name to records by `as=`: `each sites`. Null for every other name. */
  readonly namedBy?: (name: string) => string | null;
}

/** Learns the canonical path (`items[].qty`) of a name that nothing declares, and where it is used. */
export type MissingPaths = (path: string, span: Span) => void;

/** Learns what a node stands for (null where it has an error) and which names its place sees, as editors ask it. */
export type NodeObserver = (
  node: Expression,
  checked: Pick<Checked, "path" | "type" | "code" | "span"> | null,
  scope: NameScope,
) => void;

/** The records of a table at its feet, of a group at its head: what is said of all of them names their list. */
export interface RecordsNear {
  /** All of them as an expression of this place writes them: `items[]`, `.items[]`. */
  readonly written: string;
  readonly shape: RecordShape;
  /** The field that makes the groups: a group has it as `.key`. */
  readonly key?: string;
}

export interface OpenedRecord {
  /** Null where the entries of a list are no records. */
  readonly shape: RecordShape | null;
  /** What an entry is that is no record; left out where it is one. */
  readonly value?: Type;
  readonly alias: string | null;
}

/** `source customers as=c`: the record of the array at `path` (`customers[]`) is reached by its alias. */
export interface SourceRecord {
  readonly path: string;
  readonly alias: string;
}

/** Names that no field, let or alias may take. */
export const RESERVED_NAMES: readonly string[] = [
  "page",
  "record",
  "copy",
  "index",
  "outer",
  "true",
  "false",
  "null",
  "and",
  "or",
  "not",
];

/** The scope of lets and of elements outside any record. `source` is given where the template has a record source. */
export function rootScope(
  fields: readonly CanvasField[],
  source?: SourceRecord | null,
  told: Pick<NameScope, "observer" | "missing" | "reserved" | "namedBy"> = {},
): NameScope {
  const scope = { root: shapeOfFields(fields), records: [], source: source ?? null, pageNames: false };
  return { ...scope, facts: new Set(), ...told };
}

/** The scope inside a body that repeats for each record of `list` (`as=alias` names the record). */
export function openRecord(list: CheckedExpression | Type, scope: NameScope, alias?: string): NameScope {
  const type = "code" in list ? list.type : list;
  const element = type.kind === "list" ? type.element : type;
  const shape = shapeOf(element);
  if (shape !== null) return openShape(shape, scope, alias ?? null);
  const opened = { shape, alias: alias ?? null, value: element };
  return { ...scope, wantsList: false, near: undefined, records: [opened, ...scope.records] };
}

export function openShape(shape: RecordShape | null, scope: NameScope, alias: string | null): NameScope {
  return { ...scope, wantsList: false, near: undefined, records: [{ shape, alias }, ...scope.records] };
}

function shapeOf(type: Type): RecordShape | null {
  if (type.kind === "record") return type.shape;
  return type.kind === "any" ? newShape("", true) : null;
}

/** The scope where `condition` is known to hold: `has(x)` makes `x` present. */
export function narrow(scope: NameScope, condition: CheckedExpression): NameScope {
  return withFacts(scope, presentWhen(true, readCode(condition.code)));
}

/** The scope where `page.n` and `page.total` may be used: headers, footers, backgrounds, texts of fixed size. */
export function withPageNames(scope: NameScope): NameScope {
  return { ...scope, pageNames: true };
}

export function withFacts(scope: NameScope, present: readonly Code[]): NameScope {
  if (present.length === 0) return scope;
  const facts = new Set(scope.facts);
  for (const code of present) facts.add(factKey(code, scope.records.length));
  return { ...scope, facts };
}

/** A key that stays equal when further records are opened: levels are counted from outside. */
export function factKey(code: Code, depth: number): string {
  return codeKey(code, depth);
}

/** References that can not be null when a condition has come out as `outcome`. */
export function presentWhen(outcome: boolean, code: Code): readonly Code[] {
  switch (code.op) {
    case "not":
      return presentWhen(!outcome, code.operand);
    case "and":
      return outcome ? [...presentWhen(true, code.left), ...presentWhen(true, code.right)] : [];
    case "or":
      return outcome ? [] : [...presentWhen(false, code.left), ...presentWhen(false, code.right)];
    case "call":
      return outcome && code.name === "has" ? code.args : [];
    case "compare":
      return presentInComparison(outcome, code);
    case "coalesce":
      // An absent flag that counts as false, in a condition that holds.
      return isConstant(code.right, !outcome) ? [code.left] : [];
    default:
      return [];
  }
}

/** A comparison with null is false, so a true one tells that both sides are there. */
function presentInComparison(outcome: boolean, { operator, left, right }: Comparison): readonly Code[] {
  const withNull = isConstant(left, null) || isConstant(right, null);
  if (withNull) return outcome === (operator === "!=") ? [left, right] : [];
  const sides = outcome ? [left, right] : [];
  const flipped = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!=" } as const;
  return [
    ...sides,
    ...presentBesideDefault(outcome, operator, left, right),
    ...presentBesideDefault(outcome, flipped[operator], right, left),
  ];
}

type Comparison = Pick<Extract<Code, { op: "compare" }>, "operator" | "left" | "right">;

/** `(x ?? 0) > 0` is false where `x` is absent: where it came out as true, `x` is there. */
function presentBesideDefault(
  outcome: boolean,
  operator: Comparison["operator"],
  side: Code,
  other: Code,
): readonly Code[] {
  if (side.op !== "coalesce") return [];
  const order = orderOfConstants(side.right, other);
  if (order === null) return [];
  const holds = {
    ...{ "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "==": order === 0, "!=": order !== 0 },
  }[operator];
  return holds === outcome ? [] : [side.left];
}

/** Null where they are not two numbers or two texts that are written out. */
function orderOfConstants(one: Code, other: Code): number | null {
  if (one.op === "number" && other.op === "number") return Decimal.of(one.digits).compare(Decimal.of(other.digits));
  if (one.op === "text" && other.op === "text") return compareCodePoints(one.text, other.text);
  return null;
}

function isConstant(code: Code, value: boolean | null): boolean {
  return code.op === "constant" && code.value === value;
}

/** The record of the record source; null where the array is not declared with records. */
export function sourceShape(scope: NameScope): RecordShape | null {
  if (scope.source === null) return null;
  let type: Type = recordOf(scope.root);
  for (const segment of readSegments(scope.source.path)) {
    const shape = shapeOf(type);
    if (shape === null) return null;
    const member = shape.members.get(segment.name)?.type();
    if (member === undefined) return shape.open ? newShape("", true) : null;
    type = member.kind === "list" ? member.element : member;
  }
  return shapeOf(type);
}
