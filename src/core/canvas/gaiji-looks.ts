// What the SVG of a private character says of its looks: what is heeded, what has no effect, what makes another shape.
import type { XmlElement } from "@rgrove/parse-xml";

/** Properties by their names in lower case, as far as children have them too, or their own as well. */
export type DrawingStyle = ReadonlyMap<string, string>;

/** One rule of a style sheet for one element name, class or id. */
export interface DrawingRule {
  readonly selector: string;
  readonly said: readonly (readonly [property: string, value: string])[];
}

/** What children take over from the element around them (SVG 2, property index). */
const INHERITED: ReadonlySet<string> = new Set([
  ...["color", "fill", "fill-opacity", "fill-rule", "visibility"],
  ...["stroke", "stroke-opacity", "stroke-width"],
]);

/** What changes the shape of a path, and is not drawn. */
const SHAPING = ["clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end"] as const;
const OWN = ["display", "opacity", "transform-origin", ...SHAPING] as const;
const READ: readonly string[] = [...INHERITED, ...OWN];

/** The rules of all style sheets of a drawing, weakest first; null where one is of another kind. */
export function drawingRules(root: XmlElement): readonly DrawingRule[] | null {
  const rules: DrawingRule[] = [];
  for (const sheet of sheetsOf(root)) {
    const left = sheet
      .replaceAll(/\/\*[\s\S]*?\*\/|<!--|-->/gu, "")
      .replaceAll(/([^{}]+)\{([^{}]*)\}/gu, (_, selectors: string, said: string) => {
        for (const selector of selectors.split(",")) rules.push({ selector: selector.trim(), said: declared(said) });
        return "";
      });
    if (left.trim() !== "") return null;
  }
  if (!rules.every(({ selector }) => /^(?:\*|[.#]?[\w-]+)$/u.test(selector))) return null;
  return rules.toSorted((one, other) => weightOf(one) - weightOf(other));
}

function sheetsOf(element: XmlElement): readonly string[] {
  return element.children.flatMap((child) => {
    if (!("name" in child)) return [];
    const inner = child as XmlElement;
    return inner.name === "style" ? [inner.text] : sheetsOf(inner);
  });
}

function weightOf({ selector }: DrawingRule): number {
  return ["*", "", ".", "#"].indexOf(/^[*.#]/u.exec(selector)?.[0] ?? "");
}

function declared(text: string): readonly (readonly [string, string])[] {
  return text.split(";").flatMap((each) => {
    const [, property = "", value = ""] = /^\s*([\w-]+)\s*:\s*(.*?)\s*(?:!important\s*)?$/su.exec(each) ?? [];
    return property === "" ? [] : [[property.toLowerCase(), value] as const];
  });
}

/** The style of an element within one that is styled `around`; the opacities of both are one. */
export function drawingStyle(element: XmlElement, around: DrawingStyle, rules: readonly DrawingRule[]): DrawingStyle {
  const { attributes } = element;
  const style = new Map([...around].filter(([name]) => INHERITED.has(name)));
  const classes = new Set((attributes["class"] ?? "").split(/\s+/u));
  const names = new Set(["*", element.name, `#${attributes["id"] ?? ""}`, ...[...classes].map((name) => `.${name}`)]);
  const said = [
    ...READ.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name].trim()] as const])),
    ...rules.filter(({ selector }) => names.has(selector)).flatMap((rule) => rule.said),
    ...declared(attributes["style"] ?? ""),
  ];
  for (const [name, value] of said) if (value !== "inherit") style.set(name, value);
  const opacity = shareOf(style.get("opacity")) * shareOf(around.get("opacity"));
  return opacity === 1 ? style : style.set("opacity", String(opacity));
}

/** Whether nothing of an element is drawn, nor of those in it. */
export function isLeftOut(style: DrawingStyle): boolean {
  return style.get("display") === "none" || shareOf(style.get("opacity")) === 0;
}

/** Whether a path is filled, as far as anything is seen. */
export function isFilled(style: DrawingStyle): boolean {
  return isVisible(style) && shareOf(style.get("fill-opacity")) > 0 && !isNone(fillOf(style));
}

/** What makes another shape of an element's paths: continues the sentence "the drawing …"; null: nothing. */
export function otherShapeOf(style: DrawingStyle): string | null {
  const shaping = [...SHAPING, "transform"].find((name) => !isNone(style.get(name) ?? "none"));
  const found = shaping ?? (style.has("transform-origin") ? "transform-origin" : undefined);
  return found === undefined ? null : `says ${found}, and only filled paths make a letter`;
}

/** Whether a line is drawn along a path. */
export function hasLine(style: DrawingStyle): boolean {
  if (!isVisible(style) || isNone(style.get("stroke") ?? "none")) return false;
  return Number.parseFloat(style.get("stroke-width") ?? "1") !== 0 && shareOf(style.get("stroke-opacity")) > 0;
}

/** What a path says of its colour, as one writes it; null where it says black or the colour of the text. */
export function colourOf(style: DrawingStyle): string | null {
  const fill = fillOf(style);
  return BLACK.test(fill) ? null : fill;
}

/** What a path says of its opacity: `fill-opacity="0.5"`; null where it covers what it lies on. */
export function opacityOf(style: DrawingStyle): string | null {
  const name = ["opacity", "fill-opacity"].find((each) => shareOf(style.get(each)) < 1);
  return name === undefined ? null : `${name}="${style.get(name) ?? ""}"`;
}

const BLACK = /^(?:black|currentcolor|context-fill|#0{3}f?|#0{6}(?:ff)?|rgb\(\s*0[\s,]+0[\s,]+0\s*\))$/u;

function fillOf(style: DrawingStyle): string {
  const fill = (style.get("fill") ?? "black").trim().toLowerCase();
  return fill === "currentcolor" ? (style.get("color") ?? fill).trim().toLowerCase() : fill;
}

function isVisible(style: DrawingStyle): boolean {
  return !/^(?:hidden|collapse)$/u.test(style.get("visibility") ?? "");
}

/** Whether a paint or another property draws nothing. */
function isNone(value: string): boolean {
  const text = value.trim().toLowerCase();
  if (/^(?:none|transparent|#[\da-f]{3}0|#[\da-f]{6}00)$/u.test(text)) return true;
  const alpha = /^(?:rgb|hsl)a?\(/u.test(text) ? text.match(/[\d.]+/gu)?.[3] : undefined;
  return alpha !== undefined && Number(alpha) === 0;
}

/** `0.5` or `50%`, from 0 to 1. */
function shareOf(text: string | undefined): number {
  const value = Number.parseFloat(text ?? "1") / (text?.trim().endsWith("%") === true ? 100 : 1);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
}
