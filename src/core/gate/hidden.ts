// RPT5001: letters and bar codes that something opaque is painted over, in whatever part of the page either of the two
// lies.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  type FillItem,
  type GlyphRunItem,
  glyphInk,
  type ImageItem,
  inkOf,
  type Page,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { isOfBars, isWatermark } from "./contrast.ts";
import { covers, coversInPicture } from "./covers.ts";
import { cutOf, type Opaque } from "./cut-letters.ts";
import { type ElementIndex, type ElementInfo, lengthTextAbove, nameOf, takes } from "./elements.ts";
import { TOUCH_EMU } from "./overlap.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { common, isSeenOnPaper } from "./struck-letters.ts";

/** What is thinner than this part of the letters is a line through them, and hides none. */
export const COVER_LINE_SHARE = 4;
/** A code is read though a thin line runs through it: its bars are longer, or it mends what is lost. */
export const COVER_LINE_SHARE_OF_CODES = 20;
/** So many points of a code are looked at, across and down. */
const POINTS_OF_CODES = 24;
/** The points of letters that are looked at: parts of their height, and how many columns of these a letter has. */
interface Look {
  readonly levels: readonly number[];
  readonly columns: number;
}

const LOOK: Look = { levels: [0.25, 0.5, 0.75], columns: 2 };
/** Seals lie on names by custom: their lines cross letters. A ground hides all points of half a letter or more. */
const LOOK_UNDER_SEALS: Look = { levels: [0.15, 0.32, 0.5, 0.68, 0.85], columns: 6 };
const GROUNDS = [
  { columns: 3, rows: 5 },
  { columns: 6, rows: 3 },
] as const;
/** Bands of a page, so that a cover is compared with its neighbours only. */
const BANDS = 64;

/** Letters or the bars of a code, and what of them was painted over so far. */
interface Letters {
  readonly item: GlyphRunItem | FillItem;
  readonly element: ElementInfo;
  readonly ink: Rectangle;
  /** Where they belong in the structure: an element that is drawn at several places has a node at each. */
  readonly node: PlacedItem["node"];
  /** How many letters there are at least, side by side. */
  readonly count: number;
  readonly isCode: boolean;
  readonly isWatermark: boolean;
  /** Of watermarks: points that are hidden, by one cover or another. */
  readonly hidden: Set<number>;
  /** What hid the last of them. */
  hiddenBy: Cover | null;
}

type CoverItem = FillItem | ImageItem;

/** Something opaque, as it is painted. */
export interface Cover {
  readonly element: ElementInfo;
  readonly shape: FillItem;
  /** Of a picture: it hides what its opaque pixels lie on. */
  readonly picture: ImageItem | null;
  readonly bounds: Rectangle;
  readonly node: PlacedItem["node"];
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function hiddenByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const tell = (cover: Cover, letters: Letters, hidden: Rectangle): void => {
    const pair = pairOf(letters.element.ownSpan[0], cover.element.ownSpan[0]);
    if (!found.has(pair, letters.item)) found.add(pair, hiding(cover, letters, hidden), letters.item);
  };
  const seen = new LettersOfPage(page);
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || (element.isLayered && !element.inBackground)) continue;
    const isLetters = item.kind === "glyphs" || (item.kind === "fill" && element.kind === "barcode");
    if (isLetters && !element.isLayered) seen.add(item, element);
    if (!isCover(item)) continue;
    const cover = coverOf(item, element);
    for (const letters of seen.near(cover.bounds)) {
      if (letters.node === cover.node && letters.element.ownSpan[0] === element.ownSpan[0]) continue;
      if (element.isLayered && letters.element.inBackground) continue;
      if (letters.isWatermark) fade(cover, letters);
      else {
        const hidden = hiddenOf(cover, letters);
        if (hidden !== null) tell(cover, letters, hidden);
      }
    }
  }
  for (const letters of seen.unseen()) {
    if (letters.hiddenBy !== null) tell(letters.hiddenBy, letters, common(letters.hiddenBy.bounds, letters.ink));
  }
  return found.all();
}

class LettersOfPage {
  readonly #bands: Letters[][] = Array.from({ length: BANDS }, () => []);
  readonly #watermarks = new Map<number, Letters[]>();
  readonly #bandEmu: Emu;

  constructor({ heightEmu }: Page) {
    this.#bandEmu = Math.max(1, Math.ceil(heightEmu / BANDS));
  }

  add(item: GlyphRunItem | FillItem, element: ElementInfo): void {
    const letters = item.kind === "fill" ? barsOf(item, element) : lettersOf(item, element);
    if (letters === null) return;
    const last = this.#bandOf(letters.ink.bottomEmu);
    for (let band = this.#bandOf(letters.ink.topEmu); band <= last; band += 1) this.#bands[band]?.push(letters);
    if (!letters.isWatermark) return;
    const start = element.ownSpan[0];
    this.#watermarks.set(start, [...(this.#watermarks.get(start) ?? []), letters]);
  }

  near({ topEmu, bottomEmu }: Rectangle): Iterable<Letters> {
    return new Set(this.#bands.slice(this.#bandOf(topEmu), this.#bandOf(bottomEmu) + 1).flat());
  }

  /** Of each watermark of which nothing shows, one run. */
  unseen(): readonly Letters[] {
    return [...this.#watermarks.values()].flatMap((runs) => {
      const [first] = runs;
      return first !== undefined && runs.every(({ hiddenBy }) => hiddenBy !== null) ? [first] : [];
    });
  }

  #bandOf(emu: Emu): number {
    return Math.max(0, Math.min(BANDS - 1, Math.floor(emu / this.#bandEmu)));
  }
}

function lettersOf(item: GlyphRunItem, element: ElementInfo): Letters | null {
  if (item.run.text.trim() === "") return null;
  const isLight = isWatermark(item.color, element.inBackground);
  const { node, run } = item;
  const letters = { item, element, ink: glyphInk(item), node, count: run.text.trim().length };
  return { ...letters, isCode: false, isWatermark: isLight, hidden: new Set(), hiddenBy: null };
}

function barsOf(item: FillItem, element: ElementInfo): Letters | null {
  const ink = isOfBars(item) ? inkOf(item) : null;
  if (ink === null) return null;
  const bars = { item, element, ink, node: item.node, count: 1, isCode: true };
  return { ...bars, isWatermark: false, hidden: new Set(), hiddenBy: null };
}

/** Whether an item hides what lies under it. */
export function isCover(item: PlacedItem): item is CoverItem {
  if (item.kind === "image") return item.opaque !== undefined && (item.alpha ?? 255) >= OPAQUE_ALPHA_MIN;
  return item.kind === "fill" && item.color[3] >= OPAQUE_ALPHA_MIN;
}

/** A cover of an item that is one. */
export function coverOf(item: CoverItem, element: ElementInfo): Cover {
  if (item.kind === "fill")
    return { element, shape: item, picture: null, bounds: inkOf(item) ?? NOTHING, node: item.node };
  const { rectangle, clip, clipPaths, span, node, isStatic } = item;
  const shape: FillItem = {
    ...{ kind: "fill", span, node, isStatic, color: [0, 0, 0, 255] },
    shape: { kind: "rectangle", rectangle: clip ?? rectangle, radiusEmu: 0 },
    ...(clipPaths === undefined ? {} : { clipPaths }),
  };
  return { element, shape, picture: item, bounds: clip ?? rectangle, node };
}

const NOTHING: Rectangle = { leftEmu: 0, topEmu: 0, rightEmu: 0, bottomEmu: 0 };

/** Whether a cover hides a point of the page. */
export function hidesAt({ shape, picture }: Cover, x: Emu, y: Emu): boolean {
  return covers(shape, x, y) && (picture === null || coversInPicture(picture, x, y));
}

/** Which points of letters a cover hides, counted along them; none where it is a line through them. */
function* hiddenPoints(cover: Cover, letters: Letters, look: Look = LOOK): Generator<number> {
  const { bounds } = cover;
  const { ink } = letters;
  const [width, height] = [ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu];
  const thickness = Math.min(bounds.rightEmu - bounds.leftEmu, bounds.bottomEmu - bounds.topEmu);
  if (sharedWidth(bounds, ink) <= TOUCH_EMU || sharedHeight(bounds, ink) <= TOUCH_EMU) return;
  if (Math.min(width, height) > thickness * COVER_LINE_SHARE) return;
  const { levels } = look;
  const count = pointsOf(letters, look);
  for (let point = 0; point < count; point += 1) {
    const along = (Math.floor(point / levels.length) + 0.5) / (count / levels.length);
    const level = levels[point % levels.length] ?? 0.5;
    const [across, down] = width >= height ? [along, level] : [level, along];
    const [x, y] = [ink.leftEmu + width * across, ink.topEmu + height * down];
    if (hidesAt(cover, x, y)) yield point;
  }
}

/** How many points of letters are looked at. */
function pointsOf({ ink, count }: Letters, { levels, columns }: Look = LOOK): number {
  const [width, height] = [ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu];
  const squares = Math.round(Math.max(width, height) / Math.max(1, Math.min(width, height)));
  return Math.max(1, squares, count) * columns * levels.length;
}

/** What of letters or of a code a cover hides; null where they are read all the same. */
function hiddenOf(cover: Cover, letters: Letters): Rectangle | null {
  const { item, ink } = letters;
  if (item.kind === "fill") return hidesBars(cover, letters) ? common(cover.bounds, ink) : null;
  if (cover.element.kind === "seal" && !isGround(cover)) {
    return hidesByGround(cover, letters) ? common(cover.bounds, ink) : null;
  }
  const cut = isLineThrough(cover, ink) ? null : cutOf(opaqueOf(cover), item, ink);
  return cut === null && hiddenPoints(cover, letters).next().done !== true ? common(cover.bounds, ink) : cut;
}

/** Letters are read through a thin line that is seen; one in the colour of the paper erases parts of them. */
function isLineThrough({ shape, picture, bounds }: Cover, ink: Rectangle): boolean {
  const thicknessEmu = Math.min(bounds.rightEmu - bounds.leftEmu, bounds.bottomEmu - bounds.topEmu);
  const sideEmu = Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu);
  return picture === null && sideEmu > thicknessEmu * COVER_LINE_SHARE && isSeenOnPaper(shape.color);
}

function opaqueOf(cover: Cover): Opaque {
  const { shape, picture, bounds } = cover;
  const isWhole = picture === null && shape.shape.kind === "rectangle" && shape.shape.radiusEmu === 0;
  return isWhole && shape.clipPaths === undefined ? { bounds } : { bounds, hidesAt: (x, y) => hidesAt(cover, x, y) };
}

/** Whether a seal is no lines but an area: its picture has no clear ground. */
export function isGround(cover: Cover): boolean {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = cover.bounds;
  let hidden = 0;
  for (let point = 0; point < POINTS_OF_CODES * POINTS_OF_CODES; point += 1) {
    const across = ((point % POINTS_OF_CODES) + 0.5) / POINTS_OF_CODES;
    const down = (Math.floor(point / POINTS_OF_CODES) + 0.5) / POINTS_OF_CODES;
    if (hidesAt(cover, leftEmu + (rightEmu - leftEmu) * across, topEmu + (bottomEmu - topEmu) * down)) hidden += 1;
  }
  return hidden > GROUND_SHARE * POINTS_OF_CODES * POINTS_OF_CODES;
}

/** A disc covers 0.78 of the square about it; a seal's letters and ring cover half at most. */
const GROUND_SHARE = 0.7;

function hidesByGround(cover: Cover, letters: Letters): boolean {
  const { levels } = LOOK_UNDER_SEALS;
  const hidden = new Set(hiddenPoints(cover, letters, LOOK_UNDER_SEALS));
  const isHidden = (from: number, { columns, rows }: (typeof GROUNDS)[number]): boolean => {
    if ((from % levels.length) + rows > levels.length) return false;
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) if (!hidden.has(from + column * levels.length + row)) return false;
    }
    return true;
  };
  return [...hidden].some((point) => GROUNDS.some((ground) => isHidden(point, ground)));
}

/** Whatever is hidden of a code, readers may miss it. */
function hidesBars(cover: Cover, { ink }: Letters): boolean {
  const { bounds } = cover;
  const shared = common(bounds, ink);
  const [width, height] = [shared.rightEmu - shared.leftEmu, shared.bottomEmu - shared.topEmu];
  if (width <= TOUCH_EMU || height <= TOUCH_EMU) return false;
  const side = Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu);
  const thickness = Math.min(bounds.rightEmu - bounds.leftEmu, bounds.bottomEmu - bounds.topEmu);
  if (side > thickness * COVER_LINE_SHARE_OF_CODES) return false;
  for (let point = 0; point < POINTS_OF_CODES * POINTS_OF_CODES; point += 1) {
    const across = ((point % POINTS_OF_CODES) + 0.5) / POINTS_OF_CODES;
    const down = (Math.floor(point / POINTS_OF_CODES) + 0.5) / POINTS_OF_CODES;
    if (hidesAt(cover, shared.leftEmu + width * across, shared.topEmu + height * down)) return true;
  }
  return false;
}

/** A light text under a page's content is read by what shows of it, though much of it is hidden. */
function fade(cover: Cover, letters: Letters): void {
  for (const point of hiddenPoints(cover, letters)) letters.hidden.add(point);
  if (letters.hiddenBy === null && letters.hidden.size === pointsOf(letters)) letters.hiddenBy = cover;
}

function sharedWidth(one: Rectangle, other: Rectangle): Emu {
  return Math.min(one.rightEmu, other.rightEmu) - Math.max(one.leftEmu, other.leftEmu);
}

function sharedHeight(one: Rectangle, other: Rectangle): Emu {
  return Math.min(one.bottomEmu, other.bottomEmu) - Math.max(one.topEmu, other.topEmu);
}

function hiding({ element: cover }: Cover, { element }: Letters, hidden: Rectangle): Diagnostic {
  const [widthEmu, heightEmu] = [hidden.rightEmu - hidden.leftEmu, hidden.bottomEmu - hidden.topEmu];
  const size = `${millimetres(widthEmu)} × ${millimetres(heightEmu)}`;
  const above = cover.ownSpan[0] === element.ownSpan[0] ? "itself at another place" : nameOf(cover);
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: cover.ownSpan[0], end: cover.ownSpan[1] },
    message: `${nameOf(element)} lies under ${above}, which hides ${size} of it (page 1)`,
    why: "what is opaque and painted later hides what lies there already",
    repair: { title: repairOf(cover, element, heightEmu), applicability: "suggestion", edits: [] },
  };
}

/** How what lies under a cover is to be seen. `heightEmu`: what is hidden of it, down the page. */
export function repairOf(cover: ElementInfo, text: ElementInfo, heightEmu: Emu): string {
  if (cover.kind === "seal") return "move the seal beside it, or give the seal's picture a transparent ground";
  if (cover.isLayered) return `leave layer=over out of the ${cover.written.name}: a background lies under everything`;
  const meant = takes(cover, "layer")
    ? `or write layer=over at the ${cover.written.name} where that is meant`
    : "or make it translucent";
  if (cover.inBackground === text.inBackground && cover.yEmu !== null && text.yEmu !== null) {
    const order = `write the ${text.written.name} after the ${cover.written.name}, so that it lies on it`;
    return `${order}, move one of them, ${meant}`;
  }
  const isFlowing = cover.yEmu === null && text.yEmu === null && cover.inBackground === text.inBackground;
  const move = isFlowing ? `make ${lengthTextAbove(heightEmu)} of room between the two` : "move one of them";
  return `${move}, leave the ${cover.written.name} without a fill, ${meant}`;
}
