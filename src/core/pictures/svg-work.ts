// How much work an SVG makes for whoever draws all of it, counted before: parts that use parts that use parts grow
// without bound, and a filter may look at every pixel from every other one.
import { XmlElement } from "@rgrove/parse-xml";
import { type SvgStyle, share } from "./svg-paint.ts";
import { filterShare, isWithinItself, type Picture } from "./svg-regions.ts";
import { styleOfElement } from "./svg-style.ts";
import { childrenOf, localName, Refusal, referenceOf, type Survey } from "./svg-survey.ts";

/** Elements as often as they are drawn. */
const DRAWN_MAX = 30_000;
/** Uses within patterns within masks. */
const DEPTH_MAX = 32;
/** Letters of text: more than a page of it is no picture. */
const LETTERS_MAX = 5_000;

/** What painting one pixel costs, where painting it once with one colour is 1; measured. */
const LAYER = 10;
const PRIMITIVES: Readonly<Record<string, number>> = {
  feGaussianBlur: 100,
  feTurbulence: 400,
  feDiffuseLighting: 100,
  feSpecularLighting: 150,
  feConvolveMatrix: 400,
  feMorphology: 1_000,
};
const PRIMITIVE = 40;

/** Limits of single primitives: their work grows by the square of these, or by their number. */
const KERNEL_MAX = 7;
const OCTAVES_MAX = 8;
/** A thickness as a share of the picture's larger side. */
const THICKNESS_MAX = 0.01;

/** Properties that name other parts. */
const SERVERS = ["fill", "stroke", "mask", "filter", "clip-path", "marker-start", "marker-mid", "marker-end"] as const;

/** Those of them that an element has whatever it is. */
const EFFECTS = ["mask", "filter", "clip-path"] as const;

const REFERENCE = /url\(\s*['"]?(#[^'")]+)/gu;
const FUNCTION = /\b(?!url\b)([a-z-]+)\(/gu;

/** What a filter function may cover: how far a blur reaches is its own number. */
const FUNCTION_SHARE = 9;

const NO_STYLE: SvgStyle = new Map();

/** Where an element stands. */
interface Around {
  readonly style: SvgStyle;
  readonly depth: number;
}

/** How often each pixel is touched at the most. Throws a refusal where that has no bound worth its wait. */
export function workOf(root: XmlElement, survey: Survey, picture: Picture): number {
  return new Work(survey, picture, isWithinItself(root, picture)).count(root);
}

class Work {
  readonly #survey: Survey;
  readonly #picture: Picture;
  readonly #isWithin: boolean;
  readonly #side: number;
  readonly #styles = new Map<XmlElement, SvgStyle>();
  #drawn = 0;
  #letters = 0;
  #work = 0;

  constructor(survey: Survey, picture: Picture, isWithin: boolean) {
    this.#survey = survey;
    this.#picture = picture;
    this.#isWithin = isWithin;
    this.#side = Math.max(picture.width, picture.height);
  }

  count(root: XmlElement): number {
    this.#visit(root, { style: NO_STYLE, depth: 0 });
    return this.#work;
  }

  #visit(element: XmlElement, around: Around): void {
    const name = localName(element);
    if (++this.#drawn > DRAWN_MAX) throw new Refusal(`is an SVG that draws more than ${DRAWN_MAX} elements`);
    if (around.depth > DEPTH_MAX) throw new Refusal("is an SVG whose parts use one another without an end");
    this.#work += 1;
    const style = styleOfElement(element, around.style, this.#survey.rules);
    const here: Around = { style, depth: around.depth };
    this.#visitServers(element, here, PAINTED.has(name) ? SERVERS : EFFECTS);
    if (name === "text") {
      this.#letters += element.text.length;
      if (this.#letters > LETTERS_MAX) throw new Refusal(`is an SVG of more than ${LETTERS_MAX} letters`);
    }
    if (name === "use") this.#follow(referenceOf(element), style, here.depth);
    if (name === "feImage" || name === "pattern") this.#followPart(referenceOf(element), here.depth);
    if (name.startsWith("fe")) this.#visitPrimitive(element, name);
    if (DEFINITIONS.has(name) && around.depth === 0) return;
    for (const child of childrenOf(element)) {
      if (!DEFINITIONS.has(localName(child))) this.#visit(child, here);
    }
  }

  #visitServers(element: XmlElement, here: Around, properties: readonly (typeof SERVERS)[number][]): void {
    const { style } = here;
    if (share(style.get("opacity")) < 1 || (style.get("mix-blend-mode") ?? "normal") !== "normal") this.#work += LAYER;
    for (const property of properties) {
      const value = style.get(property);
      if (value === undefined) continue;
      if (property === "filter") {
        this.#visitFilters(value, here.depth);
        continue;
      }
      if (!value.includes("url(")) continue;
      if (property !== "fill" && property !== "stroke") this.#work += LAYER;
      const before = [this.#drawn, this.#work] as const;
      for (const [, id = ""] of value.matchAll(REFERENCE)) this.#followPart(id, here.depth);
      if (!property.startsWith("marker")) continue;
      const corners = cornersOf(element);
      this.#drawn += (this.#drawn - before[0]) * corners;
      this.#work += (this.#work - before[1]) * corners;
    }
  }

  /** Filters that are named, and those that are written as functions (Filter Effects 1, section 5). */
  #visitFilters(value: string, depth: number): void {
    for (const [, id = ""] of value.matchAll(REFERENCE)) {
      const target = this.#survey.byId.get(id.slice(1));
      const before = this.#work;
      this.#followPart(id, depth);
      const share = target === undefined ? 1 : filterShare(target, this.#picture, this.#isWithin);
      this.#work = before + (this.#work - before + LAYER) * share;
    }
    for (const [, name = ""] of value.matchAll(FUNCTION)) {
      const blurs = name === "blur" || name === "drop-shadow" ? (PRIMITIVES["feGaussianBlur"] ?? 0) : 0;
      this.#work += (LAYER + PRIMITIVE + blurs) * FUNCTION_SHARE;
    }
  }

  /** A use hands its style on. */
  #follow(reference: string, style: SvgStyle, depth: number): void {
    const target = reference.startsWith("#") ? this.#survey.byId.get(reference.slice(1)) : undefined;
    if (target !== undefined) this.#visit(target, { style, depth: depth + 1 });
  }

  /** What else is referred to takes its style from where it stands. */
  #followPart(reference: string, depth: number): void {
    const target = reference.startsWith("#") ? this.#survey.byId.get(reference.slice(1)) : undefined;
    if (target !== undefined) this.#visit(target, { style: this.#styleAround(target), depth: depth + 1 });
  }

  #styleAround({ parent }: XmlElement): SvgStyle {
    if (!(parent instanceof XmlElement)) return NO_STYLE;
    const known = this.#styles.get(parent);
    if (known !== undefined) return known;
    const style = styleOfElement(parent, this.#styleAround(parent), this.#survey.rules);
    this.#styles.set(parent, style);
    return style;
  }

  #visitPrimitive({ attributes }: XmlElement, name: string): void {
    this.#work += PRIMITIVES[name] ?? PRIMITIVE;
    const numbers = (key: string) => (attributes[key] ?? "").split(/[\s,]+/u).map(Number);
    if (numbers("order").some((order) => order > KERNEL_MAX)) {
      throw new Refusal(`is an SVG with a filter of more than ${KERNEL_MAX} × ${KERNEL_MAX} weights`);
    }
    if (numbers("numOctaves").some((octaves) => octaves > OCTAVES_MAX)) {
      throw new Refusal(`is an SVG with a filter of more than ${OCTAVES_MAX} octaves`);
    }
    if (name === "feMorphology" && numbers("radius").some((radius) => radius > this.#side * THICKNESS_MAX)) {
      throw new Refusal("is an SVG with a filter that thickens lines by more than a hundredth of its size");
    }
  }
}

/** What draws only where something refers to it. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["defs", "symbol", "clipPath", "mask", "filter", "pattern", "marker", "linearGradient", "radialGradient"],
  ...["style", "title", "desc", "metadata"],
]);

/** What has a look of its own. */
const PAINTED: ReadonlySet<string> = new Set([
  ...["text", "tspan", "textPath", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
]);

/** A marker stands at every corner, of which there is no more than one for two numbers. */
function cornersOf({ attributes }: XmlElement): number {
  const data = `${attributes["d"] ?? ""} ${attributes["points"] ?? ""}`;
  return Math.ceil((data.match(/\d+/gu)?.length ?? 2) / 2);
}
