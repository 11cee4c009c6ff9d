// What must not be in a picture, before anything of it is drawn: scripts, addresses, more than can be drawn in time.
import type { XmlElement } from "@rgrove/parse-xml";
import { shortened } from "../diagnostics/index.ts";
import { isJpeg, readJpegHeader } from "./jpeg-header.ts";
import { isPng, readPngHeader } from "./png-header.ts";
import { declaredStyle, mediaHold, readStyleSheet, type StyleRule } from "./svg-cascade.ts";

/** Thrown within the reading of an SVG only, and answered as a reason. */
export class Refusal extends Error {}

export const ELEMENTS_MAX = 20_000;

/** Pixels that pictures within an SVG may have together. */
const EMBEDDED_PIXELS_MAX = 16_000_000;

/** What is known of an SVG before it is drawn. */
export interface Survey {
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly rules: readonly StyleRule[];
  readonly hasText: boolean;
  /** What its texts are set in letters of. */
  readonly letters: string;
  /** Its title, else its texts: what it says to who cannot see it; empty where it says nothing. */
  readonly words: string;
  /** Elements that nobody draws, by what they are called. */
  readonly undrawn: ReadonlySet<string>;
  /** Pictures in it that are neither PNG nor JPEG. */
  readonly strange: ReadonlySet<XmlElement>;
}

interface Surveying {
  readonly byId: Map<string, XmlElement>;
  readonly rules: StyleRule[];
  readonly undrawn: Set<string>;
  readonly strange: Set<XmlElement>;
  readonly texts: string[];
  hasText: boolean;
  elements: number;
  besideMost: number;
  readonly all: XmlElement[];
  pixels: number;
}

/** `svg:path` is a path. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

export function childrenOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child): child is XmlElement => child.type === "element");
}

/** Where an element refers to: `#id`, or data. */
export function referenceOf({ attributes }: XmlElement): string {
  return (attributes["href"] ?? attributes["xlink:href"] ?? "").trim();
}

/** Moves and changes by time, which paper does not show. */
export const ANIMATION = /^(?:animate|animateColor|animateMotion|animateTransform|set|discard|mpath)$/u;

/** What no drawing of a page can hold. */
export const UNDRAWN: ReadonlySet<string> = new Set(["foreignObject", "audio", "video", "iframe", "canvas"]);

export function survey(root: XmlElement): Survey {
  const surveying: Surveying = {
    ...{ byId: new Map(), rules: [], undrawn: new Set(), strange: new Set(), texts: [], all: [] },
    ...{ hasText: false, elements: ELEMENTS_MAX, besideMost: 1, pixels: EMBEDDED_PIXELS_MAX },
  };
  visit(surveying, root);
  const title = childrenOf(root).find((child) => localName(child) === "title");
  const words = (title?.text ?? surveying.texts.join(" ")).replace(/\s+/gu, " ").trim();
  refuseLongMatching(surveying);
  const { byId, rules, undrawn, strange, hasText } = surveying;
  const letters = surveying.texts.join("");
  return { byId, rules, undrawn, strange, hasText, letters, words: words.slice(0, WORDS_MAX) };
}

/** An alternative text is a sentence. */
const WORDS_MAX = 500;

function visit(surveying: Surveying, element: XmlElement): void {
  if (--surveying.elements < 0) throw new Refusal(`is an SVG of more than ${ELEMENTS_MAX} elements`);
  const name = localName(element);
  if (name === "script") throw new Refusal("is an SVG with a script");
  refuseAttributes(element, name);
  const id = element.attributes["id"];
  if (id !== undefined && !surveying.byId.has(id)) surveying.byId.set(id, element);
  if (UNDRAWN.has(name)) {
    surveying.undrawn.add(name);
    return;
  }
  if (name === "text") {
    surveying.hasText = true;
    surveying.texts.push(element.text);
  }
  if (name === "image" || name === "feImage") visitImage(surveying, element);
  if (name === "style") visitSheet(surveying, element);
  surveying.all.push(element);
  surveying.besideMost = Math.max(surveying.besideMost, element.children.length);
  for (const child of childrenOf(element)) visit(surveying, child);
}

function refuseAttributes({ attributes }: XmlElement, name: string): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (/^on/iu.test(key)) throw new Refusal(`is an SVG with a script (${key})`);
    const isLink = key === "href" || key.endsWith(":href");
    if (isLink && !/^\s*(?:#|data:)/u.test(value) && name !== "a") {
      throw new Refusal(`is an SVG that refers to another file (${quotedOf(value)})`);
    }
    refuseAddresses(value);
  }
}

function visitSheet(surveying: Surveying, { text, attributes: { type, media } }: XmlElement): void {
  refuseAddresses(text);
  if (/@import/iu.test(text)) throw new Refusal("is an SVG that refers to another file (@import)");
  if (type !== undefined && !/^\s*(?:text\/css.*)?$/iu.test(type)) return;
  const holds = mediaHold(media ?? "");
  if (holds === null) surveying.undrawn.add(`styles for media="${quotedOf(media ?? "")}"`);
  if (holds !== true) return;
  const { rules, unread } = readStyleSheet(text);
  surveying.rules.push(...rules);
  for (const one of unread) surveying.undrawn.add(shortened(one, UNREAD_CHARACTERS));
}

/** What is said of a style that is not read. */
const UNREAD_CHARACTERS = 60;
/**
 * What is asked of all elements, and of those beside them where a rule asks for these. Measured: half a second for
 * classes, two seconds for parts of long attributes.
 */
const ASKED_MAX = 5_000_000;
/** Looking at so many elements beside one takes as long as asking one. */
const BESIDE = 8;
/** What is declared of all elements. Measured: half a second. */
const DECLARED_MAX = 300_000;

/** Whether each rule is about each element takes time, and so does all that rules declare. */
function refuseLongMatching({ rules, all, besideMost }: Surveying): void {
  const tooLong = "is an SVG whose style sheets take too long to be read";
  const ofEach = rules.reduce(
    (sum, { asked, asksBeside }) => sum + asked * (asksBeside ? 1 + besideMost / BESIDE : 1),
    0,
  );
  if (ofEach * all.length > ASKED_MAX) throw new Refusal(tooLong);
  let declared = 0;
  for (const element of all) declared += declaredStyle(element, rules).length;
  if (declared > DECLARED_MAX) throw new Refusal(tooLong);
}

/** PNG and JPEG are drawn; an SVG within would hide from these looks what it holds. */
function visitImage(surveying: Surveying, element: XmlElement): void {
  const reference = referenceOf(element);
  if (!reference.startsWith("data:")) return;
  const pixels = pixelsOf(reference);
  if (pixels === null) {
    surveying.strange.add(element);
    surveying.undrawn.add("pictures in it that are neither PNG nor JPEG");
    return;
  }
  surveying.pixels -= pixels;
  if (surveying.pixels < 0) {
    throw new Refusal(`is an SVG with pictures in it of more than ${EMBEDDED_PIXELS_MAX} pixels`);
  }
}

/** Null for what is no whole PNG or JPEG by its own name. */
function pixelsOf(reference: string): number | null {
  const [, kind = "", data = ""] = /^data:image\/(png|jpe?g);base64,([\s\S]*)$/u.exec(reference) ?? [];
  if (kind === "") return null;
  const bytes = bytesOf(data);
  if (bytes === null) return null;
  const isOfKind = kind === "png" ? isPng(bytes) : isJpeg(bytes);
  if (!isOfKind) return null;
  const header = kind === "png" ? readPngHeader(bytes) : readJpegHeader(bytes);
  return header.ok ? header.widthPx * header.heightPx : null;
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function refuseAddresses(value: string): void {
  const address = /url\(\s*['"]?(?!#|data:)([^'")\s]+)/iu.exec(value)?.[1];
  if (address !== undefined) throw new Refusal(`is an SVG that refers to another file (${quotedOf(address)})`);
}

/** What a refusal quotes of the file. */
export function quotedOf(text: string): string {
  return shortened(text, 40);
}
