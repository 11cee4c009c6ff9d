// Texts of an SVG that its view box cuts: letters lie beyond it, in whole or in part, and are not drawn there.
import type { VectorDrawing } from "./svg-drawing.ts";
import { type Bounds, type Segment, tightBoundsOf } from "./svg-shapes.ts";

/** Of the height of a text's letters: less is an edge that nobody misses. */
const LOST_SHARE = 0.08;

/** The words of texts that lose something of a letter, each once. */
export function cutLetters({ shapes, width, height }: VectorDrawing): readonly string[] {
  const parts = new Map<string, Bounds[]>();
  for (const { words, segments, fill, stroke } of shapes) {
    if (words === undefined || (fill === null && stroke === null)) continue;
    const known = parts.get(words) ?? [];
    parts.set(words, known);
    for (const figure of figuresOf(segments)) known.push(tightBoundsOf(figure));
  }
  return [...parts].filter(([, figures]) => losesSome(figures, width, height)).map(([words]) => words);
}

function losesSome(figures: readonly Bounds[], width: number, height: number): boolean {
  const size = Math.max(...figures.map(({ top, bottom }) => bottom - top));
  const least = size * LOST_SHARE;
  return figures.some(({ left, top, right, bottom }) => {
    return left < -least || top < -least || right > width + least || bottom > height + least;
  });
}

function figuresOf(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const figures: Segment[][] = [];
  for (const segment of segments) {
    if (segment.op === "move") figures.push([]);
    figures.at(-1)?.push(segment);
  }
  return figures.filter((figure) => figure.length > 1);
}
