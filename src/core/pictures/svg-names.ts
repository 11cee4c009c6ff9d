// What an SVG names and does not have: gradients, clips, parts that are used. Readers of SVG draw nothing there, or
// draw as if nothing were asked, and tell nobody.
import { XmlElement } from "@rgrove/parse-xml";
import type { StyleRule } from "./svg-cascade.ts";
import { readPaint, type SvgStyle } from "./svg-paint.ts";
import { isDashed } from "./svg-strokes.ts";
import { saidStyle, styleOfElement } from "./svg-style.ts";
import { ANIMATION, childrenOf, localName, referenceOf } from "./svg-survey.ts";
import { unreadAttributes, unreadOf } from "./svg-values.ts";

/** Where is noted what is not drawn. */
export interface Naming {
  readonly left: Set<string>;
  readonly rules: readonly StyleRule[];
  readonly byId: ReadonlyMap<string, XmlElement>;
}

/** What lays colours of its own. */
const PAINTED: ReadonlySet<string> = new Set([
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
  ...["text", "tspan", "textPath"],
]);
const EFFECTS = ["clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end"] as const;
/** References of gradients and patterns to one another that are followed. */
const LINKS_MAX = 64;

/** Notes what an element that is drawn names and the file does not have; parts of a text are looked at with it. */
export function noteMissing(drawing: Naming, element: XmlElement, style: SvgStyle): void {
  const name = localName(element);
  if (PAINTED.has(name)) for (const property of ["fill", "stroke"] as const) notePaint(drawing, property, style);
  for (const property of EFFECTS) {
    for (const [, id = ""] of (style.get(property) ?? "").matchAll(/url\(\s*['"]?#([^'")]+)/gu)) {
      if (!drawing.byId.has(id)) note(drawing, `${property}="url(#${id})"`, id);
    }
  }
  if (name === "use" || name === "textPath") noteLink(drawing, element);
  if (name !== "text" && name !== "tspan" && name !== "textPath") return;
  for (const child of childrenOf(element)) {
    noteMissing(drawing, child, styleOfElement(child, style, drawing.rules));
  }
}

/** What holds texts, or is one. */
const WORDED: ReadonlySet<string> = new Set(["text", "tspan", "textPath"]);
const HOLDERS: ReadonlySet<string> = new Set(["svg", "g", "a", "symbol", "switch", "defs", "use", ...WORDED]);

/** Notes what an element and all within it say of their looks and are not drawn so. */
export function noteUnread(drawing: Naming, element: XmlElement, around: SvgStyle, hasText: boolean): void {
  const name = localName(element);
  const style = styleOfElement(element, around, drawing.rules);
  if (style.get("display") === "none" || name === "metadata") return;
  // The library fills a tile with the whole of what it is to repeat.
  if (ANIMATION.test(name) || name === "feTile") drawing.left.add(name);
  const parent = element.parent instanceof XmlElement ? element.parent : null;
  const isRoot = parent === null;
  const kind = { name, isTextual: hasText && HOLDERS.has(name), isRoot };
  for (const one of unreadOf(kind, saidStyle(element, drawing.rules), style)) drawing.left.add(one);
  const isChoice = parent !== null && localName(parent) === "switch";
  const look = { isRoot, isChoice, isDashed: isDashed(style) };
  for (const one of unreadAttributes(name, element.attributes, look)) drawing.left.add(one);
  for (const child of childrenOf(element)) noteUnread(drawing, child, style, hasText);
}

/** A colour that stands beside the name is drawn in its place, as the file says. */
function notePaint(drawing: Naming, property: "fill" | "stroke", style: SvgStyle): void {
  const paint = readPaint(style.get(property) ?? "none", style);
  if (paint.kind !== "server") return;
  let server = drawing.byId.get(paint.id);
  if (server === undefined && paint.otherwise === "") note(drawing, `${property}="url(#${paint.id})"`, paint.id);
  for (let links = 0; server !== undefined && links < LINKS_MAX; links += 1) {
    noteLink(drawing, server);
    server = drawing.byId.get(referenceOf(server).slice(1));
  }
}

function noteLink(drawing: Naming, element: XmlElement): void {
  const reference = referenceOf(element);
  const id = reference.slice(1);
  if (!reference.startsWith("#") || drawing.byId.has(id)) return;
  note(drawing, `${localName(element)} href="${reference}"`, id);
}

function note({ left }: Naming, what: string, id: string): void {
  left.add(`${what} (it has no #${id})`);
}
