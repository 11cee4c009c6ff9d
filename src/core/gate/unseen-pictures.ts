// RPT4026: pictures, seals and check boxes that opacity= leaves next to nothing of, their own or that of what holds
// them, and pictures that have the colour of what they lie on: white letters on paper, marks under a white area. Texts,
// codes and charts of so little colour are told by their contrast.
import type { Diagnostic, SourceSpan } from "../diagnostics/index.ts";
import { contrastOf, type FillItem, type ImageItem, type Page, type PlacedItem } from "../layout/index.ts";
import { overPaper } from "./contrast.ts";
import type { ElementIndex, ElementInfo } from "./elements.ts";
import { nameOf } from "./elements.ts";
import { type Ground, PAPER } from "./grounds.ts";
import { type DrawnMark, showAnything, showsOn } from "./shown-marks.ts";

/** Of black on white: what differs less from its ground is not seen, whatever its colours are. */
const SEEN_CONTRAST_MIN = 1.1;
const OPAQUE = 255;

/** The least alpha that anything may be seen at. */
export const UNSEEN_BELOW_ALPHA = Array.from({ length: OPAQUE }, (_, alpha) => alpha).findIndex(
  (alpha) => contrastOf(overPaper([0, 0, 0, alpha]), PAPER) >= SEEN_CONTRAST_MIN,
);

/** Elements that are drawn by shapes alone, and say something by them. */
export const DRAWN_BY_SHAPES: ReadonlySet<ElementInfo["kind"]> = new Set(["image", "seal", "seals", "check"]);

/** One place of a picture: the strongest of what it is drawn by, and all of that. */
interface Strength {
  readonly span: SourceSpan;
  readonly element: ElementInfo;
  readonly isTold: boolean;
  alpha: number;
  /** What was painted before it, how much of it. */
  readonly under: number;
  readonly marks: DrawnMark[];
  readonly images: ImageItem[];
  /** It is drawn by letters too, whose contrast others judge. */
  hasLetters: boolean;
}

/** Each element once. Worded for page 1. */
export function findUnseenPictures({ items }: Page, { byStart }: ElementIndex): readonly Diagnostic[] {
  const open = new Map<number, Strength>();
  const closed: Strength[] = [];
  const grounds: Ground[] = [];
  for (const item of items) {
    const element = byStart.get(item.span[0]);
    const alpha = element === undefined ? null : alphaOf(item, element);
    const start = item.span[0];
    const known = open.get(start);
    if (known !== undefined && item.kind === "glyphs") known.hasLetters = true;
    let of = known;
    if (element !== undefined && alpha !== null) {
      if (known !== undefined && item.startsPicture !== true) known.alpha = Math.max(known.alpha, alpha);
      else {
        if (known !== undefined) closed.push(known);
        const isTold = item.isToldUnseen === true;
        const fresh = { marks: [], images: [], hasLetters: false, under: grounds.length };
        of = { span: item.span, element, alpha, isTold, ...fresh };
        open.set(start, of);
      }
      addMark(of, item);
    }
    if (item.kind === "fill" || item.kind === "image") grounds.push(item);
  }
  const told = new Map<number, Diagnostic>();
  for (const one of [...closed, ...open.values()]) {
    if (told.has(one.span[0])) continue;
    if (one.alpha < UNSEEN_BELOW_ALPHA) told.set(one.span[0], finding(one));
    else if (looksLikeGround(one, grounds)) told.set(one.span[0], likeGround(one));
  }
  return [...told.values()];
}

/** A rectangle is the ground of the element itself, which its picture lies on. */
function addMark(strength: Strength | undefined, item: PlacedItem): void {
  if (item.kind === "image") strength?.images.push(item);
  if (item.kind !== "fill" && item.kind !== "stroke") return;
  const isFrame = item.shape.kind === "rectangle" || (item.kind === "stroke" && item.isBorder === true);
  if (!isFrame) strength?.marks.push(item);
}

/** Elements whose pictures are sent, or lie beside the form. */
const PICTURED_BY_DATA: ReadonlySet<ElementInfo["kind"]> = new Set(["image", "seal"]);

/** Whether all of a picture has the colour of what it lies on. */
function looksLikeGround(strength: Strength, grounds: readonly Ground[]): boolean {
  const { element, isTold, marks, images, hasLetters, under } = strength;
  if (isTold || hasLetters || !PICTURED_BY_DATA.has(element.kind) || marks.length + images.length === 0) return false;
  const before = grounds.slice(0, under);
  const own = grounds.slice(under).filter((ground) => ground.kind === "fill" && isOwnGround(ground, strength));
  const below = [...before, ...own];
  return !images.some((image) => showsOn(image, below)) && (marks.length === 0 || !showAnything(marks, below));
}

function isOwnGround({ span, shape }: FillItem, strength: Strength): boolean {
  return span[0] === strength.span[0] && shape.kind === "rectangle";
}

/** How strong an item is that a picture is drawn by; null for any other. */
function alphaOf(item: PlacedItem, { kind }: ElementInfo): number | null {
  if (item.kind === "image") return item.alpha ?? OPAQUE;
  if ((item.kind !== "fill" && item.kind !== "stroke") || !DRAWN_BY_SHAPES.has(kind)) return null;
  const colors = item.gradient === undefined ? [item.color] : item.gradient.stops.map(({ color }) => color);
  return Math.max(...colors.map(([, , , alpha]) => alpha));
}

function likeGround({ span, element }: Strength): Diagnostic {
  return {
    code: "RPT4026",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message: `${nameOf(element)} shows nothing: all that is seen of it has the colour of what it lies on (page 1)`,
    why: "the page looks as if there were no picture",
    repair: {
      title: "send a picture of other colours, or lay it on another ground",
      applicability: "suggestion",
      edits: [],
    },
  };
}

function finding({ span, element, alpha }: Strength): Diagnostic {
  const percent = Math.round((alpha * 100) / OPAQUE);
  return {
    code: "RPT4026",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message: `${nameOf(element)} is drawn at ${percent} % of its strength: nothing is seen (page 1)`,
    why: "the page looks as if there were no picture",
    repair: {
      title: "write a larger opacity= at it or at what holds it, or leave it out",
      applicability: "suggestion",
      edits: [],
    },
  };
}
