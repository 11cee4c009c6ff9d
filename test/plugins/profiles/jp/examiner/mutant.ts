// A form with one thing changed, and changes of a source that several kinds of mutants need.
import { applyEdits, type TextEdit } from "../../../../../src/core/diagnostics/index.ts";
import type { Form, FormElement } from "../../../../../src/core/sdk/index.ts";
import type { Seed } from "./seeds.ts";

/** What was done to a clean form. */
export type Kind = "missing" | "hidden" | "label" | "figure" | "rate" | "content" | "lawful";

export interface Mutant {
  /** `hatchu: 支払期日 removed` */
  readonly name: string;
  readonly profile: string;
  readonly kind: Kind;
  /** The whole source. */
  readonly source: string;
}

/** Names a mutant; none where the change has changed nothing. */
export function mutantOf({ name, profile, source }: Seed, kind: Kind, what: string, text: string | null) {
  return text === null || text === source ? [] : [{ name: `${name}: ${what}`, profile, kind, source: text }];
}

/** A line of the source, without its block. */
export function headOf(source: string, { span }: FormElement): { readonly start: number; readonly text: string } {
  const end = source.indexOf("\n", span.start);
  return { start: span.start, text: source.slice(span.start, end < 0 ? span.end : Math.min(end, span.end)) };
}

/** Each element with properties of its own in place of what it had. */
export function withProperties(source: string, elements: readonly FormElement[], ...properties: string[]): string {
  const edits = elements.map((element): TextEdit => {
    const { start, text } = headOf(source, element);
    const changed = properties.reduce(withProperty, text);
    return { span: { start, end: start + text.length }, text: changed };
  });
  return applyEdits(source, edits);
}

function withProperty(line: string, property: string): string {
  const name = property.slice(0, property.indexOf("="));
  const written = new RegExp(` ${name}=(?:\\([^)]*(?:\\([^)]*\\)[^)]*)*\\)|\\[[^\\]]*\\]|\\S+)`);
  if (written.test(line)) return line.replace(written, ` ${property}`);
  return line.replace(/(\s*\{)?\s*$/, ` ${property}$1`);
}

/** Without elements, and without the labels that stand before them in a grid. */
export function without({ source, form }: Seed, elements: readonly FormElement[]): string {
  return applyEdits(
    source,
    elements.map(({ span, index, parent }) => {
      const before = form.elements[index - 1];
      const isLabelled = before?.keyword === "label" && before.parent === parent;
      return { span: { start: isLabelled ? before.span.start : span.start, end: span.end }, text: "" };
    }),
  );
}

/** Something written before the end of the first page's body. */
export function withBodyEnd(source: string, lines: string): string {
  return source.replace(/\n {2}\}\n\}\s*$/, `\n    ${lines}\n  }\n}\n`);
}

/** Elements of which some text shows one of the declared paths. */
export function elementsShowing(form: Form, paths: ReadonlySet<string>): readonly FormElement[] {
  return form.elements.filter(({ keyword, texts }) => {
    if (["table", "each", "page", "barcode"].includes(keyword)) return false;
    const shown = texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "computed" ? [part] : [])));
    return shown.some(({ expression }) => namesOf(expression).some((path) => paths.has(path)));
  });
}

function namesOf(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  if ("kind" in node && node.kind === "name" && "path" in node) return [`${node.path}`];
  return Object.values(node).flatMap((inner) => (Array.isArray(inner) ? inner.flatMap(namesOf) : namesOf(inner)));
}
