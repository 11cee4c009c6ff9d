// The colour of a gradient at a point of the page, as PDF and SVG draw it.
import type { Color, Emu } from "../canvas/index.ts";
import type { Gradient } from "../layout/index.ts";
import type { GradientStop } from "../pictures/index.ts";

/** What a gradient paints at a point, with its alpha; its ends go on beyond it. */
export function colorOfGradient(gradient: Gradient, x: Emu, y: Emu): Color {
  const { stops } = gradient;
  const at = placeAlong(gradient, x, y) * 1000;
  const next = stops.findIndex(({ atThousandths }) => atThousandths > at);
  const [before, after] = next < 0 ? [stops.at(-1), undefined] : [stops[next - 1], stops[next]];
  if (before === undefined || after === undefined) return (before ?? after ?? CLEAR_STOP).color;
  const share = (at - before.atThousandths) / (after.atThousandths - before.atThousandths);
  const mix = (channel: 0 | 1 | 2 | 3) =>
    before.color[channel] + share * (after.color[channel] - before.color[channel]);
  return [mix(0), mix(1), mix(2), mix(3)];
}

const CLEAR_STOP: GradientStop = { atThousandths: 0, color: [0, 0, 0, 0] };

/** 0 where the gradient begins, 1 where it ends. */
function placeAlong({ kind, matrix, focusThousandths }: Gradient, x: Emu, y: Emu): number {
  const [a, b, c, d, e, f] = matrix;
  const area = a * d - b * c;
  if (area === 0) return 1;
  const [u, v] = [(d * (x - e) - c * (y - f)) / area, (a * (y - f) - b * (x - e)) / area];
  if (kind === "linear") return u;
  // The circle through the point whose middle lies as far from the focus as it is large: |p - F(1 - t)| = t.
  const [focusX, focusY] = [focusThousandths[0] / 1000, focusThousandths[1] / 1000];
  const [fromX, fromY] = [u - focusX, v - focusY];
  const square = 1 - focusX * focusX - focusY * focusY;
  const along = fromX * focusX + fromY * focusY;
  if (square <= 0) return 1;
  return (along + Math.sqrt(along * along + square * (fromX * fromX + fromY * fromY))) / square;
}
