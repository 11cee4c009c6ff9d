// Nodes of the grammar → their canonical writing: one space between items, none where a sign binds.

import type { SyntaxNode } from "@lezer/common";
import { composedForm } from "./composed-form.ts";
import { parser } from "./rpt-parser.ts";
import { firstErrorAt } from "./syntax-errors.ts";
import { closingBrace } from "./templates.ts";
import { templateLength } from "./tokens.ts";

/** What the tokens of one statement are read from. */
export interface TokenContext {
  readonly source: string;
  /** Elements write numbers, colours and texts in a canonical way; declarations keep every digit and sign. */
  readonly inElement: boolean;
}

interface Token {
  readonly name: string;
  readonly parent: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const INDENT = "  ";
const NEVER_BEFORE: ReadonlySet<string> = new Set([")", "]", ",", ".", "..", "?"]);
const NEVER_AFTER: ReadonlySet<string> = new Set(["(", "[", ".", "..", "LeadDot"]);
const WORD_OPERATORS: Readonly<Record<string, string>> = { And: "and", Or: "or", Not: "not" };
/** Nodes whose direct numbers are lengths and counts of the form, not parts of a computation. */
const PLAIN_VALUES: ReadonlySet<string> = new Set(["Prop", "List", "Arg", "Neg"]);

/** The canonical text of a node; line breaks of the author stay, indented by open brackets. */
export function textOfNode(context: TokenContext, node: SyntaxNode): string {
  return join(context.source, tokensOf(context, node));
}

function tokensOf(context: TokenContext, node: SyntaxNode): readonly Token[] {
  const tokens: Token[] = [];
  const parents: string[] = [node.parent?.name ?? ""];
  node.cursor().iterate(
    (each) => {
      const parent = parents.at(-1) ?? "";
      parents.push(each.name);
      if (each.name === "\r" || each.node.firstChild !== null) return;
      const raw = context.source.slice(each.from, each.to);
      const text = canonicalToken(context, each.name, parent, raw);
      tokens.push({ name: each.name, parent, from: each.from, to: each.to, text });
    },
    () => {
      parents.pop();
    },
  );
  return tokens;
}

function canonicalToken(context: TokenContext, name: string, parent: string, raw: string): string {
  const operator = WORD_OPERATORS[name] ?? WORD_OPERATORS[parent];
  if (operator !== undefined) return operator;
  if (name === "Comment") return canonicalComment(raw);
  if (name === "Color") return raw.toLowerCase();
  if (!context.inElement || !PLAIN_VALUES.has(parent)) return raw;
  if (name === "Number") return withoutTrailingZeros(raw);
  return name === "Str" ? canonicalTemplate(raw) : raw;
}

/** A comment as written, in composed form. */
export function canonicalComment(raw: string): string {
  return composedForm(raw.trimEnd());
}

function withoutTrailingZeros(number: string): string {
  const match = /^(\d+)\.(\d*?)0*([A-Za-z%]*)$/.exec(number);
  if (match === null) return number;
  const [, whole = "", fraction = "", unit = ""] = match;
  return fraction === "" ? `${whole}${unit}` : `${whole}.${fraction}${unit}`;
}

function join(source: string, tokens: readonly Token[]): string {
  const tightCommas = tokens[0]?.parent === "Type" && tokens[0].text === "decimal";
  let text = "";
  let depth = 0;
  let before: Token | undefined;
  for (const token of tokens) {
    if (token.name === ")" || token.name === "]") depth--;
    if (before !== undefined) {
      const gap = source.slice(before.to, token.from);
      if (gap.includes("\n")) text += `\n${INDENT.repeat(Math.max(0, depth))}`;
      else if (!binds(before, token) && !(tightCommas && before.name === ",")) text += " ";
    }
    if (token.name === "(" || token.name === "[") depth++;
    text += token.text;
    before = token;
  }
  return text;
}

/** Whether no space stands between two tokens. */
function binds(before: Token, token: Token): boolean {
  if (token.name === "Comment") return false;
  if (NEVER_AFTER.has(before.name) || NEVER_BEFORE.has(token.name)) return true;
  if (isPropertySign(before) || isPropertySign(token)) return true;
  if (token.name === "(") return token.parent === "Call" || token.parent === "TypeArgs";
  if (token.name === "[") return token.parent === "Filter" || token.parent === "Many";
  return before.name === "-" && (before.parent === "Neg" || before.parent === "Unary");
}

function isPropertySign(token: Token): boolean {
  return token.name === "=" && token.parent === "Prop";
}

const expressionParser = parser.configure({ top: "ExprTop" });

/** A template text: fixed parts to the letter, computed parts in canonical writing. */
function canonicalTemplate(raw: string): string {
  let text = "";
  let at = 0;
  while (at < raw.length) {
    const char = raw[at] ?? "";
    const sign =
      char === "\\" ? (/^\\u\{[0-9a-fA-F]{1,6}\}/.exec(raw.slice(at, at + 12))?.[0] ?? raw.slice(at, at + 2)) : "";
    const close = char === "{" ? closingBrace(raw, at, raw.length - 1) : -1;
    if (sign !== "") text += sign;
    else if (close >= 0) text += `{${canonicalComputed(raw.slice(at + 1, close))}}`;
    else text += char;
    at = close >= 0 ? close + 1 : at + Math.max(1, sign.length);
  }
  return templateLength((offset) => (offset < text.length ? text.charCodeAt(offset) : -1)) === text.length ? text : raw;
}

/** The expression between the braces of a text; what cannot be read or holds a comment stays. */
function canonicalComputed(inner: string): string {
  const tree = expressionParser.parse(inner);
  if (firstErrorAt(tree) >= 0) return inner;
  const tokens = tokensOf({ source: inner, inElement: false }, tree.topNode);
  if (tokens.some((token) => token.name === "Comment")) return inner;
  return join(
    inner,
    tokens.map((token) => (token.name === "Str" ? { ...token, text: inSingleQuotes(token.text) } : token)),
  );
}

/** `"…"` inside `{…}` in the quotes that belong there; texts with escapes stay as they are. */
function inSingleQuotes(text: string): string {
  const inner = text.slice(1, -1);
  return inner.includes("\\") ? text : `'${inner.replaceAll("'", "\\'")}'`;
}
