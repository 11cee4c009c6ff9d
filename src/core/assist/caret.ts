// Where a caret stands. A half-written line cannot be read, so a name that nobody uses is written at the caret, the
// line is closed if need be, and the ordinary parser says what stands there.
import type { Span } from "../diagnostics/index.ts";
import type { ElementStatement, Expression, Property, PropertyValue, Statement } from "../language/index.ts";
import { type Analysis, analyse, type Standing, standings } from "./analysis.ts";

/** What stands at a caret. `owners` are the elements around, outermost first. */
export type CaretPlace =
  /** The first word of a line; `head`: a property of the block's owner may stand there too. */
  | { readonly kind: "keyword"; readonly owners: readonly ElementStatement[]; readonly head: boolean }
  | { readonly kind: "type" }
  /** A bare word behind a keyword: an argument, or a property about to be named. */
  | { readonly kind: "argument"; readonly at: number; readonly standing: Standing }
  | { readonly kind: "property"; readonly standing: Standing }
  | { readonly kind: "value"; readonly property: Property; readonly standing: Standing }
  /** A word, a member or a text inside an expression. */
  | { readonly kind: "expression"; readonly node: Expression; readonly call: CallPlace | null };

/** The innermost call around a place, and the argument that it lies in. */
export interface CallPlace {
  readonly name: string;
  readonly at: number;
}

export interface Caret {
  readonly place: CaretPlace;
  /** The source with the mark in it, analysed. */
  readonly analysis: Analysis;
  /** The name that stands at the caret. */
  readonly mark: string;
  /** What a proposal replaces in the real source: the word around the caret, or the text of its quotes. */
  readonly word: Span;
  /** Whether the caret stands inside single quotes. */
  readonly quoted: boolean;
}

const WORD = /[\w\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9f]/;
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "{": "}", "(": ")", "[": "]", "'": "'" };

/** What stands at `offset`; null in comments, in the plain words of a text, and where no name can be written. */
export function caretAt(source: string, offset: number): Caret | null {
  const lineStart = source.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = source.indexOf("\n", offset) < 0 ? source.length : source.indexOf("\n", offset);
  const open = openBrackets(source.slice(lineStart, offset));
  if (open === null || open.at(-1) === '"') return null;
  const quoted = open.at(-1) === "'";
  const word = wordAround(source, { start: lineStart, end: lineEnd }, offset, open);
  if (!quoted && /^[0-9-]/.test(source.slice(word.start, word.end))) return null;
  const mark = freshName(source);
  const before = source.slice(lineStart, word.start);
  const rest = source.slice(word.end, lineEnd);
  for (const line of variants(before, mark, rest, open)) {
    const text = source.slice(0, lineStart) + line + source.slice(lineEnd);
    const analysis = analyse(text);
    if (analysis.tree.unread.spans.some((span) => text.slice(span.start, span.end).includes(mark))) continue;
    const place = placeOf(analysis, mark);
    if (place !== null) return { place, analysis, mark, word, quoted };
  }
  return null;
}

/** What is open at the end of a line's beginning, outermost first; null inside a comment. */
function openBrackets(text: string): readonly string[] | null {
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const inside = open.at(-1);
    if (char === "\\") at++;
    else if (inside === '"') {
      if (char === '"') open.pop();
      else if (char === "{") open.push(char);
    } else if (inside === "'") {
      if (char === "'") open.pop();
    } else if (char === "/" && text[at + 1] === "/") return null;
    else if (inside !== undefined && char === CLOSERS[inside]) open.pop();
    else if (CLOSERS[char] !== undefined) open.push(char);
  }
  return open;
}

/** In quotes the whole text, in expressions a name, elsewhere a word with hyphens. */
function wordAround(source: string, line: Span, offset: number, open: readonly string[]): Span {
  const inner = open.at(-1);
  if (inner === "'") return quotedAround(source, line, offset);
  const before = source.slice(line.start, offset);
  const hyphens = inner === undefined ? !/^\s*let\s.*\s=\s/.test(before) : inner === "[" && !open.includes("(");
  const belongs = (at: number): boolean => {
    const char = source[at] ?? "";
    return WORD.test(char) || (hyphens && char === "-");
  };
  let start = offset;
  while (start > line.start && belongs(start - 1)) start--;
  let end = offset;
  while (end < line.end && belongs(end)) end++;
  return { start, end };
}

function quotedAround(source: string, line: Span, offset: number): Span {
  const start = source.lastIndexOf("'", offset - 1) + 1;
  const close = source.indexOf("'", offset);
  const closed = close >= 0 && close < line.end && !/[\s)]\w+=/.test(source.slice(offset, close));
  return { start, end: closed ? close : offset };
}

/** A name that the source does not have. */
function freshName(source: string): string {
  let name = "caret_";
  while (source.includes(name)) name += "_";
  return name;
}

/** The line with the mark: as it stands, cut and closed, and with the mark as a property's name. */
function variants(before: string, mark: string, rest: string, open: readonly string[]): readonly string[] {
  const closers = open.map((each) => CLOSERS[each] ?? "").reverse();
  const block = /\{\s*(?:\/\/.*)?$/.test(rest) ? " {" : "";
  const closed = `${closers.join("")}${block}`;
  const asProperty = open.length > 0 ? [] : [`${before}${mark}=0 ${rest}`, `${before}${mark}=0${block}`];
  const asLet = open.length === 0 && /^\s*let\s/.test(before) ? [`${before}${mark}=0 = 0`] : [];
  return [`${before}${mark}${rest}`, `${before}${mark}${closed}`, ...asProperty, ...asLet];
}

function placeOf(analysis: Analysis, mark: string): CaretPlace | null {
  for (const standing of standings(analysis.tree)) {
    const { statement } = standing;
    const text = analysis.source.slice(statement.span.start, statement.span.end);
    if (!text.includes(mark)) continue;
    const found = placeInStatement(statement, standing, mark);
    if (found !== null) return found;
  }
  return null;
}

function placeInStatement(statement: Statement, standing: Standing, mark: string): CaretPlace | null {
  if (statement.kind === "version" || statement.kind === "dataset") return null;
  if (statement.kind === "element" && statement.keyword.text === mark) return keywordPlace(statement, standing);
  if (statement.kind === "field" && statement.type?.name === mark) return { kind: "type" };
  for (const property of statement.properties) {
    if (property.name.text === mark) return { kind: "property", standing };
    const inside = placeInValue(property.value, mark);
    if (inside === "here") return { kind: "value", property, standing };
    if (inside !== null) return inside;
  }
  if (statement.kind === "let") return placeInExpression(statement.value, mark, null);
  if (statement.kind !== "element") return null;
  for (const [at, value] of statement.args.entries()) {
    const inside = placeInValue(value, mark);
    if (inside === "here") return { kind: "argument", at, standing };
    if (inside !== null) return inside;
  }
  return null;
}

function keywordPlace(statement: ElementStatement, { owners }: Standing): CaretPlace {
  const siblings = owners.at(-1)?.block?.children ?? [];
  return { kind: "keyword", owners, head: siblings[0] === statement };
}

/** `here`: the value itself is the mark, or a list or literal with it. */
function placeInValue(value: PropertyValue, mark: string): CaretPlace | "here" | null {
  switch (value.kind) {
    case "word":
      return value.text.split(".").includes(mark) ? "here" : null;
    case "range":
      return value.from.text === mark || value.to.text === mark ? "here" : null;
    case "literal":
      return value.text.includes(mark) ? "here" : null;
    case "list":
      return firstOf(value.items, (item) => placeInValue(item, mark));
    case "template":
      return firstOf(value.parts, (part) =>
        part.kind === "expression" ? placeInExpression(part.expression, mark, null) : null,
      );
    case "expression":
    case "path":
      return placeInExpression(value.expression, mark, null);
    default:
      return null;
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function placeInExpression(node: Expression, mark: string, call: CallPlace | null): CaretPlace | null {
  const here: CaretPlace = { kind: "expression", node, call };
  const into = (inner: Expression): CaretPlace | null => placeInExpression(inner, mark, call);
  switch (node.kind) {
    case "name":
      return node.name === mark ? here : null;
    case "string":
      return node.text.includes(mark) ? here : null;
    case "current":
      return node.name.text === mark ? here : null;
    case "member":
      return node.name.text === mark ? here : into(node.base);
    case "all":
      return into(node.base);
    case "filter":
      return into(node.base) ?? placeInExpression(node.condition, mark, null);
    case "call":
      return firstOf([...node.args.entries()], ([at, arg]) =>
        placeInExpression(arg, mark, { name: node.name.text, at }),
      );
    case "not":
    case "negate":
      return into(node.operand);
    case "binary":
      return into(node.left) ?? into(node.right);
    default:
      return null;
  }
}
