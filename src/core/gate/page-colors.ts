// The colours of a page that is looked at: whether one of them may hardly differ from what it lies on.
import type { Color } from "../canvas/index.ts";
import type { FillItem, GlyphRunItem, Page } from "../layout/index.ts";
import { contrastOn, isFaintCode, leastContrast } from "./contrast.ts";
import { type Ground, PAPER } from "./grounds.ts";

/** More colours than these on one page are judged by the rules themselves. */
const COLORS_MAX = 16;

/** Pairs of colours that are remembered for a canvas; data may name any. */
const CONTRASTS_KEPT_MAX = 1_000;

const BYTE = 0x100;
const WHITE = packed(PAPER);

/** Colours of one page, by what has them. Its memory is reused from page to page. */
export class PageColors {
  readonly #texts: number[] = [];
  readonly #fills: number[] = [];
  readonly #grounds: number[] = [];
  readonly #lines: number[] = [];
  readonly #contrasts = new Map<number, Map<number, number>>();

  begin(): void {
    this.#texts.length = 0;
    this.#fills.length = 0;
    this.#grounds.length = 0;
    this.#lines.length = 0;
  }

  addText(color: Color): void {
    keepColor(this.#texts, color);
  }

  addFill(color: Color): void {
    keepColor(this.#fills, color);
  }

  /** Of an area that is more than a line. */
  addGround(color: Color): void {
    keepColor(this.#grounds, color);
  }

  addLine(color: Color): void {
    keepColor(this.#lines, color);
  }

  /** Whether a colour has at least this contrast to the paper. */
  isReadOnPaper(color: Color, contrastMin: number): boolean {
    return this.#contrast(packed(color), WHITE) >= contrastMin;
  }

  /** Whether a line hardly differs from the paper or a ground, wherever it lies. */
  hasFaintLine(contrastMin: number): boolean {
    return this.#hasFaint(this.#lines, this.#grounds, contrastMin);
  }

  /**
   * Whether a text lies on a ground that it hardly differs from: the fills beneath it, or the paper.
   *
   * @param neededOf the contrast that letters need
   */
  hasFaintText(page: Page, contrastMin: number, neededOf: (item: GlyphRunItem) => number): boolean {
    if (!this.#hasFaint(this.#texts, this.#fills, contrastMin)) return false;
    if (this.#texts.length > COLORS_MAX || this.#fills.length > COLORS_MAX) return true;
    const fills: FillItem[] = [];
    // Grounds so far, and of the colours of texts those that are seen on each of them: no place need be looked at.
    const grounds = [WHITE];
    const seen: number[] = [];
    for (const item of page.items) {
      if (item.kind === "fill") {
        fills.push(item);
        const ground = packed(item.color);
        if (!grounds.includes(ground)) {
          grounds.push(ground);
          seen.length = 0;
        }
      }
      if (item.kind !== "glyphs") continue;
      const color = packed(item.color);
      if (seen.includes(color)) continue;
      if (grounds.every((ground) => this.#contrast(color, ground) >= contrastMin)) {
        seen.push(color);
        continue;
      }
      const contrastTo = (ground: Color) => this.#contrast(color, packed(ground));
      if (leastContrast(item, fills, contrastTo) < neededOf(item)) return true;
    }
    return false;
  }

  /** Whether one of the colours hardly differs from the paper or one of the grounds. */
  #hasFaint(colors: readonly number[], grounds: readonly number[], min: number): boolean {
    if (colors.length > COLORS_MAX || grounds.length > COLORS_MAX) return true;
    return colors.some(
      (color) => this.#contrast(color, WHITE) < min || grounds.some((ground) => this.#contrast(color, ground) < min),
    );
  }

  /** Of a colour to the ground that it lies on. */
  #contrast(one: number, other: number): number {
    const known = this.#contrasts.get(one) ?? new Map<number, number>();
    if (known.size === 0) this.#contrasts.set(one, known);
    const before = known.get(other);
    if (before !== undefined) return before;
    const contrast = contrastOn(unpacked(one), unpacked(other));
    if (this.#contrasts.size + known.size < CONTRASTS_KEPT_MAX) known.set(other, contrast);
    return contrast;
  }
}

/**
 * Whether the bars of a code hardly differ from what they lie on.
 *
 * @param isCode whether an area is one of a code's
 */
export function hasFaintCode({ items }: Page, isCode: (item: FillItem) => boolean): boolean {
  const under: Ground[] = [];
  for (const item of items) {
    if (item.kind !== "fill" && item.kind !== "image") continue;
    if (item.kind === "fill" && isCode(item) && isFaintCode(item, under)) return true;
    under.push(item);
  }
  return false;
}

function packed([red, green, blue, alpha]: Color): number {
  return ((Math.round(red) * BYTE + Math.round(green)) * BYTE + Math.round(blue)) * BYTE + Math.round(alpha);
}

function unpacked(color: number): Color {
  const channel = (divisor: number): number => Math.floor(color / divisor) % BYTE;
  return [channel(BYTE * BYTE * BYTE), channel(BYTE * BYTE), channel(BYTE), channel(1)];
}

function keepColor(colors: number[], color: Color): void {
  const own = packed(color);
  if (colors.length <= COLORS_MAX && !colors.includes(own)) colors.push(own);
}
