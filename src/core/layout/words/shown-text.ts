// Templates with a record's values → the characters to set, and which of them show which data.
import type { Evaluation, ExpressionCode, PrintedText, Printer, Scope, Template } from "../../expression/index.ts";
import type { TextRange } from "../../text/index.ts";
import type { TextSource } from "../page/index.ts";

export interface ShownText {
  readonly text: string;
  /** In order and without gaps; empty for an empty text. */
  readonly sources: readonly TextSource[];
  /** Only fixed parts. */
  readonly isStatic: boolean;
  /** The data path that findings name: the first shown. */
  readonly path: string | null;
  /** The parts that are one number, date or time each, with what its format writes around it; missing where unknown. */
  readonly figures?: readonly TextRange[];
}

/** What prints the only value that a template shows; null where it shows fixed words, or more than one value. */
export function printerOf(template: Template, evaluation: Evaluation): Printer | null {
  const only = template.length === 1 ? template[0] : undefined;
  return only?.kind === "computed" ? evaluation.printer(only.code) : null;
}

/** All of it is one value, as in most cells: where that stands is worked out for whoever asks. */
export class PrintedValue implements ShownText {
  readonly text: string;
  readonly #printer: Printer;
  readonly #scope: Scope;
  readonly #role: string | null;

  constructor(text: string, printer: Printer, scope: Scope, role: string | null) {
    this.text = text;
    this.#printer = printer;
    this.#scope = scope;
    this.#role = role;
  }

  get path(): string | null {
    return this.#printer.place(this.#scope).path;
  }

  get sources(): readonly TextSource[] {
    const { text } = this;
    if (text === "") return [];
    return [sourceOf(0, text.length, this.#printer.origin(this.#scope), this.#role)];
  }

  get isStatic(): boolean {
    return false;
  }

  get figures(): readonly TextRange[] {
    return this.#printer.isFigure(this.#scope) ? [{ start: 0, end: this.text.length }] : [];
  }
}

/**
 * What a template of fixed words shows: one object for all records, at which their layout remembers what it made of
 * them. Such words are two of three texts of a letter or an invoice.
 */
export class FixedWords implements ShownText {
  readonly text: string;
  readonly sources: readonly TextSource[];
  readonly isStatic = true;
  readonly path = null;
  readonly role: string | null;

  constructor(text: string, sources: readonly TextSource[], role: string | null) {
    this.text = text;
    this.sources = sources;
    this.role = role;
  }
}

/** A template's words stand in a canvas, and end with it. */
const FIXED = new WeakMap<Template, FixedWords>();

const CARRIAGE_RETURNS = /\r\n?/gu;

/** `role` is the element's own; the parts' roles come first. */
export function showTemplate(template: Template, evaluation: Evaluation, scope: Scope, role: string | null): ShownText {
  const only = template.length === 1 ? template[0] : undefined;
  if (only?.kind === "fixed") {
    const known = FIXED.get(template);
    if (known !== undefined && known.role === role) return known;
    const text = unifyLines(only.text);
    const sources = text === "" ? [] : [{ start: 0, end: text.length, path: null, role }];
    const words = new FixedWords(text, sources, role);
    FIXED.set(template, words);
    return words;
  }
  if (only?.kind === "computed") {
    const printer = evaluation.printer(only.code);
    return new PrintedValue(unifyLines(printer.text(scope)), printer, scope, only.role ?? role);
  }
  let text = "";
  let path: string | null = null;
  let isStatic = true;
  const sources: TextSource[] = [];
  const printed: (TextRange & { readonly code: ExpressionCode })[] = [];
  for (const part of template) {
    const start = text.length;
    if (part.kind === "fixed") {
      text += unifyLines(part.text);
      if (text.length > start) sources.push({ start, end: text.length, path: null, role });
      continue;
    }
    isStatic = false;
    const shown = evaluation.text(part.code, scope);
    text += unifyLines(shown.text);
    path ??= shown.path;
    if (text.length === start) continue;
    printed.push({ start, end: text.length, code: part.code });
    const isPlaced = shown.path !== null || shown.computed !== null;
    const place = isPlaced ? shown : evaluation.printer(part.code).origin(scope);
    sources.push(sourceOf(start, text.length, place, part.role ?? role));
  }
  return {
    ...{ text, sources, isStatic, path },
    // Few ask: those whose room is too narrow.
    get figures() {
      return printed.filter(({ code }) => evaluation.printer(code).isFigure(scope));
    },
  };
}

/** The template's characters alone, where nobody asks what they show. */
export function plainText(template: Template, evaluation: Evaluation, scope: Scope): string {
  let text = "";
  for (const part of template) text += part.kind === "fixed" ? part.text : evaluation.text(part.code, scope).text;
  return text;
}

/** What an item has where nobody asks which data it shows. */
export const NO_SOURCES: readonly TextSource[] = [];

/** The sources of an item that shows the characters `start` to `end`: none where nobody asks for them. */
export function itemSources(
  { keepsSources }: { readonly keepsSources: boolean },
  shown: ShownText,
  start: number,
  end: number,
): readonly TextSource[] {
  return keepsSources ? sliceSources(shown.sources, start, end) : NO_SOURCES;
}

/** The sources of the characters `start` to `end`, counted from `start`. */
export function sliceSources(sources: readonly TextSource[], start: number, end: number): readonly TextSource[] {
  const only = sources.length === 1 ? sources[0] : undefined;
  if (only !== undefined) {
    if (start === 0 && end === only.end) return sources;
    return [{ ...only, start: 0, end: end - start }];
  }
  const slice: TextSource[] = [];
  for (const source of sources) {
    if (source.end <= start || source.start >= end) continue;
    slice.push({
      ...source,
      start: Math.max(source.start, start) - start,
      end: Math.min(source.end, end) - start,
    });
  }
  return slice;
}

/** Literals: what is spread into the middle of an object goes there by the engine's slow way. */
function sourceOf(
  start: number,
  end: number,
  { computed, path }: Omit<PrintedText, "text">,
  role: string | null,
): TextSource {
  return computed === null ? { start, end, path, role } : { start, end, path, computed, role };
}

/** Data from Windows brings its own line ends; one character forces a line. */
export function unifyLines(text: string): string {
  return text.includes("\r") ? text.replace(CARRIAGE_RETURNS, "\n") : text;
}

/** Two texts with a space between them, where one cell has to show both. */
export function shownTogether(first: ShownText, second: ShownText): ShownText {
  if (first.text === "") return second;
  const start = first.text.length + 1;
  const sources = [
    ...first.sources,
    { start: start - 1, end: start, path: null, role: null },
    ...second.sources.map((source) => ({ ...source, start: source.start + start, end: source.end + start })),
  ];
  return {
    text: `${first.text} ${second.text}`,
    sources,
    isStatic: first.isStatic && second.isStatic,
    path: first.path ?? second.path,
    figures: [...(first.figures ?? []), ...movedRanges(second.figures, start)],
  };
}

/** Ranges of a text that another one stands before, so many characters long. */
export function movedRanges(ranges: readonly TextRange[] | undefined, by: number): readonly TextRange[] {
  return (ranges ?? []).map(({ start, end }) => ({ start: start + by, end: end + by }));
}
