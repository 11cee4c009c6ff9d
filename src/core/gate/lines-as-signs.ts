// RPT5012: a level line that ends right before a number, at the height of a minus sign, reads as one: ―1,200. A rule of
// Markdown in a column, a line of a plate or the lower border of a box can come to stand there.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  type GlyphRunItem,
  glyphInk,
  leadsDown,
  letterInks,
  type Page,
  type PlacedItem,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { type ElementIndex, type ElementInfo, lengthTextAbove, nameOf, takes } from "./elements.ts";
import type { InkGrid } from "./ink-grid.ts";
import { DIGITS_APART_SHARE, SHARED_SHARE, TEXTS } from "./joined-texts.ts";
import { lineOf } from "./line-items.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { eachSegment, isSeenOnPaper, PICTURED } from "./struck-letters.ts";
import { hasCells } from "./thick-lines.ts";

/** A minus sign stands in the middle half of its digits. */
const SIGN_FROM = 0.25;
/** A stroke thicker than this part of the letters' size is a bar, and no sign. */
const SIGN_THICK_SHARE = 0.25;
/** Figures, and the signs of currencies before them. */
const NUMBER = /^\s*[0-9０-９¥￥$＄€£.．]/u;
const STEP_EMU = 3_600;
/** Digits of 70 pt begin no farther behind what reads as their sign. */
const REACH_EMU = 360_000;

/** Where a level line ends on its right. */
interface LineEnd {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly fromEmu: Emu;
  readonly thicknessEmu: Emu;
}

/** Whether the lines of an element are its own: those of tables lie between rows, those of pictures are no signs. */
export function mayBeSigns(element: ElementInfo): boolean {
  return !hasCells(element) && !PICTURED.has(element.kind) && !element.inBackground && !element.isLayered;
}

function endsOf(line: StrokeItem): readonly LineEnd[] {
  const ends: LineEnd[] = [];
  eachSegment(line, (leftEmu, topEmu, rightEmu, bottomEmu) => {
    if (topEmu !== bottomEmu || leftEmu === rightEmu) return;
    ends.push({ xEmu: rightEmu, yEmu: topEmu, fromEmu: leftEmu, thicknessEmu: line.widthEmu });
  });
  return ends;
}

/** How far before the number the line ends; null where it does not read as its sign. */
function apartAsSign({ xEmu, yEmu, thicknessEmu }: LineEnd, letters: GlyphRunItem): Emu | null {
  if (letters.rotation !== undefined && letters.rotation !== 0) return null;
  if (leadsDown(letters) || !NUMBER.test(letters.run.text)) return null;
  const ink = letterInks(letters)[0] ?? glyphInk(letters);
  const apart = ink.leftEmu - xEmu;
  const { sizeEmu } = letters;
  if (apart < -sizeEmu * SHARED_SHARE || apart >= sizeEmu * DIGITS_APART_SHARE) return null;
  if (thicknessEmu > sizeEmu * SIGN_THICK_SHARE) return null;
  const margin = (ink.bottomEmu - ink.topEmu) * SIGN_FROM;
  return yEmu >= ink.topEmu + margin && yEmu <= ink.bottomEmu - margin ? apart : null;
}

/** The ends of a page's level lines, to be compared with its letters once all are known. */
export class LineEnds {
  readonly #ends: LineEnd[] = [];

  begin(): void {
    this.#ends.length = 0;
  }

  add(line: StrokeItem): void {
    if (isSeenOnPaper(line.color)) this.#ends.push(...endsOf(line));
  }

  /** Whether a number may begin right behind one of them. `itemOf` answers the letters of an ink. */
  meetNumbers(letters: InkGrid, itemOf: (ink: number) => GlyphRunItem | undefined): boolean {
    return this.#ends.some((end) => {
      letters.stand(end.xEmu, end.yEmu - STEP_EMU, end.xEmu + REACH_EMU, end.yEmu + STEP_EMU);
      return letters.someLettersNear(NOBODY, (ink) => {
        const item = itemOf(ink);
        return item !== undefined && apartAsSign(end, item) !== null;
      });
    });
  }
}

/** The owner of nothing: all letters are others'. */
const NOBODY = -1;

/** Each line with each number once in each row. Worded for page 1. */
export function signsByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const numbers = numbersOf(page, elements);
  if (numbers.length === 0) return [];
  for (const item of page.items) {
    const line = item.kind === "stroke" || item.kind === "fill" ? lineOf(item) : null;
    const element = line === null ? undefined : elements.byStart.get(item.span[0]);
    if (line === null || element === undefined || !mayBeSigns(element) || !isSeenOnPaper(line.color)) continue;
    for (const end of endsOf(line)) {
      for (const [letters, text] of numbers) {
        const apart = apartAsSign(end, letters);
        // A line through a text of its own strikes it out.
        if (apart === null || element.ownSpan[0] === text.ownSpan[0] || isParted(end, letters, page.items)) continue;
        const pair = pairOf(element.ownSpan[0], text.ownSpan[0]);
        if (!found.has(pair, letters)) found.add(pair, finding(element, text, letters, apart), letters);
      }
    }
  }
  return found.all();
}

function numbersOf({ items }: Page, elements: ElementIndex): readonly (readonly [GlyphRunItem, ElementInfo])[] {
  return items.flatMap((item) => {
    if (item.kind !== "glyphs" || item.isRuby === true || !NUMBER.test(item.run.text)) return [];
    const element = elements.byStart.get(item.span[0]);
    return element === undefined || element.isLayered || !TEXTS.has(element.kind) ? [] : [[item, element] as const];
  });
}

/** Whether an upright line stands between the two, or letters stand at the end of the line: it strikes those out. */
function isParted(end: LineEnd, number: GlyphRunItem, items: readonly PlacedItem[]): boolean {
  const slack = number.sizeEmu * SHARED_SHARE;
  const ink = letterInks(number)[0] ?? glyphInk(number);
  const between = { leftEmu: end.xEmu - slack, rightEmu: ink.leftEmu + slack, topEmu: end.yEmu, bottomEmu: end.yEmu };
  return items.some((item) => {
    if (item.kind === "glyphs") {
      return item !== number && letterInks(item).some((each) => holds(each, end.xEmu - slack, end.yEmu));
    }
    const line = item.kind === "stroke" || item.kind === "fill" ? lineOf(item) : null;
    if (line === null || !isSeenOnPaper(line.color)) return false;
    let parts = false;
    eachSegment(line, (leftEmu, topEmu, rightEmu, bottomEmu) => {
      const isUpright = leftEmu === rightEmu && topEmu < between.topEmu && bottomEmu > between.bottomEmu;
      if (isUpright && leftEmu >= between.leftEmu && leftEmu <= between.rightEmu) parts = true;
    });
    return parts;
  });
}

function holds({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, x: Emu, y: Emu): boolean {
  return x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu;
}

/** Less padding than 1 mm is hardly seen. */
const PADDING_LEAST_EMU = 36_000;

function finding(line: ElementInfo, text: ElementInfo, letters: GlyphRunItem, apartEmu: Emu): Diagnostic {
  const number = letters.run.text.trim();
  const wantedEmu = Math.max(PADDING_LEAST_EMU, letters.sizeEmu * DIGITS_APART_SHARE - apartEmu + STEP_EMU);
  const padding =
    text.held.isTurned || !takes(text, "padding-left") ? null : lengthTextAbove(wantedEmu + text.paddingEmu);
  const lineWords = line.kind === "line" ? "the line" : `a line of ${nameOf(line)}`;
  const where = apartEmu > 0 ? `${millimetres(apartEmu)} before` : "right before";
  const instead = `let the ${nameOf(line)} end farther from it, or at another height`;
  return {
    code: "RPT5012",
    severity: "warning",
    span: { start: text.ownSpan[0], end: text.ownSpan[1] },
    beside: { start: line.ownSpan[0], end: line.ownSpan[1] },
    message: `${lineWords} ends ${where} "${number}", at the height of a minus sign (page 1)`,
    why: `the two read as "−${number}"`,
    repair: {
      title: padding === null ? instead : `write padding-left=${padding} at the ${nameOf(text)}, or ${instead}`,
      applicability: "suggestion",
      edits: [],
      ...(padding === null ? {} : { change: { property: "padding-left", added: padding } }),
    },
  };
}
