// How much of a picture an effect works on: a filter's region may be larger than what it is laid on, and than the
// picture, and its library fills what lies outside too.
import type { XmlElement } from "@rgrove/parse-xml";
import { IDENTITY } from "../geometry/index.ts";
import { boundsOf, pathDataOf, segmentsOf } from "./svg-shapes.ts";
import { readShareOrLength } from "./svg-style.ts";
import { childrenOf, localName } from "./svg-survey.ts";

/** A picture's view box, in its own units. */
export interface Picture {
  readonly width: number;
  readonly height: number;
}

/** The library works on five times each side of a picture at the most; measured. */
const SHARE_MAX = 25;

/** Shapes that reach further than this beyond the picture make everything large. */
const REACH_MAX = 1.5;

/** What a filter covers where it says nothing: a tenth more on each side (SVG 1.1, section 15.7). */
const USUAL_SHARE = 1.2 * 1.2;

/**
 * Whether nothing of the picture is larger than the picture: no shape reaches far beyond it, and nothing is scaled.
 * Else what a filter is laid on may have any size.
 */
export function isWithinItself(root: XmlElement, picture: Picture): boolean {
  return childrenOf(root).every((child) => isWithin(child, picture));
}

function isWithin(element: XmlElement, picture: Picture): boolean {
  const { attributes } = element;
  if (SCALED.test(`${attributes["transform"] ?? ""} ${attributes["style"] ?? ""}`)) return false;
  if (attributes["viewBox"] !== undefined && localName(element) !== "pattern") return false;
  const side = Math.max(picture.width, picture.height) * REACH_MAX;
  const far = (value: number): boolean => !(Math.abs(value) <= side);
  if (MEASURES.some((name) => attributes[name] !== undefined && far(lengthOf(attributes[name], picture)))) return false;
  const data = pathDataOf(element, picture);
  const segments = data === null || data === "" ? null : segmentsOf(data, IDENTITY);
  if (segments !== null && segments.length > 0) {
    const { left, top, right, bottom } = boundsOf(segments);
    if ([left, top, right, bottom].some(far)) return false;
  }
  return childrenOf(element).every((child) => isWithin(child, picture));
}

const SCALED = /matrix|scale|skew|zoom|font/iu;

const MEASURES = ["x", "y", "width", "height", "font-size"] as const;

/** NaN for what is no length that is read here. */
function lengthOf(said: string, { width, height }: Picture): number {
  return readShareOrLength(said, Math.max(width, height)) ?? Number.NaN;
}

/** How often the picture's area a filter works on, what it is laid on being the picture at the most. */
export function filterShare({ attributes }: XmlElement, picture: Picture, isWithin: boolean): number {
  if (!isWithin) return SHARE_MAX;
  const isOfPicture = attributes["filterUnits"] === "userSpaceOnUse";
  const side = (name: "width" | "height"): number => {
    const said = attributes[name];
    if (said === undefined) return Math.sqrt(USUAL_SHARE);
    const share = isOfPicture ? lengthOf(said, picture) / picture[name] : readShareOrLength(said, 1);
    return share === null || Number.isNaN(share) ? Number.POSITIVE_INFINITY : Math.abs(share);
  };
  return Math.min(SHARE_MAX, side("width") * side("height"));
}
