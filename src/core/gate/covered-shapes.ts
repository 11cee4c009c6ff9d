// RPT5001: rectangles, fills, borders and rules of which hardly anything is seen, since opaque things are painted over
// them. Letters and codes are judged in `hidden.ts`, charts, pictures and the like of a body in `hidden-drawings.ts`.
import type { Color, Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  type FillItem,
  type ImageItem,
  inkOf,
  over,
  type Page,
  type PlacedItem,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { isOfBars } from "./contrast.ts";
import { covers } from "./covers.ts";
import { RIM_EMU, type Side, sidesOf } from "./drawn-sides.ts";
import { type ElementIndex, type ElementInfo, nameOf } from "./elements.ts";
import { type Ground, meet, PAPER } from "./grounds.ts";
import { type Cover, coverOf, hidesAt, isCover, isGround, repairOf } from "./hidden.ts";
import { SHOWN_DRAWINGS } from "./hidden-drawings.ts";
import { colorUnder } from "./picture-contrast.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { areTold } from "./shown-marks.ts";
import { isSeenOnPaper } from "./struck-letters.ts";
import { holds, liesOn } from "./thick-lines.ts";

/** Hardly anything is seen of a shape where more of its points than this part are hidden. */
const HIDDEN_SHARE = 0.95;

type ShapeItem = FillItem | StrokeItem | ImageItem;

/** What a form draws, and where it is painted. */
interface Shape {
  readonly item: ShapeItem;
  readonly element: ElementInfo;
  readonly at: number;
}

/** A cover, or a line in the colour of the paper, which erases others as a cover does. */
interface Above {
  readonly cover: Cover;
  readonly line: StrokeItem | null;
  readonly at: number;
}

/** What is hidden of a shape, and by what: most of it by the first. */
interface Lost {
  readonly shape: Shape;
  readonly by: readonly Cover[];
  readonly ink: Rectangle;
}

/**
 * Whether a shape of the element may come to lie under that of others: elements of flows lie beside one another, unless
 * they leave their places, which is told.
 */
export function mayBeCovered({ kind, placedBy, isLayered, inBackground }: ElementInfo): boolean {
  return placedBy !== null && !isLayered && (inBackground || kind === "line" || !SHOWN_DRAWINGS.has(kind));
}

/**
 * Whether one of two elements may be painted over the other by mistake. What holds another is its ground, and what is
 * placed together lies side by side.
 */
export function areUnrelated(one: ElementInfo, other: ElementInfo): boolean {
  return one.placedBy !== other.placedBy && !holds(one, other) && !holds(other, one);
}

/** Whether a line is so light that it erases what it is painted over. */
export function mayErase(item: StrokeItem): boolean {
  return item.color[3] >= OPAQUE_ALPHA_MIN && item.dashEmu.length === 0 && !isSeenOnPaper(item.color);
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function coveredShapesByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const aboves = abovesOf(page, elements);
  const found = new FoundByRow(page, elements);
  if (aboves.length === 0) return [];
  for (const lost of outermost(withWholeDrawings(lostShapes(page, elements, aboves)))) {
    const { shape, by } = lost;
    const pair = pairOf(shape.element.ownSpan[0], by[0]?.element.ownSpan[0] ?? 0);
    if (!found.has(pair, shape.item)) found.add(pair, finding(lost), shape.item);
  }
  return found.all();
}

function abovesOf({ items }: Page, { byStart }: ElementIndex): readonly Above[] {
  return items.flatMap((item, at): readonly Above[] => {
    const element = byStart.get(item.span[0]);
    if (element === undefined || (element.isLayered && !element.inBackground)) return [];
    if (item.kind === "stroke" && mayErase(item)) {
      const bounds = inkOf(item);
      return bounds === null ? [] : [{ cover: lineCover(item, element, bounds), line: item, at }];
    }
    const cover = isCover(item) ? coverOf(item, element) : null;
    return cover === null || (element.kind === "seal" && !isGround(cover)) ? [] : [{ cover, line: null, at }];
  });
}

/** A line as the area that it lies in: `liesOn` says where in it. */
function lineCover({ span, node, isStatic, color }: StrokeItem, element: ElementInfo, bounds: Rectangle): Cover {
  const shape = { kind: "rectangle", rectangle: bounds, radiusEmu: 0 } as const;
  return { element, shape: { kind: "fill", span, node, isStatic, color, shape }, picture: null, bounds, node };
}

function isAt({ cover, line }: Above, x: Emu, y: Emu): boolean {
  return line === null ? hidesAt(cover, x, y) : liesOn(line, x, y);
}

/** A shape of the page, and the sides of it that are not seen. */
type Judged = readonly [shape: Shape, lost: readonly Lost[]];

function lostShapes({ items }: Page, { byStart }: ElementIndex, aboves: readonly Above[]): readonly Judged[] {
  return items.flatMap((item, at): readonly Judged[] => {
    const element = byStart.get(item.span[0]);
    if (element === undefined || !mayBeCovered(element) || !isShape(item)) return [];
    const shape = { item, element, at };
    const near = aboves.filter(
      (above) => above.at > at && areUnrelated(above.cover.element, element) && mayCover(above, item),
    );
    return [[shape, near.length === 0 ? [] : lostOf(shape, near, items)]];
  });
}

function isShape(item: PlacedItem): item is ShapeItem {
  if (item.kind === "glyphs" || item.kind === "link") return false;
  return item.kind === "image" || (item.color[3] > 0 && !(item.kind === "fill" && isOfBars(item)));
}

/** A picture's ground is made to be covered. Areas are seen beside a line that crosses them. */
function mayCover({ cover, line }: Above, item: ShapeItem): boolean {
  const ink = item.kind === "stroke" || cover.picture === null ? inkOf(item) : null;
  return ink !== null && (line === null || item.kind === "stroke") && meetOrTouch(cover.bounds, ink);
}

/** Of a line without thickness too. */
function meetOrTouch(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu <= other.rightEmu &&
    one.rightEmu >= other.leftEmu &&
    one.topEmu <= other.bottomEmu &&
    one.bottomEmu >= other.topEmu
  );
}

function lostOf(shape: Shape, near: readonly Above[], items: readonly PlacedItem[]): readonly Lost[] {
  const { item, at } = shape;
  const ink = inkOf(item);
  if (ink === null) return [];
  const lies = (one: PlacedItem): one is Ground => (one.kind === "fill" || one.kind === "image") && meetsInk(one, ink);
  const view: View = {
    shape,
    near,
    under: items.slice(0, at).filter(lies),
    above: items.slice(at + 1).filter((one): one is FillItem | StrokeItem => isPainted(one) && meetsInk(one, ink)),
  };
  const sides = sidesOf(item);
  // Any side of a border is missed; an area is one.
  const lost = sides.flatMap((side): readonly Lost[] => {
    const by = hidersOf(side, view);
    return by.length === 0 ? [] : [{ shape, by, ink: side.ink }];
  });
  if (lost.length === sides.length) return lost.map((one) => ({ ...one, ink }));
  return lost.filter(({ by }) => !by.some((cover) => isStripOf(cover, ink)));
}

/** A coloured strip along a side within a frame stands for that side, as the band of a title does. */
function isStripOf({ shape, picture, bounds }: Cover, ink: Rectangle): boolean {
  if (picture !== null || !areTold(over(shape.color, PAPER), PAPER)) return false;
  const frame = grown(ink);
  return (
    bounds.leftEmu >= frame.leftEmu &&
    bounds.topEmu >= frame.topEmu &&
    bounds.rightEmu <= frame.rightEmu &&
    bounds.bottomEmu <= frame.bottomEmu
  );
}

function isPainted(item: PlacedItem): item is FillItem | StrokeItem {
  return item.kind === "fill" || item.kind === "stroke";
}

function meetsInk(item: PlacedItem, ink: Rectangle): boolean {
  const own = inkOf(item);
  return own !== null && meetOrTouch(own, ink);
}

/** A shape among what is painted before and after it. */
interface View {
  readonly shape: Shape;
  readonly near: readonly Above[];
  readonly under: readonly Ground[];
  readonly above: readonly (FillItem | StrokeItem)[];
}

/** What hides a side, the one that hides most of it first; none where it is seen, or would not be without them. */
function hidersOf({ points, middles }: Side, view: View): readonly Cover[] {
  if (middles.some(([x, y]) => hiderAt(view, x, y) === null)) return [];
  const counts = new Map<Cover, number>();
  let [told, hidden] = [0, 0];
  for (const [x, y] of points) {
    if (!isToldAt(view, x, y)) continue;
    told += 1;
    const hider = hiderAt(view, x, y);
    if (hider === null) continue;
    hidden += 1;
    counts.set(hider, (counts.get(hider) ?? 0) + 1);
  }
  if (told < points.length * (1 - HIDDEN_SHARE) || told === 0 || hidden < told * HIDDEN_SHARE) return [];
  return [...counts].sort(([, one], [, other]) => other - one).map(([cover]) => cover);
}

/** Whether a shape differs from what it is painted on. */
function isToldAt({ shape: { item }, under }: View, x: Emu, y: Emu): boolean {
  if (item.kind === "image") return true;
  const ground = colorUnder(under, x, y);
  return ground === null || areTold(over(item.color, ground), ground);
}

/** What hides a point of a shape. Something in its colour shows it, and of a line so does another line on it. */
function hiderAt({ shape, near, above }: View, x: Emu, y: Emu): Cover | null {
  const { item } = shape;
  const hider = near.findLast((one) => isAt(one, x, y));
  if (hider === undefined) return null;
  const own = item.kind === "image" ? null : over(item.color, PAPER);
  const isShown = above.some((one) => {
    if (one.kind === "stroke") return item.kind === "stroke" && isLineThere(one, item, x, y);
    return own !== null && one.color[3] >= OPAQUE_ALPHA_MIN && !areTold(one.color, own) && covers(one, x, y);
  });
  return isShown ? null : hider.cover;
}

function isLineThere(line: StrokeItem, { color }: StrokeItem, x: Emu, y: Emu): boolean {
  const isSame = (one: Color): boolean => !areTold(over(one, PAPER), over(color, PAPER));
  return (!mayErase(line) || isSame(line.color)) && liesOn(line, x, y);
}

/** Of a drawing of a background, as a picture or a chart, all is judged together: something of it may be hidden. */
function withWholeDrawings(judged: readonly Judged[]): readonly Lost[] {
  const seen = new Set<number>();
  const isDrawing = ({ element: { kind } }: Shape): boolean => kind !== "line" && SHOWN_DRAWINGS.has(kind);
  for (const [shape, lost] of judged) {
    if (isDrawing(shape) && lost.length < sidesOf(shape.item).length) seen.add(shape.element.ownSpan[0]);
  }
  return judged.flatMap(([shape, lost]) => (isDrawing(shape) && seen.has(shape.element.ownSpan[0]) ? [] : lost));
}

/** Of what is hidden by one cover, what holds the rest; and of an element its whole rather than a side of it. */
function outermost(lost: readonly Lost[]): readonly Lost[] {
  const isWithin = (one: Lost, other: Lost): boolean =>
    one.by[0] === other.by[0] && holds(other.shape.element, one.shape.element) && meet(one.ink, grown(other.ink));
  return lost.filter((one, at) => {
    return !lost.some((other, place) => {
      if (other === one || !isWithin(one, other)) return false;
      const isOfSame = other.shape.element.ownSpan[0] === one.shape.element.ownSpan[0];
      return !isOfSame || place < at;
    });
  });
}

/** Borders lie on the edge of what they belong to. */
function grown({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): Rectangle {
  const by = RIM_EMU;
  return { leftEmu: leftEmu - by, topEmu: topEmu - by, rightEmu: rightEmu + by, bottomEmu: bottomEmu + by };
}

function finding({ shape, by, ink }: Lost): Diagnostic {
  const { element } = shape;
  const [first, ...others] = [...new Set(by.map((cover) => cover.element))];
  const cover = first ?? element;
  const [widthEmu, heightEmu] = [ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu];
  const more = others.length === 0 ? ", which hides" : ` and ${others.length} more, which hide`;
  const size = `${millimetres(widthEmu)} × ${millimetres(heightEmu)}`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: cover.ownSpan[0], end: cover.ownSpan[1] },
    message: `${nameOfShape(shape)} lies under ${nameOf(cover)}${more} ${size} of it (page 1)`,
    why: "what is opaque and painted later hides what lies there already",
    repair: { title: repairOf(cover, element, heightEmu), applicability: "suggestion", edits: [] },
  };
}

function nameOfShape({ item, element }: Shape): string {
  const isWhole = item.kind === "image" || element.kind === "line" || SHOWN_DRAWINGS.has(element.kind);
  if (isWhole || (element.kind === "rect" && item.kind === "fill")) return nameOf(element);
  if (item.kind === "fill") return `the fill of ${nameOf(element)}`;
  return `the ${element.kind !== "rect" && item.isBorder === true ? "border" : "line"} of ${nameOf(element)}`;
}
