// Text on pictures: whether letters can be told from the pixels under them.
import type { Color, Emu } from "../canvas/index.ts";
import {
  type GlyphRunItem,
  glyphInk,
  type ImageItem,
  linear,
  over,
  type Page,
  type Rectangle,
} from "../layout/index.ts";
import { type PictureShades, SHADE_BYTES, shadesOf } from "../pictures/index.ts";
import { covers, pointInPicture } from "./covers.ts";
import { type Ground, meet, PAPER, reachOf } from "./grounds.ts";

/** What was seen of a text on pictures: its contrast, or the picture of which nobody knows what it shows. */
export type OnPictures =
  | { readonly ratio: number; readonly picture: ImageItem }
  | { readonly ratio: null; readonly picture: ImageItem };

/** Points along each side of a letter. */
const POINTS = 4;
/** So many of a letter's points may differ less from it: a line of a picture that crosses a letter does not hide it. */
const POINTS_LOST = 6;
/** No line has more letters. */
const LETTERS_MOST = 500;

/** Of a text whose letters lie on a picture; null for one on fills or paper. `under` is what was painted before it. */
export function judgeOnPictures(item: GlyphRunItem, under: readonly Ground[]): OnPictures | null {
  if (item.run.text.trim() === "") return null;
  const ink = glyphInk(item);
  const layers = layersUnder(ink, item.sizeEmu, under);
  const picture = layers.find((layer): layer is Layer & { readonly item: ImageItem } => layer.item.kind === "image");
  if (picture === undefined) return null;
  const unknown = layers.find((layer) => layer.item.kind === "image" && layer.shades === null);
  if (unknown?.item.kind === "image") return { ratio: null, picture: unknown.item };
  return { ratio: worstLetter(item.color, ink, layers), picture: picture.item };
}

/** Whether a text of a page hardly differs from a picture under it, or nobody knows. `neededOf` is what it needs. */
export function hasFaintOnPicture({ items }: Page, neededOf: (item: GlyphRunItem) => number): boolean {
  const under: Ground[] = [];
  let hasPicture = false;
  for (const item of items) {
    if (item.kind === "fill" || item.kind === "image") under.push(item);
    if (item.kind === "image") hasPicture = true;
    if (item.kind !== "glyphs" || !hasPicture) continue;
    const judged = judgeOnPictures(item, under);
    if (judged !== null && (judged.ratio === null || judged.ratio < neededOf(item))) return true;
  }
  return false;
}

interface Layer {
  readonly item: Ground;
  readonly shades: PictureShades | null;
}

/** What lies under an ink, from the top down to the first fill that hides the rest. */
function layersUnder(ink: Rectangle, sizeEmu: Emu, under: readonly Ground[]): readonly Layer[] {
  const layers: Layer[] = [];
  for (let at = under.length - 1; at >= 0; at -= 1) {
    const item = under[at];
    if (item === undefined) continue;
    if (item.kind === "image") {
      if (item.alpha !== 0 && meet(item.clip ?? item.rectangle, ink)) {
        layers.push({ item, shades: item.picture === undefined ? null : shadesOf(item.picture) });
      }
      continue;
    }
    const reach = reachOf(item, ink, sizeEmu);
    if (reach !== "none") layers.push({ item, shades: null });
    if (reach === "whole" && item.color[3] === 255) break;
  }
  return layers;
}

/** The contrast that most of each letter has at least. */
function worstLetter(color: Color, ink: Rectangle, layers: readonly Layer[]): number {
  const { leftEmu, topEmu } = ink;
  const [width, height] = [ink.rightEmu - leftEmu, ink.bottomEmu - topEmu];
  const isLevel = width >= height;
  const sizes = Math.max(width, height) / Math.max(1, Math.min(width, height));
  const letters = Math.min(LETTERS_MOST, Math.max(1, Math.round(sizes)));
  const contrasts = new Float64Array(POINTS * POINTS);
  let least = Number.POSITIVE_INFINITY;
  for (let letter = 0; letter < letters; letter += 1) {
    for (let point = 0; point < contrasts.length; point += 1) {
      const along = (letter + ((point % POINTS) + 0.5) / POINTS) / letters;
      const across = (Math.floor(point / POINTS) + 0.5) / POINTS;
      const [u, v] = isLevel ? [along, across] : [across, along];
      contrasts[point] = contrastTo(color, groundAt(layers, 0, leftEmu + width * u, topEmu + height * v));
    }
    least = Math.min(least, contrasts.sort()[POINTS_LOST] ?? least);
  }
  return least;
}

/** The colour that is seen at a point of what was painted there; null where a picture there can't be looked into. */
export function colorUnder(under: readonly Ground[], x: Emu, y: Emu): Color | null {
  const layers = under.toReversed().map((item): Layer => {
    const picture = item.kind === "image" ? item.picture : undefined;
    return { item, shades: picture === undefined ? null : shadesOf(picture) };
  });
  const isUnknown = layers.some(({ item, shades }) => {
    return item.kind === "image" && shades === null && pointInPicture(item, x, y) !== null;
  });
  return isUnknown ? null : groundAt(layers, 0, x, y);
}

/** What is seen at points under an ink: `colorUnder` of what reaches it. `under` is what was painted before it. */
export function groundUnder(ink: Rectangle, sizeEmu: Emu, under: readonly Ground[]): (x: Emu, y: Emu) => Color | null {
  const layers = layersUnder(ink, sizeEmu, under);
  const unknown = layers.flatMap(({ item, shades }) => (item.kind === "image" && shades === null ? [item] : []));
  return (x, y) => {
    return unknown.some((image) => pointInPicture(image, x, y) !== null) ? null : groundAt(layers, 0, x, y);
  };
}

/** What a picture itself shows at a point; null beside it, and where it can't be looked into. */
export function colorOfPicture(item: ImageItem, x: Emu, y: Emu): Color | null {
  return colorAt({ item, shades: item.picture === undefined ? null : shadesOf(item.picture) }, x, y);
}

/** The colour that is seen at a point: layers that let light through show those below. */
function groundAt(layers: readonly Layer[], first: number, x: Emu, y: Emu): Color {
  for (let at = first; at < layers.length; at += 1) {
    const layer = layers[at];
    const color = layer === undefined ? null : colorAt(layer, x, y);
    if (color === null || color[3] === 0) continue;
    return color[3] === 255 ? color : over(color, groundAt(layers, at + 1, x, y));
  }
  return PAPER;
}

function colorAt({ item, shades }: Layer, x: Emu, y: Emu): Color | null {
  if (item.kind === "fill") return covers(item, x, y) ? item.color : null;
  const point = shades === null ? null : pointInPicture(item, x, y);
  if (shades === null || point === null) return null;
  const { columns, rows, cells } = shades;
  const column = Math.min(columns - 1, Math.floor(point[0] * columns));
  const row = Math.min(rows - 1, Math.floor(point[1] * rows));
  const at = (row * columns + column) * SHADE_BYTES;
  const alpha = Math.round(((cells[at + 3] ?? 0) * (item.alpha ?? 255)) / 255);
  return [cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0, alpha];
}

/** The light of each value of a channel: a page of letters asks for thousands. */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => linear(value));

function contrastTo(color: Color, ground: Color): number {
  const [own, others] = [lightOf(color[3] === 255 ? color : over(color, ground)), lightOf(ground)];
  return (Math.max(own, others) + 0.05) / (Math.min(own, others) + 0.05);
}

function lightOf([red, green, blue]: Color): number {
  const of = (channel: number): number => LIGHT[Math.round(channel)] ?? 0;
  return 0.2126 * of(red) + 0.7152 * of(green) + 0.0722 * of(blue);
}
