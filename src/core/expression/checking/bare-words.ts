// Texts that lack their quotes: `state == late`, where late is a member of the enum and no name.
import type { Span } from "../../diagnostics/index.ts";
import type { Expression } from "../../language/index.ts";
import { type Checked, type EnumType, isNumericEnum, type Type } from "../code/index.ts";
import { finding, type NameScope, nearest, RESERVED_NAMES, replace, safe, suggestion } from "../names/index.ts";
import type { CheckContext } from "./check-context.ts";
import type { Binary } from "./operator-sides.ts";

/** A word in an expression that nothing declares. */
export interface BareWord {
  readonly text: string;
  readonly span: Span;
}

const TAKES_TEXTS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "??"]);

/** The word that one side of an operator consists of; null where that side is a name that is known, or no word. */
export function bareWord({ operator }: Binary, side: Expression, scope: NameScope): BareWord | null {
  if (!TAKES_TEXTS.has(operator)) return null;
  const names: string[] = [];
  const text = wordOf(side, names);
  return text === null || names.length === 0 || names.some((name) => isKnown(name, scope))
    ? null
    : { text, span: side.span };
}

/** `late`, and `in-progress`, which is read as a subtraction. Its names are added to `names`. */
function wordOf(node: Expression, names: string[]): string | null {
  if (node.kind === "number") return node.digits;
  if (node.kind === "name") {
    names.push(node.name);
    return node.name;
  }
  if (node.kind !== "binary" || node.operator !== "-") return null;
  const left = wordOf(node.left, names);
  const right = left === null ? null : wordOf(node.right, names);
  const written = right === null ? null : `${left}-${right}`;
  return written?.length === node.span.end - node.span.start ? written : null;
}

function isKnown(name: string, { records, root, source }: NameScope): boolean {
  return (
    RESERVED_NAMES.includes(name) ||
    root.open ||
    root.members.has(name) ||
    source?.alias === name ||
    records.some(({ alias }) => alias === name)
  );
}

/** RPT2101 for a word that the other side of the operator makes a text. */
export function isTextWithoutQuotes(word: BareWord, other: Checked, context: CheckContext): boolean {
  const type = other.type.kind === "list" ? other.type.element : other.type;
  const { records, root } = context.scope;
  const fields = [...root.members.keys(), ...records.flatMap(({ shape }) => [...(shape?.members.keys() ?? [])])];
  const isField = records[0]?.shape?.members.has(word.text) === true;
  const member = memberNamed(word.text, type);
  if (member !== null) {
    const title = `write the member in quotes: ${quoted(member)}`;
    const edit = replace(word.span, quoted(member));
    const why = `Texts stand in quotes: ${quoted(member)} is a member of ${other.path ?? "the enum"}.`;
    return tell(word, why, isField ? suggestion(title, edit) : safe(title, edit), context);
  }
  if (isField || nearest(word.text, fields) !== null) return false;
  if (isWordEnum(type)) {
    const members = type.members.map(({ value }) => value);
    const near = nearest(word.text, members);
    if (near === null) return false;
    const why = `The members of ${other.path ?? "the enum"} are ${members.slice(0, 12).join(", ")}.`;
    return tell(word, why, suggestion(`did you mean ${quoted(near)}?`, replace(word.span, quoted(near))), context);
  }
  if (type.kind !== "str") return false;
  const title = `write the text in quotes: ${quoted(word.text)}`;
  const why = "A word without quotes is a name, which must be a declared field or let.";
  return tell(word, why, suggestion(title, replace(word.span, quoted(word.text))), context);
}

function tell(
  { text, span }: BareWord,
  why: string,
  repair: ReturnType<typeof safe>,
  { findings }: CheckContext,
): true {
  findings.diagnostics.push(finding("RPT2101", span, `unknown name "${text}"`, why, repair));
  return true;
}

function isWordEnum(type: Type): type is EnumType {
  return type.kind === "enum" && !isNumericEnum(type);
}

/** The member that a word names by its value, or by the label that people see. */
export function memberNamed(word: string, type: Type): string | null {
  if (!isWordEnum(type)) return null;
  const found =
    type.members.find(({ value }) => value === word) ?? type.members.find(({ label }) => label === word) ?? null;
  return found?.value ?? null;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
