// Findings about the texts of an SVG as it is printed: letters that its view box cuts, letters too small to be read.
import type { Emu } from "../canvas/index.ts";
import { points, type SourceSpan, shortened } from "../diagnostics/index.ts";
import type { PicturePlacing } from "./blocks.ts";
import { drawingSize } from "./drawing-paths.ts";
import type { Finding } from "./findings.ts";
import type { Rectangle } from "./pages.ts";
import type { VectorDrawing } from "./svg-drawing.ts";

/** Whose picture it is: the element's place in the source, and that of the picture in the data. */
export interface PictureOrigin {
  readonly span: SourceSpan;
  readonly path: string | null;
}

/** 4 pt: nobody reads smaller letters, and ruby is not smaller either. */
const LETTERS_MIN_EMU: Emu = 50_800;
/** Of the texts that are told, a finding says so much. */
const WORDS_TOLD = 60;

/** What is told of the texts of a drawing that lies in `place`. */
export function letterFindings(
  drawing: VectorDrawing,
  origin: PictureOrigin,
  place: Rectangle,
  { fit }: PicturePlacing,
): readonly Finding[] {
  const cut = drawing.cutTexts.length === 0 ? [] : [cutLetters(drawing.cutTexts, origin)];
  // A text that is not drawn at all is told as that.
  if (drawing.inOutlines.length > 0 && drawing.inPixels.length === 0) return cut;
  const { widthEmu, heightEmu } = drawingSize(drawing, place, fit);
  const emuPerUnit = Math.sqrt((widthEmu / drawing.width) * (heightEmu / drawing.height));
  const small = drawing.letterSizes.filter(({ size }) => size * emuPerUnit < LETTERS_MIN_EMU);
  return small.length === 0 ? cut : [...cut, smallLetters(small, emuPerUnit, origin)];
}

function cutLetters(texts: readonly string[], { span, path }: PictureOrigin): Finding {
  return {
    code: "RPT4016",
    severity: "warning",
    span,
    message: `the SVG holds what is not drawn: letters beyond its view box (${told(texts)})`,
    path,
    why: "what is printed of them reads as another text, or not at all",
    repair: "send it with a viewBox around all of its letters",
  };
}

function smallLetters(small: VectorDrawing["letterSizes"], emuPerUnit: number, { span, path }: PictureOrigin): Finding {
  const leastEmu = Math.min(...small.map(({ size }) => size)) * emuPerUnit;
  const times = LETTERS_MIN_EMU / Math.max(1, leastEmu);
  return {
    code: "RPT5006",
    severity: "warning",
    span,
    message:
      `the SVG's letters (${told(small.map(({ words }) => words))}) are printed at ` +
      `${points(Math.floor(leastEmu / SAID_EMU) * SAID_EMU)}, smaller than ${points(LETTERS_MIN_EMU)}`,
    path,
    why: "many readers cannot read it without a lens",
    repair:
      times > TIMES_MAX
        ? "send the picture with larger letters"
        : `make it ${(Math.ceil(times * 10) / 10).toFixed(1)} times as large (w=, h=), or send it with larger letters`,
  };
}

/** A hundredth of a point: what is too small does not read as enough. */
const SAID_EMU = 127;
/** A picture that much larger has no place on a page. */
const TIMES_MAX = 5;

function told(texts: readonly string[]): string {
  return shortened([...new Set(texts)].join(", "), WORDS_TOLD);
}
