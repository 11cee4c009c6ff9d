// What compiling reads from a checked element: its place, words, numbers, flags and texts.
import type { CheckedElement, CheckedValue, CheckedValues, Resources } from "../check/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { ExpressionCode, Template } from "../expression/index.ts";
import { paintOf } from "./boxes.ts";
import type { Paint } from "./canvas-styles.ts";
import type { TextStyles, TextValues } from "./text-styles.ts";

const BLACK: Paint = { kind: "fixed", color: [0, 0, 0, 255] };

/** What compiling keeps at hand. */
export interface Compiling {
  readonly resources: Resources;
  readonly styles: TextStyles;
  /** What `use` repeats, by name. */
  readonly parts: ReadonlyMap<string, CheckedElement>;
}

export function spanOf(element: CheckedElement): SourceSpan {
  return [element.span.start, element.span.end];
}

export function colorOf(text: TextValues): Paint {
  return paintOf(text, "color") ?? BLACK;
}

export function templateOf(values: CheckedValues, key: string): Template {
  const value = values.get(key);
  return value?.kind === "template" ? value.template : [];
}

/** Digits of equal width for numbers that a pattern formats. */
export function isTabular(value: CheckedValue | undefined, element: CheckedElement): boolean {
  if (!element.properties.has("format") || value?.kind !== "template") return false;
  return value.only !== null;
}
export function conditionOf(element: CheckedElement): ExpressionCode | null {
  const when = element.properties.get("when");
  return when?.kind === "code" ? when.checked.code : null;
}

export function flagOf(values: CheckedValues, key: string): boolean | null {
  const value = values.get(key);
  return value?.kind === "flag" ? value.value : null;
}

/** Null where the template gives none, or an empty one. */
export function wordsOf(value: CheckedValue | undefined): Template | null {
  return value?.kind === "template" ? value.template : null;
}

export function countOf(values: CheckedValues, key: string): number | null {
  const value = values.get(key);
  return value?.kind === "number" ? Math.round(value.thousandths / 1000) : null;
}
