// A checked document → what rules see of it before any data come: declarations, formulas, elements and their texts.
import type { AnyElement, CheckedDocument, CheckedElement, CheckedValue } from "../check/index.ts";
import type { SourceSpan, Span } from "../diagnostics/index.ts";
import {
  type CanvasField,
  type ExpressionCode,
  expressionTree,
  SAME_WORDS,
  type Template,
  type TypedCode,
} from "../expression/index.ts";
import {
  type Declaration,
  type ExpressionTree,
  type Form,
  type FormElement,
  type FormText,
  type FormTextPart,
  type Formula,
  namesIn,
  nodesOf,
  type Rounding,
} from "../sdk/index.ts";

/** What a form declares; the same for all of its records. */
export type DeclaredForm = Pick<Form, "source" | "document" | "declarations" | "formulas" | "elements">;

/** `typed` is what was learned of expressions while the document was checked. */
export function declaredForm(source: string, checked: CheckedDocument, typed: TypedCode): DeclaredForm {
  const { document, fields, lets } = checked;
  const roles = new Map([...fields, ...lets].map(({ path, role }) => [path, role]));
  const reading: Reading = { tree: (code) => expressionTree(code, typed), roleOf: (path) => roles.get(path) ?? null };
  return {
    source,
    document: documentOf(document),
    declarations: [...fields.map(fieldOf), ...lets.map(letOf)].sort((a, b) => a.span.start - b.span.start),
    formulas: lets.map((each) => {
      const expression = reading.tree(each.code);
      return {
        path: each.path,
        role: each.role,
        scope: scopeOf(each.path),
        expression,
        inputs: namesIn(expression),
        roundings: nodesOf(expression).flatMap(roundingOf),
        span: spanOf(each.span),
      } satisfies Formula;
    }),
    elements: elementsOf([...checked.declarations, ...checked.pages], reading),
  };
}

export function spanOf([start, end]: SourceSpan): Span {
  return { start, end };
}

function documentOf(document: CheckedElement<"document"> | null): Form["document"] {
  const word = (name: "name" | "lang"): string | null => {
    const value = document?.properties.get(name);
    return value?.kind === "word" ? value.text : null;
  };
  const id = document?.args.get("id");
  const profiles = document?.properties.get("profile");
  return {
    id: id?.kind === "word" ? id.text : "document",
    name: word("name"),
    lang: word("lang") ?? "ja",
    profiles: profiles?.kind === "words" ? profiles.texts : [],
    span: document?.span ?? { start: 0, end: 0 },
  };
}

function fieldOf(field: CanvasField): Declaration {
  const { type } = field;
  return {
    kind: "field",
    path: field.path,
    role: field.role,
    type: type.kind,
    scale: type.kind === "decimal" ? type.scale : null,
    lengthMax: type.kind === "string" || type.kind === "text" ? type.lengthMax : null,
    linesMax: type.kind === "text" ? (type.linesMax ?? null) : null,
    optional: field.optional,
    label: field.label,
    pattern: field.pattern,
    members: type.kind === "enum" ? type.members.map((member) => member.value) : [],
    example: field.example,
    default: field.default,
    span: spanOf(field.span),
  };
}

function letOf({ path, role, span }: CheckedDocument["lets"][number]): Declaration {
  const nothing = {
    type: null,
    scale: null,
    lengthMax: null,
    linesMax: null,
    label: null,
    pattern: null,
    example: null,
    default: null,
  };
  return { kind: "let", path, role, optional: false, members: [], ...nothing, span: spanOf(span) };
}

/** `items[].amount` is computed for each of `items[]`, `taxes[]` once where its array stands. */
function scopeOf(path: string): string {
  const owner = path.slice(0, Math.max(0, path.lastIndexOf(".")));
  const end = owner.lastIndexOf("[]");
  return end < 0 ? "" : owner.slice(0, end + 2);
}

const ROUNDING: ReadonlySet<string> = new Set(["round", "floor", "ceil"]);

function roundingOf(node: ExpressionTree): readonly Rounding[] {
  if (node.kind !== "call" || !ROUNDING.has(node.name)) return [];
  const [of, digits, mode] = node.args;
  if (of === undefined) return [];
  const isRound = node.name === "round";
  return [
    {
      function: node.name as Rounding["function"],
      digits: isRound ? (digits === undefined ? 0 : wholeNumber(digits)) : 0,
      mode: isRound ? (mode?.kind === "text" ? mode.text : "half_up") : node.name,
      of,
      inputs: namesIn(of),
      span: node.span ?? { start: 0, end: 0 },
    },
  ];
}

function wholeNumber(node: ExpressionTree): number | null {
  if (node.kind === "number") return Number(node.digits);
  const [operand] = node.kind === "operation" && node.operator === "-" ? node.operands : [];
  return operand?.kind === "number" ? -Number(operand.digits) : null;
}

/** How expressions and names are read. */
interface Reading {
  readonly tree: (code: ExpressionCode) => ExpressionTree;
  readonly roleOf: (path: string) => string | null;
}

function elementsOf(tops: readonly AnyElement[], reading: Reading): readonly FormElement[] {
  const elements: FormElement[] = [];
  const add = (element: AnyElement, parent: number | null): void => {
    const index = elements.length;
    elements.push(elementOf(element, index, parent, reading));
    for (const child of element.children) add(child, index);
  };
  for (const element of tops) add(element, null);
  return elements;
}

function elementOf(element: AnyElement, index: number, parent: number | null, reading: Reading): FormElement {
  const words: Record<string, string> = {};
  const lengths: Record<string, number> = {};
  const texts: FormText[] = [];
  const shown: Record<string, ExpressionTree> = {};
  const { tree } = reading;
  for (const [name, value] of [...element.args, ...element.properties]) {
    const length = lengthOf(value);
    if (length !== null) lengths[name] = length;
    else if (value.kind === "word") words[name] = value.text;
    else if (value.kind === "flag") words[name] = String(value.value);
    else if (value.kind === "template") texts.push({ name, parts: partsOf(value.template, reading) });
    else if (value.kind === "code" && name !== "when") shown[name] = tree(value.checked.code);
  }
  const when = element.properties.get("when");
  return {
    index,
    parent,
    keyword: element.definition.name,
    role: words["role"] ?? null,
    when: when?.kind === "code" ? tree(when.checked.code) : null,
    words,
    lengths,
    expressions: shown,
    texts,
    span: element.span,
  };
}

function lengthOf(value: CheckedValue): number | null {
  if (value.kind === "length") return value.emu;
  return value.kind === "width" && value.width.kind === "length" ? value.width.emu : null;
}

function partsOf(template: Template, { tree, roleOf }: Reading): readonly FormTextPart[] {
  return template.map((part) => {
    if (part.kind === "fixed") return { kind: "fixed", text: part.text, span: spanOf(part.span) };
    const expression = tree(part.code);
    const shown = shownName(expression);
    const role = part.role ?? (shown === null ? null : roleOf(shown));
    return { kind: "computed", expression, role, span: spanOf(part.span) };
  });
}

/** The one name that an expression shows, however it is written out. */
function shownName(expression: ExpressionTree): string | null {
  if (expression.kind === "format" || expression.kind === "label") return shownName(expression.value);
  const [first] = expression.kind === "call" && SAME_WORDS.has(expression.name) ? expression.args : [];
  if (first !== undefined) return shownName(first);
  return expression.kind === "name" ? expression.path : null;
}
