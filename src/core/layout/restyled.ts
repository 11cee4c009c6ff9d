// One of the canvas's text styles with another look, for texts that an element sets in its own way.
import type { TextStyle } from "../canvas/index.ts";
import { type LayoutInput, styleOf } from "./layout-input.ts";

/** The input with another look for one of its styles. */
export function restyled(input: LayoutInput, index: number, over: Partial<TextStyle>): LayoutInput {
  const textStyles = [...input.canvas.textStyles];
  textStyles[index] = { ...styleOf(input.canvas, index), ...over };
  return { ...input, canvas: { ...input.canvas, textStyles } };
}
