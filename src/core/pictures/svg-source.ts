// An SVG that was read → its text as it is handed on: what was surveyed and no more, in fonts that are there.
import { XmlElement } from "@rgrove/parse-xml";
import { readPaint, type SvgStyle } from "./svg-paint.ts";
import { transformOf } from "./svg-shapes.ts";
import { MARKERS, saidStyle, styleOfElement } from "./svg-style.ts";
import { ANIMATION, localName, type Survey, UNDRAWN } from "./svg-survey.ts";
import { COLORS } from "./svg-values.ts";

/** How the text is written. */
export interface SvgWriting {
  /** What the root element is to say of itself, over what it says. */
  readonly root: Readonly<Record<string, string>>;
  /** The one family that a list of families is set in. */
  family(list: string): string;
  /** What an element is called that draws a text, so that its letters are found again; null for any other. */
  idOf(element: XmlElement): string | null;
}

export function svgText(root: XmlElement, { strange, rules, byId }: Survey, writing: SvgWriting): string {
  const write = (element: XmlElement, around: SvgStyle, over: Readonly<Record<string, string>>): string => {
    const name = localName(element);
    if (UNDRAWN.has(name) || ANIMATION.test(name) || strange.has(element) || name === "style") return "";
    const id = writing.idOf(element);
    const style = styleOfElement(element, around, rules);
    const own = { ...withStyles(element, style, { rules, byId }), ...(id === null ? {} : { id }) };
    const tag = (more: Readonly<Record<string, string>>): string => {
      const all = Object.entries({ ...own, ...over, ...more });
      const written = all.map(([key, value]) => ` ${key}="${escaped(attribute(key, value, writing))}"`);
      return `<${element.name}${written.join("")}>`;
    };
    const content = element.children.map((child) => {
      if (child instanceof XmlElement) return write(child, style, {});
      return escaped("text" in child && typeof child.text === "string" && child.type !== "comment" ? child.text : "");
    });
    const end = `</${element.name}>`;
    if (!isTurnedAtStart(element)) return `${tag({})}${content.join("")}${end}`;
    // The library turns all markers along the line: one that is turned about at the start is written once more.
    const { refX = "0", refY = "0" } = element.attributes;
    const turned = `<g transform="rotate(180 ${Number(refX) || 0} ${Number(refY) || 0})">${content.join("")}</g>`;
    const again = { orient: "auto", overflow: "visible", id: atStart(element.attributes["id"] ?? "") };
    return `${tag({ orient: "auto" })}${content.join("")}${end}${tag(again)}${turned}${end}`;
  };
  return write(root, new Map(), writing.root);
}

/** A marker that points the other way at the start of a line (SVG 2, §11.6.3). */
function isTurnedAtStart(element: XmlElement): boolean {
  return localName(element) === "marker" && element.attributes["orient"]?.trim() === "auto-start-reverse";
}

function atStart(id: string): string {
  return `${id}-at-start`;
}

/**
 * The attributes of an element with all that style sheets and its `style` say of it: the library reads fewer selectors,
 * ways to write a colour, and no transformation but that of the attribute.
 */
function withStyles(
  element: XmlElement,
  style: SvgStyle,
  { rules, byId }: Pick<Survey, "rules" | "byId">,
): Readonly<Record<string, string>> {
  const { class: _, style: __, "transform-origin": ___, ...attributes } = element.attributes;
  const said = saidStyle(element, rules).filter(([name]) => !name.startsWith("-"));
  const own = new Map(
    said.flatMap(([name, value]) => {
      const names = name === "marker" ? MARKERS : [name];
      return names.map((each) => [each, style.get(each) ?? value] as const);
    }),
  );
  const [, startId = ""] = /^url\(\s*['"]?#([^'")]+)/u.exec(own.get("marker-start") ?? "") ?? [];
  const atBegin = byId.get(startId);
  if (atBegin !== undefined && isTurnedAtStart(atBegin)) own.set("marker-start", `url(#${atStart(startId)})`);
  const isTurned = own.has("transform") || own.has("transform-origin");
  const matrix = isTurned ? transformOf(element, style) : null;
  for (const name of ["transform", "transform-origin"]) own.delete(name);
  const named = [...own].map(([name, value]) => `${name}:${plainValue(name, value, style)}`);
  return {
    ...Object.fromEntries(Object.entries(attributes).filter(([name]) => !own.has(name))),
    ...(named.length === 0 ? {} : { style: named.join(";") }),
    // Read as an attribute alone.
    ...(own.has("mask-type") ? { "mask-type": own.get("mask-type") ?? "" } : {}),
    ...(matrix === null ? {} : { transform: `matrix(${matrix.join(" ")})` }),
  };
}

/** A colour in one of the ways that every reader knows; other values are as they are. */
function plainValue(name: string, value: string, style: SvgStyle): string {
  if (!COLORS.has(name) || value.toLowerCase() === "currentcolor") return value;
  const paint = readPaint(value, style);
  if (paint.kind === "none") return "none";
  if (paint.kind !== "color") return value;
  const { rgb, alpha } = paint;
  return alpha === 1 ? `rgb(${rgb.join(",")})` : `rgba(${rgb.join(",")},${alpha})`;
}

function attribute(key: string, value: string, writing: SvgWriting): string {
  if (key === "font-family") return quoted(writing.family(value));
  return key === "style" || key === "font" ? withFamilies(key === "font" ? `font:${value}` : value, writing) : value;
}

/** `font` says several things at once: style, weight, size and family (CSS Fonts 4, §2.8). */
const SHORTHAND =
  /^(.*?)(\d*\.?\d+(?:px|pt|pc|em|ex|rem|mm|cm|in|q|%)|(?:xx?-)?(?:small|large)|medium)(?:\s*\/\s*\S+)?\s+(.+)$/iu;

/** Declarations of fonts with families that are there. */
function withFamilies(text: string, writing: SvgWriting): string {
  const one = text.replace(/(^|[;{\s])font-family\s*:\s*([^;}]*)/giu, (_, before: string, list: string) => {
    return `${before}font-family:${quoted(writing.family(list.replace(/!important/u, "")))}`;
  });
  return one.replace(/(^|[;{\s])font\s*:\s*([^;}]*)/giu, (all, before: string, said: string) => {
    const [, looks = "", size = "", list = ""] = SHORTHAND.exec(said.replace(/!important/u, "").trim()) ?? [];
    if (size === "") return all;
    const weight = /\b(?:bold|bolder|[6-9]00)\b/iu.test(looks) ? "bold" : "normal";
    const style = /\b(italic|oblique)\b/iu.exec(looks)?.[1] ?? "normal";
    const family = quoted(writing.family(list));
    return `${before}font-style:${style};font-weight:${weight};font-size:${size};font-family:${family}`;
  });
}

function quoted(family: string): string {
  return `'${family.replace(/['"\\;{}<>&]/gu, "")}'`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"\n\r\t]/gu, (letter) => ENTITIES[letter] ?? letter);
}
