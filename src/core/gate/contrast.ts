// RPT5008: text that hardly differs from its ground, as WCAG 2 counts contrast. RPT4007: bars of codes that do.
import type { Color } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import {
  contrastOf,
  type FillItem,
  type GlyphRunItem,
  glyphInk,
  inkOf,
  linear,
  luminance,
  over,
  type Page,
  type Rectangle,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { covers } from "./covers.ts";
import type { ElementIndex } from "./elements.ts";
import { type Ground, meet, PAPER, reachOf } from "./grounds.ts";
import { judgeOnPictures, type OnPictures } from "./picture-contrast.ts";

/** WCAG 2 asks 4.5:1 of body text and 3:1 of large; below 3:1 a photocopy loses the text. */
export const TEXT_CONTRAST_MIN = 3;
/** Letters that are meant to be light are lost where not even a line is seen. */
export const WATERMARK_CONTRAST_MIN = 1.2;
/** 24 pt: letters of this size are read by their shape, however light they are. */
const LARGE_EMU = 304_800;

/** Whether letters lie below the content, and are light enough for that to be read on them (見本, 写し). */
export function isWatermark(color: Color, inBackground: boolean): boolean {
  return inBackground && contrastOf(overPaper(color), PAPER) < TEXT_CONTRAST_MIN;
}

/** What letters need at least. Large, turned or translucent ones above or below the content are meant to be light. */
export function contrastNeeded({ sizeEmu, color, rotation }: GlyphRunItem, overlapsOnPurpose: boolean): number {
  const isMeantLight = sizeEmu >= LARGE_EMU || color[3] < 255 || (rotation ?? 0) !== 0;
  return overlapsOnPurpose && isMeantLight ? WATERMARK_CONTRAST_MIN : TEXT_CONTRAST_MIN;
}

export function findLowContrast(
  pages: readonly Page[],
  elements: Pick<ElementIndex, "byStart">,
): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  const sound = new Set<number>();
  pages.forEach((page, index) => {
    const fills: FillItem[] = [];
    const under: Ground[] = [];
    let hasPicture = false;
    for (const item of page.items) {
      if (item.kind === "image") {
        under.push(item);
        hasPicture = true;
      }
      if (item.kind === "fill") {
        const isCode = elements.byStart.get(item.span[0])?.kind === "barcode" && !found.has(item.span[0]);
        if (isCode && isFaintCode(item, under)) {
          found.set(item.span[0], faintCode(item, index));
          for (const below of codesBelow(item, under, elements)) {
            if (!found.has(below.span[0])) found.set(below.span[0], coveredCode(below, index));
          }
        }
        fills.push(item);
        under.push(item);
      }
      if (item.kind !== "glyphs" || (found.has(item.span[0]) && sound.has(item.span[0]))) continue;
      const needed = contrastNeeded(item, elements.byStart.get(item.span[0])?.overlapsOnPurpose === true);
      const onPictures = hasPicture ? judgeOnPictures(item, under) : null;
      if (onPictures !== null) {
        const { span } = onPictures.ratio === null ? onPictures.picture : item;
        const finding = onPicture(item, onPictures, needed, index);
        if (finding !== null && !found.has(span[0])) found.set(span[0], finding);
        continue;
      }
      const least = groundOfLeast(item, fills);
      if (least.most >= needed) sound.add(item.span[0]);
      if (least.ratio >= needed || found.has(item.span[0])) continue;
      if (page.isTooMany === true && isOfBackground(least, elements)) continue;
      found.set(item.span[0], lowContrast(item, least, needed, index));
    }
  });
  // What stands on its ground elsewhere has left it there: for want of room, or in a part that has another ground.
  return [...found].map(([start, one]) =>
    sound.has(start) && one.code === "RPT5008" ? { ...one, isInPart: true } : one,
  );
}

/** Where a text stands out least: its contrast there, the ground, and what draws that; null for the paper. */
interface LeastGround {
  readonly ratio: number;
  readonly ground: Color;
  readonly fill: FillItem | null;
  /** The contrast where it stands out most. */
  readonly most: number;
}

function groundOfLeast(item: GlyphRunItem, fills: readonly FillItem[]): LeastGround {
  let least: LeastGround = { ratio: Number.POSITIVE_INFINITY, ground: PAPER, fill: null, most: 0 };
  leastContrast(item, fills, (ground, fill) => {
    const ratio = contrastOn(item.color, ground);
    const most = Math.max(least.most, ratio);
    least = ratio < least.ratio ? { ratio, ground, fill, most } : { ...least, most };
    return ratio;
  });
  return least;
}

/**
 * Text of the body on what lies under every page: it stands there since the page before has no room for it, and the
 * page that it stands on is told as one too many.
 */
function isOfBackground({ fill }: LeastGround, elements: Pick<ElementIndex, "byStart">): boolean {
  return fill !== null && elements.byStart.get(fill.span[0])?.inBackground === true;
}

/** Points of a text are so far from one another, in halves of its size: no letter lies between two of them. */
const POINTS_A_SIZE = 2;
/** No line has more letters than half of these. */
const POINTS_MOST = 1_000;

/**
 * The least contrast of a text to the fills under it, from its first to its last letter. `contrastTo` answers for one
 * ground. Mostly all letters have one ground, and it is asked once.
 */
export function leastContrast(
  item: GlyphRunItem,
  fills: readonly FillItem[],
  contrastTo: (ground: Color, fill: FillItem | null) => number,
): number {
  const ink = glyphInk(item);
  let ground: FillItem | null = null;
  let parts: FillItem[] | null = null;
  for (let at = fills.length - 1; at >= 0; at -= 1) {
    const fill = fills[at];
    if (fill === undefined) continue;
    const reach = reachOf(fill, ink, item.sizeEmu);
    if (reach === "none") continue;
    if (reach === "whole") {
      ground = fill;
      break;
    }
    parts ??= [];
    parts.push(fill);
  }
  return parts === null ? contrastTo(ground?.color ?? PAPER, ground) : leastAlong(ink, parts, ground, contrastTo);
}

/** Parts of the height of letters: a ground may end within them, or a round corner take it away from their head. */
const LEVELS: readonly number[] = [0.25, 0.5, 0.75];

function leastAlong(
  { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle,
  parts: readonly FillItem[],
  ground: FillItem | null,
  contrastTo: (ground: Color, fill: FillItem | null) => number,
): number {
  const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
  const isLevel = width >= height;
  const sizes = Math.max(width, height) / Math.max(1, Math.min(width, height));
  const points = Math.min(POINTS_MOST, Math.max(1, Math.ceil(POINTS_A_SIZE * sizes)));
  let least = Number.POSITIVE_INFINITY;
  for (let point = 0; point < points; point += 1) {
    const share = (point + 0.5) / points;
    for (const level of LEVELS) {
      const x = leftEmu + width * (isLevel ? share : level);
      const y = topEmu + height * (isLevel ? level : share);
      const under = parts.find((fill) => covers(fill, x, y)) ?? ground;
      least = Math.min(least, contrastTo(under?.color ?? PAPER, under));
    }
  }
  return least;
}

/**
 * Readers tell bars from their ground by the light that both give back. This is grade C of ISO/IEC 15416 (symbol
 * contrast), which the specifications of GS1 ask for.
 */
export const CODE_CONTRAST_MIN = 0.4;
/** The frame of a code has fewer commands than the least code has bars. */
const COMMANDS_OF_BARS_MIN = 40;

/** Of the fills of a code: whether this one is its bars, and not its frame or ground. */
export function isOfBars({ shape }: FillItem): boolean {
  return shape.kind === "path" && shape.commands.length >= COMMANDS_OF_BARS_MIN;
}

/**
 * Whether the bars of a code differ too little from what lies under any part of them, or from the paper. A picture is
 * no ground at all: nobody knows what it shows.
 */
export function isFaintCode(item: FillItem, under: readonly Ground[]): boolean {
  const ink = isOfBars(item) ? inkOf(item) : null;
  if (ink === null) return false;
  const sideEmu = Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu);
  const isFaintOn = (ground: Color): boolean => isDarkBeside(item.color, ground);
  for (let at = under.length - 1; at >= 0; at -= 1) {
    const ground = under[at];
    if (ground === undefined) continue;
    if (ground.kind === "image") {
      if (meet(ground.clip ?? ground.rectangle, ink)) return true;
      continue;
    }
    const reach = reachOf(ground, ink, sideEmu);
    if (reach === "none") continue;
    if (isFaintOn(ground.color)) return true;
    if (reach === "whole") return false;
  }
  return isFaintOn(PAPER);
}

/** The codes that lie beneath another one, where no overlap is told of the two: one of them may lie on anything. */
function codesBelow(
  item: FillItem,
  under: readonly Ground[],
  { byStart }: Pick<ElementIndex, "byStart">,
): readonly FillItem[] {
  const ink = inkOf(item);
  if (ink === null) return [];
  const isFree = ({ span }: FillItem): boolean => {
    const element = byStart.get(span[0]);
    return element?.overlapsOnPurpose === true && !element.keepsClear;
  };
  return under.filter((ground): ground is FillItem => {
    if (ground.kind !== "fill" || ground.span[0] === item.span[0] || !isOfBars(ground)) return false;
    if (byStart.get(ground.span[0])?.kind !== "barcode" || !(isFree(item) || isFree(ground))) return false;
    const bars = inkOf(ground);
    return bars !== null && meet(bars, ink);
  });
}

/** Whether a ground is too dark for readers to see it as the paper about bars of this colour. */
export function isDarkBeside(bars: Color, ground: Color): boolean {
  return codeContrast(bars, overPaper(ground)) < CODE_CONTRAST_MIN;
}

/** Light that the ground gives back and the bars do not, 0 to 1: to the red beam of a scanner, and to a camera. */
export function codeContrast(color: Color, ground: Color): number {
  const bars = over(color, ground);
  return Math.min(linear(ground[0]) - linear(bars[0]), luminance(ground) - luminance(bars));
}

function faintCode(item: FillItem, page: number): Diagnostic {
  return {
    code: "RPT4007",
    severity: "error",
    span: { start: item.span[0], end: item.span[1] },
    message: `the bars of the code hardly differ from their ground (page ${page + 1})`,
    why: "readers look at it with red light: bars must be dark, and their ground light",
    repair: {
      title:
        item.color[3] < OPAQUE_ALPHA_MIN
          ? "leave out opacity= at the code, or at what holds it"
          : "give the code a white fill=, and what holds it a dark color=",
      applicability: "suggestion",
      edits: [],
    },
  };
}

function coveredCode(item: FillItem, page: number): Diagnostic {
  return {
    code: "RPT4007",
    severity: "error",
    span: { start: item.span[0], end: item.span[1] },
    message: `the bars of another code lie on those of this one (page ${page + 1})`,
    why: "readers see the bars of both, and decode neither",
    repair: { title: "give the two codes places of their own", applicability: "suggestion", edits: [] },
  };
}

/** What is too little doesn't read as enough: 2.97 is no 3.0. */
export function shown(ratio: number, needed: number): string {
  const rounded = ratio.toFixed(1);
  if (Number(rounded) < needed) return rounded;
  const hundredths = ratio.toFixed(2);
  return Number(hundredths) < needed ? hundredths : (Math.floor(ratio * 100) / 100).toFixed(2);
}

function lowContrast(item: GlyphRunItem, least: LeastGround, needed: number, page: number): Diagnostic {
  const { ratio, ground, fill } = least;
  const where = fill === null ? "the paper" : nameOf(overPaper(ground));
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: item.span[0], end: item.span[1] },
    message:
      `contrast ${shown(ratio, needed)}:1 of the text, ${nameOf(item.color)} on ${where}, ` +
      `less than ${needed}:1 (page ${page + 1})`,
    why: "print and photocopies lose the text",
    repair: { title: adviceOn(item.color, least, needed), applicability: "suggestion", edits: [] },
  };
}

const BLACK: Color = [0, 0, 0, 255];

/** What of the two may change so that the text is read: a lighter or darker text, or such a ground. */
function adviceOn(color: Color, { ground, fill }: LeastGround, needed: number): string {
  const opaque: Color = [color[0], color[1], color[2], 255];
  const [mayDarken, mayLighten] = [BLACK, PAPER].map((letters) => contrastOn(letters, ground) >= needed);
  const [ofDark, ofLight] = [BLACK, PAPER].map((under) => contrastOf(opaque, under) >= needed);
  const text = mayDarken === true ? "use a darker colour" : mayLighten === true ? "use a lighter colour" : null;
  const filled = ofLight === true ? "a lighter fill" : ofDark === true ? "a darker fill" : null;
  const laid = ofDark === true ? "lay a darker fill under it" : null;
  return [text, fill === null ? laid : filled].filter((way) => way !== null).join(", or ");
}

/** `#1a1a1a`; with its opacity where something shines through. What shines through is mixed of no whole numbers. */
function nameOf(color: Color): string {
  const parts = color.map(Math.round);
  const digits = parts.map((part) => part.toString(16).padStart(2, "0"));
  return `#${(parts[3] === 255 ? digits.slice(0, 3) : digits).join("")}`;
}

function onPicture(
  { span }: GlyphRunItem,
  { ratio, picture }: OnPictures,
  needed: number,
  page: number,
): Diagnostic | null {
  if (ratio !== null && ratio >= needed) return null;
  const fill = "give the text a light fill=";
  if (ratio === null) {
    return {
      code: "RPT5008",
      severity: "info",
      span: { start: picture.span[0], end: picture.span[1] },
      message: `the contrast of text to this picture was not judged: its colours are inks (page ${page + 1})`,
      why: "text on a dark picture is lost",
      repair: {
        title: `look at the page, save the picture as RGB, or ${fill}`,
        applicability: "suggestion",
        edits: [],
      },
    };
  }
  const least = `less than ${needed}:1`;
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message: `contrast ${shown(ratio, needed)}:1 of the text to the picture under it, ${least} (page ${page + 1})`,
    why: "text on a picture of its own lightness is lost",
    repair: {
      title: `${fill} and a dark color=, or move the text or the picture`,
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** What a colour with an alpha looks like on paper. */
export function overPaper(color: Color): Color {
  return over(color, PAPER);
}

/** The contrast of a colour that lies on a ground: what shines through is the ground, and not the paper. */
export function contrastOn(color: Color, ground: Color): number {
  const under = overPaper(ground);
  return contrastOf(over(color, under), under);
}
