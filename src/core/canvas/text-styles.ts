// Text properties resolved once: own > `style=` > inherited > style `base` > default. Every distinct result is kept
// once and named by its index.
import type { AnyElement, CheckedValue, CheckedValues, Resources } from "../check/index.ts";
import { type ChoiceOf, INHERITED, type PropertyName, TEXT_PROPERTIES } from "../schema/index.ts";
import type { Paint, TextStyle } from "./canvas-styles.ts";

/** Resolved text properties by name; a missing one has its default. */
export type TextValues = CheckedValues;

type TextName = PropertyName<"style">;

const EMU_PER_POINT = 12_700;
/** Size, smallest size and line height where a source says nothing. */
const SIZE_DEFAULT_EMU = 9 * EMU_PER_POINT;
/** 6 pt: what Japanese administration calls the smallest legible print. Letters shrink no further by themselves. */
export const LEGIBLE_EMU = 6 * EMU_PER_POINT;
const LINE_HEIGHT_DEFAULT = 1_400;
/** Letters are not condensed below 80 % unless a source says so. */
const CONDENSE_DEFAULT = 800;
const BLACK: Paint = { kind: "fixed", color: [0, 0, 0, 255] };

/** The properties of a style and of those it is based on; nearer ones win. */
export function styleProperties(resources: Resources, name: string | null): CheckedValues {
  const merged = new Map<PropertyName, CheckedValue>();
  const seen = new Set<string>();
  for (let at = name; at !== null && !seen.has(at); at = resources.styles.get(at)?.base ?? null) {
    seen.add(at);
    for (const [key, value] of resources.styles.get(at)?.properties ?? []) {
      if (!merged.has(key)) merged.set(key, value);
    }
  }
  return merged;
}

/** The name behind `style=`. */
export function styleNameOf(element: Pick<AnyElement, "properties">): string | null {
  const value = element.properties.get("style");
  return value?.kind === "word" ? value.text : null;
}

function textOnly(values: CheckedValues): readonly (readonly [PropertyName, CheckedValue])[] {
  return [...values].filter(([key]) => Object.hasOwn(TEXT_PROPERTIES, key));
}

/** What stands before any element: style `base`. */
export function rootText(resources: Resources, lang: string): TextValues {
  const values = new Map<PropertyName, CheckedValue>([["lang", { kind: "word", text: lang }]]);
  for (const [key, value] of textOnly(styleProperties(resources, "base"))) values.set(key, value);
  return values;
}

/**
 * The text of an element in a container whose resolved text is `around`. `direct` is what the container says of the
 * texts directly in it, and what is not inherited further down.
 */
export function textOf(
  resources: Resources,
  around: TextValues,
  element: AnyElement,
  named: string | null,
  direct: TextValues = new Map(),
): TextValues {
  const values = new Map<PropertyName, CheckedValue>();
  for (const [key, value] of textOnly(styleProperties(resources, "base"))) values.set(key, value);
  for (const [key, value] of around) if (INHERITED.has(key)) values.set(key, value);
  for (const [key, value] of direct) values.set(key, value);
  return overlay(values, resources, element, named);
}

/** The text of a cell: its table's properties reach it whole. */
export function cellText(
  resources: Resources,
  table: TextValues,
  element: AnyElement,
  named: string | null,
): TextValues {
  return overlay(new Map(table), resources, element, named);
}

function overlay(
  values: Map<PropertyName, CheckedValue>,
  resources: Resources,
  element: AnyElement,
  named: string | null,
): TextValues {
  if (named !== null && resources.styles.has(named)) {
    for (const [key, value] of textOnly(styleProperties(resources, named))) values.set(key, value);
  }
  for (const [key, value] of textOnly(styleProperties(resources, styleNameOf(element)))) values.set(key, value);
  for (const [key, value] of textOnly(element.properties)) values.set(key, value);
  return values;
}

/** Values with those of a named style over them. */
export function withStyleText(values: TextValues, resources: Resources, named: string | null): TextValues {
  return new Map([...values, ...textOnly(styleProperties(resources, named))]);
}

/** Values with one of them set where the source says nothing. */
export function withDefault<Key extends TextName>(
  values: TextValues,
  key: Key,
  word: ChoiceOf<"style", Key>,
): TextValues {
  return values.has(key) ? values : new Map(values).set(key, { kind: "word", text: word });
}

/** Collects distinct text styles. */
export class TextStyles {
  readonly styles: TextStyle[] = [];
  readonly #resources: Resources;
  readonly #indexes = new Map<string, number>();

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  /** The index of a resolved style, so many times as large as its values say. */
  index(values: TextValues, tabular: boolean, thousandths = 1000): number {
    const resolved = this.#resolve(values, tabular);
    const style: TextStyle =
      thousandths === 1000
        ? resolved
        : { ...resolved, sizeEmu: Math.round((resolved.sizeEmu * thousandths) / 1000), isScaled: true };
    const key = JSON.stringify(style);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.styles.length);
    return this.styles.push(style) - 1;
  }

  #resolve(values: TextValues, tabular: boolean): TextStyle {
    const fonts = this.#resources.fonts;
    const word = (key: TextName, fallback: string): string => {
      const value = values.get(key);
      return value?.kind === "word" ? value.text : fallback;
    };
    const choice = <Key extends TextName>(key: Key, fallback: ChoiceOf<"style", Key>) =>
      word(key, fallback) as ChoiceOf<"style", Key>;
    const number = (key: TextName): number | null => {
      const value = values.get(key);
      return value?.kind === "number" ? value.thousandths : null;
    };
    const emu = (key: TextName): number | null => {
      const value = values.get(key);
      return value?.kind === "length" ? value.emu : null;
    };
    const italic = values.get("italic");
    const paint = values.get("color");
    const sizeEmu = this.#resources.sizes.get(word("size", "")) ?? SIZE_DEFAULT_EMU;
    const lines = number("lines");
    return {
      font: Math.max(
        0,
        fonts.findIndex((font) => font.name === word("font", "")),
      ),
      sizeEmu,
      weight: choice("weight", "normal"),
      italic: italic?.kind === "flag" && italic.value,
      color: paint?.kind === "paint" && paint.paint !== null ? paint.paint : BLACK,
      align: choice("align", "left"),
      valign: choice("valign", "top"),
      lineHeightThousandths: number("line-height") ?? LINE_HEIGHT_DEFAULT,
      letterSpacingEmu: emu("letter-spacing") ?? 0,
      wrap: choice("wrap", "kinsoku"),
      kinsoku: choice("kinsoku", "strict"),
      fit: choice("fit", "wrap"),
      sizeMinEmu: Math.min(sizeEmu, emu("min-size") ?? LEGIBLE_EMU),
      condenseThousandths: condense(number("condense")),
      linesMax: lines === null ? null : lines / 1000,
      decoration: choice("decoration", "none"),
      tabular,
      lang: word("lang", "ja"),
      ...composition(values),
    };
  }
}

/** What only some texts ask for. */
function composition(values: TextValues): Pick<TextStyle, "writing" | "hang" | "latinGapThousandths" | "combineMax"> {
  const [writing, hang, gap, combine] = (["writing", "hang", "latin-gap", "combine"] as const).map((key) =>
    values.get(key),
  );
  return {
    ...(writing?.kind === "word" && writing.text === "vertical" ? { writing: "vertical" } : {}),
    ...(hang?.kind === "flag" && hang.value ? { hang: true } : {}),
    ...(gap?.kind === "number" ? { latinGapThousandths: gap.thousandths } : {}),
    ...(combine?.kind === "number" ? { combineMax: Math.round(combine.thousandths / 1000) } : {}),
  };
}

/** Values without the direction of the lines: headings of vertical columns stay level. */
export function horizontal(values: TextValues): TextValues {
  if (!values.has("writing")) return values;
  return new Map([...values].filter(([key]) => key !== "writing"));
}

/** `condense=80%` is 80,000 thousandths of a percent point: 800 thousandths of the width. */
function condense(thousandths: number | null): number {
  return thousandths === null ? CONDENSE_DEFAULT : Math.round(thousandths / 100);
}
