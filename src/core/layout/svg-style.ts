// How SVG says what a shape looks like: presentation attributes, a style sheet of simple selectors, style attributes.
import { XmlElement } from "@rgrove/parse-xml";
import colorNames from "color-name";

/** Properties by their CSS name, in lower case. */
export type SvgStyle = ReadonlyMap<string, string>;

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
  "marker",
  "marker-start",
  "marker-mid",
  "marker-end",
  "paint-order",
]);

const OWN: readonly string[] = [
  ...INHERITED,
  ...["opacity", "display", "overflow", "vector-effect", "clip-path", "mask", "filter", "mix-blend-mode"],
];

export interface StyleRule {
  /** One simple selector: `.name`, `#name` or `name`. */
  readonly selector: string;
  readonly properties: SvgStyle;
  /** Those that stand over what any other says. */
  readonly important: SvgStyle;
}

const COMMENTS = /\/\*[\s\S]*?\*\//gu;
const SIMPLE = /^(?:[.#]?[A-Za-z_][\w-]*)$/u;

/** The rules of a style sheet, and whether it says more than is read here. */
export function readStyleSheet(text: string): { readonly rules: readonly StyleRule[]; readonly isWhole: boolean } {
  const plain = text.replace(COMMENTS, "");
  const rules: StyleRule[] = [];
  let isWhole = !plain.includes("@");
  for (const [, selectors = "", body = ""] of plain.replace(/@[^;{]*;/gu, "").matchAll(/([^{}]+)\{([^{}]*)\}/gu)) {
    for (const written of selectors.split(",")) {
      const selector = written.trim();
      if (SIMPLE.test(selector)) rules.push({ selector, ...readDeclarations(body) });
      else isWhole = false;
    }
  }
  return { rules, isWhole };
}

function readDeclarations(text: string): Omit<StyleRule, "selector"> {
  const [properties, important] = [new Map<string, string>(), new Map<string, string>()];
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const [, value = "", mark] = /^\s*(.*?)\s*(!\s*important\s*)?$/isu.exec(declaration.slice(colon + 1)) ?? [];
    (mark === undefined ? properties : important).set(declaration.slice(0, colon).trim().toLowerCase(), value);
  }
  return { properties, important };
}

/** Tags give way to classes, classes to ids; later rules stand over earlier ones. */
const WEIGHTS = { tag: 0, ".": 1, "#": 2 } as const;

function weightOf(selector: string): number {
  return selector.startsWith(".") ? WEIGHTS["."] : selector.startsWith("#") ? WEIGHTS["#"] : WEIGHTS.tag;
}

/** The element's style in one that is styled `around`. */
export function styleOfElement(element: XmlElement, around: SvgStyle, rules: readonly StyleRule[]): SvgStyle {
  const style = new Map<string, string>([...around].filter(([name]) => INHERITED.has(name)));
  const { attributes } = element;
  const set = (name: string, value: string) => {
    if (value !== "inherit") style.set(name, value);
  };
  for (const name of OWN) {
    const value = attributes[name];
    if (value !== undefined) set(name, value.trim());
  }
  const classes = (attributes["class"] ?? "").split(/\s+/u).map((name) => `.${name}`);
  const matching = rules.filter(({ selector }) => {
    return selector === element.name || selector === `#${attributes["id"] ?? ""}` || classes.includes(selector);
  });
  const sorted = matching.toSorted((one, other) => weightOf(one.selector) - weightOf(other.selector));
  for (const { properties } of sorted) for (const [name, value] of properties) set(name, value);
  const own = readDeclarations(attributes["style"] ?? "");
  for (const [name, value] of own.properties) set(name, value);
  for (const { important } of sorted) for (const [name, value] of important) set(name, value);
  for (const [name, value] of own.important) set(name, value);
  return style;
}

/** The style of what stands somewhere and is not drawn there: from the root down. */
export function styleInPlace(element: XmlElement, rules: readonly StyleRule[]): SvgStyle {
  const { parent } = element;
  return styleOfElement(element, parent instanceof XmlElement ? styleInPlace(parent, rules) : new Map(), rules);
}

export type SvgPaint =
  | { readonly kind: "none" }
  | { readonly kind: "color"; readonly rgb: readonly [number, number, number]; readonly alpha: number }
  /** A gradient or pattern by its id, and what paints where there is none of it; empty where nothing does. */
  | { readonly kind: "server"; readonly id: string; readonly otherwise: string }
  | { readonly kind: "unknown" };

const BLACK: SvgPaint = { kind: "color", rgb: [0, 0, 0], alpha: 1 };

export function readPaint(text: string, style: SvgStyle): SvgPaint {
  const value = text.trim();
  if (value === "none" || value === "transparent") return { kind: "none" };
  if (value.toLowerCase() === "currentcolor") {
    const color = style.get("color");
    return color === undefined || color.toLowerCase() === "currentcolor" ? BLACK : readPaint(color, style);
  }
  const [, server, otherwise = ""] = /^url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)$/su.exec(value) ?? [];
  if (server !== undefined) return { kind: "server", id: server, otherwise };
  return readColor(value) ?? { kind: "unknown" };
}

function readColor(value: string): SvgPaint | null {
  const hex = /^#([0-9a-f]{3,8})$/iu.exec(value)?.[1];
  if (hex !== undefined) return hexColor(hex);
  const call = /^rgba?\(([^)]*)\)$/iu.exec(value)?.[1];
  if (call !== undefined) return rgbColor(call);
  const name = value.toLowerCase();
  const names: Readonly<Record<string, readonly [number, number, number]>> = colorNames;
  const rgb = Object.hasOwn(names, name) ? names[name] : undefined;
  return rgb === undefined ? null : { kind: "color", rgb, alpha: 1 };
}

function hexColor(hex: string): SvgPaint | null {
  const short = hex.length === 3 || hex.length === 4;
  if (!short && hex.length !== 6 && hex.length !== 8) return null;
  const pairs = short ? [...hex].map((digit) => digit + digit) : (hex.match(/../gu) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return { kind: "color", rgb: [red, green, blue], alpha: alpha / 255 };
}

function rgbColor(call: string): SvgPaint | null {
  const parts = call.split(/[\s,/]+/u).filter((part) => part !== "");
  const [red, green, blue] = parts.map((part) => (part.endsWith("%") ? Number.parseFloat(part) * 2.55 : Number(part)));
  if (red === undefined || green === undefined || blue === undefined) return null;
  if (![red, green, blue].every(Number.isFinite)) return null;
  const channel = (value: number) => Math.round(Math.min(255, Math.max(0, value)));
  return { kind: "color", rgb: [channel(red), channel(green), channel(blue)], alpha: share(parts[3] ?? "1") };
}

/** `0.5` or `50%`, from 0 to 1. */
export function share(text: string | undefined): number {
  if (text === undefined) return 1;
  const value = Number.parseFloat(text) / (text.trim().endsWith("%") ? 100 : 1);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
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
