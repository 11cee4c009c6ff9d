// One of the canvas's text styles with another look, for texts that an element sets in its own way.
import type { Canvas, Color, Paint, TextStyle } from "../../canvas/index.ts";
import { type LayoutInput, styleOf } from "./layout-input.ts";

/** What is other than in a style, and the style that comes of it. */
interface Restyled {
  readonly over: Partial<TextStyle>;
  readonly style: TextStyle;
}

/**
 * Paragraphs are remembered by the style that they are set in: one made anew for each bar of a schedule, each number
 * of an axis and each letter of a seal remembered nothing, and made room for it every time.
 */
const RESTYLED = new WeakMap<TextStyle, Restyled[]>();
/** More looks of one style follow from the data, as sizes that fit. */
const LOOKS_MAX = 16;

/** The input with another look for one of its styles. */
export function restyled(input: LayoutInput, index: number, over: Partial<TextStyle>): LayoutInput {
  const textStyles = [...input.canvas.textStyles];
  textStyles[index] = styleWith(styleOf(input.canvas, index), over);
  return { ...input, canvas: { ...input.canvas, textStyles } };
}

function styleWith(base: TextStyle, over: Partial<TextStyle>): TextStyle {
  const looks = RESTYLED.get(base) ?? [];
  const known = looks.find((look) => isSame(look.over, over));
  if (known !== undefined) return known.style;
  const style = { ...base, ...over };
  if (looks.length >= LOOKS_MAX) looks.length = 0;
  looks.push({ over, style });
  RESTYLED.set(base, looks);
  return style;
}

/** Whether both say the same, and colours and the like by the same objects. */
function isSame(one: Partial<TextStyle>, other: Partial<TextStyle>): boolean {
  const names = Object.keys(one) as (keyof TextStyle)[];
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** Canvases whose texts have another colour: rows of one colour share one, and what is remembered of its styles. */
const RECOLORED = new WeakMap<Canvas, Map<string, Canvas>>();

/** The input in which texts of one colour have another; those of any further colour keep theirs. */
export function recolored(input: LayoutInput, from: Paint, to: Color): LayoutInput {
  const known = RECOLORED.get(input.canvas) ?? new Map<string, Canvas>();
  const like = input.canvas.textStyles.findIndex(({ color }) => isSamePaint(color, from));
  const key = `${like}:${to.join()}`;
  const canvas = known.get(key) ?? inColor(input.canvas, from, to);
  if (known.size >= LOOKS_MAX) known.clear();
  RECOLORED.set(input.canvas, known.set(key, canvas));
  return { ...input, canvas };
}

function inColor(canvas: Canvas, from: Paint, color: Color): Canvas {
  const over = { color: { kind: "fixed", color } } as const;
  return {
    ...canvas,
    textStyles: canvas.textStyles.map((style) => (isSamePaint(style.color, from) ? { ...style, ...over } : style)),
  };
}

function isSamePaint(one: Paint, other: Paint): boolean {
  if (one.kind === "fixed") return other.kind === "fixed" && one.color.join() === other.color.join();
  return other.kind === "computed" && one.code === other.code;
}
