// RPT5008 and RPT4007: letters and bars of codes under what is translucent and painted later. It lays its colour on
// them and on their ground, so that the two differ less than they did.
import type { Color, Emu } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import {
  contrastOf,
  type FillItem,
  type GlyphRunItem,
  glyphInk,
  type ImageItem,
  inkOf,
  linear,
  luminance,
  over,
  type Page,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { CODE_CONTRAST_MIN, codeContrast, contrastNeeded, isOfBars, isWatermark, shown } from "./contrast.ts";
import { covers, coversInPicture } from "./covers.ts";
import { type ElementIndex, type ElementInfo, nameOf } from "./elements.ts";
import { colorOfGradient } from "./gradient-color.ts";
import { type Ground, meet } from "./grounds.ts";
import { COVER_LINE_SHARE, COVER_LINE_SHARE_OF_CODES, isCover } from "./hidden.ts";
import { TOUCH_EMU } from "./overlap.ts";
import { colorOfPicture, groundUnder } from "./picture-contrast.ts";
import { common, PICTURED } from "./struck-letters.ts";

/** Something painted after letters or a code that lies on them: translucent, or opaque and told as RPT5001. */
interface Veil {
  readonly item: Ground;
  readonly element: ElementInfo;
  readonly bounds: Rectangle;
  readonly isTranslucent: boolean;
}

/** Letters or the bars of a code, and what was painted on them later. */
interface Veiled {
  readonly item: GlyphRunItem | FillItem;
  readonly element: ElementInfo;
  readonly ink: Rectangle;
  /** How many grounds were painted before. */
  readonly under: number;
  readonly veils: Veil[];
}

/** Whether an item may let something shine through it, and is seen itself. */
export function mayVeil(item: Ground): boolean {
  if (item.kind === "fill") return !isCover(item) && alphaOf(item) > 0;
  const alpha = item.alpha ?? 255;
  if (alpha < OPAQUE_ALPHA_MIN) return alpha > 0;
  return item.picture?.format === "png" && item.opaque?.cells.every((cell) => cell === 1) !== true;
}

function alphaOf(item: Ground): number {
  if (item.kind === "image") return item.alpha ?? 255;
  return Math.max(...(item.gradient?.stops ?? [item]).map(({ color }) => color[3]));
}

/** What of a page can't be told from its ground for what was laid over both. Worded for page 1. */
export function findVeiled(page: Page, { byStart }: Pick<ElementIndex, "byStart">): readonly Diagnostic[] {
  if (!page.items.some((item) => (item.kind === "fill" || item.kind === "image") && mayVeil(item))) return [];
  const grounds = page.items.filter((item) => item.kind === "fill" || item.kind === "image");
  const found = new Map<number, Diagnostic>();
  const read = veiledOf(page, byStart);
  const isCode = ({ item }: Veiled): boolean => item.kind === "fill";
  // Of a code and the text below it, the code is told.
  for (const veiled of [...read.filter(isCode), ...read.filter((one) => !isCode(one))]) {
    const [start] = veiled.item.span;
    if (found.has(start) || !veiled.veils.some(({ isTranslucent }) => isTranslucent)) continue;
    const under = grounds.slice(0, veiled.under);
    const finding =
      veiled.item.kind === "glyphs" ? faintLetters(veiled, veiled.item, under) : faintBars(veiled, veiled.item, under);
    if (finding !== null) found.set(start, finding);
  }
  return [...found.values()];
}

function veiledOf({ items }: Page, byStart: ElementIndex["byStart"]): readonly Veiled[] {
  const seen: Veiled[] = [];
  let under = 0;
  for (const item of items) {
    const element = byStart.get(item.span[0]);
    const isGround = item.kind === "fill" || item.kind === "image";
    if (isGround && element !== undefined) layOn(item, element, seen);
    const ink = element === undefined || element.isLayered ? null : inkOfRead(item, element);
    if (ink !== null && element !== undefined && (item.kind === "glyphs" || item.kind === "fill"))
      seen.push({ item, element, ink, under, veils: [] });
    if (isGround) under += 1;
  }
  return seen;
}

/** Where letters or bars stand that are read; null for anything else. */
function inkOfRead(item: PlacedItem, { kind, inBackground }: ElementInfo): Rectangle | null {
  if (item.kind === "fill") return kind === "barcode" && isOfBars(item) ? inkOf(item) : null;
  if (item.kind !== "glyphs" || item.run.text.trim() === "") return null;
  return isWatermark(item.color, inBackground) ? null : glyphInk(item);
}

function layOn(item: Ground, element: ElementInfo, seen: readonly Veiled[]): void {
  const isTranslucent = mayVeil(item);
  if ((element.isLayered && !element.inBackground) || !(isTranslucent || isCover(item))) return;
  const bounds = item.kind === "image" ? (item.clip ?? item.rectangle) : inkOf(item);
  if (bounds === null) return;
  const thickness = Math.min(bounds.rightEmu - bounds.leftEmu, bounds.bottomEmu - bounds.topEmu);
  for (const veiled of seen) {
    if (!meet(bounds, veiled.ink)) continue;
    if (item.node === veiled.item.node && element.ownSpan[0] === veiled.element.ownSpan[0]) continue;
    if (element.isLayered && veiled.element.inBackground) continue;
    const { leftEmu, topEmu, rightEmu, bottomEmu } = veiled.ink;
    const share = veiled.item.kind === "fill" ? COVER_LINE_SHARE_OF_CODES : COVER_LINE_SHARE;
    const isLine = Math.min(rightEmu - leftEmu, bottomEmu - topEmu) > thickness * share;
    if (!isLine || !isTranslucent) veiled.veils.push({ item, element, bounds, isTranslucent });
  }
}

/** What is seen at a point of something read and of its ground. */
interface Pair {
  readonly own: Color;
  readonly ground: Color;
}

/** With what was laid on them; null where something hides the two. */
function laidOn(pair: Pair, veils: readonly Veil[], [x, y]: readonly [Emu, Emu]): Pair | null {
  let { own, ground } = pair;
  for (const { item } of veils) {
    const color = colorAt(item, x, y);
    if (color === null || color[3] === 0) continue;
    if (hides(item, x, y)) return null;
    [own, ground] = [over(color, own), over(color, ground)];
  }
  return own === pair.own ? pair : { own, ground };
}

function colorAt(item: Ground, x: Emu, y: Emu): Color | null {
  if (item.kind === "image") return colorOfPicture(item, x, y);
  if (!covers(item, x, y)) return null;
  return item.gradient === undefined ? item.color : colorOfGradient(item.gradient, x, y);
}

/** What hides letters is told as RPT5001. */
function hides(item: Ground, x: Emu, y: Emu): boolean {
  return isCover(item) && (item.kind === "fill" || coversInPicture(item as ImageItem, x, y));
}

/** How letters are looked at: in squares of their size or parts of these, of whose points some may be lost. */
interface Look {
  readonly squaresPerSize: number;
  readonly columns: number;
  readonly lost: number;
}

const ROWS = 4;
/** An area that lies on half of a narrow letter takes it away. */
const UNDER_AREAS: Look = { squaresPerSize: 2, columns: 2, lost: 3 };
/** A line of a picture that crosses a letter does not. */
const UNDER_PICTURES: Look = { squaresPerSize: 1, columns: 4, lost: 6 };
/** Seals lie on names by custom: only their ground takes letters away. */
const UNDER_SEALS: Look = { squaresPerSize: 1, columns: 4, lost: 11 };
/** No line has more letters than half of these. */
const SQUARES_MOST = 1_000;

function lookUnder(veils: readonly Veil[]): Look {
  if (veils.some(({ element }) => element.kind === "seal")) return UNDER_SEALS;
  const isOfPicture = ({ element: { kind }, item }: Veil): boolean => item.kind === "image" || PICTURED.has(kind);
  return veils.some(isOfPicture) ? UNDER_PICTURES : UNDER_AREAS;
}

function faintLetters(veiled: Veiled, item: GlyphRunItem, under: readonly Ground[]): Diagnostic | null {
  const needed = contrastNeeded(item, veiled.element.overlapsOnPurpose);
  const ratio = leastUnder(veiled, item, under, needed);
  if (ratio >= needed) return null;
  const { what, leaves, beside, repair } = wordsOf(veiled);
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: item.span[0], end: item.span[1] },
    beside,
    message:
      `the text lies under ${what}, which ${leaves} a contrast of ${shown(ratio, needed)}:1 to its ground, ` +
      `less than ${needed}:1 (page 1)`,
    why: "what is translucent and painted later lays its colour on the text and on its ground",
    repair,
  };
}

/** The contrast that most of each letter has at least, of what is told from its ground without what lies on it. */
function leastUnder(
  { ink, veils }: Veiled,
  { color, sizeEmu }: GlyphRunItem,
  under: readonly Ground[],
  needed: number,
): number {
  const { squaresPerSize, columns, lost } = lookUnder(veils);
  const [width, height] = [ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu];
  const isLevel = width >= height;
  const sizes = Math.max(width, height) / Math.max(1, Math.min(width, height));
  const squares = Math.min(SQUARES_MOST, Math.max(1, Math.round(sizes * squaresPerSize)));
  const groundAt = groundUnder(ink, sizeEmu, under);
  const contrasts = new Float64Array(columns * ROWS);
  let least = Number.POSITIVE_INFINITY;
  for (let square = 0; square < squares; square += 1) {
    for (let point = 0; point < contrasts.length; point += 1) {
      const along = (square + ((point % columns) + 0.5) / columns) / squares;
      const across = (Math.floor(point / columns) + 0.5) / ROWS;
      const [u, v] = isLevel ? [along, across] : [across, along];
      const place = [ink.leftEmu + width * u, ink.topEmu + height * v] as const;
      const ground = groundAt(...place);
      const plain = ground === null ? null : { own: over(color, ground), ground };
      const isSeen = plain !== null && contrastOf(plain.own, plain.ground) >= needed;
      const laid = isSeen ? laidOn(plain, veils, place) : null;
      contrasts[point] = laid === null || laid === plain ? Number.POSITIVE_INFINITY : contrastOf(laid.own, laid.ground);
    }
    least = Math.min(least, contrasts.sort()[lost] ?? least);
  }
  return least;
}

/** So many points of what lies on a code are looked at, across and down, and as many of the code. */
const POINTS_OF_CODES = 24;
/**
 * Readers take the middle of the darkest and the lightest of a code for the border between bars and gaps. Twice the way
 * from it to any of them, in parts of that range: grade C of ISO/IEC 15415 (modulation).
 */
const MODULATION_MIN = 0.3;

/** The least and the most light that the bars and gaps of a code give back, seen by one kind of reader. */
class Range {
  readonly #lightOf: (color: Color) => number;
  #bars: readonly [number, number] = [1, 0];
  #gaps: readonly [number, number] = [1, 0];

  constructor(lightOf: (color: Color) => number) {
    this.#lightOf = lightOf;
  }

  add({ own, ground }: Pair): void {
    const [bar, gap] = [this.#lightOf(own), this.#lightOf(ground)];
    this.#bars = [Math.min(this.#bars[0], bar), Math.max(this.#bars[1], bar)];
    this.#gaps = [Math.min(this.#gaps[0], gap), Math.max(this.#gaps[1], gap)];
  }

  get modulation(): number {
    const [least, most] = [this.#bars[0], this.#gaps[1]];
    if (most <= least) return 0;
    const middle = (least + most) / 2;
    return (2 * Math.min(middle - this.#bars[1], this.#gaps[0] - middle)) / (most - least);
  }
}

/** To the red beam of a scanner, and to a camera. */
const LIGHTS = [([red]: Color) => linear(red), luminance];

function modulationOf(pairs: readonly Pair[]): number {
  return Math.min(
    ...LIGHTS.map((lightOf) => {
      const range = new Range(lightOf);
      for (const pair of pairs) range.add(pair);
      return range.modulation;
    }),
  );
}

function* pointsIn({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): Generator<readonly [Emu, Emu]> {
  if (rightEmu - leftEmu <= TOUCH_EMU || bottomEmu - topEmu <= TOUCH_EMU) return;
  for (let point = 0; point < POINTS_OF_CODES * POINTS_OF_CODES; point += 1) {
    const across = ((point % POINTS_OF_CODES) + 0.5) / POINTS_OF_CODES;
    const down = (Math.floor(point / POINTS_OF_CODES) + 0.5) / POINTS_OF_CODES;
    yield [leftEmu + (rightEmu - leftEmu) * across, topEmu + (bottomEmu - topEmu) * down];
  }
}

/** Bars and gaps as they are seen, and as they were before; what hides them is told as RPT5001. */
function pairsOf({ ink, veils }: Veiled, { color }: FillItem, under: readonly Ground[]) {
  const groundAt = groundUnder(ink, Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu), under);
  const translucent = veils.filter(({ isTranslucent }) => isTranslucent);
  const parts = [ink, ...translucent.map(({ bounds }) => common(bounds, ink))];
  return parts.flatMap((part) =>
    [...pointsIn(part)].flatMap((place) => {
      const ground = groundAt(...place);
      const plain = ground === null ? null : { own: over(color, ground), ground };
      const laid = plain === null ? null : laidOn(plain, veils, place);
      return plain === null || laid === null ? [] : [{ plain, laid }];
    }),
  );
}

function faintBars(veiled: Veiled, item: FillItem, under: readonly Ground[]): Diagnostic | null {
  const pairs = pairsOf(veiled, item, under);
  const least = pairs.reduce((before, { plain, laid }) => {
    const isVeiled = laid !== plain && codeContrast(plain.own, plain.ground) >= CODE_CONTRAST_MIN;
    return isVeiled ? Math.min(before, codeContrast(laid.own, laid.ground)) : before;
  }, 1);
  if (least < CODE_CONTRAST_MIN) return faintCode(veiled, percents(least, CODE_CONTRAST_MIN));
  const modulation = modulationOf(pairs.map(({ laid }) => laid));
  const isOfVeils = modulationOf(pairs.map(({ plain }) => plain)) >= MODULATION_MIN;
  return modulation < MODULATION_MIN && isOfVeils ? unevenCode(veiled, percents(modulation, MODULATION_MIN)) : null;
}

function percents(share: number, least: number): string {
  return `${Math.floor(Math.max(0, share) * 100)} %, less than ${Math.round(least * 100)} %`;
}

function faintCode(veiled: Veiled, share: string): Diagnostic {
  const { what, leaves, ...words } = wordsOf(veiled);
  return {
    ...codeFinding(veiled, words),
    message: `the code lies under ${what}, which ${leaves} too little contrast of its bars: ${share} (page 1)`,
    why: "readers look at it with red light: bars must be dark, and their ground light",
  };
}

function unevenCode(veiled: Veiled, share: string): Diagnostic {
  const { what, leaves: _, ...words } = wordsOf(veiled);
  return {
    ...codeFinding(veiled, words),
    message: `a part of the code lies under ${what}, and differs too much from the rest: modulation ${share} (page 1)`,
    why: "readers tell all bars from all gaps by one lightness between them",
  };
}

function codeFinding({ item }: Veiled, words: Pick<Diagnostic, "beside" | "repair">) {
  return { code: "RPT4007", severity: "error", span: { start: item.span[0], end: item.span[1] }, ...words } as const;
}

/** What is said of all that lies on something, by the strongest of it. */
function wordsOf({ element, veils }: Veiled) {
  const translucent = veils.filter(({ isTranslucent }) => isTranslucent);
  const strongest = translucent.reduce((one, other) => (alphaOf(other.item) > alphaOf(one.item) ? other : one));
  const cover = strongest.element;
  const others = new Set(translucent.map((veil) => veil.element.ownSpan[0])).size - 1;
  const [name, own] = [cover.written.name, element.written.name];
  const isOneElement = cover.ownSpan[0] === element.ownSpan[0];
  const isPlaced = cover.inBackground === element.inBackground && cover.yEmu !== null && element.yEmu !== null;
  const order = isPlaced ? `write the ${own} after the ${name}, so that it lies on it` : "move one of them";
  return {
    what: (isOneElement ? "itself at another place" : nameOf(cover)) + (others > 0 ? ` and ${others} more` : ""),
    leaves: others > 0 ? "together leave" : "leaves",
    beside: { start: cover.ownSpan[0], end: cover.ownSpan[1] },
    repair: {
      title: `${order}, leave the ${name} out, or make it more translucent`,
      applicability: "suggestion",
      edits: [],
    },
  } as const;
}
