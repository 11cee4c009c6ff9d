// What layout is given for one record, and what it keeps at hand while building its blocks.
import type { Canvas, Color, Paint, TextStyle } from "../../canvas/index.ts";
import { type Evaluation, type Scope, textsYielded } from "../../expression/index.ts";
import {
  completedSvg,
  type ImageReading,
  type PictureFonts,
  type PictureParts,
  readImageText,
} from "../../pictures/index.ts";
import { drawnFont, type Font, type Shaper } from "../../text/index.ts";
import type { ResolvePaints } from "../page/index.ts";
import type { CodeEncoder } from "./code-encoder.ts";
import type { ShownRoom } from "./shown-rooms.ts";

/** The fonts of a process: parsed once, handed in. */
export interface FontSet extends PictureFonts {
  readonly shaper: Shaper;
  /** Of those faces, the ones of the named families; absent: all are as good as named. */
  named?(families: readonly string[], weight: "normal" | "bold"): readonly Font[];
}

/** What a text style is set in. */
interface StyleFaces {
  /** In the order in which they are asked for a glyph. */
  readonly fonts: readonly Font[];
  /** The ones that the form names; absent where it names none. */
  readonly own?: readonly Font[];
}

/** One record's expressions and the fonts; everything that blocks are built from. */
export interface LayoutInput {
  readonly canvas: Canvas;
  readonly evaluation: Evaluation;
  readonly fonts: FontSet;
  /** Faces of each text style of the canvas, by its index. */
  readonly facesOfStyle: readonly StyleFaces[];
  /** Makes bars and squares of texts. */
  readonly codes: CodeEncoder | null;
  /** What image data of the request was read as: a logo in every header is decoded once, and is one resource. */
  readonly images: Map<string, ImageReading>;
  /** Collects the rooms of what is shown, where somebody asks for them. */
  readonly rooms: ShownRoom[] | null;
}

export function prepareInput(
  canvas: Canvas,
  evaluation: Evaluation,
  fonts: FontSet,
  images: Map<string, ImageReading>,
  codes: CodeEncoder | null,
  rooms: ShownRoom[] | null = null,
): LayoutInput {
  return { canvas, evaluation, fonts, facesOfStyle: facesOfStyles(canvas, fonts), codes, images, rooms };
}

/** The same for another record of the canvas. */
export function inputForRecord(input: LayoutInput, evaluation: Evaluation): LayoutInput {
  const { canvas, codes, facesOfStyle, fonts, images, rooms } = input;
  return { canvas, evaluation, fonts, facesOfStyle, codes, images, rooms };
}

function facesOfStyles(canvas: Canvas, fonts: FontSet): LayoutInput["facesOfStyle"] {
  const drawn = drawnFaceOf(canvas, fonts);
  return canvas.textStyles.map((style) => {
    const families = canvas.fonts[style.font]?.families ?? [];
    const faces = fonts.faces(families, style.weight);
    const named = fonts.named?.(families, style.weight) ?? [];
    const own = named.length === 0 ? {} : { own: named };
    if (drawn === null) return { fonts: faces, ...own };
    // Behind the first, in which letters are shown that no font has.
    const withDrawn = [...faces.slice(0, 1), drawn, ...faces.slice(1)];
    return { fonts: withDrawn, ...(named.length === 0 ? {} : { own: [...named, drawn] }) };
  });
}

/** The faces of a text style. */
export function facesIn({ facesOfStyle }: LayoutInput, style: number): StyleFaces {
  return facesOfStyle[style] ?? { fonts: [] };
}

/** All faces that pages of the canvas may show, in an order that is the same in every thread. */
export function facesOf(canvas: Canvas, fonts: FontSet): readonly Font[] {
  const drawn = drawnFaceOf(canvas, fonts);
  const named = canvas.textStyles.flatMap((style) =>
    fonts.faces(canvas.fonts[style.font]?.families ?? [], style.weight),
  );
  const all = [...fonts.faces([], "normal"), ...fonts.faces([], "bold")];
  return [...new Set([...(drawn === null ? [] : [drawn]), ...named, ...all])];
}

/** Fonts of drawn characters by their hash: shapers remember fonts for good, so equal ones are one object. */
const DRAWN_FACES = new WeakMap<FontSet, Map<string, Font>>();

function drawnFaceOf({ gaiji }: Canvas, fonts: FontSet): Font | null {
  if (gaiji === undefined) return null;
  const faces = DRAWN_FACES.get(fonts) ?? new Map<string, Font>();
  DRAWN_FACES.set(fonts, faces);
  const face = faces.get(gaiji.sha256) ?? drawnFont(gaiji.characters, gaiji.sha256);
  faces.set(gaiji.sha256, face);
  return face;
}

export function imageOf(input: LayoutInput, data: string): ImageReading {
  const known = input.images.get(data);
  if (known !== undefined) return known;
  const reading = data.startsWith(ASSET)
    ? assetOf(input, data.slice(ASSET.length))
    : completed(readImageText(data), input);
  input.images.set(data, reading);
  return reading;
}

const ASSET = "asset:";

/** A pure function of canvas and fonts, kept as long as they: a logo is read once, and is one object to renderers. */
const assets = new WeakMap<Canvas, WeakMap<FontSet, Map<string, ImageReading>>>();

function completed(reading: ImageReading, parts: PictureParts): ImageReading {
  return reading.ok && reading.drawing !== undefined ? completedSvg(reading, parts) : reading;
}

/** By the name of its line, or by its file. */
function assetOf(input: LayoutInput, name: string): ImageReading {
  const { canvas, fonts } = input;
  const ofCanvas = assets.get(canvas) ?? new WeakMap<FontSet, Map<string, ImageReading>>();
  assets.set(canvas, ofCanvas);
  const known = ofCanvas.get(fonts) ?? new Map<string, ImageReading>();
  ofCanvas.set(fonts, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const declared = canvas.assets ?? {};
  const asset = Object.hasOwn(declared, name)
    ? declared[name]
    : Object.values(declared).find((one) => one.file === name);
  if (asset === undefined) return { ok: false, reason: `names an asset "${name}" that the template does not declare` };
  const reading: ImageReading =
    asset.data === null
      ? { ok: false, reason: `is the file "${asset.file}", which was not handed in` }
      : completed(readImageText(asset.data), input);
  if (reading.ok || reading.isPassing !== true) known.set(name, reading);
  return reading;
}

const BLACK: Color = [0, 0, 0, 255];
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/iu;

/**
 * A fixed colour, or the one that the record's expression names, of what is drawn in any case: letters and lines. No
 * colour at all is black, and so is an unknown name, which is told: literals were checked when the template was
 * compiled, and data may name anything.
 */
export function resolveColor(input: LayoutInput, paint: Paint, scope: Scope): Color {
  return colorOf(input, paint, scope, "colour") ?? BLACK;
}

/** The same of a ground: none where the expression names no colour, so that what stands on it is read. */
export function resolveFill(input: LayoutInput, paint: Paint, scope: Scope): Color | null {
  return colorOf(input, paint, scope, "ground");
}

function colorOf(input: LayoutInput, paint: Paint, scope: Scope, wanted: "colour" | "ground"): Color | null {
  if (paint.kind === "fixed") return paint.color;
  const value = input.evaluation.value(paint.code, scope);
  if (value === null || (typeof value === "string" && value.trim() === "")) return null;
  const color = typeof value === "string" ? namedColor(input, value) : null;
  if (color !== null) return color;
  input.evaluation.passOver(paint.code, scope, value, wanted);
  return null;
}

/** A declared colour by its name, or one that is written as `#rrggbb`; null for other words. */
function namedColor({ canvas }: LayoutInput, name: string): Color | null {
  const declared = Object.hasOwn(canvas.colors, name) ? canvas.colors[name] : undefined;
  if (declared !== undefined) return declared;
  return HEX_COLOR.test(name) ? hexColor(name.slice(1)) : null;
}

/** The colours that an expression names itself, whichever of them it yields. */
export function colorsNamed(input: LayoutInput, paint: Paint): readonly Color[] {
  if (paint.kind === "fixed") return [paint.color];
  return textsYielded(paint.code).flatMap((name) => {
    const color = namedColor(input, name);
    return color === null ? [] : [color];
  });
}

/** How the lines and the ground of a frame are resolved. */
export function paintsOf(input: LayoutInput, scope: Scope): ResolvePaints {
  return {
    line: (paint) => resolveColor(input, paint, scope),
    fill: (paint) => resolveFill(input, paint, scope),
  };
}

function hexColor(digits: string): Color {
  const long = digits.length === 3 ? digits.replaceAll(/./gu, "$&$&") : digits;
  const channel = (at: number): number => Number.parseInt(long.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4), long.length === 8 ? channel(6) : 255];
}

/** The style of an index; an index outside is a bug of the compiler. */
export function styleOf(canvas: Canvas, index: number): TextStyle {
  const style = canvas.textStyles[index];
  if (style === undefined) throw new Error(`the canvas has no text style ${index}`);
  return style;
}
