// What compiling reads from a checked element: its place, words, numbers, flags and texts.
import type { AnyElement, CheckedElement, CheckedValue, CheckedValues, Resources } from "../check/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { ExpressionCode, Template } from "../expression/index.ts";
import type {
  ArgumentChoiceOf,
  ArgumentName,
  BlockOf,
  ChildName,
  ChoiceOf,
  ElementName,
  PlaceName,
  PropertyName,
} from "../schema/index.ts";
import { paintOf, wordOf } from "./boxes.ts";
import type { Emu, Paint } from "./canvas-styles.ts";
import type { TextStyles, TextValues } from "./text-styles.ts";

const BLACK: Paint = { kind: "fixed", color: [0, 0, 0, 255] };

/** What compiling keeps at hand. */
export interface Compiling {
  readonly resources: Resources;
  readonly styles: TextStyles;
  /** What `use` repeats, by name. */
  readonly parts: ReadonlyMap<string, CheckedElement<"part">>;
  readonly headings: HeadingSizes;
}

/** The sizes of a form's own headings, which those of Markdown in its data never exceed. */
export interface HeadingSizes {
  /** The least of them; null as long as they are not known, and where there are none. */
  readonly leastEmu: Emu | null;
  /** Is filled as headings are compiled. */
  readonly found: Emu[];
}

/** What the compiling of an element is handed: its text, and its own properties over those of its style. */
export interface Placed {
  readonly compiling: Compiling;
  readonly text: TextValues;
  readonly values: CheckedValues;
}

export function spanOf(element: Pick<AnyElement, "span">): SourceSpan {
  return [element.span.start, element.span.end];
}

export function colorOf(text: TextValues): Paint {
  return paintOf(text, "color") ?? BLACK;
}

export function templateOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): Template {
  const value = values.get(key);
  return value?.kind === "template" ? value.template : [];
}

/** Digits of equal width for numbers that a pattern formats. */
export function isTabular(value: CheckedValue | undefined, element: AnyElement): boolean {
  if (!element.properties.has("format") || value?.kind !== "template") return false;
  return value.only !== null;
}

export function conditionOf(element: AnyElement): ExpressionCode | null {
  const when = element.properties.get("when");
  return when?.kind === "code" ? when.checked.code : null;
}

export function flagOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): boolean | null {
  const value = values.get(key);
  return value?.kind === "flag" ? value.value : null;
}

/** Null where the template gives none, or an empty one. */
export function wordsOf(value: CheckedValue | undefined): Template | null {
  return value?.kind === "template" ? value.template : null;
}

export function countOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): number | null {
  const value = values.get(key);
  return value?.kind === "number" ? Math.round(value.thousandths / 1000) : null;
}

/** What a property says by one of the choices of the table. One that the table gains is compiled, or fails here. */
export function choiceOf<Name extends ElementName, Key extends PropertyName<Name>>(
  element: { readonly name: Name; readonly properties: CheckedValues },
  key: Key,
): ChoiceOf<Name, Key> | null {
  return wordOf(element.properties, key) as ChoiceOf<Name, Key> | null;
}

/** The same of an argument. */
export function argumentChoiceOf<Name extends ElementName, Key extends ArgumentName<Name>>(
  element: { readonly name: Name; readonly args: CheckedValues<string> },
  key: Key,
): ArgumentChoiceOf<Name, Key> | null {
  return wordOf(element.args, key) as ArgumentChoiceOf<Name, Key> | null;
}

/** What is made of elements by their names, of which none may be left out. */
export type Readers<Name extends ElementName, Place extends PlaceName> = {
  readonly [Each in Name]: (elements: readonly CheckedElement<Each, Place>[]) => unknown;
};

type Read<All extends Readonly<Record<keyof All, (elements: never) => unknown>>> = {
  readonly [Each in keyof All]: ReturnType<All[Each]>;
};

/** Reads the elements in a block name by name, in the order of `readers`: one for each that may stand in it. */
export function readChildren<Name extends ElementName, All extends Readers<ChildName<Name>, BlockOf<Name>>>(
  element: { readonly name: Name; readonly children: readonly AnyElement[] },
  readers: All & { readonly [Unknown in Exclude<keyof All, ChildName<Name>>]: never },
): Read<All> {
  return readByName(element.children, readers as All);
}

/** Reads elements name by name, in the order of `readers`. */
export function readByName<All extends Readonly<Record<keyof All, (elements: never) => unknown>>>(
  elements: readonly AnyElement[],
  readers: All,
): Read<All> {
  const read = Object.entries<(elements: never) => unknown>(readers).map(([name, reader]) => {
    return [name, reader(elements.filter((each) => each.name === name) as never)] as const;
  });
  return Object.fromEntries(read) as Read<All>;
}
