// Where a placed item leaves ink: what decides whether an item may be drawn before others without changing the page.
import {
  type Font,
  type GlyphRun,
  type GlyphRunItem,
  MITER_LIMIT_DEFAULT_THOUSANDTHS,
  type PlacedItem,
  type Rectangle,
  type Shape,
  SLANT_THOUSANDTHS,
  unitsToEmu,
} from "../../../core/sdk/index.ts";
import { glyphInk } from "./fonts/glyph-facts.ts";

/** A corner of two lines may stick out half as many line widths as it may be long before it is cut off. */
const MITER_REACH = MITER_LIMIT_DEFAULT_THOUSANDTHS / 2000;

/** The rectangle that holds all of an item's ink, never smaller than it; null for what draws nothing. */
export function inkExtent(item: PlacedItem): Rectangle | null {
  switch (item.kind) {
    case "fill":
      return shapeExtent(item.shape);
    case "stroke": {
      const corner = Math.max(MITER_REACH, Math.ceil((item.miterLimitThousandths ?? 0) / 2000));
      const reach = item.shape.kind === "rectangle" ? item.widthEmu : item.widthEmu * corner;
      return grown(shapeExtent(item.shape), reach, reach, reach, reach);
    }
    case "image":
      return item.clip ?? item.rectangle;
    case "link":
      return null;
    case "glyphs":
      return isLevel(item) ? levelExtent(item) : otherExtent(item);
  }
}

function isLevel({ isCombined, rotation, run }: GlyphRunItem): boolean {
  return run.direction === "horizontal" && (rotation ?? 0) === 0 && isCombined !== true;
}

/** Of a vertical, turned or combined run. */
function otherExtent(item: GlyphRunItem): Rectangle {
  const ink = inkOf(item.run);
  const upright = uprightExtent(item, ink);
  if (item.isSlanted !== true) return upright;
  const reach = leanReach(item, ink);
  return grown(upright, reach, reach, reach, reach);
}

/** How far slanted letters move at most along their line. */
function leanReach({ advanceEmu, isCombined, run, sizeEmu }: GlyphRunItem, ink: RunInk): number {
  const emu = (units: number): number => unitsToEmu(units, sizeEmu, run.font.unitsPerEm);
  const [aside, height] = [emu(Math.max(ink.left, ink.right)), emu(Math.max(ink.top, ink.bottom))];
  const from = run.direction === "vertical" ? sizeEmu + aside : isCombined === true ? advanceEmu + 2 * aside : height;
  return Math.ceil((from * SLANT_THOUSANDTHS) / 1000);
}

function uprightExtent(item: GlyphRunItem, { left, right, top, bottom }: RunInk): Rectangle {
  const { run, sizeEmu, xEmu, yEmu } = item;
  const emu = (units: number): number => unitsToEmu(units, sizeEmu, run.font.unitsPerEm);
  const rotation = item.rotation ?? 0;
  if (run.direction === "vertical" && rotation !== 0) {
    // Wherever it points, its length and an em hold it.
    const around = item.advanceEmu + sizeEmu + emu(Math.max(left, right, top, bottom));
    return grown({ leftEmu: xEmu, rightEmu: xEmu, topEmu: yEmu, bottomEmu: yEmu }, around, around, around, around);
  }
  if (run.direction === "vertical") {
    // A vertical glyph is centred on the line; an em to each side and at each end holds it and its overhang.
    const column = { leftEmu: xEmu, rightEmu: xEmu, topEmu: yEmu, bottomEmu: yEmu + item.advanceEmu };
    return grown(column, sizeEmu + emu(left), sizeEmu, sizeEmu + emu(right), sizeEmu);
  }
  // A run may be wider than its design: then so is what reaches over its ends.
  const scale = Math.max(1000, item.scaleThousandths);
  const end = (units: number): number => unitsToEmu(units * scale, sizeEmu, run.font.unitsPerEm * 1000);
  switch (rotation) {
    case 0: {
      const line = { leftEmu: xEmu, rightEmu: xEmu + item.advanceEmu, topEmu: yEmu, bottomEmu: yEmu };
      return grown(line, end(left), emu(top), end(right), emu(bottom));
    }
    case 90: {
      const column = { leftEmu: xEmu, rightEmu: xEmu, topEmu: yEmu, bottomEmu: yEmu + item.advanceEmu };
      return grown(column, emu(bottom), end(left), emu(top), end(right));
    }
    case 180: {
      const line = { leftEmu: xEmu - item.advanceEmu, rightEmu: xEmu, topEmu: yEmu, bottomEmu: yEmu };
      return grown(line, end(right), emu(bottom), end(left), emu(top));
    }
    case 270: {
      const column = { leftEmu: xEmu, rightEmu: xEmu, topEmu: yEmu - item.advanceEmu, bottomEmu: yEmu };
      return grown(column, emu(top), end(right), emu(bottom), end(left));
    }
  }
}

/** How far a font's level text reaches up and down from its baseline, in ems, whatever its letters are. */
export function reachOf(font: Font): { readonly up: number; readonly down: number } {
  const { boundingBox, outlines, unitsPerEm } = font;
  const { highest, lowest } =
    outlines === "truetype" ? glyphInk(font) : { highest: boundingBox[3], lowest: -boundingBox[1] };
  return { up: Math.max(0, highest) / unitsPerEm, down: Math.max(0, lowest) / unitsPerEm };
}

/** Of an upright level run, which nearly all are. */
function levelExtent({ advanceEmu, isSlanted, run, scaleThousandths, sizeEmu, xEmu, yEmu }: GlyphRunItem): Rectangle {
  const { left, right, top, bottom } = inkOf(run);
  const { unitsPerEm } = run.font;
  const scale = Math.max(1000, scaleThousandths);
  const lean = isSlanted === true ? SLANT_THOUSANDTHS : 0;
  return {
    leftEmu: xEmu - unitsToEmu(left * scale + bottom * lean, sizeEmu, unitsPerEm * 1000),
    rightEmu: xEmu + advanceEmu + unitsToEmu(right * scale + top * lean, sizeEmu, unitsPerEm * 1000),
    topEmu: yEmu - unitsToEmu(top, sizeEmu, unitsPerEm),
    bottomEmu: yEmu + unitsToEmu(bottom, sizeEmu, unitsPerEm),
  };
}

export function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu < other.rightEmu &&
    other.leftEmu < one.rightEmu &&
    one.topEmu < other.bottomEmu &&
    other.topEmu < one.bottomEmu
  );
}

/** What a run's glyphs cover beyond its advance, in font units (y upwards). */
interface RunInk {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function inkOf(run: GlyphRun): RunInk {
  const { font, glyphs, advances, offsets } = run;
  if (font.outlines === "cff") return boundingInk(run);
  const ink = glyphInk(font);
  const { boxes } = ink;
  let left = 0;
  let right = 0;
  let top = 0;
  let bottom = 0;
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index] as number;
    ink.lookUp(glyph);
    const at = glyph * 4;
    const beyond = (boxes[at + 1] as number) - (advances[index] as number);
    if ((boxes[at] as number) > left) left = boxes[at] as number;
    if (beyond > right) right = beyond;
    if ((boxes[at + 2] as number) > top) top = boxes[at + 2] as number;
    if ((boxes[at + 3] as number) > bottom) bottom = boxes[at + 3] as number;
  }
  const reach = offsets === null ? 0 : offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  return { left: left + reach, right: right + reach, top: top + reach, bottom: bottom + reach };
}

/** CFF outlines say their extent only when they are drawn; no glyph leaves the font's own box. */
function boundingInk({ font, advances, offsets }: GlyphRun): RunInk {
  const [xMin, yMin, xMax, yMax] = font.boundingBox;
  const reach = offsets === null ? 0 : offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  const narrowest = advances.reduce((least, advance) => Math.min(least, advance), xMax);
  return {
    left: Math.max(0, -xMin) + reach,
    right: Math.max(0, xMax - narrowest) + reach,
    top: Math.max(0, yMax) + reach,
    bottom: Math.max(0, -yMin) + reach,
  };
}

function shapeExtent(shape: Shape): Rectangle {
  if (shape.kind === "rectangle") return shape.rectangle;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number): void => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  for (const command of shape.commands) {
    if (command.op === "close") continue;
    include(command.xEmu, command.yEmu);
    if (command.op !== "curve") continue;
    // A Bézier curve lies within its control points.
    include(command.x1Emu, command.y1Emu);
    include(command.x2Emu, command.y2Emu);
  }
  return { leftEmu: left, topEmu: top, rightEmu: right, bottomEmu: bottom };
}

function grown(rectangle: Rectangle, left: number, top: number, right: number, bottom: number): Rectangle {
  return {
    leftEmu: rectangle.leftEmu - left,
    topEmu: rectangle.topEmu - top,
    rightEmu: rectangle.rightEmu + right,
    bottomEmu: rectangle.bottomEmu + bottom,
  };
}
