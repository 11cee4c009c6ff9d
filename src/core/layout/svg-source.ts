// An SVG that was read → its text as it is handed on: what was surveyed and no more, in fonts that are there.
import type { XmlElement } from "@rgrove/parse-xml";
import { localName, type Survey, UNDRAWN } from "./svg-survey.ts";

/** How the text is written. */
export interface SvgWriting {
  /** What the root element is to say of itself, over what it says. */
  readonly root: Readonly<Record<string, string>>;
  /** The one family that a list of families is set in. */
  family(list: string): string;
  /** What an element is called that draws a text, so that its letters are found again; null for any other. */
  idOf(element: XmlElement): string | null;
}

/** Moves and changes by time: paper shows the beginning. */
const ANIMATION = /^(?:animate|animateColor|animateMotion|animateTransform|set|discard|mpath)$/u;

export function svgText(root: XmlElement, { strange }: Survey, writing: SvgWriting): string {
  const write = (element: XmlElement, over: Readonly<Record<string, string>>): string => {
    const name = localName(element);
    if (UNDRAWN.has(name) || ANIMATION.test(name) || strange.has(element)) return "";
    const id = writing.idOf(element);
    const attributes = Object.entries({ ...element.attributes, ...(id === null ? {} : { id }), ...over });
    const written = attributes.map(([key, value]) => ` ${key}="${escaped(attribute(key, value, writing))}"`);
    const content = element.children.map((child) => {
      if (child.type === "element") return write(child as XmlElement, {});
      const text = "text" in child && typeof child.text === "string" && child.type !== "comment" ? child.text : "";
      return escaped(name === "style" ? withFamilies(text, writing) : text);
    });
    return `<${element.name}${written.join("")}>${content.join("")}</${element.name}>`;
  };
  return write(root, writing.root);
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
