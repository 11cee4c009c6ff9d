// How SVG says what a shape looks like: presentation attributes, style sheets, style attributes.
import { XmlElement } from "@rgrove/parse-xml";
import { declaredStyle, type StyleRule } from "./svg-cascade.ts";
import type { SvgStyle } from "./svg-paint.ts";
import { isUnderstood, withVariables } from "./svg-values.ts";

/** What children take over from the element around them (SVG 2, property index). */
const INHERITED: ReadonlySet<string> = new Set([
  "fill",
  "fill-opacity",
  "fill-rule",
  "clip-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-miterlimit",
  "color",
  "visibility",
  "marker-start",
  "marker-mid",
  "marker-end",
  "paint-order",
]);

/** Properties that are attributes too (SVG 2, §6.6). */
const ATTRIBUTES: readonly string[] = [
  ...INHERITED,
  ...["opacity", "display", "overflow", "vector-effect", "clip-path", "mask", "filter", "mix-blend-mode"],
  ...["stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color", "transform-origin"],
  ...["direction", "unicode-bidi", "font-variant", "font-style", "font-size", "letter-spacing", "word-spacing"],
  ...["text-orientation", "mask-type", "color-interpolation"],
];

/** What an element says of its own look, from the weakest on: attributes, style sheets, its `style`. */
export function saidStyle(
  element: XmlElement,
  rules: readonly StyleRule[],
): readonly (readonly [name: string, value: string])[] {
  const { attributes } = element;
  const own = ATTRIBUTES.flatMap((name) => {
    const value = attributes[name];
    return value === undefined ? [] : [[name, value.trim()] as const];
  });
  return [...own, ...declaredStyle(element, rules).map(({ property, value }) => [property, value] as const)];
}

/**
 * The element's style in one that is styled `around`. What is said in words that are not known is not said (CSS
 * Syntax 3, §2.2): what is said less strongly holds.
 */
export function styleOfElement(element: XmlElement, around: SvgStyle, rules: readonly StyleRule[]): SvgStyle {
  const style = new Map<string, string>();
  for (const [name, value] of around) if (isInherited(name)) style.set(name, value);
  const said = saidStyle(element, rules);
  for (const [name, value] of said) if (name.startsWith("--")) style.set(name, value);
  for (const [name, written] of said) {
    if (name.startsWith("--")) continue;
    const value = withVariables(written, style);
    const word = value.toLowerCase();
    if (word === "initial" || (UNSET.test(word) && !INHERITED.has(name))) style.delete(name);
    else if (word !== "inherit" && !UNSET.test(word) && isUnderstood(name, value, style)) {
      for (const each of name === "marker" ? MARKERS : [name]) style.set(each, value);
    }
  }
  return style;
}

/** No other origin than the author's styles a picture, so that all three are one (CSS Cascading 5, §7.3). */
const UNSET = /^(?:unset|revert|revert-layer)$/u;

/** What `marker` says at once (SVG 2, §11.6.5). */
export const MARKERS = ["marker-start", "marker-mid", "marker-end"] as const;

function isInherited(name: string): boolean {
  return INHERITED.has(name) || name.startsWith("--");
}

/** The style of what stands somewhere and is not drawn there: from the root down. */
export function styleInPlace(element: XmlElement, rules: readonly StyleRule[]): SvgStyle {
  const { parent } = element;
  return styleOfElement(element, parent instanceof XmlElement ? styleInPlace(parent, rules) : new Map(), rules);
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** A length in pixels; null for what depends on more than the number. */
export function readSvgLength(text: string | undefined): number | null {
  if (text === undefined) return null;
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/iu.exec(text);
  const unit = UNITS[(match?.[2] ?? "%").toLowerCase()];
  const value = Number(match?.[1]);
  return unit === undefined || !Number.isFinite(value) ? null : value * unit;
}

/** What percentages are of. */
export interface SvgView {
  readonly width: number;
  readonly height: number;
}

/** Of lengths that lie neither across nor down (SVG 2, 8.9). */
export function diagonalOf({ width, height }: SvgView): number {
  return Math.sqrt((width * width + height * height) / 2);
}

/** `50%` of a whole, or a length. */
export function readShareOrLength(text: string | undefined, whole: number): number | null {
  const percent = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)%\s*$/iu.exec(text ?? "")?.[1];
  return percent === undefined ? readSvgLength(text) : (Number(percent) / 100) * whole;
}
