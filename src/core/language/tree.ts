// The syntax tree of `.rpt`: what the author wrote, with the place of every part and nothing decided yet.
import type { Span } from "../diagnostics/index.ts";

/** The whole source in the order it was written. */
export interface SyntaxTree {
  readonly statements: readonly Statement[];
  /** The source text that all spans point into. */
  readonly source: string;
  /** What could not be read: findings about these places would only repeat the first one. */
  readonly unread: Unread;
}

/** Places and names that a syntax error hides from later stages. */
export interface Unread {
  /** Whole lines that were replaced by what is certain of them, in source order. */
  readonly spans: readonly Span[];
  /** Words of broken declarations: they may well be declared. */
  readonly names: ReadonlySet<string>;
  /** Nothing was read: the text is too long, too deeply nested, or no template at all. */
  readonly everything: boolean;
}

export type Statement = VersionStatement | FieldStatement | LetStatement | DatasetStatement | ElementStatement;

/** `rpt 1` */
export interface VersionStatement {
  readonly kind: "version";
  readonly span: Span;
  readonly version: string;
}

/** A name with its place. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** One segment of `items[].price`: a name, and whether `[]` follows it (`many` counts repeated brackets). */
export interface PathSegment extends Name {
  readonly many: boolean;
}

/** A declared path; `text` is its canonical writing, as violations and field tables print it. */
export interface DeclaredPath {
  readonly span: Span;
  readonly text: string;
  readonly segments: readonly PathSegment[];
}

/** `field items[].price decimal(12,2) role=line.unitPrice example=[100, 250.5]` */
export interface FieldStatement {
  readonly kind: "field";
  readonly span: Span;
  readonly path: DeclaredPath;
  readonly optional: boolean;
  readonly type: TypeName | null;
  readonly properties: readonly Property[];
}

/** `decimal(12,2)`, `enum(unpaid, paid)` */
export interface TypeName {
  readonly span: Span;
  readonly name: string;
  readonly args: readonly PropertyValue[];
}

/** `let items[].amount role=line.amount = round(.qty * .price, 0, down)` */
export interface LetStatement {
  readonly kind: "let";
  readonly span: Span;
  readonly path: DeclaredPath;
  readonly properties: readonly Property[];
  readonly value: Expression;
}

/** `dataset { … }`: canonical JSON, its digits as written; the contract room reads it losslessly. */
export interface DatasetStatement {
  readonly kind: "dataset";
  readonly span: Span;
  readonly json: string;
  readonly jsonSpan: Span;
  /** Every member name with the canonical path of its object (`items[]`), in source order. */
  readonly members: readonly DatasetMember[];
}

export interface DatasetMember {
  readonly parent: string;
  readonly name: string;
  /** The quoted name. */
  readonly span: Span;
}

/** Any keyword statement: `document …`, `style …`, `page …`, `table items … { … }`. */
export interface ElementStatement {
  readonly kind: "element";
  readonly span: Span;
  readonly keyword: Name;
  readonly args: readonly PropertyValue[];
  /** Properties of the line itself and of the property lines at the head of its block. */
  readonly properties: readonly Property[];
  /** `null` where the statement opens no block. */
  readonly block: Block | null;
}

export interface Block {
  readonly span: Span;
  readonly children: readonly (ElementStatement | FieldStatement | LetStatement)[];
}

export interface Property {
  readonly span: Span;
  readonly name: Name;
  readonly value: PropertyValue;
}

/** Everything that may stand as an argument or behind `=`. */
export type PropertyValue =
  | TemplateValue
  | LiteralValue
  | NumberValue
  | ColorValue
  | ExpressionValue
  | ListValue
  | WordValue
  | RangeValue
  | PathValue;

/** `"…{expr}…"`: fixed and computed parts in order. */
export interface TemplateValue {
  readonly kind: "template";
  readonly span: Span;
  readonly parts: readonly TemplatePart[];
}

export type TemplatePart =
  | { readonly kind: "fixed"; readonly text: string; readonly span: Span }
  | { readonly kind: "expression"; readonly expression: Expression; readonly span: Span };

/** `'…'` with its escapes resolved. */
export interface LiteralValue {
  readonly kind: "literal";
  readonly span: Span;
  readonly text: string;
}

/** `12`, `0.25`, `-3mm`: digits as written, unit separate (empty where none). */
export interface NumberValue {
  readonly kind: "number";
  readonly span: Span;
  readonly digits: string;
  readonly unit: string;
}

/** `#1a1a1a` as written. */
export interface ColorValue {
  readonly kind: "color";
  readonly span: Span;
  readonly text: string;
}

/** `(expr)` */
export interface ExpressionValue {
  readonly kind: "expression";
  readonly span: Span;
  readonly expression: Expression;
}

/** `[a, b]` */
export interface ListValue {
  readonly kind: "list";
  readonly span: Span;
  readonly items: readonly PropertyValue[];
}

/** A bare word or dotted word: `center`, `line.amount`, `true`. */
export interface WordValue {
  readonly kind: "word";
  readonly span: Span;
  readonly text: string;
}

/** `base..tax` */
export interface RangeValue {
  readonly kind: "range";
  readonly span: Span;
  readonly from: Name;
  readonly to: Name;
}

/** An array named as an argument: `.items`, `c.items`, `jobs[.state == 'late']`. A plain word stays a `word`. */
export interface PathValue {
  readonly kind: "path";
  readonly span: Span;
  readonly expression: Expression;
}

export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "??" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or";

/** An expression as written; positions are exact inside template strings too. */
export type Expression =
  | { readonly kind: "number"; readonly span: Span; readonly digits: string }
  | { readonly kind: "string"; readonly span: Span; readonly text: string }
  /** `true`, `false`, `null` */
  | { readonly kind: "constant"; readonly span: Span; readonly value: true | false | null }
  /** A name from the outermost scope: `customer`, `items`, `page`, `index`, `outer`. */
  | { readonly kind: "name"; readonly span: Span; readonly name: string }
  /** `.name`, a field of the current record. */
  | { readonly kind: "current"; readonly span: Span; readonly name: Name }
  /** `base.name` */
  | { readonly kind: "member"; readonly span: Span; readonly base: Expression; readonly name: Name }
  /** `base[]` */
  | { readonly kind: "all"; readonly span: Span; readonly base: Expression }
  /** `base[condition]` */
  | { readonly kind: "filter"; readonly span: Span; readonly base: Expression; readonly condition: Expression }
  | { readonly kind: "call"; readonly span: Span; readonly name: Name; readonly args: readonly Expression[] }
  | { readonly kind: "not"; readonly span: Span; readonly operand: Expression }
  | { readonly kind: "negate"; readonly span: Span; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly span: Span;
      readonly operator: BinaryOperator;
      readonly operatorSpan: Span;
      readonly left: Expression;
      readonly right: Expression;
    };
