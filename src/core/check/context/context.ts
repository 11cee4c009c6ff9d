// What checking keeps at hand: findings, names, and which places are not worth a second finding.
import { type Diagnostic, diagnose, type Finding, type Repair, type Span, shortened } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  checkExpression,
  checkShown,
  type NameScope,
  type Template,
  type TemplatePart,
} from "../../expression/index.ts";
import type { Expression, TemplateValue, Unread } from "../../language/index.ts";
import type { ColorValue, FurtherBarcode, PropertyName } from "../../schema/index.ts";
import type { FontDeclaration } from "./checked.ts";
import type { MissingName } from "./misspelt.ts";

/** Findings after which a document is no longer looked through element by element. */
const FINDINGS_MAX = 500;

/** Characters of the source that a message quotes; a picture written as a data URI has many more. */
const QUOTE_CHARACTERS_MAX = 60;

/** Names of declared resources while the document is being checked. */
export interface DeclaredNames {
  readonly fonts: FontDeclaration[];
  readonly sizes: Map<string, number>;
  readonly colors: Map<string, ColorValue>;
  readonly styles: Set<string>;
  /** Those that an element or another style names. */
  readonly usedStyles: Set<string>;
  /** Of the styles, those that frame what has them, or fill it. */
  readonly framedStyles: Set<string>;
  /** What each style says, also by those that it is based on. */
  readonly styled: Map<string, ReadonlySet<PropertyName>>;
  /** Names of `asset` lines, each with its file: `asset:logo.svg`. */
  readonly assets: Map<string, string>;
  /** Names of `part` blocks. */
  readonly parts: Set<string>;
}

/** A `link="#id"`: the id and its place. */
export interface LinkTarget {
  readonly id: string;
  readonly span: Span;
}

/** What plugins bring to the words of the language, asked where a word is none of its own; left out, nothing. */
export interface Installed {
  /** Roles of installed profiles. */
  readonly roles?: () => readonly string[];
  /** Kinds of bar codes. */
  readonly barcodes?: () => readonly FurtherBarcode[];
}

/** One document being checked. */
export class CheckContext {
  readonly source: string;
  readonly declared: DeclaredNames = {
    fonts: [],
    sizes: new Map(),
    colors: new Map(),
    styles: new Set(),
    usedStyles: new Set(),
    framedStyles: new Set(),
    styled: new Map(),
    assets: new Map(),
    parts: new Set(),
  };
  /** What links point at, in source order. */
  readonly links: LinkTarget[] = [];
  /** Names that are used and declared nowhere, in the order of their uses. */
  readonly missing: MissingName[] = [];
  readonly #doubtful = new Set<string>();
  /** Canonical paths of fields and lets that something reads. */
  readonly uses = new Set<string>();
  /** Ids of elements and where they were first given. */
  readonly ids = new Map<string, Span>();
  /** The font families that there are; null where nobody said. */
  readonly families: readonly string[] | null;
  /** Roles that installed profiles bring. */
  readonly roles: () => readonly string[];
  /** Kinds of bar codes that installed plugins bring. */
  readonly barcodes: () => readonly FurtherBarcode[];
  /** Whether the document promises PDF/UA. */
  tagged = false;
  readonly #unread: Unread;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(
    source: string,
    unread: Unread,
    families: readonly string[] | null,
    { roles = () => [], barcodes = () => [] }: Installed = {},
  ) {
    this.families = families;
    this.roles = roles;
    this.barcodes = barcodes;
    this.source = source;
    this.#unread = unread;
  }

  /** So much is wrong already that more findings help nobody. */
  get isFull(): boolean {
    return this.#diagnostics.length > FINDINGS_MAX;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Raises a finding, unless its line has one already that hides it. */
  report(finding: Finding): void {
    this.add([diagnose(finding)]);
  }

  add(diagnostics: readonly Diagnostic[]): void {
    for (const each of diagnostics) {
      if (!this.isUnread(each.span)) this.#diagnostics.push(each);
    }
  }

  /** Takes a finding back, as where a property further on in the statement has answered it; false: there is none. */
  withdraw(code: Diagnostic["code"], span: Span): boolean {
    const at = this.#diagnostics.findLastIndex(
      (each) => each.code === code && each.span.start === span.start && each.span.end === span.end,
    );
    if (at >= 0) this.#diagnostics.splice(at, 1);
    return at >= 0;
  }

  /** Gives the errors within a place another repair, as where what is refused has no effect there; false: none. */
  mendErrors(within: Span, repair: Repair): boolean {
    let some = false;
    for (const [at, each] of this.#diagnostics.entries()) {
      const { span, severity } = each;
      if (severity !== "error" || span.start < within.start || span.end > within.end) continue;
      this.#diagnostics[at] = { ...each, repair };
      some = true;
    }
    return some;
  }

  /** Whether some line could not be read: then a part that is missing may stand on it. */
  get hasUnread(): boolean {
    return this.#unread.spans.length > 0;
  }

  /** Whether a place lies on a line that could not be read. */
  isUnread(span: Span): boolean {
    const spans = this.#unread.spans;
    let low = 0;
    let high = spans.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const candidate = spans[middle];
      if (candidate === undefined) return false;
      if (span.start < candidate.start) high = middle - 1;
      else if (span.start > candidate.end) low = middle + 1;
      else return true;
    }
    return false;
  }

  /** Whether a broken declaration may have declared the name. */
  mayBeDeclared(name: string): boolean {
    return this.#unread.names.has(name) || this.#doubtful.has(name);
  }

  /** What a refused declaration would have declared: findings about it would only repeat the first one. */
  doubt(name: string): void {
    this.#doubtful.add(name);
  }

  textOf(span: Span): string {
    return this.source.slice(span.start, span.end);
  }

  /** The same for a message, as much of it as a sentence bears; in quotes where it has none of its own. */
  quoteOf(span: Span, marks: "plain" | "quoted" = "plain"): string {
    const text = shortened(this.textOf(span), QUOTE_CHARACTERS_MAX);
    return marks === "plain" || text.startsWith('"') ? text : `"${text}"`;
  }

  /** Types an expression; null where it has an error, which is then told or hidden. */
  expression(expression: Expression, scope: NameScope): CheckedExpression | null {
    const { value, diagnostics } = checkExpression(expression, scope);
    if (value !== null) for (const path of value.uses) this.uses.add(path);
    const refused = diagnostics.some((each) => each.severity === "error");
    if (!refused || !this.#mentionsUnread(expression)) this.add(diagnostics);
    return refused ? null : value;
  }

  #mentionsUnread(expression: Expression): boolean {
    if (this.#unread.names.size === 0 && this.#doubtful.size === 0) return false;
    return namesIn(expression).some((name) => this.mayBeDeclared(name));
  }

  /** The checked parts of a text; a part with an error is left out. */
  template(value: TemplateValue, scope: NameScope): Template {
    return value.parts.flatMap((part): readonly TemplatePart[] => {
      if (part.kind === "fixed") return [{ kind: "fixed", text: part.text, span: [part.span.start, part.span.end] }];
      const checked = this.expression(part.expression, scope);
      return checked === null ? [] : [this.shown(checked, part.span)];
    });
  }

  /** A checked expression as a part of a text. */
  shown(checked: CheckedExpression, span: Span): TemplatePart {
    this.add(checkShown(checked));
    return { kind: "computed", code: checked.code, span: [span.start, span.end], role: checked.role };
  }
}

/** All names that an expression mentions. */
export function namesIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "name":
      return [expression.name];
    case "current":
      return [expression.name.text];
    case "member":
      return [...namesIn(expression.base), expression.name.text];
    case "all":
      return namesIn(expression.base);
    case "filter":
      return [...namesIn(expression.base), ...namesIn(expression.condition)];
    case "call":
      return expression.args.flatMap(namesIn);
    case "not":
    case "negate":
      return namesIn(expression.operand);
    case "binary":
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    default:
      return [];
  }
}

/** A repair that replaces one range. */
export function rewrite(
  span: Span,
  text: string,
  title: string,
  applicability: Repair["applicability"] = "suggestion",
): Repair {
  return { title, applicability, edits: [{ span, text }] };
}

/** A repair in words. */
export function advise(title: string): Repair {
  return { title, applicability: "suggestion", edits: [] };
}
