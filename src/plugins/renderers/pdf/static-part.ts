// Splits a page into the part that is the same wherever its canvas draws it and the rest. A tagged file shares only
// artifacts, since ISO 14289-1 forbids to share marked content.
import {
  ARTIFACT,
  type Color,
  type FillItem,
  type PathCommand,
  type PlacedItem,
  type Rectangle,
  type Shape,
  type StrokeItem,
} from "../../../core/sdk/index.ts";
import { inkExtent } from "./extents.ts";

export interface PageParts {
  /** Items that may be painted before all others: static, and on top of nothing that is not in this part itself. */
  readonly shared: readonly PlacedItem[];
  /** Everything else, in paint order. */
  readonly own: readonly PlacedItem[];
}

/**
 * Painting `shared`, then `own` gives the same picture as the page's own order: a shared item was moved only in front
 * of items that it does not touch. A link draws nothing and may lie anywhere. In a tagged file `artifactsOnly`.
 */
export function splitStaticPart(items: readonly PlacedItem[], artifactsOnly = false): PageParts {
  // What comes after the last static item lies below none, so a page of data alone costs nothing here.
  let movable = items.length;
  while (movable > 0 && !mayShare(items[movable - 1] as PlacedItem, artifactsOnly)) movable -= 1;
  if (movable === 0) return { shared: NONE, own: items };
  const shared: PlacedItem[] = [];
  const own: PlacedItem[] = [];
  below.clear();
  for (let index = 0; index < movable; index += 1) {
    const item = items[index] as PlacedItem;
    const extent = inkExtent(item);
    if (extent !== null && mayShare(item, artifactsOnly) && !below.meets(extent)) {
      shared.push(item);
      continue;
    }
    own.push(item);
    if (extent !== null) below.add(extent);
  }
  for (let index = movable; index < items.length; index += 1) own.push(items[index] as PlacedItem);
  return { shared, own };
}

const NONE: readonly PlacedItem[] = [];

function mayShare(item: PlacedItem, artifactsOnly: boolean): boolean {
  return item.isStatic && (!artifactsOnly || item.node === ARTIFACT);
}

/** Rectangles, and the one around all of them, which answers for most labels: they lie below or beside the data. */
class Rectangles {
  readonly #edges: number[] = [];
  #count = 0;
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  clear(): void {
    this.#count = 0;
    [this.#left, this.#top, this.#right, this.#bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  }

  add({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): void {
    const edges = this.#edges;
    const at = this.#count * 4;
    edges[at] = leftEmu;
    edges[at + 1] = topEmu;
    edges[at + 2] = rightEmu;
    edges[at + 3] = bottomEmu;
    this.#count += 1;
    if (leftEmu < this.#left) this.#left = leftEmu;
    if (topEmu < this.#top) this.#top = topEmu;
    if (rightEmu > this.#right) this.#right = rightEmu;
    if (bottomEmu > this.#bottom) this.#bottom = bottomEmu;
  }

  meets({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
    if (leftEmu >= this.#right || this.#left >= rightEmu || topEmu >= this.#bottom || this.#top >= bottomEmu) {
      return false;
    }
    const edges = this.#edges;
    for (let at = (this.#count - 1) * 4; at >= 0; at -= 4) {
      if (
        topEmu < (edges[at + 3] as number) &&
        (edges[at + 1] as number) < bottomEmu &&
        leftEmu < (edges[at + 2] as number) &&
        (edges[at] as number) < rightEmu
      ) {
        return true;
      }
    }
    return false;
  }
}

/** Filled anew by every call. */
const below = new Rectangles();

/**
 * Whether two pages share the same: then the one's form is the other's. Runs are the same where they are one object, as
 * text that comes again is shaped once; what is not told apart here is drawn once more and found by its bytes.
 */
export function sharesTheSame(one: readonly PlacedItem[], other: readonly PlacedItem[]): boolean {
  return one.length === other.length && one.every((item, index) => isSame(item, other[index] as PlacedItem));
}

function isSame(one: PlacedItem, other: PlacedItem): boolean {
  if (one.node !== other.node) return false;
  if (one.kind === "glyphs") {
    return (
      other.kind === "glyphs" &&
      one.run === other.run &&
      one.xEmu === other.xEmu &&
      one.yEmu === other.yEmu &&
      one.sizeEmu === other.sizeEmu &&
      one.scaleThousandths === other.scaleThousandths &&
      one.letterSpacingEmu === other.letterSpacingEmu &&
      one.adjustmentsEmu === other.adjustmentsEmu &&
      one.rotation === other.rotation &&
      one.isSlanted === other.isSlanted &&
      isSameColor(one.color, other.color)
    );
  }
  if (one.kind === "fill") {
    return other.kind === "fill" && one.rule === other.rule && isPlain(one) && isPlain(other) && isSameLook(one, other);
  }
  if (one.kind !== "stroke" || other.kind !== "stroke") return false;
  return (
    one.widthEmu === other.widthEmu &&
    one.cap === other.cap &&
    one.join === other.join &&
    one.dashEmu.length === 0 &&
    other.dashEmu.length === 0 &&
    isPlain(one) &&
    isPlain(other) &&
    isSameLook(one, other)
  );
}

function isPlain({ clip, clipPaths, gradient }: FillItem | StrokeItem): boolean {
  return clip === undefined && clipPaths === undefined && gradient === undefined;
}

function isSameLook(one: FillItem | StrokeItem, other: FillItem | StrokeItem): boolean {
  return isSameColor(one.color, other.color) && isSameShape(one.shape, other.shape);
}

function isSameShape(one: Shape, other: Shape): boolean {
  if (one === other) return true;
  if (one.kind === "rectangle") {
    return (
      other.kind === "rectangle" && one.radiusEmu === other.radiusEmu && isSamePlace(one.rectangle, other.rectangle)
    );
  }
  if (other.kind === "rectangle" || one.commands.length !== other.commands.length) return false;
  return one.commands.every((command, index) => isSameCommand(command, other.commands[index] as PathCommand));
}

function isSamePlace(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu === other.leftEmu &&
    one.topEmu === other.topEmu &&
    one.rightEmu === other.rightEmu &&
    one.bottomEmu === other.bottomEmu
  );
}

/** Curves come in drawings, which come in pictures: they are compared by their bytes. */
function isSameCommand(one: PathCommand, other: PathCommand): boolean {
  if (one.op === "close") return other.op === "close";
  if (one.op === "curve" || other.op === "curve" || other.op === "close") return false;
  return one.op === other.op && one.xEmu === other.xEmu && one.yEmu === other.yEmu;
}

function isSameColor(one: Color, other: Color): boolean {
  return one === other || one.every((level, index) => level === other[index]);
}
