// The checked form of an expression: plain JSON that a canvas stores and `compileProgram` turns into closures.
import type { SourceSpan } from "../../diagnostics/index.ts";

/** JSON of one checked expression; only this room reads what is inside. */
export interface ExpressionCode {
  readonly op: string;
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";
export type CompareOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";
/** How two values of a type are ordered: by number, code point, civil time, or instant. */
export type Ordering = "number" | "text" | "time" | "datetime" | "any";
/**
 * Keys whose texts may differ where they are equal: moments (`09:30` and `09:30:00`, one instant in two offsets), and
 * texts, of which an empty one or one of blanks is absent.
 */
export type KeyOrdering = Extract<Ordering, "time" | "datetime" | "text">;
export type FormatKind = "number" | "date" | "any";
export type Ambient = "page.n" | "page.total" | "record.n" | "record.total" | "copy.label" | "copy.index";

/**
 * What `ExpressionCode` holds. Spans stand where a finding may arise while evaluating. Records are counted from the
 * innermost opened one (`level` 0) outwards. `lift` marks operands that are lists combined entry by entry.
 */
export type Code =
  | { readonly op: "number"; readonly digits: string }
  | { readonly op: "text"; readonly text: string }
  | { readonly op: "constant"; readonly value: true | false | null }
  | { readonly op: "root" }
  /** The record of the record source that this document is made for. */
  | { readonly op: "source" }
  | { readonly op: "record"; readonly level: number; readonly span?: SourceSpan }
  | { readonly op: "index"; readonly level: number }
  | { readonly op: "ambient"; readonly name: Ambient }
  /** References have a span where nothing declares what they lead to. */
  | { readonly op: "member"; readonly base: Code; readonly name: string; readonly span?: SourceSpan }
  /** The member of every record of a list; members that are lists themselves are joined end to end. */
  | { readonly op: "each"; readonly base: Code; readonly name: string; readonly span?: SourceSpan }
  | { readonly op: "filter"; readonly base: Code; readonly condition: Code }
  | {
      readonly op: "call";
      readonly name: string;
      readonly args: readonly Code[];
      readonly span: SourceSpan;
      /** How `sort`, `group` and `distinct` compare their keys; left out for all that compare as they are written. */
      readonly keys?: KeyOrdering;
      /** The choices of an enumeration in their declared order, where the keys of `sort` and `group` are choices. */
      readonly members?: readonly string[];
      /**
       * `count` of entries that may be absent counts those that are there, as `sum` and `avg` take them; with `blank`
       * no empty text either, as `has` and `join` take them.
       */
      readonly skipsAbsent?: true | "blank";
    }
  | {
      readonly op: "format";
      readonly value: Code;
      readonly kind: FormatKind;
      readonly pattern: string;
      readonly span: SourceSpan;
    }
  | {
      readonly op: "label";
      readonly value: Code;
      readonly labels: readonly (readonly [value: string, label: string])[];
      /** The value is a list of members, and so is the answer. */
      readonly isList?: boolean;
    }
  | { readonly op: "not"; readonly operand: Code; readonly lift: boolean }
  | { readonly op: "negate"; readonly operand: Code; readonly lift: boolean; readonly span: SourceSpan }
  | { readonly op: "and" | "or" | "coalesce"; readonly left: Code; readonly right: Code; readonly lift: Lift }
  | {
      readonly op: "arithmetic";
      readonly operator: ArithmeticOperator;
      readonly left: Code;
      readonly right: Code;
      readonly lift: Lift;
      readonly span: SourceSpan;
    }
  | {
      readonly op: "compare";
      readonly operator: CompareOperator;
      readonly ordering: Ordering;
      readonly left: Code;
      readonly right: Code;
      readonly lift: Lift;
    };

/** Which sides of an operator are lists: `lr` both (of the same array), `l` or `r` one, empty none. */
export type Lift = "" | "l" | "r" | "lr";

/** Reads stored code back; canvases hold only what this room wrote (their hash vouches for it). */
export function readCode(code: ExpressionCode): Code {
  return code as Code;
}

/**
 * A text that is equal for equal code, wherever it is written: spans are left out. With `depth`, the number of opened
 * records, records are counted from outside instead, so that the text stays equal inside further records.
 */
export function codeKey(code: Code, depth?: number): string {
  return JSON.stringify(code, (key, value: unknown) => {
    if (key === "span") return undefined;
    return key === "level" && depth !== undefined && typeof value === "number" ? depth - value : value;
  });
}

/** Whether a value depends on the page that it is printed on. */
export function namesPage(code: ExpressionCode): boolean {
  return namesAny(code, ["page.n", "page.total"]);
}

/** Whether a value depends on the copy that it is printed on. */
export function namesCopy(code: ExpressionCode): boolean {
  return namesAny(code, ["copy.label", "copy.index"]);
}

function namesAny(code: ExpressionCode, names: readonly Ambient[]): boolean {
  let found = false;
  JSON.stringify(code, (key, value: unknown) => {
    found ||= key === "name" && names.some((name) => name === value);
    return value;
  });
  return found;
}

/** Functions whose arguments after the list are computed for each of its entries. */
export const PER_ENTRY: readonly string[] = ["sort", "group"];

/** Whether a value depends on the innermost opened record, or on its number. */
export function readsRecord(code: ExpressionCode, level = 0): boolean {
  const node = readCode(code);
  if (node.op === "record" || node.op === "index") return node.level === level;
  if (node.op === "filter") return readsRecord(node.base, level) || readsRecord(node.condition, level + 1);
  if (node.op === "call" && PER_ENTRY.includes(node.name)) {
    return node.args.some((argument, at) => readsRecord(argument, at === 0 ? level : level + 1));
  }
  return operandsOf(node).some((operand) => readsRecord(operand, level));
}

/** Whether a value depends on anything that is not written in the expression itself. */
export function readsData(code: ExpressionCode): boolean {
  const node = readCode(code);
  return ["root", "source", "record", "index", "ambient"].includes(node.op) || operandsOf(node).some(readsData);
}

/** What a code is made of that is computed in its own scope: not in that of the entries of a list. */
export function operandsHere(node: Code): readonly Code[] {
  if (node.op === "filter") return [node.base];
  return node.op === "call" && PER_ENTRY.includes(node.name) ? node.args.slice(0, 1) : operandsOf(node);
}

/** Where a code stands, as far as it knows: else the first of its parts that does. */
export function spanOf(node: Code): SourceSpan {
  if ("span" in node && node.span !== undefined) return node.span;
  for (const operand of operandsOf(node)) {
    const span = spanOf(operand);
    if (span !== NOWHERE) return span;
  }
  return NOWHERE;
}

/** Of codes that say nothing of their place. */
const NOWHERE: SourceSpan = [0, 0];

function operandsOf(node: Code): readonly Code[] {
  const isCode = (value: unknown): value is Code => typeof value === "object" && value !== null && "op" in value;
  return Object.values(node).flat().filter(isCode);
}
