// Expression nodes of the grammar → expressions of the tree.
import type { SyntaxNode } from "@lezer/common";
import { type Diagnostic, diagnose, type Span } from "../diagnostics/index.ts";
import type { BinaryOperator, Expression, Name } from "./tree.ts";

/** A text being read: its way back to the source, and where findings go. */
export interface ReadContext {
  readonly text: string;
  readonly span: (from: number, to: number) => Span;
  readonly diagnostics: Diagnostic[];
  /** Inside `{…}` of a template text. */
  readonly inTemplate: boolean;
}

/** All children of a node in order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function textOf(context: ReadContext, node: SyntaxNode): string {
  return context.text.slice(node.from, node.to);
}

/** A name with its place. */
export function readName(context: ReadContext, node: SyntaxNode): Name {
  return { text: textOf(context, node), span: context.span(node.from, node.to) };
}

const EXPRESSIONS: ReadonlySet<string> = new Set([
  "Binary",
  "Unary",
  "Call",
  "Ref",
  "Constant",
  "Current",
  "Member",
  "Index",
  "Group",
  "Number",
  "Lit",
  "Str",
]);

/** Whether a node is an expression. */
export function isExpression(node: SyntaxNode): boolean {
  return EXPRESSIONS.has(node.name);
}

/** The expression of a node. The tree holds no error nodes; a gap left by one reads as `null`. */
export function readExpression(context: ReadContext, node: SyntaxNode): Expression {
  const span = context.span(node.from, node.to);
  const children = childrenOf(node);
  const operands = children.filter(isExpression);
  const nothing: Expression = { kind: "constant", span, value: null };
  const first = (): Expression => (operands[0] === undefined ? nothing : readExpression(context, operands[0]));
  switch (node.name) {
    case "Number":
      return readNumber(context, node, span);
    case "Lit":
      return {
        kind: "string",
        span,
        text: textOf(context, node)
          .slice(1, -1)
          .replace(/\\(['\\n])/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped)),
      };
    case "Str":
      return readQuoted(context, node, span);
    case "Constant":
      return { kind: "constant", span, value: constantOf(textOf(context, node)) };
    case "Ref":
      return { kind: "name", span, name: textOf(context, node) };
    case "Current":
      return { kind: "current", span, name: nameOf(context, node) };
    case "Member":
      return { kind: "member", span, base: first(), name: nameOf(context, node) };
    case "Index":
      return readIndex(context, node, span, first());
    case "Call":
      return {
        kind: "call",
        span,
        name: nameOf(context, node),
        args: operands.map((each) => readExpression(context, each)),
      };
    case "Unary":
      return children[0]?.name === "Not"
        ? { kind: "not", span, operand: first() }
        : { kind: "negate", span, operand: first() };
    case "Binary":
      return readBinary(context, span, children, operands);
    default:
      return first();
  }
}

function constantOf(text: string): true | false | null {
  return text === "true" ? true : text === "false" ? false : null;
}

function readNumber(context: ReadContext, node: SyntaxNode, span: Span): Expression {
  const text = textOf(context, node);
  const digits = /^[\d.]+/.exec(text)?.[0] ?? "0";
  if (digits.length < text.length) {
    context.diagnostics.push(
      diagnose({
        code: "RPT2116",
        span,
        message: `${text}: a number in an expression has no unit`,
        why: "Expressions compute with data; lengths are fixed properties.",
        repair: {
          title: text.endsWith("%") ? `write ${digits} / 100 or a space before %` : `write ${digits}`,
          applicability: "suggestion",
          edits: [{ span: context.span(node.from + digits.length, node.to), text: text.endsWith("%") ? " / 100" : "" }],
        },
      }),
    );
  }
  return { kind: "number", span, digits };
}

/** A text in double quotes inside an expression: accepted in braces with a word, as in parentheses. */
function readQuoted(context: ReadContext, node: SyntaxNode, span: Span): Expression {
  const raw = textOf(context, node);
  const text = raw
    .slice(1, -1)
    .replace(/\\(["'\\{}])/g, "$1")
    .replace(/\\n/g, "\n");
  if (context.inTemplate) {
    const edit = { span, text: `'${text.replace(/[\\']/g, "\\$&")}'` };
    context.diagnostics.push(
      diagnose({
        code: "RPT0102",
        span,
        message: "double quotes inside {…}",
        why: "The outer text is in double quotes already; single quotes keep the two apart.",
        repair: { title: `write ${edit.text}`, applicability: "safe", edits: [edit] },
      }),
    );
  }
  return { kind: "string", span, text };
}

function nameOf(context: ReadContext, node: SyntaxNode): Name {
  const name = childrenOf(node).findLast((child) => child.name === "Name" || child.name === "FnName");
  return name === undefined ? { text: "", span: context.span(node.to, node.to) } : readName(context, name);
}

function readIndex(context: ReadContext, node: SyntaxNode, span: Span, base: Expression): Expression {
  const filter = childrenOf(node).find((child) => child.name === "Filter");
  const condition = filter === undefined ? undefined : childrenOf(filter).find(isExpression);
  if (condition === undefined) return { kind: "all", span, base };
  return { kind: "filter", span, base, condition: readExpression(context, condition) };
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = { "&&": "and", "||": "or" };

function readBinary(
  context: ReadContext,
  span: Span,
  children: readonly SyntaxNode[],
  operands: readonly SyntaxNode[],
): Expression {
  const [left, right] = operands;
  const sign = children.find((child) => !isExpression(child) && child.name !== "Comment");
  if (left === undefined || right === undefined || sign === undefined) return { kind: "constant", span, value: null };
  const written = textOf(context, sign);
  return {
    kind: "binary",
    span,
    operator: OPERATORS[written] ?? (written as BinaryOperator),
    operatorSpan: context.span(sign.from, sign.to),
    left: readExpression(context, left),
    right: readExpression(context, right),
  };
}
