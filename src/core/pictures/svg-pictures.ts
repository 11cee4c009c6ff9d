// What an SVG holds beside shapes, drawn all the same by a library: text as outlines, the rest as pixels.
import type { XmlElement } from "@rgrove/parse-xml";
import type { Canvas, Emu } from "../canvas/index.ts";
import type { ImageResource } from "./image-resource.ts";
import { letterFigures } from "./svg-cut-letters.ts";
import { readSimplified, type SvgReading, type VectorDrawing } from "./svg-drawing.ts";
import { lettersWithout, SvgFamilies } from "./svg-families.ts";
import type { PictureFonts, SvgAnswer, SvgTask } from "./svg-library.ts";
import { svgText } from "./svg-source.ts";
import { localName, referenceOf, type Survey } from "./svg-survey.ts";

/** What a picture is drawn with. */
export interface PictureParts {
  readonly canvas: Canvas;
  readonly fonts: PictureFonts;
}

/**
 * The drawing with what its own reader left to the library: texts and styles become paths where paths show all of it;
 * else the drawing stays as it is, with the reasons why pixels show more (`inPixels`).
 */
export function completedSvg(reading: SvgReading & { readonly ok: true }, parts: PictureParts): SvgReading {
  const library = parts.fonts.svg;
  if (library === undefined || reading.drawing.work === 0) return reading;
  const texts = new Map<string, string>();
  const task = taskOf(reading.drawing, parts, {}, texts);
  const drawing = withLacking(reading.drawing, task);
  const isInPixels = drawing.inOutlines.length === 0 || drawing.inPixels.length > 0;
  // Of pixels, outlines still say where letters lie.
  if (isInPixels && !drawing.source.survey.hasText) return { ok: true, drawing };
  const simplified = library.simplified(task);
  if (isInPixels && !simplified.ok) return { ok: true, drawing };
  if (!simplified.ok) return simplified;
  const again = readSimplified(simplified.value, texts);
  const letters = again.ok ? letterFigures(again.drawing) : [];
  if (isInPixels) return { ok: true, drawing: { ...drawing, letters } };
  // More outlines than a page should have, or an effect that only now is seen: pixels show it.
  if (!again.ok) return { ok: true, drawing: { ...drawing, inPixels: [again.reason.replace(/^is an SVG of /u, "")] } };
  const inPixels = [...again.drawing.inPixels, ...again.drawing.inOutlines, ...again.drawing.left];
  if (inPixels.length > 0) return { ok: true, drawing: { ...drawing, inPixels, letters } };
  return { ok: true, drawing: { ...drawing, shapes: again.drawing.shapes, inOutlines: [], letters } };
}

function withLacking(drawing: VectorDrawing, { faces }: SvgTask): VectorDrawing {
  const { survey } = drawing.source;
  const lacking = survey.hasText ? lettersWithout(faces, survey.letters) : "";
  return lacking === "" ? drawing : { ...drawing, left: [...drawing.left, `letters that no font has (${lacking})`] };
}

/** 300 dots to the inch: what offices print pictures with. */
const DPI = 300;
const EMU_PER_INCH = 914_400;
/** A picture over half a page at that density; larger ones are coarser. */
const PIXELS_MAX = 4_000_000;
/** Pixels touched, each as often as it is: some seconds. */
const WORK_MAX = 4_000_000_000;
const TOO_MUCH_WORK =
  "is an SVG that takes too long to be drawn in this size: use fewer filters and layers and smaller filter regions, " +
  "or save it as PNG";
/** Below, letters can't be read. */
const DPI_MIN = 50;

/** Pictures that were drawn as pixels, by their size: one resource for every place that shows them. */
const drawn = new WeakMap<VectorDrawing, Map<string, SvgAnswer<PixelPicture>>>();

export interface PixelPicture {
  readonly image: ImageResource;
  readonly dpi: number;
}

/** The drawing as pixels for a place of this size. */
export function pixelPicture(
  drawing: VectorDrawing,
  parts: PictureParts,
  { widthEmu, heightEmu }: { readonly widthEmu: Emu; readonly heightEmu: Emu },
): SvgAnswer<PixelPicture> {
  const known = drawn.get(drawing) ?? new Map<string, SvgAnswer<PixelPicture>>();
  drawn.set(drawing, known);
  const key = `${widthEmu} ${heightEmu}`;
  const answer = known.get(key) ?? rasterised(drawing, parts, widthEmu, heightEmu);
  if (answer.ok || answer.isPassing !== true) known.set(key, answer);
  return answer;
}

function rasterised(
  drawing: VectorDrawing,
  parts: PictureParts,
  widthEmu: Emu,
  heightEmu: Emu,
): SvgAnswer<PixelPicture> {
  const squareInches = (widthEmu / EMU_PER_INCH) * (heightEmu / EMU_PER_INCH);
  const area = Math.min(PIXELS_MAX, WORK_MAX / Math.max(1, drawing.work));
  const dpi = Math.floor(Math.min(DPI, Math.sqrt(area / squareInches)));
  if (dpi < DPI_MIN) return { ok: false, reason: TOO_MUCH_WORK };
  const pixels = (emu: Emu) => Math.max(1, Math.round((emu * dpi) / EMU_PER_INCH));
  const [widthPx, heightPx] = [pixels(widthEmu), pixels(heightEmu)];
  const size = { width: String(widthPx), height: String(heightPx), preserveAspectRatio: "none" };
  const png = parts.fonts.svg?.pixels(taskOf(drawing, parts, size)) ?? { ok: false, reason: "can't be drawn here" };
  if (!png.ok) return png;
  return { ok: true, value: { image: { format: "png", bytes: png.value, widthPx, heightPx }, dpi } };
}

/** The text that an element is, or uses: a library forgets the names of what is used. */
function textDrawnBy(element: XmlElement, { byId }: Survey): XmlElement | null {
  const name = localName(element);
  const drawn = name === "use" ? byId.get(referenceOf(element).slice(1)) : element;
  return drawn !== undefined && localName(drawn) === "text" ? drawn : null;
}

/** An id that nothing of the file has. */
function freeId({ byId }: Pick<Survey, "byId">, number: number): string {
  const id = `letters-${number}`;
  return byId.has(id) ? freeId({ byId }, number + ID_STEP) : id;
}

/** More texts than any file has. */
const ID_STEP = 1_000_000;

function taskOf(
  { source, width, height, x, y }: VectorDrawing,
  { canvas, fonts }: PictureParts,
  root: Readonly<Record<string, string>>,
  texts: Map<string, string> = new Map(),
): SvgTask {
  const usual = canvas.fonts[canvas.textStyles[0]?.font ?? 0]?.families ?? [];
  const families = new SvgFamilies(fonts, usual);
  const own = source.root.attributes["font-family"] ?? usual.join(",");
  const svg = svgText(source.root, source.survey, {
    root: {
      ...{ xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y} ${width} ${height}`, "font-family": own },
      ...{ width: String(width), height: String(height), ...root },
    },
    family: (list) => families.of(list),
    idOf: (element) => {
      const text = textDrawnBy(element, source.survey);
      if (text === null) return null;
      const id = element.attributes["id"] ?? freeId(source.survey, texts.size);
      texts.set(id, text.text.replace(/\s+/gu, " ").trim());
      return id;
    },
  });
  if (!source.survey.hasText) return { svg, faces: [] };
  return { svg, faces: families.faces(/\b(?:bold|bolder|[6-9]00)\b/iu.test(svg), source.survey.letters) };
}
