// Texts of an SVG that its view box cuts: letters lie beyond it, in whole or in part, and are not drawn there.
import type { LetterFigures, VectorDrawing } from "./svg-drawing.ts";
import { type Bounds, type Segment, tightBoundsOf } from "./svg-shapes.ts";

/** Of the height of a text's letters: less is an edge that nobody misses. */
const LOST_SHARE = 0.08;

/** The texts of a drawing whose letters are outlines, each once. */
export function letterFigures({ shapes }: VectorDrawing): readonly LetterFigures[] {
  const parts = new Map<string, Bounds[]>();
  for (const { words, segments, fill, stroke } of shapes) {
    if (words === undefined || (fill === null && stroke === null)) continue;
    const known = parts.get(words) ?? [];
    parts.set(words, known);
    for (const figure of figuresOf(segments)) known.push(tightBoundsOf(figure));
  }
  return [...parts].map(([words, figures]) => ({ words, figures }));
}

/** The words of those texts of which something lies outside of `view`, in the units of the drawing. */
export function cutLetters(texts: readonly LetterFigures[], view: Bounds): readonly string[] {
  return texts.filter(({ figures }) => losesSome(figures, view)).map(({ words }) => words);
}

function losesSome(figures: readonly Bounds[], view: Bounds): boolean {
  const size = Math.max(...figures.map(({ top, bottom }) => bottom - top));
  const least = size * LOST_SHARE;
  return figures.some(({ left, top, right, bottom }) => {
    return (
      left < view.left - least || top < view.top - least || right > view.right + least || bottom > view.bottom + least
    );
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
