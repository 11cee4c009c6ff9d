// RPT5002: what a round corner of its holder cuts off a box to tick, a picture, a code, a bar, a seal or a comb.
// Grounds and lines of a form end at round corners by design; so does a picture that fills one.
import type { Emu } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type ClipPath, type FillItem, type ImageItem, inkOf, type Page, type StrokeItem } from "../layout/index.ts";
import { isOfBars } from "./contrast.ts";
import { isWithinClips } from "./covers.ts";
import { type Point, pointsOf } from "./drawn-points.ts";
import { type ElementIndex, type ElementInfo, lengthTextAbove, nameOf, takes } from "./elements.ts";
import { SHOWN_DRAWINGS } from "./hidden-drawings.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";

type Cut = ClipPath & Required<Pick<ClipPath, "corners">>;
type DrawnItem = FillItem | StrokeItem | ImageItem;

/** Half a circle about a square picture takes 0.22 of it. */
const FRAMED_SHARE = 0.23;
/** How far the middle of a round corner is from the corner of its square, in radii. */
const CORNER = 1 - Math.SQRT1_2;

/** Whether round corners of its holder cut an item. */
export function isCutByCorners({ clipPaths }: DrawnItem): boolean {
  return clipPaths?.some(({ corners }) => corners !== undefined) ?? false;
}

/** How much of a picture one holder's corners cut. */
interface Share {
  readonly item: DrawnItem;
  readonly element: ElementInfo;
  readonly cut: Cut;
  all: number;
  lost: number;
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function cutDrawingsByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const pictures = new Map<string, Share>();
  const tell = ({ item, element, cut }: Omit<Share, "all" | "lost">): void => {
    const holder = elements.byStart.get(cut.corners.span[0]);
    if (holder === undefined || holder.isLayered) return;
    const pair = pairOf(element.ownSpan[0], holder.ownSpan[0]);
    if (!found.has(pair, item)) found.add(pair, finding(holder, element, cut.corners.radiusEmu), item);
  };
  const told = (share: Share): void => {
    if (share.lost > share.all * FRAMED_SHARE) tell(share);
  };
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (item.kind === "glyphs" || item.kind === "link" || element === undefined || element.isLayered) continue;
    if (!isContent(item, element)) continue;
    for (const cut of (item.clipPaths ?? []).filter((one): one is Cut => one.corners !== undefined)) {
      const points = uncutPoints(item, cut);
      const lost = points.filter(([x, y]) => !isWithinClips({ clipPaths: [cut] }, x, y)).length;
      if (element.kind !== "image") {
        if (lost > 0) tell({ item, element, cut });
        continue;
      }
      const key = `${item.span[0]} ${cut.corners.span[0]}`;
      const known = pictures.get(key);
      // A list shows an element often.
      if (known !== undefined && item.startsPicture === true) told(known);
      const share =
        known === undefined || item.startsPicture === true ? { item, element, cut, all: 0, lost: 0 } : known;
      share.all += points.length;
      share.lost += lost;
      pictures.set(key, share);
    }
  }
  for (const share of pictures.values()) told(share);
  return found.all();
}

/** Grounds and frames of an element are made to end at round corners; bars of schedules and charts are none. */
function isContent(item: DrawnItem, { kind }: ElementInfo): boolean {
  if (kind === "barcode") return item.kind === "fill" && isOfBars(item);
  if (!SHOWN_DRAWINGS.has(kind) || kind === "line") return false;
  if (item.kind === "image" || item.isMark === true) return true;
  if (item.kind === "fill") return item.shape.kind === "path" || kind === "bar";
  // The ring of a seal is its frame.
  return kind === "seal" || (item.isBorder !== true && item.shape.kind === "path");
}

/** Points that are seen but for the one cut. */
function uncutPoints(item: DrawnItem, cut: Cut): readonly Point[] {
  const { clipPaths, ...uncut } = item;
  const others = clipPaths?.filter((one) => one !== cut) ?? [];
  const whole: DrawnItem = others.length === 0 ? uncut : { ...uncut, clipPaths: others };
  const ink = inkOf(whole);
  const points = ink === null ? [] : pointsOf(whole, ink);
  return points.filter(([x, y]) => isWithinClips({ clipPaths: others }, x, y));
}

function finding(holder: ElementInfo, element: ElementInfo, radiusEmu: Emu): Diagnostic {
  const padding = lengthTextAbove(Math.ceil(radiusEmu * CORNER));
  const room = takes(holder, "padding") ? `write padding=${padding} or more at the ${holder.written.name}, ` : "";
  return {
    code: "RPT5002",
    severity: "error",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: holder.ownSpan[0], end: holder.ownSpan[1] },
    message: `${nameOf(element)} lies beyond ${nameOf(holder)}'s round corner, which cuts off a part of it (page 1)`,
    why: "content is laid out in the square, and what is drawn ends at the arc",
    repair: {
      title: `${room}${room === "" ? "move it away from the corner, " : ""}or a smaller radius`,
      applicability: "suggestion",
      edits: [],
    },
  };
}
