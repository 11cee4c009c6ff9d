// Statement nodes of the grammar → statements of the tree.
import type { SyntaxNode, Tree } from "@lezer/common";
import { diagnose, type Span } from "../diagnostics/index.ts";
import { childrenOf, isExpression, type ReadContext, readExpression, readName } from "./read-expression.ts";
import { readLiteral, readTemplate } from "./templates.ts";
import type {
  Block,
  DatasetMember,
  DeclaredPath,
  ElementStatement,
  Expression,
  FieldStatement,
  LetStatement,
  PathSegment,
  Property,
  PropertyValue,
  Statement,
  TypeName,
} from "./tree.ts";

/** JSON of the `dataset` statements in source order; the parsed text holds `{}` in their place. */
export interface DatasetText {
  readonly json: string;
  readonly jsonSpan: Span;
  readonly members: readonly DatasetMember[];
}

/** The statements of a parsed text. */
export function readStatements(
  context: ReadContext,
  tree: Tree,
  datasets: readonly DatasetText[],
): readonly Statement[] {
  const waiting = [...datasets];
  const statements: Statement[] = [];
  for (const node of childrenOf(tree.topNode)) {
    const inner = node.name === "Statement" ? node.firstChild : null;
    if (inner === null) continue;
    if (inner.name === "PropLine") strayProperties(context, inner);
    const statement = readStatement(context, inner, waiting);
    if (statement !== null) statements.push(statement);
  }
  return statements;
}

/** A statement's own text ends before its line break. */
function spanOf(context: ReadContext, node: SyntaxNode): Span {
  const text = context.text.slice(node.from, node.to);
  return context.span(node.from, node.from + text.trimEnd().length);
}

function readStatement(context: ReadContext, node: SyntaxNode, waiting: DatasetText[]): Statement | null {
  const span = spanOf(context, node);
  switch (node.name) {
    case "Version":
      return { kind: "version", span, version: textOf(context, node.getChild("Number")) };
    case "Field":
      return readField(context, node, span);
    case "Let":
      return readLet(context, node, span);
    case "Dataset": {
      const dataset = waiting.shift();
      return dataset === undefined ? null : { kind: "dataset", span, ...dataset };
    }
    case "Element":
      return readElement(context, node, span);
    default:
      return null;
  }
}

function textOf(context: ReadContext, node: SyntaxNode | null): string {
  return node === null ? "" : context.text.slice(node.from, node.to);
}

function readField(context: ReadContext, node: SyntaxNode, span: Span): FieldStatement {
  const type = node.getChild("Type");
  return {
    kind: "field",
    span,
    path: readPath(context, node.getChild("FieldPath") ?? node),
    optional: node.getChild("Optional") !== null,
    type: type === null ? null : readType(context, type),
    properties: readProperties(context, node),
  };
}

function readLet(context: ReadContext, node: SyntaxNode, span: Span): LetStatement {
  const value = childrenOf(node).findLast(isExpression);
  return {
    kind: "let",
    span,
    path: readPath(context, node.getChild("LetPath") ?? node),
    properties: readProperties(context, node),
    value: value === undefined ? { kind: "constant", span, value: null } : readExpression(context, value),
  };
}

function readPath(context: ReadContext, node: SyntaxNode): DeclaredPath {
  const segments: PathSegment[] = [];
  for (const child of childrenOf(node)) {
    const last = segments.at(-1);
    if (child.name === "Name") segments.push({ ...readName(context, child), many: false });
    else if (child.name === "Many" && last !== undefined) segments[segments.length - 1] = { ...last, many: true };
  }
  const text = segments.map((segment) => `${segment.text}${segment.many ? "[]" : ""}`).join(".");
  return { span: context.span(node.from, node.to), text, segments };
}

function readType(context: ReadContext, node: SyntaxNode): TypeName {
  const args = node.getChild("TypeArgs");
  return {
    span: context.span(node.from, node.to),
    name: textOf(context, node.getChild("Word")),
    args: args === null ? [] : childrenOf(args).flatMap((child) => readValue(context, child) ?? []),
  };
}

function readElement(context: ReadContext, node: SyntaxNode, span: Span): ElementStatement {
  const keyword = node.getChild("Keyword") ?? node;
  const args: PropertyValue[] = [];
  for (const arg of node.getChildren("Arg")) {
    const value = arg.firstChild === null ? null : readValue(context, arg.firstChild);
    if (value !== null) args.push(value);
  }
  const blockNode = node.getChild("Block");
  const properties = [...readProperties(context, node)];
  const block = blockNode === null ? null : readBlock(context, blockNode, properties);
  return { kind: "element", span, keyword: readName(context, keyword), args, properties, block };
}

/** The block's statements; property lines at its head go to `properties` of its owner. */
function readBlock(context: ReadContext, node: SyntaxNode, properties: Property[]): Block {
  const children: (ElementStatement | FieldStatement | LetStatement)[] = [];
  for (const child of childrenOf(node)) {
    const inner = child.name === "Statement" ? child.firstChild : null;
    if (inner === null) continue;
    if (inner.name === "PropLine") {
      if (children.length === 0) properties.push(...readProperties(context, inner));
      else strayProperties(context, inner);
      continue;
    }
    const statement = readStatement(context, inner, []);
    if (statement === null || statement.kind === "version" || statement.kind === "dataset") misplaced(context, inner);
    else children.push(statement);
  }
  return { span: context.span(node.from, node.to), children };
}

function misplaced(context: ReadContext, node: SyntaxNode): void {
  const word = node.name === "Version" ? "rpt" : "dataset";
  context.diagnostics.push(
    diagnose({
      code: "RPT1002",
      span: spanOf(context, node),
      message: `"${word}" is not allowed inside a block`,
      why: "Declarations stand at the top level.",
      repair: { title: "move it to the top level", applicability: "suggestion", edits: [] },
    }),
  );
}

function strayProperties(context: ReadContext, node: SyntaxNode): void {
  context.diagnostics.push(
    diagnose({
      code: "RPT1008",
      span: spanOf(context, node),
      message: "a property line belongs at the head of a block",
      why: "Properties on lines of their own continue the element that opened the block.",
      repair: {
        title: "put it after an element name",
        applicability: "suggestion",
        edits: [{ span: spanOf(context, node), text: "" }],
      },
    }),
  );
}

function readProperties(context: ReadContext, node: SyntaxNode): readonly Property[] {
  return node.getChildren("Prop").flatMap((prop) => {
    const key = prop.getChild("PropKey");
    const valueNode = prop.lastChild;
    const isPattern = key !== null && textOf(context, key) === "pattern";
    const read = isPattern ? readPattern : readValue;
    const value = valueNode === null || valueNode.name === "PropKey" ? null : read(context, valueNode);
    if (key === null || value === null) return [];
    return [{ span: context.span(prop.from, prop.to), name: readName(context, key), value }];
  });
}

/** `pattern="[0-9]{7}"`: braces of a pattern count, those of a text in double quotes show a value. */
function readPattern(context: ReadContext, node: SyntaxNode): PropertyValue | null {
  const written = textOf(context, node);
  if (node.name !== "Str" || !/[{\\]/.test(written)) return readValue(context, node);
  const span = context.span(node.from, node.to);
  const text = written.slice(1, -1).replace(/\\([\\"{}])/g, "$1");
  const literal = `'${text.replace(/\\(?=['\\])|'/g, "\\$&")}'`;
  context.diagnostics.push(
    diagnose({
      code: "RPT1015",
      span,
      message: "pattern takes a text in single quotes",
      why: "In double quotes {…} shows a value and \\ begins an escape; a pattern means both otherwise.",
      repair: {
        title: `write pattern=${literal}`,
        applicability: "suggestion",
        edits: [{ span, text: literal }],
      },
    }),
  );
  return { kind: "literal", span, text };
}

function readValue(context: ReadContext, node: SyntaxNode): PropertyValue | null {
  const span = context.span(node.from, node.to);
  switch (node.name) {
    case "Str":
      return { kind: "template", span, parts: readTemplate(context, node.from, node.to) };
    case "Lit":
      return { kind: "literal", span, text: readLiteral(textOf(context, node)) };
    case "Number":
    case "Neg":
      return readNumber(context, node, span);
    case "Color":
      return { kind: "color", span, text: textOf(context, node) };
    case "CodePoint":
    case "Word":
    case "WordValue":
      return { kind: "word", span, text: textOf(context, node).replace(/\s/g, "") };
    case "Paren": {
      const inner = childrenOf(node).find(isExpression);
      return inner === undefined ? null : { kind: "expression", span, expression: readExpression(context, inner) };
    }
    case "List":
      return { kind: "list", span, items: childrenOf(node).flatMap((child) => readValue(context, child) ?? []) };
    case "Range": {
      const [from, to] = node.getChildren("Word");
      if (from === undefined || to === undefined) return null;
      return { kind: "range", span, from: readName(context, from), to: readName(context, to) };
    }
    case "ArgPath":
      return readArgumentPath(context, node, span);
    default:
      return null;
  }
}

function readNumber(context: ReadContext, node: SyntaxNode, span: Span): PropertyValue {
  const text = textOf(context, node).replace(/\s/g, "");
  const match = /^(-?[\d.]+)(.*)$/.exec(text);
  return { kind: "number", span, digits: match?.[1] ?? text, unit: match?.[2] ?? "" };
}

/** `name` stays a word; `.items`, `c.items`, `jobs[…]` become the expression they stand for. */
function readArgumentPath(context: ReadContext, node: SyntaxNode, span: Span): PropertyValue {
  const children = childrenOf(node);
  const first = children[0];
  if (children.length === 1 && first !== undefined) return { kind: "word", span, text: textOf(context, first) };
  let expression: Expression | null = null;
  for (const child of children) {
    const upTo = context.span(node.from, child.to);
    if (child.name === "Word") {
      const name = readName(context, child);
      if (expression !== null) expression = { kind: "member", span: upTo, base: expression, name };
      else if (first?.name === "LeadDot") expression = { kind: "current", span: upTo, name };
      else expression = { kind: "name", span: upTo, name: name.text };
    } else if (child.name === "Many" && expression !== null) {
      expression = { kind: "all", span: upTo, base: expression };
    } else if (child.name === "Filter" && expression !== null) {
      const condition = childrenOf(child).find(isExpression);
      if (condition !== undefined) {
        expression = { kind: "filter", span: upTo, base: expression, condition: readExpression(context, condition) };
      }
    }
  }
  return { kind: "path", span, expression: expression ?? { kind: "constant", span, value: null } };
}
